/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between kernels, and nothing else. HTM_HAVE_* come from the
 * probes in probe/, which Kbuild compiles against the kernel's own headers:
 * enterprise kernels backport, so version numbers say nothing.
 */
#ifndef HTM_COMPAT_H
#define HTM_COMPAT_H

#include <linux/perf_event.h>

#include "probed.h"

/*
 * Large physically contiguous parts for the AUX area. Kernels without
 * AUX_PREFER_LARGE give them to everyone, or to those who claim that they
 * cannot scatter; the latter's only other effect is on overwrite mode.
 */
#ifdef HTM_HAVE_AUX_PREFER_LARGE
#define HTM_COMPAT_CAP_AUX_LARGE	PERF_PMU_CAP_AUX_PREFER_LARGE
#else
#define HTM_COMPAT_CAP_AUX_LARGE	PERF_PMU_CAP_AUX_NO_SG
#endif

static inline void htm_compat_sample_raw(struct perf_sample_data *data, struct perf_event *event,
					 struct perf_raw_record *raw)
{
#if defined(HTM_HAVE_SAVE_RAW_DATA_EVENT)
	perf_sample_save_raw_data(data, event, raw);
#elif defined(HTM_HAVE_SAVE_RAW_DATA)
	perf_sample_save_raw_data(data, raw);
#elif defined(HTM_HAVE_SAMPLE_DYN_SIZE)
	/* There is a function for it, as perf wants the size of the data counted, too. */
#error "htm_pmu: this kernel saves raw data by a function that no probe knows: see docs/install.md"
#else
	data->raw = raw;
	data->sample_flags |= PERF_SAMPLE_RAW;
#endif
}

#endif /* HTM_COMPAT_H */
