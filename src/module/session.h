/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_SESSION_H
#define HTM_SESSION_H

#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/spinlock.h>

#include "cancel.h"
#include "code.h"
#include "config.h"
#include "plan.h"
#include "worker.h"
#include "../../include/uapi/htm_pmu.h"

/*
 * CONFIGURED -> TRACING -> DRAINING -> DRAINED -> TRACING ...
 * STARTING and STOPPING: the hypervisor was busy, the worker calls again.
 * FAILING: the worker has yet to tell the reader; FAILED: it has.
 */
enum htm_state {
	HTM_CONFIGURED,
	HTM_STARTING,
	HTM_TRACING,
	HTM_STOPPING,
	HTM_DRAINING,
	HTM_DRAINED,
	HTM_FAILING,
	HTM_FAILED,
};

/**
 * struct htm_window - one START..STOP of a session, and its drain
 * @number: counted from 0
 * @begun: the drain has chosen its sink
 * @sink: how its trace travels
 * @told: the reader has its START record
 * @start_time: when tracing started, on the event's clock
 * @stop_time: when tracing stopped
 * @delivered: bytes of trace that the reader can see
 * @sysmem_blocks: blocks of memory configuration that the reader can see
 * @sysmem_next: where the next block begins
 * @sysmem_done: there is none, or none to be had
 * @sysmem_error: what ended the memory configuration, or 0
 */
struct htm_window {
	u32 number;
	bool begun;
	enum htm_pmu_sink sink;
	bool told;
	u64 start_time;
	u64 stop_time;
	u64 delivered;
	u64 sysmem_blocks;
	u64 sysmem_next;
	bool sysmem_done;
	int sysmem_error;
};

/**
 * struct htm_session - one event, tracing one target
 * @event: the event; outlives the session
 * @target: what it traces; nobody else has it
 * @name: its name, for messages
 * @buffer_size: bytes of the hypervisor's buffer
 * @node: in the list of open targets
 * @intent: in the list of a CPU whose events perf is rearranging
 * @wanted: perf wants the target traced, once it is done with that
 * @owner: name of the process that opened the event
 * @owner_pid: and its process ID
 * @lock: guards what follows, up to @kick; held over one START or STOP
 * @state: where the session is
 * @armed: the target is to be traced
 * @configured: the hypervisor has the target configured for this session
 * @closed: nothing begins any more: the event, or the machine, goes
 * @running: the hypervisor traces
 * @error: why the session has failed, or 0
 * @patience: how often the pending START or STOP was busy
 * @again_us: when to call again
 * @kick: queues @worker from places where perf's locks forbid a wake-up
 * @worker: does what has to sleep: calls that were busy, and the drain
 * @cancel: set when @worker is to end
 * @unmapping: held by whoever unmaps a ring, until @worker may go on
 * @unmapped: a ring was unmapped since @worker last looked
 * @aux: the extents of the AUX area that was mapped through this event, or NULL
 * @aux_extents: how many they are; 0 where there is none
 * @aux_gone: it had one, and its reader has unmapped it
 * @buf: kmalloc'ed memory for the hypervisor's answers; zeroed at first, and only
 *	this session's data since
 * @buf_bytes: how much, HTM_PIECE_MAX at least
 * @pause_us: how long the drain has to leave its CPU to others now
 * @last_wait_us: how long the drain had to wait the last time that its reader was behind
 * @fetch: how much of @buf the next call may fill with trace
 * @piece: how large raw samples may be
 * @window: the window that is traced or drained; only @worker and, while there
 *	is none, START and STOP change it
 */
struct htm_session {
	struct perf_event *event;
	struct htm_target target;
	char name[HTM_TARGET_NAME];
	u64 buffer_size;
	struct list_head node;
	struct list_head intent;
	bool wanted;
	char owner[TASK_COMM_LEN];
	pid_t owner_pid;

	raw_spinlock_t lock;
	enum htm_state state;
	bool armed;
	bool configured;
	bool closed;
	bool running;
	int error;
	struct htm_patience patience;
	unsigned long again_us;

	struct irq_work kick;
	struct htm_worker worker;
	struct htm_cancel cancel;
	struct mutex unmapping;		/* not @lock: it is held over a sleep */
	bool unmapped;

	struct htm_aux *aux;
	u32 aux_extents;
	bool aux_gone;
	void *buf;
	u64 buf_bytes;
	u64 pause_us;
	u64 last_wait_us;
	u64 fetch;
	struct htm_piece piece;
	struct htm_window window;
};

void htm_session_init(struct htm_session *s);
bool htm_session_configured(struct htm_session *s);
void htm_session_start(struct htm_session *s);
void htm_session_stop(struct htm_session *s);
void htm_session_aux_mapped(struct htm_session *s, struct htm_aux *aux, u32 extents);
void htm_session_unmapped(struct htm_session *s);
void htm_session_shutdown(struct htm_session *s);
void htm_session_delivered(struct htm_session *s, u64 bytes);
const char *htm_state_name(enum htm_state state);

/* open.c */
int htm_session_open(struct perf_event *event);
void htm_session_close(struct htm_session *s);

#endif /* HTM_SESSION_H */
