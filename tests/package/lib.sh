# SPDX-License-Identifier: GPL-2.0
# For the tests of the packages: whole systems to install them into. Sourced; goes on as
# root, in a mount namespace of its own, so that nothing stays mounted.

if [ -z "${HTM_PACKAGE_TEST:-}" ]; then
	export HTM_PACKAGE_TEST=1 HTM_CACHE=${HTM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/htm-pmu}
	[ "$(id -u)" -ne 0 ] || exec unshare -m "$0" "$@"
	exec sudo -E unshare -m "$0" "$@"
fi

. "$(dirname "${BASH_SOURCE[0]}")/../guest/lib.sh"
. "$bed/lib/system.sh"
. "$top/tests/package/commit.sh"

version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"$/\1/p' "$top/dkms.conf")
packages=$top/build/packages

# have_packages: those of this commit in $packages
have_packages() {
	local commit
	mkdir -p "$packages"
	exec {lock}>"$packages/.lock"
	flock "$lock"
	commit=$(git -C "$top" rev-parse HEAD)
	if [ "$(cat "$packages/.commit" 2>/dev/null)" != "$commit" ]; then
		rm -f "$packages"/*.* "$packages/.commit"
		make_packages "$top" "$packages" && make_packages "$top" "$packages" DEB_HOST_ARCH=ppc64el &&
			echo "$commit" >"$packages/.commit"
	fi
	exec {lock}>&-
}

# make_packages TREE DIR [ARGUMENT...]
make_packages() {
	local tree=$1 dir=$2 libraries=
	shift 2
	[[ $* != *ppc64el* ]] || libraries=$cache/libraries
	HTM_LIBRARIES=$libraries DEB_BUILD_OPTIONS=nocheck make -s -C "$tree" deb DISTDIR="$dir" "$@" >"$work/made" 2>&1
	ok $? "make deb $*" || diag "$(tail -n 20 "$work/made")"
}

# system NAME: sets root, a copy to change of that system, and abis, its kernels
system() {
	local over
	folder=$cache/systems/$1
	[ -e "$folder/.stamp" ] || die "system $1 is not there: run tests/testbed/setup-systems $1"
	mapfile -t abis <"$folder/abis"
	# where the cache is, there is room, and a file system that can be written over
	over=$(mktemp -d "$cache/systems/copy.XXXXXX")
	copies+=("$over")
	root=$over/root
	mkdir "$root" "$over/upper" "$over/work"
	mount -t overlay -o "lowerdir=$folder/root,upperdir=$over/upper,workdir=$over/work" overlay "$root" \
		2>/dev/null || cp -a --reflink=auto "$folder/root/." "$root/"
	read_system "$1"
	quick_compilers "${suite%-backports}"
}
copies=()

remove_copies() {
	local over
	rm -rf "$work"
	for over in "${copies[@]}"; do
		umount -q "$over"/root"$cache"/tools/*
		umount -q "$over/root"
		rm -rf "$over"
	done
}
trap remove_copies EXIT

# Under emulation, the compiler alone takes minutes for the module. The cross compiler of
# the same release, which the test bed has, does the same in seconds; all else that a
# build runs is the system's own.
quick_compilers() {
	local tools file name
	for tools in "$cache/tools/$1"-*; do
		[ -e "$root/usr/bin/$cross${tools##*/"$1"-}" ] || continue
		mkdir -p "$root$tools"
		# removing the copy must not remove the cache's
		mount -o bind,ro "$tools" "$root$tools"
		ln -sf "$tools/usr/lib/x86_64-linux-gnu" "$root/usr/lib/"
		for file in "$root/usr/bin/$cross"*; do
			name=$(basename "$file")
			[ ! -e "$tools/usr/bin/$name" ] || ln -sf "$tools/usr/bin/$name" "$file"
		done
	done
}

# inside COMMAND...: in the system, as its administrator. Says what the command says.
inside() {
	unshare -m sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" \
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C INITRD=No \
		DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

# apt ARGUMENT...: in the system, with no network and no question. What it says is in
# $work/apt.
apt() {
	inside apt-get -y -q "$@" >"$work/apt" 2>&1
}

# put FILE...: into the system's /root, for apt
put() {
	rm -f "$root"/root/*.deb
	cp "$@" "$root/root/"
}

# state: every file that there is, and what is in those that packages and depmod change.
# Not logs and caches, which are for the past, nor the state of package managers; and the
# key that DKMS makes when it first signs is DKMS's. Not what is in our module: where it has
# BTF, pahole's threads put its types in another order each time. Nor the links to the
# newest kernel in /, which are its package's.
state() {
	(cd "$root" && find . -xdev \( -path ./proc -o -path ./var/log -o -path ./var/cache -o -path ./var/lib/apt \
		-o -path ./var/lib/dpkg -o -path ./root -o -path ./tmp -o -path ./share -o \
		-path './initrd.img*' -o -path './vmlinu[xz]*' -o -path './var/lib/dkms/mok.*' \) -prune \
		-o -printf '%y %m %U:%G %p %l\n'
	inside dpkg-query -W
	cd "$root" && find lib/modules usr/src etc -type f ! -name 'htm_pmu.ko*' -exec sha256sum {} + | sort -k 2) | sort
}

# same FILE FILE DESCRIPTION: two states
same() {
	diff "$1" "$2" >"$work/diff"
	ok $? "$3" || diag "$(head -n 40 "$work/diff")"
}

# module ABI: the path of the kernel's module, from the system's root; none of a kernel that is gone
module() {
	(cd "$root" && [ -d "lib/modules/$1" ] && find "lib/modules/$1/" -name 'htm_pmu.ko*')
}

# module_is VERSION ABI DESCRIPTION: it is there, built for that kernel and found by modprobe
module_is() {
	local file said
	file=$(modinfo -b "$root" -k "$2" -n htm_pmu 2>&1)
	said=$(modinfo -b "$root" -k "$2" htm_pmu 2>&1 | sed -n 's/^\(version\|vermagic\): *\([^ ]*\).*/\2/p' | xargs)
	is "$said" "$1 $2" "$3" || diag "$file"
}

no_module() {
	is "$(module "$1")" "" "$2"
}

# log ABI: of the build by DKMS
log() {
	cat "$root/var/lib/dkms/htm-pmu/$version/$1"/*/log/make.log
}

# captures ABI...: the installed system's kernel, module, perf and htm, in a guest, which goes
# on with the script that the test's function "afterwards" prints, if it has one
captures() {
	local abi
	for abi; do
		guest "$abi" --cpus 1 --system "$root" --buffer 16M < <(
			capture
			! declare -f -F afterwards >/dev/null || afterwards
		)
		targets_are_free "$abi: "
	done
}

capture() {
	cat <<'SCRIPT'
load
is "$(command -v htm perf | xargs)" "/usr/bin/htm /usr/bin/perf" "htm and perf are the system's"
modinfo -n htm_pmu | grep -q '/updates/dkms/htm_pmu.ko'
ok $? "the module is that of DKMS" || diag "$(modinfo -n htm_pmu)"
run "htm record" htm stat -o stat -- htm record -t n0.p2.c0.t1 -m 4M -o trace -- sleep 0.2
grep -q 'counted by BPF' stat && grep -q '^n0.p2.c0.t1: 16777216 bytes' stat
ok $? "htm stat counts its bytes in the kernel" || diag "$(cat stat)"
run "htm report" htm report -i trace -o out
identical out/htm.bin.n0.p2.c0.t1 n0.p2.c0.t1 16M "the trace is identical"
htm-expect translation 20 | cmp - out/translation.n0.p2.c0.t1
ok $? "the translation is identical"
SCRIPT
}

# installs SYSTEM: both packages into a copy of it
installs() {
	local abi
	have_packages
	system "$1"
	state >"$work/before"
	put "$packages"/htm-pmu-dkms_*_all.deb "$packages"/htm-tools_*_ppc64el.deb
	apt install ./root/htm-pmu-dkms_"$version"-1_all.deb ./root/htm-tools_"$version"-1_ppc64el.deb
	ok $? "$1: apt installs both packages" || diag "$(tail -n 40 "$work/apt")"
	for abi in "${abis[@]}"; do
		module_is "$version" "$abi" "$1: DKMS has built the module for $abi"
		is "$(modinfo -b "$root" -k "$abi" -F sig_id htm_pmu)" 'PKCS#7' "$1: and has signed it"
		log "$abi" | grep -q '^htm_pmu: probe headers: yes'
		ok $? "$1: the log of the build for $abi says what the probes found" || diag "$(log "$abi")"
	done
}
