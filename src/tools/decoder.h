/* SPDX-License-Identifier: GPL-2.0 */
/* Which decoder of traces is run, and how it is called. */
#ifndef HTM_DECODER_H
#define HTM_DECODER_H

#include "template.h"

#define DECODER_NAMES	"htmdecode or htmdecoder"

bool decoder_is_there(const struct template *command);
int decoder_find(struct template *command);
int decoder_parse(struct template *command, const char *text, const char **why);

#endif /* HTM_DECODER_H */
