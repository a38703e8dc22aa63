# SPDX-License-Identifier: GPL-2.0
# One kernel: its image, its headers ready for "make -C KDIR", its guest's root file
# system. Sourced after folder.sh.

# Modules that the guest needs to find its root file system.
boot_modules=(virtio_pci 9pnet_virtio 9p overlay)

# Directories of modules that a guest without devices has a use for.
useful_modules='arch/powerpc|block|crypto|fs|kernel|lib|mm|net/9p|drivers/(block|char|virtio)'

# candidates: ABI names of the kernels of $series-$flavour on offer, the newest first
candidates() {
	apt-cache pkgnames "linux-image-$series" | sed -n "s/^linux-image-//p" |
		grep -xE "${series//./\\.}[^0-9].*-$flavour" | grep -vE -- '-(dbg|unsigned)$' |
		sort -rV
}

# The kernel's own packages. Newer releases split the image: it then needs the parts.
image_packages() {
	echo "linux-image-$1"
	apt_needs "linux-image-$1" | grep -E '^linux-(base|binary|modules)-' || true
}

header_packages() {
	echo "linux-headers-$1"
	apt_needs "linux-headers-$1" | grep '^linux-headers-.*-common'
	# these are programs: they run here
	apt_needs "linux-headers-$1" | sed -n 's/^linux-kbuild-.*/&:amd64/p'
}

compiler_of() {
	apt_needs "linux-headers-$1" | grep -oE '^gcc-[0-9]+' | head -n 1
}

# fetch_kernel: sets abi, compiler, image_files and header_files
fetch_kernel() {
	local packages
	for abi in $(candidates); do
		packages=$(image_packages "$abi") && image_files=$(apt_fetch download $packages) &&
			packages=$(header_packages "$abi") &&
			header_files=$(apt_fetch download $packages) &&
			compiler=$(compiler_of "$abi") && return
		say "$suite: no $abi: trying an older one"
	done
	die "$suite: no kernel $series ($flavour) could be had, nor an older one of its series"
}

# stamp_kernel NAME: decides whether a kernel's folder is still what it should be
stamp_kernel() {
	stamp "$(declare -p boot_modules useful_modules)" \
		"$(declare -f kernel headers checker_valid root_filesystem modules boot_directory)" \
		"$(cat "$bed/userland" "$bed/kernels/$1")"
}

# toolchain COMPILER: fills $new with that release's cross compiler, and what else of the
# release the kernel's build calls
toolchain() {
	local files
	files=$(apt_fetch install "$1-powerpc64le-linux-gnu" pahole sparse)
	unpack "$new" $files
	adopt "$new/usr" "$folder"
}

# headers ABI TOOLS: unpacks to $new/headers, with $new/build for "make -C"
headers() {
	local kdir=headers/usr/src/linux-headers-$1 tools=$2
	unpack "$new/headers" $header_files
	ln -s "$kdir" "$new/build"
	adopt "$new/headers/usr" "$tools"
	sed -i "s:/usr/src/:$folder/headers&:" "$new/$kdir/Makefile"
	# where the release has its tools in PATH, we have a folder
	sed -i -E '/^(CC|CCACHE|ifn?eq|endif|override CROSS_COMPILE)\b/d' "$new/$kdir/.kernelvariables"
	cat >>"$new/$kdir/.kernelvariables" <<-END
		override CROSS_COMPILE = $tools/usr/bin/$cross
		CC = \$(CROSS_COMPILE)$compiler
		CHECK = $tools/usr/bin/sparse
		PAHOLE = $tools/usr/bin/pahole
	END
	checker_valid
}

# Packaged headers lack the script with which newer kernels ask whether sparse is there.
checker_valid() {
	local script
	script=$(echo "$new"/headers/usr/lib/linux-kbuild-*/scripts)/checker-valid.sh
	[ ! -e "$script" ] || return 0
	cat >"$script" <<-'END'
		#!/bin/sh
		# CHECKER [FLAG...]: print 1 when the checker takes a file with these flags
		echo 'int valid;' >"${TMPDIR:-/tmp}/checker-valid.$$.c"
		"$@" "${TMPDIR:-/tmp}/checker-valid.$$.c" >/dev/null 2>&1 && echo 1
		rm -f "${TMPDIR:-/tmp}/checker-valid.$$.c"
	END
	chmod +x "$script"
}

# root_filesystem: fills $new/root with the guest's userland and the kernel's modules
root_filesystem() {
	local root=$new/root files
	files=$(apt_fetch install $(grep -v '^#' "$bed/userland"))
	unpack "$root" $files
	# what the packages' scripts would have done
	[ -e "$root/bin/sh" ] || ln -s dash "$root/bin/sh"
	[ -e "$root/bin/awk" ] || ln -s gawk "$root/bin/awk"
	mkdir -p "$root"/{dev,etc,proc,root,run,share,sys,tmp}
	printf '%s\n' 'root:x:0:0:root:/root:/bin/bash' \
		'nobody:x:65534:65534:nobody:/nonexistent:/bin/bash' >"$root/etc/passwd"
	printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' >"$root/etc/group"
	echo 'htm-guest' >"$root/etc/hostname"
	echo '127.0.0.1 localhost htm-guest' >"$root/etc/hosts"
}

# modules ABI: of the image that was unpacked to $new/image
modules() {
	local from to
	from=$(echo "$new"/image/{usr/,}lib/modules/"$1"/kernel)
	from=$(dirname "${from##* }")
	to=$new/root/usr/lib/modules/$1
	(cd "$from/kernel" && find . -type f | grep -vE "^\./($useful_modules)/" | xargs -d '\n' rm -f)
	# plain ones: depmod reads them all for every guest that gets a module of ours
	find "$from/kernel" -name '*.xz' -exec xz -dq {} +
	find "$from/kernel" -name '*.zst' -exec zstd -dq --rm {} +
	mkdir -p "$(dirname "$to")"
	mv "$from" "$to"
	rm -f "$to"/vmlinuz "$to"/System.map "$to"/build "$to"/source
	depmod -b "$new/root" "$1"
}

# The modules for the initial RAM disk, in the order of loading. Stripped of what costs
# time when they are loaded under emulation: signature and debug information.
boot_directory() {
	local file n=10
	mkdir "$new/boot"
	modprobe -a -d "$new/root" -S "$1" --show-depends "${boot_modules[@]}" |
		awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
			n=$((n + 1))
			"$2/usr/bin/${cross}objcopy" --strip-debug "$file" \
				"$new/boot/$n-$(basename "$file")"
		done
	cp "$new/root/bin/busybox" "$new/boot/"
}

# kernel ABI TOOLS: fills $new
kernel() {
	unpack "$new/image" $image_files
	mv "$(ls "$new"/image/usr/lib/modules/"$1"/vmlinuz "$new"/image/boot/vmlinu[xz]-"$1" \
		2>/dev/null | head -n 1)" "$new/vmlinuz"
	headers "$1" "$2"
	root_filesystem
	modules "$1"
	boot_directory "$1" "$2"
	rm -rf "$new/image"
	echo "$1" >"$new/release"
}
