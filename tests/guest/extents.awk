# SPDX-License-Identifier: GPL-2.0
# extents.awk -v page=BYTES -v ring=BYTES: of the hypervisor's log of one capture: how many dumps
# there were; how many pages of the AUX area they covered; in how many physically contiguous
# extents these lie; and how many were said to lie elsewhere than before.

function hex(s,   i, v) {
	for (i = 3; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
}

$2 == "DUMP_DATA" {
	dumps++
	at = hex($6); phys = hex($4); n = hex($5)
	for (p = 0; p < n; p += page) {
		o = ((at + p) % ring) / page
		if (!(o in where))
			pages++
		else if (where[o] != phys + p)
			bad++
		where[o] = phys + p
	}
}

END {
	for (o in where)
		if (!((o - 1) in where) || where[o - 1] + page != where[o])
			extents++
	print dumps + 0, pages + 0, extents + 0, bad + 0
}
