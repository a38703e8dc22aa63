# SPDX-License-Identifier: GPL-2.0
# The tables of what tests/bench/drain has measured: files times and counts. Of each thing that
# was measured several times the fastest counts, with all that goes with it.

# take: the NAME=value words of this line, as those of WHAT
function take(what, from,   i, at) {
	for (i = from; i <= NF; i++) {
		at = index($i, "=")
		all[what, substr($i, 1, at - 1)] = substr($i, at + 1)
	}
}

# heading: of a table, with columns NAME|NAME..., of which the first is aligned as FIRST is
function heading(title, columns, first,   name, i, n) {
	n = split(columns, name, "|")
	printf "%s### %s\n\n|", tables++ ? "\n" : "", title
	for (i = 1; i <= n; i++)
		printf " %s |", name[i]
	printf "\n| %s |", first
	for (i = 2; i <= n; i++)
		printf " ---: |"
	print ""
}

function seconds(what) {
	return all[what, "seconds"]
}

FILENAME ~ /times$/ {
	split($3, first, "=")
	if (!($1 in best) || first[2] < best[$1]) {
		best[$1] = first[2]
		take($1, 3)
	}
}

FILENAME ~ /counts$/ {
	match($0, / page=/)
	counted[++counts] = substr($0, 1, RSTART - 1)
	$0 = substr($0, RSTART + 1)
	take("count" counts, 1)
}

END {
	heading("From the stop to the last byte",
		"trace|dd, the floor|`htm record`, AUX|raw samples|htmdump, dd|AUX / floor|htmdump / AUX", "---:")
	for (mib = 16; mib <= 1024; mib *= 4) {
		floor = seconds("floor-" mib)
		aux = seconds("aux-" mib)
		own = seconds("htmdump-" mib)
		printf "| %d MiB | %.2f s | %.2f s | %.2f s | %.2f s | %.2f | %.2f |\n", mib, floor,
			aux, seconds("raw-" mib), own, aux / floor, own / aux
		print mib, floor, aux, seconds("raw-" mib), own >plot
	}

	heading("By size: milliseconds a MiB",
		"trace|AUX|to 16 MiB|raw samples|until `htm record` returns", "---:")
	for (mib = 16; mib <= 1024; mib *= 4)
		printf "| %d MiB | %.2f | %.2f | %.2f | %.2f |\n", mib,
			seconds("aux-" mib) * 1000 / mib,
			seconds("aux-" mib) / mib / (seconds("aux-16") / 16),
			seconds("raw-" mib) * 1000 / mib,
			all["aux-" mib, "returned"] * 1000 / mib

	heading("By latency: 256 MiB, with so much more in each dump",
		"added|AUX|raw samples|htmdump|htmdump / AUX", "---:")
	split("256 latency1 latency2", latency, " ")
	split("0|10 us|1 ms", added, "|")
	for (i = 1; i <= 3; i++) {
		aux = seconds("aux-" latency[i])
		own = seconds("htmdump-" latency[i])
		printf "| %s | %.2f s | %.2f s | %.2f s | %.2f |\n", added[i], aux,
			seconds("raw-" latency[i]), own, own / aux
	}

	heading("By ring: 256 MiB",
		"ring|time|to 16 MiB", "---:")
	split("1M 4M 16M 64M 256M", ring, " ")
	for (i = 1; i <= 5; i++)
		printf "| %d MiB | %.2f s | %.2f |\n", ring[i], seconds("ring-" ring[i]),
			seconds("ring-" ring[i]) / seconds("ring-16M")

	heading("By number of targets: 256 MiB each, on four CPUs",
		"targets|time|milliseconds a MiB|to one target", "---:")
	for (n = 1; n <= 4; n *= 2)
		printf "| %d | %.2f s | %.2f | %.2f |\n", n, seconds("targets-" n),
			seconds("targets-" n) * 1000 / 256 / n,
			seconds("targets-" n) / n / seconds("targets-1")

	heading("The driver's own time: 256 MiB, on one CPU, by instructions",
		"trace|drain|the driver's time|of the drain", "---")
	split("aux|raw", way, "|")
	split("AUX|raw samples", name, "|")
	for (i = 1; i <= 2; i++) {
		what = "driver-" way[i]
		own = all[what, "busy"] - all[what, "called"]
		printf "| %s | %.0f ms | %.1f ms | %.2f %% |\n", name[i],
			all[what, "drain"] * 1000, own * 1000, 100 * own / all[what, "drain"]
	}

	heading("Calls of the hypervisor for 1 GiB",
		"kernel, AUX area|page|ring|extents in it|extents, or largest dumps, in 1 GiB|calls|to these|one call a page|calls / that", "---")
	for (i = 1; i <= counts; i++) {
		what = "count" i
		page = all[what, "page"]
		rounds = 1024 / all[what, "ring"]
		least = all[what, "extents"] * rounds
		largest = all[what, "ring"] / 4 < 16 ? all[what, "ring"] / 4 : 16
		if (least < 1024 / largest)
			least = 1024 / largest
		printf "| %s | %d KiB | %d MiB | %d | %d | %d | %.2f | %d | 1 / %.0f |\n",
			counted[i], page / 1024, all[what, "ring"], all[what, "extents"], least,
			all[what, "dumps"], all[what, "dumps"] / least, 2 ^ 30 / page,
			2 ^ 30 / page / all[what, "dumps"]
	}

	us = all["map-aux", "us"]
	map = all["map-aux", "map_us"]
	heading("The map of an AUX area of 1 GiB",
		"mmap|the map in it|mmap without|with / without", "---:")
	printf "| %.1f ms | %.2f ms | %.1f ms | %.3f |\n", us / 1000, map / 1000,
		(us - map) / 1000, us / (us - map)
}
