# SPDX-License-Identifier: GPL-2.0
# The operations that the driver issues, the return codes that there are, and how a capture
# ends for each. What is added here has its rows in test_fault_matrix, and what htm says of
# it looked at in test_fault_words. Sourced.

# The calls of one capture, and which call is "in the middle": one of a later capture, or
# of the same for those that a capture makes often.
operations="STATUS:2 CONFIGURE:2 START:2 DUMP_SYSMEM_CONF:2 DUMP_DATA:3 STOP:2 DECONFIGURE:2"

# What each code is to us (section 2 of the interface's description; the last four are in
# no table)
codes="H_NOT_AVAILABLE:ENODATA
H_BUSY: H_LONG_BUSY_1_MSEC: H_LONG_BUSY_10_MSEC: H_LONG_BUSY_100_MSEC:
H_LONG_BUSY_1_SEC: H_LONG_BUSY_10_SEC: H_LONG_BUSY_100_SEC:
H_PARAMETER:EINVAL H_P2:EINVAL H_P3:EINVAL H_P4:EINVAL H_P5:EINVAL H_P6:EINVAL
H_STATE:EIO H_AUTHORITY:EPERM H_FUNCTION:ENODEV H_HARDWARE:EIO H_RESOURCE:ENOMEM
7:EIO 9906:EIO 77777:EIO -9999:EIO"

# faulty OPERATION ERRNO: how a capture ends in which that call fails
faulty() {
	case $1:$2 in
	*:) echo fine ;;			# busy: asked again
	STATUS:ENODATA | CONFIGURE:ENODATA) echo open:EINVAL ;;
	STATUS:* | CONFIGURE:*) echo "open:$2" ;;
	DUMP_SYSMEM_CONF:ENODATA) echo fine ;;	# the end of the table
	DUMP_SYSMEM_CONF:*) echo "sysmem:$2" ;;
	DUMP_DATA:ENODATA) echo short ;;	# the end of the trace
	DECONFIGURE:*) echo fine ;;		# asked again: the target must be free
	*) echo "end:$2" ;;
	esac
}
