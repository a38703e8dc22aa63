# SPDX-License-Identifier: GPL-2.0
# For the scripts that run in the guest; sourced after tap.sh.

cd /tmp

# The test on the host takes it from here, with all the rest.
diag() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

# Kernel symbols take perf seconds to read in an emulated guest; only its own tests need
# them.
sysctl -q kernel.kptr_restrict=2

load() {
	modprobe htm_pmu
	ok $? "modprobe htm_pmu"
}

# identical FILE TARGET SIZE DESCRIPTION: byte for byte what the hypervisor holds
identical() {
	local said
	said=$(htm-expect trace "$2" "$3" | cmp - "$1" 2>&1)
	ok $? "$4" || diag "$said"
}

# page_size: bytes of a page; AT_PAGESZ is 6
page_size() {
	od -A n -t u8 -w16 -v /proc/self/auxv | awk '$1 == 6 { print $2 }'
}

# run DESCRIPTION COMMAND...: it succeeds; what it says is in /tmp/said
run() {
	local what=$1
	shift
	"$@" >/tmp/said 2>&1
	ok $? "$what" || diag "$(tail -n 20 /tmp/said)"
}

# by_hand DESCRIPTION PERF-COMMAND...: perf does not wait for a drain. When the log says that
# it left one, or it looked for the last time before all of one was in its ring (which the
# driver cannot know, and htm report does), it gets another $try.
by_hand() {
	local what=$1 status left
	shift
	for try in 1 2 3 4 5; do
		dmesg --clear
		"$@" >/tmp/said 2>&1
		status=$?
		left=$(dmesg | grep 'htm_pmu: .*the reader left') ||
			left=$(htm report -i p.data -o /tmp/by-hand 2>&1 | grep INCOMPLETE) || break
	done
	[ "$status" = 0 ] && [ -z "$left" ]
	ok $? "$what" || diag "$left; $(tail -n 20 /tmp/said)"
}

# refused ERRNO-TEXT LOG-PATTERN DESCRIPTION COMMAND...: it fails, perf says the errno's
# text and the kernel log, in a line about it, what to do
refused() {
	local text=$1 pattern=$2 what=$3 status
	shift 3
	dmesg --clear
	"$@" >/tmp/said 2>&1
	status=$?
	[ "$status" -ne 0 ] && grep -q -i -E "$text" /tmp/said
	ok $? "$what: $text" || diag "status $status: $(cat /tmp/said)"
	logged "$pattern" "$what: the log says what to do"
}

# logged PATTERN DESCRIPTION
logged() {
	dmesg | grep htm_pmu | grep -q -E "$1"
	ok $? "$2" || diag "$(dmesg | grep htm_pmu)"
}

# What the module said, without what the kernel says of any that comes from elsewhere
module_said() {
	dmesg | grep htm_pmu: | grep -v 'loading out-of-tree\|module verification'
}

# The threads of the open events, a line each
threads() {
	cat /proc/[0-9]*/comm | grep '^htm/'
}

# event NODE CHIP CORE TYPE [TERM...]: as perf -e takes it
event() {
	local e="htm/htm_type=$4,nodeindex=$1,nodalchipindex=$2,coreindexonchip=$3"
	shift 4
	printf '%s' "$e"
	[ $# -eq 0 ] || printf ',%s' "$@"
	echo /
}

# The name by which today's stock perf maps an AUX area for us
aux=name=vpa_dtl_htm
