/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_DEBUGFS_H
#define HTM_DEBUGFS_H

void htm_debugfs_init(void);
void htm_debugfs_exit(void);

#endif /* HTM_DEBUGFS_H */
