# SPDX-License-Identifier: GPL-2.0
# Whole systems of a release, as its package manager installs them: ppc64el programs run
# here by QEMU's user emulation. Sourced after kernel.sh.

# What a system has beside its kernels. dkms brings the compiler. The smallest maker of
# initial RAM disks is for kernels' packages, which ask for one; openssl is for DKMS to sign;
# the libraries are for htm.
system_packages=(apt busybox-static diffutils dkms kmod libbpf1 libjson-c5 libzstd1 linux-perf
	mount openssl procps tiny-initramfs usr-is-merged)

# A pattern of apt's: our private apt knows other architectures, too.
essential='?and(?essential,?architecture(ppc64el))'

# Of the kernel's modules only those that a guest needs to boot are unpacked, and no
# documentation. That is for time: depmod, which runs at each change, opens them all. What the
# packages' scripts do is not touched.
system_paths=('exclude=/usr/share/doc/*' 'exclude=/usr/share/locale/*' 'exclude=/usr/share/man/*')
for modules in /lib/modules /usr/lib/modules; do
	system_paths+=("exclude=$modules/*/kernel/*")
	for kept in drivers/virtio fs/9p fs/fscache fs/netfs fs/overlayfs net/9p; do
		system_paths+=("include=$modules/*/kernel/$kept/*")
	done
done

system_names() {
	ls "$bed/systems"
}

# read_system NAME: sets suite and kernels, and base, more (packages), later_suite and later
read_system() {
	[[ $1 != */* && -f $bed/systems/$1 ]] || die "no system named '$1'; there are:" $(system_names)
	base='' more='' later_suite='' later=''
	# shellcheck disable=SC1090
	. "$bed/systems/$1"
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

# Programs of the guest's machine run here, also in a folder without QEMU.
check_emulation() {
	local entry=/proc/sys/fs/binfmt_misc
	[ -e $entry/register ] || as_root mount -t binfmt_misc binfmt_misc $entry
	[ -e $entry/qemu-ppc64le ] || as_root update-binfmts --enable qemu-ppc64le
	grep -q '^flags:.*F' $entry/qemu-ppc64le ||
		die "programs for ppc64el do not run here: there is no $entry/qemu-ppc64le with flag F"
}

stamp_system() {
	stamp "$(declare -p system_packages system_paths essential)" \
		"$(declare -f system newest take added install_files minimal later_files)" \
		"$(cat "$bed/systems/$1" ${base:+"$bed/systems/$base"})"
}

# newest KERNEL PACKAGE...: sets abi, of the newest kernel SERIES:FLAVOUR that can be had,
# and files, those of it and of the packages
newest() {
	local series=${1%:*} flavour=${1#*:} prefer=
	# a system has of backports only what is named; of experimental all that can be tried
	[ "$suite" != experimental ] || prefer=$suite
	shift
	for abi in $(candidates); do
		# systems are made side by side, and share the folder of packages
		{
			flock 8
			files=$(apt_fetch install -o "APT::Default-Release=$prefer" \
				"$@" "linux-image-$abi" "linux-headers-$abi" 8>&-) && return
		} 8>"$apt_dir/.systems"
		say "$suite: no $abi: trying an older one"
	done
	return 1
}

# take DIR FILE...: into $new/DIR
take() {
	local dir=$new/$1 file
	shift
	mkdir -p "$dir"
	for file; do
		ln "$apt_dir/debs/$file" "$dir/" 2>/dev/null || cp "$apt_dir/debs/$file" "$dir/"
	done
}

# added FILE...: those of $files that are not among these
added() {
	comm -13 <(printf '%s\n' "$@" | sort) <(printf '%s\n' $files | sort)
}

# minimal FILE...: fills $new/root with the essential ones among these packages
minimal() {
	take packages "$@"
	(cd "$new/packages" && dpkg-scanpackages -m . >Packages 2>/dev/null)
	# what it mounts there is gone when it is, and never in the way of who removes the folder
	as_root unshare -m env -u APT_CONFIG LC_ALL=C mmdebstrap --quiet --mode=root \
		--architectures=ppc64el --variant=essential --skip=check/qemu \
		--hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr \
		--dpkgopt=force-unsafe-io "${system_paths[@]/#/--dpkgopt=path-}" \
		"" "$new/root" "deb [trusted=yes] copy:$new/packages ./" >"$new/log" 2>&1 ||
		{ cat "$new/log" >&2; die "no minimal system could be made"; }
	as_root sh -c "cd '$new/root' && : >etc/apt/sources.list && mkdir share &&
		echo htm-guest >etc/hostname && echo '127.0.0.1 localhost htm-guest' >etc/hosts"
}

# install_files FILE...: into $new/root. This machine's own dpkg unpacks them, many times as
# fast as the system's would under emulation; all their scripts run in the system.
install_files() {
	(
		cd "$apt_dir/debs"
		# the initial RAM disk is the test bed's
		export INITRD=No DEBIAN_FRONTEND=noninteractive LC_ALL=C PATH=$PATH:/usr/sbin:/sbin
		as_root env -u APT_CONFIG dpkg --root="$new/root" --force-architecture --force-depends \
			--force-unsafe-io "${system_paths[@]/#/--path-}" --unpack "$@"
		as_root unshare -m sh -c 'mount -t proc proc "$1/proc" &&
			chroot "$1" dpkg --force-unsafe-io --configure -a' - "$new/root"
	) >"$new/log" 2>&1 || { cat "$new/log" >&2; die "packages could not be installed"; }
}

# later_files FILE...: fills $new/later with what a later kernel adds to the system, whose
# files these are
later_files() {
	local suite=$later_suite files abi
	mkdir "$new/later"
	[ -n "$later" ] || return 0
	open "$suite" ppc64el
	# with the system's own choice where there are several, of initial RAM disks' makers
	newest "$later" tiny-initramfs || { say "$suite: no kernel $later"; return 0; }
	take later $(added "$@")
	echo "$abi" >"$new/later/abi"
}

# system: fills $new/root, with the system that was read
system() {
	local kernel files abi abis=() packages=()
	[ -n "$base" ] || packages=("$essential" "${system_packages[@]}")
	for kernel in $kernels; do
		newest "$kernel" "${packages[@]}" $more || die "$suite: no kernel $kernel"
		abis+=("$abi")
		packages+=("linux-image-$abi" "linux-headers-$abi")
	done
	if [ -n "$base" ]; then
		as_root cp -a --reflink=auto "$cache/systems/$base/root" "$new/root"
		install_files $(added $(cat "$cache/systems/$base/files"))
	else
		minimal $files
		install_files $files
	fi
	rm -rf "$new/packages" "$new/log"
	printf '%s\n' "${abis[@]}" >"$new/abis"
	printf '%s\n' $files >"$new/files"
	later_files $files
}
