# SPDX-License-Identifier: GPL-2.0
# For scripts in the guest, after in-guest.sh: what nobody points to any more, on kernels
# that can find it.

kmemleak=/sys/kernel/debug/kmemleak

# What is leaked by now is not this test's.
forget_leaks() {
	[ -e $kmemleak ] || return 0
	echo scan=off >$kmemleak
	echo scan >$kmemleak
	echo clear >$kmemleak
}

# no_leaks DESCRIPTION
no_leaks() {
	if [ ! -e $kmemleak ]; then
		skip "the kernel does not know" "$1"
		return
	fi
	# a pointer that is in a register only looks like a leak, once; so does what is younger
	# than some seconds
	sleep 6
	echo scan >$kmemleak
	echo scan >$kmemleak
	cat $kmemleak >/tmp/leaks
	[ ! -s /tmp/leaks ]
	ok $? "$1" || diag "$(head -n 60 /tmp/leaks)"
}
