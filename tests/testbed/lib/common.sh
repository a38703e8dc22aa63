# SPDX-License-Identifier: GPL-2.0
# Where things are, and how the test bed speaks; sourced by its commands.

bed=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
top=$(cd "$bed/../.." && pwd)
cache=${HTM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/htm-pmu}
cross=powerpc64le-linux-gnu-

me=$(basename "$0")

say() {
	echo "$me: $*" >&2
}

die() {
	say "$*"
	exit "${die_status:-1}"
}

# kernel_names: Debian's kernels that there are descriptions of
kernel_names() {
	ls "$bed/kernels"
}

# read_kernel NAME: sets suite, series and flavour, and what else is said of that kernel
read_kernel() {
	local file=$bed/kernels/$1
	[ "$1" != debug ] || file=$bed/debug/kernel
	[[ $1 != */* && -f $file ]] || die "no kernel named '$1'; there are:" $(kernel_names) debug
	# shellcheck disable=SC1090
	. "$file"
}
