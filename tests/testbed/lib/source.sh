# SPDX-License-Identifier: GPL-2.0
# The debug kernel: built from source, and then a folder like the others'. Sourced after
# kernel.sh.

# stamp_source: like stamp_kernel, for the kernel that is built, after read_kernel
stamp_source() {
	stamp "$(declare -f source_kernel source_tree mend_replay mend_lockdown \
		configure make_kernel build_folder)" \
		"$(declare -f root_filesystem)" \
		"$suite $series $flavour" "$(cat "$bed/userland")" "$(options)"
}

# options: the lines of debug/config that are not comments
options() {
	grep -E '^(CONFIG_.*=|# CONFIG_.* is not set)' "$bed/debug/config"
}

# source_tree FILE TOOLS: fills $new/tree. Most of the source is of no use to us.
source_tree() {
	mkdir "$new/tree"
	dpkg-deb --fsys-tarfile "$apt_dir/debs/$1" | tar -xO "./usr/src/linux-source-$series.tar.xz" |
		tar -xJ --strip-components=1 -C "$new/tree" --exclude='*/Documentation/*/*' \
			--exclude='*/arch/[!px]*/*.[chS]' --exclude='*/arch/x86/*.[cS]' \
			--exclude='*/drivers/gpu/*.[ch]' --exclude='*/drivers/net/*/*.[ch]' \
			--exclude='*/tools/testing' --exclude='*/sound/*.[ch]'
	cat >"$new/tree/.kernelvariables" <<-END
		override ARCH = powerpc
		override CROSS_COMPILE = $2/usr/bin/$cross
		CC = \$(CROSS_COMPILE)$compiler
		CHECK = $2/usr/bin/sparse
		PAHOLE = $2/usr/bin/pahole
	END
}

# Interrupts that came while they were masked are replayed inside of irq_enter(). In this
# series their handlers then tell lockdep that interrupts are on, which it takes for an
# error of an interrupt handler: it says so at the first tick, and is off from then on. Have
# the replay be no handler to lockdep. The handlers themselves are, as they are elsewhere.
mend_replay() {
	sed -i -e '/^static inline void next_interrupt/,/^}/{/lockdep_hardirq_/d}' \
		-e '/void __replay_soft_interrupts/,/^}/{
			s/^\tppc_save_regs(&regs);/\tlockdep_hardirq_exit();\n&/
			s/^}/\tlockdep_hardirq_enter();\n}/
		}' "$new/tree/arch/powerpc/kernel/irq_64.c"
}

# Under lockdown, the attributes for ports and memory of ISA devices get senseless modes, and
# sysfs warns of them at each boot. There are no such devices here: have no attributes.
mend_lockdown() {
	sed -i '/^#define HAVE_PCI_LEGACY/d' "$new/tree/arch/powerpc/include/asm/pci.h"
}

# Nothing of where, when and by whom it was built gets into the kernel, and nothing of the
# make that may have called us into its build.
make_kernel() {
	local date
	date=$(date -u -r "$new/tree/kernel/panic.c")
	MAKEFLAGS='' nice make -s -j"$(nproc)" -C "$new/tree" KBUILD_BUILD_USER=htm KBUILD_BUILD_HOST=htm \
		KBUILD_BUILD_VERSION=1 KBUILD_BUILD_TIMESTAMP="$date" "$@" >&2
}

# An option that the series renamed, or whose dependencies it changed, is silently not
# there: have it be noticed here.
configure() {
	local refused
	make_kernel KCONFIG_ALLCONFIG="$bed/debug/config" allnoconfig
	refused=$(options | grep -vxF -f "$new/tree/.config") || return 0
	die "kernel $series does not take these lines of debug/config:" $'\n'"$refused"
}

# build_folder: what building a module reads, moved from $new/tree to $new/build
build_folder() {
	(
		cd "$new/tree"
		find scripts -name '*.o' -delete
		printf '%s\n' Makefile .config .kernelvariables Module.symvers include \
			certs/signing_key.pem certs/signing_key.x509 scripts arch/powerpc/include \
			arch/powerpc/Makefile* arch/powerpc/tools |
			tar -c --exclude='.*.cmd' -T -
	) | tar -x -C "$new/build"
	rm -rf "$new/tree"
}

# source_kernel FILE TOOLS: fills $new
source_kernel() {
	local release to
	source_tree "$1" "$2"
	mend_replay
	mend_lockdown
	configure
	make_kernel vmlinux modules
	release=$(cat "$new/tree/include/config/kernel.release")
	"$2/usr/bin/${cross}strip" -o "$new/vmlinuz" "$new/tree/vmlinux"
	root_filesystem
	to=$new/root/usr/lib/modules/$release
	mkdir -p "$to/kernel" "$new/boot" "$new/build"
	cp "$new"/tree/modules.{order,builtin,builtin.modinfo} "$to/"
	depmod -b "$new/root" "$release"
	cp "$new/root/bin/busybox" "$new/boot/"
	build_folder
	echo "$release" >"$new/release"
}
