# SPDX-License-Identifier: GPL-2.0
# Out of the kernel's trace buffer, as far as it was watched: from the stop of the first target
# on, when the last byte was in a file (seconds), the command had ended (returned), and the last
# target was drained (drain); calls for trace (dumps); how long the driver's threads had a CPU
# until then (busy), and were in the hypervisor (called).

# value(NAME): of NAME=value in this line
function value(name) {
	if (!match($0, "[ ]" name "=[^ ]*"))
		return ""
	return substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2)
}

!match($0, /-[0-9]+ +\[[0-9]+\] /) { next }

{
	comm = substr($0, 1, RSTART - 1)
	sub(/^ +/, "", comm)
	split(substr($0, RSTART), field)
	cpu = field[2]
	time = field[4] + 0
	event = field[5]
}

event == "htm_hcall:" {
	if (value("op") == "STOP" && !stop)
		stop = time
	if (value("op") == "DUMP_DATA")
		dumps++
	if (comm ~ /^htm\// && !drained)
		called += value("ns")
}

event == "htm_state:" && / -> drained:/ { drained = time }
event == "tracing_mark_write:" { returned = time }
event ~ /write/ && / -> 0x/ { written = time }

event == "sched_switch:" {
	if (value("prev_comm") ~ /^htm\// && cpu in on)
		busy += time - on[cpu]
	delete on[cpu]
	if (value("next_comm") ~ /^htm\// && !drained)
		on[cpu] = time
}

END {
	if (stop)
		printf "seconds=%.6f returned=%.6f ", written - stop, returned - stop
	if (drained)
		printf "drain=%.6f dumps=%d called=%.6f ", drained - stop, dumps, called / 1e9
	printf "busy=%.6f\n", busy
}
