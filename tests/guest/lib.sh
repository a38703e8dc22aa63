# SPDX-License-Identifier: GPL-2.0
# For the guest tests: run a script in a guest, and make its TAP ours. Sourced.

. "$(dirname "${BASH_SOURCE[0]}")/../testbed/lib/common.sh"
. "$top/tests/lib/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hv_log=$work/hv.log
share=$work/share
mkdir "$share"

# guest KERNEL [VM-OPTION...] <<'SCRIPT'
# The script runs in the guest, with the functions of in-guest.sh at hand. Files that
# it leaves in /share are in $share afterwards, the hypervisor's calls in $hv_log. perf cannot
# record into /share: it writes out of its ring, whose pages Linux 7.2 does not pin for a share
# without a page cache (EFAULT). Record elsewhere and copy.
guest() {
	local kernel=$1 status=0
	shift
	{
		cat "$top/tests/lib/tap.sh" "$top/tests/guest/in-guest.sh"
		cat
		echo done_testing
	} >"$share/script"
	: >"$hv_log"
	"$top/tests/testbed/vm" --kernel "$kernel" --share "$share" --hv-log "$hv_log" "$@" \
		-- bash /share/script >"$work/tap" 2>"$work/said" || status=$?
	take_tap "$kernel"
	grep -q '^1\.\.' "$work/tap"
	ok $? "$kernel: the guest ran all of its script" || diag "$(tail -n 40 "$work/said")"
	[ "$status" -lt 120 ]
	ok $? "$kernel: no crash, no hang, no complaint of the kernel" ||
		diag "$(tail -n 120 "$work/said")"
}

take_tap() {
	local line
	while IFS= read -r line; do
		case $line in
		"ok "*) ok 0 "$1: ${line#ok * - }" ;;
		"not ok "*) ok 1 "$1: ${line#not ok * - }" ;;
		"# not ok "*) ;;
		"#"*) diag "$1: ${line#\# }" ;;
		esac
	done <"$work/tap"
}

# calls OPERATION: how often the hypervisor was called for it
calls() {
	awk -v op="$1" '$2 == op { n++ } END { print n + 0 }' "$hv_log"
}

# dumped: bytes of trace that the hypervisor gave
dumped() {
	awk '$2 == "DUMP_DATA" { n += substr($9, 7) } END { print n + 0 }' "$hv_log"
}

# extents PAGE-BYTES RING-BYTES: what extents.awk finds in the log of one capture
extents() {
	awk -v page="$1" -v ring="$2" -f "$top/tests/guest/extents.awk" "$hv_log"
}

# Every target that was configured was left as it was found, and then left alone.
targets_are_free() {
	local held late
	held=$(awk '$NF && /H_SUCCESS/ && $2 == "CONFIGURE" { n[$3]++ }
		/H_SUCCESS/ && $2 == "DECONFIGURE" { n[$3]-- }
		/H_SUCCESS/ && $2 == "START" { n[$3]++ }
		/H_SUCCESS/ && $2 == "STOP" { n[$3]-- }
		END { for (t in n) if (n[t]) printf "%s ", t }' "$hv_log")
	is "$held" "" "${1}each CONFIGURE has its DECONFIGURE, each START its STOP"
	late=$(awk '/H_SUCCESS/ && $2 == "CONFIGURE" { configured[$3] = 1 }
		/H_SUCCESS/ && $2 == "DECONFIGURE" { configured[$3] = 0 }
		$2 ~ /^(START|STOP|DUMP_DATA)$/ && !configured[$3]' "$hv_log")
	is "$late" "" "${1}no call comes after a DECONFIGURE"
}
