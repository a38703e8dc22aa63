/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_PMU_H
#define HTM_PMU_H

int htm_pmu_register(void);
void htm_pmu_unregister(void);

#endif /* HTM_PMU_H */
