# SPDX-License-Identifier: GPL-2.0
#
# htm-pmu: `make help` lists the targets. The module itself is described to the
# kernel's build system in Kbuild.

KDIR ?= /lib/modules/$(shell uname -r)/build
PREFIX ?= /usr
# Debian has a folder of its own for packages' functions.
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
DESTDIR ?=

# dkms.conf is the one place that says the version.
VERSION := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"$$/\1/p' dkms.conf)

BUILD := $(CURDIR)/build
DISTDIR ?= $(BUILD)/dist
override DISTDIR := $(abspath $(DISTDIR))
RPMDIR ?= $(BUILD)/rpm
HTM := $(BUILD)/tools/htm
HOSTCC ?= gcc
PROVE := tests/lib/prove

SUBDIRS := src/tools tests/hypervisor tests/unit/module tests/fuzz tests/testbed
# The order is from quick to slow: what is wrong shows early.
quick-tests = $(foreach d,$(SUBDIRS:tests/testbed=),$(shell $(MAKE) -s -C $(d) list-tests)) \
	tests/style/test_checkpatch tests/package/test_dist tests/package/test_rpm
guest-tests = tests/style/test_module_build tests/package/test_options \
	tests/package/test_probes tests/package/test_lintian \
	$(shell $(MAKE) -s -C tests/testbed list-tests) \
	$(sort $(wildcard tests/guest/test_*))
# In whole systems. The longest first, which is as long as all others are in two rows.
package-tests = tests/package/test_debian_12 $(filter-out %/test_debian_12, \
	$(sort $(wildcard tests/package/test_debian_* tests/package/test_rpm_*)))
# The longest first. Not those that look at perf and htm more than at the driver: perf takes
# a quarter of a minute to start where each of its memory accesses in the kernel is checked.
# Nor memory in single pages, of which that kernel needs some in a row. Nor sizes and
# times, which are not that kernel's; nor what debugfs says, which test_allocations reads too.
usual-tests := bounds debugfs events fault_words faults forms fragmented inject many open perf_by_hand perf_test recheck record stat sysmem targets
debug-tests = $(sort $(wildcard tests/debug/test_*)) tests/testbed/test_debug \
	$(filter-out $(usual-tests:%=tests/guest/test_%),$(sort $(wildcard tests/guest/test_*)))

.PHONY: all tools install install-tools install-source dist deb rpm menuconfig defconfig savedefconfig demo bench check check-debug check-packages check-quick fuzz sparse checkpatch clean help
.DEFAULT_GOAL := all

help:
	@echo 'all          build htm_pmu.ko for the kernel in KDIR (default: the running one);'
	@echo '             set ARCH and CROSS_COMPILE to build for another machine'
	@echo 'tools        build the htm tool'
	@echo 'install      install module and tool (DESTDIR, PREFIX); install-tools: the tool, its'
	@echo '             manual pages and completions; install-source: what DKMS builds from'
	@echo 'menuconfig   choose options of the module, for builds in this tree; defconfig: the'
	@echo '             default ones; savedefconfig: those that differ from them, as a file'
	@echo '             defconfig, which as /etc/htm_pmu/config is for builds by DKMS'
	@echo 'dist         the source archive of the commit that is checked out, in DISTDIR;'
	@echo '             the same commit gives the same bytes'
	@echo 'deb          its Debian packages, in DISTDIR'
	@echo 'rpm          its packages for distributions that use RPM, in RPMDIR'
	@echo 'demo         record a trace on an emulated POWER machine and show each step'
	@echo 'check        all tests, on kernels and systems of distributions'
	@echo 'check-debug  the tests on a kernel that looks for leaks, races and misuse itself'
	@echo 'check-packages  those of them that install the packages, in whole systems'
	@echo 'check-quick  the tests that need no guest'
	@echo 'fuzz         libFuzzer, RUNS (default: 1000000) inputs for each reader of the tool'
	@echo 'bench        measure, side by side, and print ratios'
	@echo 'sparse       check the module with sparse (for KDIR)'
	@echo 'checkpatch   check the style with the checkpatch of the kernel'
	@echo 'clean        remove what was built'

all:
	@test -e $(KDIR)/Makefile || { echo 'No kernel headers in $(KDIR): install them, or set KDIR' >&2; exit 1; }
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

tools:
	$(MAKE) -C src/tools O=$(BUILD)/tools

install: all install-tools
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules_install

install-tools: tools
	install -D -m 755 $(HTM) $(DESTDIR)$(PREFIX)/bin/htm
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/man/man1 docs/man/*.1
	install -D -m 644 src/tools/completion.bash \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/htm
	install -D -m 644 src/tools/completion.zsh $(DESTDIR)$(ZSHDIR)/_htm

# What a build by DKMS needs, and nothing else
source-files = dkms.conf Kbuild include/uapi/htm_pmu.h \
	$(wildcard src/module/*.[ch] src/module/probe/*.c) src/module/options src/module/probe/try
install-source:
	set -e; for file in $(filter-out %.mod.c,$(source-files)); do \
		install -D -m 644 $$file $(DESTDIR)$(PREFIX)/src/htm-pmu-$(VERSION)/$$file; \
	done

# Debian packages, of the commit: those for this machine and those for all; with
# DEB_HOST_ARCH=ppc64el the tools alone, for that.
deb: dist
	rm -rf $(BUILD)/deb
	mkdir -p $(BUILD)/deb
	tar -xf $(DISTDIR)/htm-pmu-$(VERSION).tar.gz -C $(BUILD)/deb
	git -c tar.umask=0022 archive --format=tar --prefix=htm-pmu-$(VERSION)/ HEAD -- . ':!debian' | \
		gzip -n -9 >$(BUILD)/deb/htm-pmu_$(VERSION).orig.tar.gz
	cd $(BUILD)/deb/htm-pmu-$(VERSION) && MAKEFLAGS= MAKELEVEL= dpkg-buildpackage -us -uc \
		$(if $(DEB_HOST_ARCH),-d -B --host-arch=$(DEB_HOST_ARCH))
	cd $(BUILD)/deb && find . -maxdepth 1 -type f -exec mv -t $(DISTDIR) {} +
	rm -rf $(BUILD)/deb

# By kconfig-frontends; Kconfig itself is as in a kernel's tree.
menuconfig:
	kconfig-mconf Kconfig.alone

defconfig:
	kconfig-conf --alldefconfig Kconfig.alone

savedefconfig:
	kconfig-conf --savedefconfig=defconfig Kconfig.alone

# Of the commit: its files, its time. gzip -n: no time, no name.
dist:
	@prefix=$$(git rev-parse --show-prefix) && test -z "$$prefix" || \
		{ echo 'make dist archives a commit, and this is no git tree' >&2; exit 1; }
	@test -z "$$(git status --porcelain)" || \
		echo 'make dist: what is not committed is not in the archive' >&2
	mkdir -p $(DISTDIR)
	git -c tar.umask=0022 archive --format=tar --prefix=htm-pmu-$(VERSION)/ HEAD >$(DISTDIR)/.tar
	gzip -n -9 <$(DISTDIR)/.tar >$(DISTDIR)/htm-pmu-$(VERSION).tar.gz
	@rm $(DISTDIR)/.tar

rpm:
	rpm/build $(RPMDIR)

sparse:
	$(MAKE) -C $(KDIR) M=$(CURDIR) C=2 CHECK=sparse modules

checkpatch:
	tests/style/test_checkpatch

demo:
	tests/testbed/packages
	tests/testbed/setup 7.2
	tests/demo/run

check-quick: test-programs
	$(PROVE) $(quick-tests)

check: test-programs
	tests/testbed/setup
	tests/testbed/setup-systems
	$(PROVE) $(quick-tests) $(package-tests) $(guest-tests)

check-packages: test-programs
	tests/testbed/setup
	tests/testbed/setup-systems
	$(PROVE) $(package-tests)

check-debug: test-programs
	tests/testbed/setup debug
	KERNELS=debug $(PROVE) $(debug-tests)

fuzz:
	tests/testbed/packages fuzz
	$(MAKE) -C tests/fuzz fuzz

bench: test-programs
	tests/bench/resolve
	tests/bench/report
	tests/testbed/packages bench
	tests/testbed/setup 7.2 6.12-64k
	tests/bench/drain
	tests/bench/tracepoints
	tests/testbed/setup debug
	tests/bench/interrupts-off

.PHONY: test-programs
test-programs:
	tests/testbed/packages
	$(foreach d,$(SUBDIRS:tests/testbed=),$(MAKE) -j$(shell nproc) -C $(d) tests &&) true

clean:
	rm -rf $(BUILD) probed
	find Kbuild src/module -name '*.o' -delete -o -name '.*.cmd' -delete
	rm -f *.o *.ko *.mod *.mod.c .*.cmd Module.symvers modules.order
