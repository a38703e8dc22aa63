# SPDX-License-Identifier: GPL-2.0
# A folder with Debian 12 for POWER, whose programs run here by qemu-user: with rpm, DKMS
# and the headers of its kernel. Sourced, from the top of the tree: it starts the test once
# more, as root and where its mounts are its own.
#
# rpm is a guest in that folder: it has to be told so (--force-debian), and does not know
# that dkms and /bin/sh are there (--nodeps).

[ "$(id -u)" -eq 0 ] ||
	exec sudo env HTM_CACHE="${HTM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/htm-pmu}" "$0"
[ -n "${HTM_MOUNTS-}" ] || exec env HTM_MOUNTS=own unshare --mount "$0"
. tests/lib/tap.sh
. tests/package/commit.sh
. tests/testbed/lib/common.sh
. "$bed/lib/apt.sh"
. "$bed/lib/folder.sh"
. "$bed/lib/system.sh"

work=$(mktemp -d)
mount -t tmpfs tmpfs "$work"
trap 'umount --recursive "$work" && rmdir "$work"' EXIT
version=$(set +u; . ./dkms.conf; echo "$PACKAGE_VERSION")
for_power=(--target ppc64le --define "__cc ${cross}gcc" --define "__strip ${cross}strip")

# The kernel itself is not needed to build a module for it, and its package would make an
# initial RAM disk, which takes minutes here.
rpm_suite=bookworm
rpm_packages=rpm,dkms,linux-headers-powerpc64le

# Fills $new/root. The kernel's index of modules is made once here: it would else be new
# after the first module that comes, and not go with it. A mirror in mid-sync may have the
# release and not what came after it: that is then done without.
rpm_folder() {
	local log=$new/log try parts=$
	for try in 1 2 3; do
		rm -rf --one-file-system "$new/root"
		sources "$rpm_suite" | sed "$parts{p;q};p" -n | mmdebstrap --architectures=ppc64el --variant=essential \
			--include="$rpm_packages" --skip=check/qemu --dpkgopt='force-unsafe-io' \
			--dpkgopt='path-exclude=/usr/share/man/*' \
			--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
			--aptopt='APT::Install-Recommends "false"' \
			--customize-hook='chroot "$1" depmod -a $(ls "$1/lib/modules")' \
			"$rpm_suite" "$new/root" - >"$log" 2>&1 && return
		say "$rpm_suite: trying again without updates: $(grep -m 1 '^E:' "$log")"
		parts=1
		sleep $((try * 5))
	done
	tail -n 20 "$log" >&2
	die "$rpm_suite: no folder with $rpm_packages could be made"
}

# setup_rpm_folder: sets folder, which is in the cache
setup_rpm_folder() {
	check_emulation
	mkdir -p "$cache/packages"
	exec 8>"$cache/packages/lock"
	flock 8
	make_folder packages/rpm "$(stamp "$rpm_suite $rpm_packages" "$(declare -f rpm_folder)")" rpm_folder
	flock -u 8
	folder=$cache/packages/rpm/root
}

# overlay NAME: a folder like it, to be changed, in $work/NAME; it lives as long as the
# mount namespace does
overlay() {
	local dir=$work/layers/$1
	mkdir -p "$dir"/{upper,work} "$work/$1"
	mount -t overlay -o "lowerdir=$folder,upperdir=$dir/upper,workdir=$dir/work" overlay "$work/$1"
	mount -t proc proc "$work/$1/proc"
	mount --bind /dev "$work/$1/dev"
	quick_compiler "$work/$1"
}

# Under emulation, the compiler alone takes minutes for the module. The cross compiler of
# the same release, which the test bed has, does the same here in seconds; all else that
# a build runs is the folder's own.
quick_compiler() {
	local tools=$cache/tools/$rpm_suite-gcc-12 file name
	[ -x "$tools/usr/bin/${cross}gcc-12" ] || die "no cross compiler in the cache: run tests/testbed/setup 6.1"
	mkdir -p "$1$tools"
	mount --bind "$tools" "$1$tools"
	ln -s "$tools/usr/lib/x86_64-linux-gnu" "$1/usr/lib/"
	for file in "$1/usr/bin/$cross"*; do
		name=$(basename "$file")
		[ ! -e "$tools/usr/bin/$name" ] || ln -sf "$tools/usr/bin/$name" "$file"
	done
}

# in_root COMMAND...: in the folder $root
in_root() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C "$@"
}

rpm_in_root() {
	in_root rpm --force-debian --nodeps "$@"
}

# record PROGRAM: where that would be called, it is only written down, with what it reads
record() {
	rm -f "$root/usr/sbin/$1" "$root/usr/bin/$1"
	cat >"$root/usr/sbin/$1" <<-'END'
		#!/bin/sh
		echo "$(basename "$0") $*: $([ "$(readlink /proc/self/fd/0)" = /dev/null ] || cat)" >>/run/called
	END
	chmod +x "$root/usr/sbin/$1"
}

# called: what was
called() {
	sed 's/ *$//' "$root/run/called" 2>/dev/null | paste -s -d ' '
}

# list: all files of the folder, but for rpm's own books
list() {
	(
		cd "$root"
		find . -xdev \( -path ./root/.rpmdb -o -path ./run/called \) -prune -o \
			\( -type d -printf '%p %M %u %g\n' -o -printf '%p %M %u %g %s %l\n' \)
		find lib/modules etc var -type f ! -path 'var/log/*' -exec sha256sum {} +
	) | LC_ALL=C sort
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
