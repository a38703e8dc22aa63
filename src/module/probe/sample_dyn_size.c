// SPDX-License-Identifier: GPL-2.0
/* perf counts the size of what a sample is given (v6.3) */
/* probes: dyn_size */
#include <linux/perf_event.h>

void probe(struct perf_sample_data *data);
void probe(struct perf_sample_data *data)
{
	data->dyn_size = 0;
}
