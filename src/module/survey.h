/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_SURVEY_H
#define HTM_SURVEY_H

#include "config.h"
#include "../../include/uapi/htm_pmu.h"

/**
 * struct htm_survey - a look at all places where a target may be
 * @answer: for the hypervisor's answers, which want kmalloc'ed memory
 * @target: the target that was found
 * @buffer_size: bytes of its trace buffer; 0: none has been set up
 * @error: why the hypervisor tells no more of it, or 0
 * @chip: of what chip is known what follows; counted from 1
 * @there: the machine has that chip
 * @cores: how many of its cores are to be asked, for each type
 */
struct htm_survey {
	u8 answer[4096];
	struct htm_target target;
	u64 buffer_size;
	int error;
	u32 chip;
	bool there;
	u32 cores[3];
};

int htm_survey_next(struct htm_survey *survey, loff_t *place);

#endif /* HTM_SURVEY_H */
