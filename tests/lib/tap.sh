# SPDX-License-Identifier: GPL-2.0
# TAP for the shell tests; sourced.

tap_run=0
tap_failed=0

# ok STATUS DESCRIPTION: passes when STATUS is 0
ok() {
	local status=$1
	shift
	tap_run=$((tap_run + 1))
	if [ "$status" -eq 0 ]; then
		echo "ok $tap_run - $*"
	else
		echo "not ok $tap_run - $*"
		tap_failed=$((tap_failed + 1))
		diag "not ok $tap_run - $*"
	fi
	return "$status"
}

# is GOT WANT DESCRIPTION
is() {
	local got=$1 want=$2
	shift 2
	if [ "$got" = "$want" ]; then
		ok 0 "$@"
	else
		ok 1 "$@"
		diag "got: $got"
		diag "want: $want"
		return 1
	fi
}

# skip REASON DESCRIPTION
skip() {
	local reason=$1
	shift
	tap_run=$((tap_run + 1))
	echo "ok $tap_run - $* # SKIP $reason"
}

# diag WORD...: for whoever reads the log of a run; prove shows nothing of stdout
diag() {
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

done_testing() {
	echo "1..$tap_run"
	[ "$tap_failed" -eq 0 ] && [ "$tap_run" -gt 0 ]
	exit
}
