/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a recording of perf holds of the htm PMU: per event its windows, where its
 * trace and its memory configuration lie in its files, and whether that is all.
 *
 * Trace travels in one of two ways. In raw samples (HTM_PMU_RECORD_TRACE) each
 * piece names its window and its place in it. In an AUX area, perf writes
 * AUXTRACE records that know only the CPU: whose that area is, the event's START
 * record (sink AUX) or the PERF_RECORD_AUX records tell, and these may come
 * later in the file. So AUX pieces are collected per CPU and given to their
 * events at the end.
 */
#ifndef HTM_CAPTURE_H
#define HTM_CAPTURE_H

#include "htm_pmu.h"
#include "reader.h"
#include "target.h"

/* Bytes of a file of the reader's */
struct capture_piece {
	int fd;
	uint64_t offset;
	uint64_t size;
};

typedef VECTOR(struct capture_piece) capture_pieces;

/* Trace bytes in the order of their positions, with what is wrong about that */
struct capture_trace {
	capture_pieces pieces;
	uint64_t next;		/* the position that has to come now */
	uint64_t bytes;
	uint64_t holes;
	uint64_t hole;		/* bytes that did not come */
	uint64_t hole_at;	/* position of the first of them */
	uint64_t overlap;	/* bytes that came again and were left out */
	uint64_t overlap_at;
};

/* What AUXTRACE records of one CPU brought */
struct capture_aux {
	uint32_t cpu;
	struct capture_trace trace;
};

/* The memory configuration: whole blocks, of the table that now comes and of the last good one */
struct capture_table {
	capture_pieces now;
	capture_pieces good;
	bool whole;		/* the last block of @now said that it is the last */
	bool have_good;
};

struct capture_window {
	uint32_t number;
	bool started;
	bool ended;
	struct htm_pmu_start start;
	struct htm_pmu_end end;
	uint64_t raw_bytes;
	uint64_t sysmem_blocks;
};

enum capture_verdict {
	CAPTURE_COMPLETE,	/* proven: the driver's END says what there was */
	CAPTURE_UNPROVEN,	/* nothing is known to be missing */
	CAPTURE_INCOMPLETE,	/* proven: something is missing */
};

#define CAPTURE_PROBLEMS	8
#define CAPTURE_PROBLEM_SIZE	160

struct capture_event {
	struct htm_target target;
	bool meta;
	bool has_time;			/* is @time known? */
	uint64_t time;			/* of the last sample */
	VECTOR(struct capture_window) windows;
	struct capture_trace raw;	/* @raw.next: in the present window */
	struct capture_aux *aux;	/* its AUX area, or NULL; set at the end */
	bool owns_aux;
	uint32_t aux_cpu;		/* SAMPLE_NO_CPU: the file does not say */
	uint64_t aux_end;		/* by the PERF_RECORD_AUX records */
	uint64_t aux_flags;
	struct capture_table table;
	uint64_t bad_blocks;
	uint64_t expected;		/* bytes of trace, if @verdict is not UNPROVEN */
	enum capture_verdict verdict;
	int problems;			/* how many, also those that are not kept */
	char problem[CAPTURE_PROBLEMS][CAPTURE_PROBLEM_SIZE];
};

struct capture {
	struct reader *reader;
	VECTOR(struct capture_event) events;
	VECTOR(size_t) event_of_attr;	/* per reader.attrs: 0, or 1 + place in @events */
	VECTOR(struct capture_aux) aux;
	uint64_t lost;			/* PERF_RECORD_LOST and LOST_SAMPLES */
};

int capture_begin(struct capture *c, struct reader *r);
int capture_record(struct capture *c, const struct reader_record *record);
int capture_end(struct capture *c);
void capture_free(struct capture *c);
struct capture_event *capture_find(struct capture *c, uint64_t config);
const struct htm_pmu_end *capture_last_end(const struct capture_event *event);
const struct capture_window *capture_first_window(const struct capture_event *event);
const capture_pieces *capture_table(const struct capture_event *event);
uint64_t capture_bytes(const struct capture_event *event);
uint64_t capture_so_far(const struct capture *c);
size_t capture_chunks(const struct capture_event *event);
uint64_t capture_holes(const struct capture_event *event);
uint64_t capture_hole_bytes(const struct capture_event *event);
void capture_problem(struct capture_event *event, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* HTM_CAPTURE_H */
