# SPDX-License-Identifier: GPL-2.0
# For the tests of the RPMs, which go into Debian for POWER. Sourced after lib.sh.
#
# rpm is a guest in that system: it has to be told so (--force-debian), and does not know
# that dkms and /bin/sh are there (--nodeps).

for_power_libs=$cache/libraries/usr/lib/powerpc64le-linux-gnu
for_power=(--target ppc64le --define "__strip ${cross}strip"
	--define "__cc ${cross}gcc -I$cache/libraries/usr/include -L$for_power_libs -Wl,-rpath-link,$for_power_libs")

rpm_inside() {
	inside rpm --force-debian --nodeps "$@"
}

# record PROGRAM: where that would be called, it is only written down, with what it reads
record() {
	rm -f "$root/usr/sbin/$1" "$root/usr/bin/$1"
	cat >"$root/usr/sbin/$1" <<-'END'
		#!/bin/sh
		echo "$(basename "$0") $*: $([ "$(readlink /proc/self/fd/0)" = /dev/null ] || cat)" >>/root/called
	END
	chmod +x "$root/usr/sbin/$1"
}

# called: what was
called() {
	sed 's/ *$//' "$root/root/called" 2>/dev/null | paste -s -d ' '
}

# run DESCRIPTION COMMAND...: it succeeds; what it says is in $work/said
run() {
	local what=$1
	shift
	"$@" >"$work/said" 2>&1 </dev/null
	ok $? "$what" || diag "$(tail -n 40 "$work/said")"
}

# said PATTERN DESCRIPTION: the last run did
said() {
	grep -q -E -e "$1" "$work/said"
	ok $? "$2" || diag "$(tail -n 40 "$work/said")"
}
