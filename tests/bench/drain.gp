# SPDX-License-Identifier: GPL-2.0
# gnuplot -e 'data="FILE"; out="FILE"': the first table of tests/bench/drain
set terminal svg size 720,440 font "sans,12" background "white"
set output out
set title "From the stop to the last byte (emulated hypervisor, 4 KiB pages)"
set logscale xy 2
set xlabel "trace, MiB"
set ylabel "seconds"
set xtics (16, 64, 256, 1024)
set ytics ("1/32" 0.03125, "1/16" 0.0625, "1/8" 0.125, "1/4" 0.25, "1/2" 0.5, 1, 2, 4, 8, 16, 32)
set grid
set key top left reverse Left
set style data linespoints
set pointsize 0.8
plot data using 1:5 title "htmdump, dd", \
	data using 1:4 title "htm record, raw samples", \
	data using 1:3 title "htm record, AUX", \
	data using 1:2 title "floor: dd of as many zeros"
