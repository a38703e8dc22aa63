/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_DEBUGFS_H
#define HTM_DEBUGFS_H

#ifdef CONFIG_HTM_PMU_DEBUGFS
void htm_debugfs_init(void);
void htm_debugfs_exit(void);
#else
static inline void htm_debugfs_init(void)
{
}

static inline void htm_debugfs_exit(void)
{
}
#endif

#endif /* HTM_DEBUGFS_H */
