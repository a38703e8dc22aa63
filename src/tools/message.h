/* SPDX-License-Identifier: GPL-2.0 */
/* What the tool says to its user. */
#ifndef HTM_MESSAGE_H
#define HTM_MESSAGE_H

void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* HTM_MESSAGE_H */
