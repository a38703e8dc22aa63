# SPDX-License-Identifier: GPL-2.0
# For the benchmarks' scripts in the guest; sourced after tests/guest/in-guest.sh. What is
# measured goes to /share/times, a line each: what, repetition, name=value...

tracing=/sys/kernel/tracing
htmdump=/sys/kernel/debug/powerpc/htmdump

# A perf that knows no AUX area for us: then the trace comes as raw samples. The name of the
# event is all that tells it.
mkdir -p raw
cat >raw/perf <<'EOT'
#!/bin/sh
for arg; do
	shift
	set -- "$@" "$(echo "$arg" | sed s/vpa_dtl_htm/htm_raw/)"
done
exec /usr/bin/perf "$@"
EOT
chmod +x raw/perf

measured() {
	echo "$*" >>/share/times
}

# touch_memory MIB: the host gives the guest memory when it is used for the first time
touch_memory() {
	dd if=/dev/zero of=touched bs=1M count="$1" 2>/dev/null
	rm touched
}

# watch stop: the STOP, and perf's writes, to see when its last byte was in the file
# watch all: every call, state and wait, and when the driver's threads have a CPU, too
# watch threads: that alone
watch() {
	local events=$tracing/events
	echo 0 >$tracing/tracing_on
	echo 0 >$events/enable
	echo >$tracing/trace
	echo mono >$tracing/trace_clock
	echo 16384 >$tracing/buffer_size_kb
	if [ "$1" != stop ]; then
		echo 'prev_comm ~ "htm/*" || next_comm ~ "htm/*"' >$events/sched/sched_switch/filter
		echo 1 >$events/sched/sched_switch/enable
	fi
	if [ "$1" != threads ]; then
		# what perf appends behind the trace is smaller
		echo 'ret >= 2048 && comm == "perf"' >$events/syscalls/sys_exit_write/filter
		echo 1 >$events/syscalls/sys_exit_write/enable
	fi
	case $1 in
	stop)
		echo 'op == 6' >$events/htm_pmu/htm_hcall/filter
		echo 1 >$events/htm_pmu/htm_hcall/enable
		;;
	all)
		echo 0 >$events/htm_pmu/htm_hcall/filter
		echo 1 >$events/htm_pmu/enable
		;;
	esac
	echo 1 >$tracing/tracing_on
}

# watched: what that saw, as name=value...
watched() {
	echo 0 >$tracing/tracing_on
	awk -f /share/watched.awk $tracing/trace
}

# record WHAT REPETITION EVENTS TARGET... -- OPTION...: htm record, from the stop on
record() {
	local what=$1 i=$2 events=$3 targets=()
	shift 3
	while [ "$1" != -- ]; do
		targets+=(-t "$1")
		shift
	done
	shift
	rm -rf trace
	watch "$events"
	htm record "${targets[@]}" -o trace "$@" -- true >said 2>&1
	ok $? "$what: complete" || diag "$(cat said)"
	echo returned >$tracing/trace_marker
	measured "$what" "$i" "$(watched)"
	rm -rf trace
}

# record_raw: likewise, by a perf that knows no AUX area
record_raw() {
	PATH=/tmp/raw:$PATH record "$@"
}

# copied WHAT REPETITION FROM MIB: dd's own time for so many bytes
copied() {
	rm -f copy
	dd if="$3" of=copy bs=1M count="$4" iflag=fullblock 2>said
	is "$(stat -c %s copy)" $(($4 << 20)) "$1: $4 MiB"
	measured "$1" "$2" "seconds=$(sed -n 's/.* copied, \([0-9.]*\) s,.*/\1/p' said)"
	rm -f copy
}

# kernels_own WHAT REPETITION NODE CHIP MIB: the trace of n<NODE>.p<CHIP>.c0.t1 by the kernel's
# own client, in a buffer of one page, by dd
kernels_own() {
	echo "$3" >$htmdump/nodeindex
	echo "$4" >$htmdump/nodalchipindex
	echo 0 >$htmdump/coreindexonchip
	echo 1 >$htmdump/htmtype
	echo 1 >$htmdump/htmflags
	echo 1 >$htmdump/htmconfigure
	echo 1 >$htmdump/htmstart
	echo 0 >$htmdump/htmstart
	copied "$1" "$2" $htmdump/trace "$5"
	echo 0 >$htmdump/htmconfigure
}

# map_aux REPETITION: an AUX area of 1 GiB, whose pages the module looks at to find out which
# lie side by side; and how long that look takes
map_aux() {
	local us
	echo 0 >$tracing/events/enable
	echo htm_aux_setup >$tracing/set_ftrace_filter
	echo function_graph >$tracing/current_tracer
	echo >$tracing/trace
	echo 1 >$tracing/tracing_on
	us=$(map-aux n0.p3.c0.t1 $((1 << 30)))
	ok $? "1 GiB is mapped"
	echo 0 >$tracing/tracing_on
	measured map-aux "$1" "us=$us" "map_us=$(awk '/htm_aux_setup/ { for (i = 2; i <= NF; i++)
		if ($i == "us") print $(i - 1) }' $tracing/trace)"
	echo nop >$tracing/current_tracer
	echo >$tracing/set_ftrace_filter
}
