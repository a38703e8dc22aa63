/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of htm: one file each. */
#ifndef HTM_COMMANDS_H
#define HTM_COMMANDS_H

int command_decode(int argc, char **argv);
int command_inject(int argc, char **argv);
int command_list(int argc, char **argv);
int command_record(int argc, char **argv);
int command_report(int argc, char **argv);
int command_resolve(int argc, char **argv);
int command_stat(int argc, char **argv);

#endif /* HTM_COMMANDS_H */
