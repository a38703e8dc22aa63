// SPDX-License-Identifier: GPL-2.0
/* Large parts for the AUX area, for the asking (v6.16) */
/* probes: PERF_PMU_CAP_AUX_PREFER_LARGE */
#include <linux/perf_event.h>

void probe(struct pmu *pmu);
void probe(struct pmu *pmu)
{
	pmu->capabilities = PERF_PMU_CAP_AUX_PREFER_LARGE;
}
