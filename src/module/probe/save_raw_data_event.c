// SPDX-License-Identifier: GPL-2.0
/* perf_sample_save_raw_data() that takes the event (v6.13) */
/* probes: perf_sample_save_raw_data */
#include <linux/perf_event.h>

void probe(struct perf_sample_data *data, struct perf_event *event, struct perf_raw_record *raw);
void probe(struct perf_sample_data *data, struct perf_event *event, struct perf_raw_record *raw)
{
	perf_sample_save_raw_data(data, event, raw);
}
