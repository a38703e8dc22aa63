/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HTM_ROOM_H
#define HTM_ROOM_H

#include "session.h"

/**
 * struct htm_room - a writer that waits for room; starts zeroed
 * @waited_us: how long, since it last had some
 * @away: its CPU was offline meanwhile
 */
struct htm_room {
	u64 waited_us;
	bool away;
};

int htm_room_wait(struct htm_session *s, struct htm_room *room);
void htm_room_found(struct htm_session *s, struct htm_room *room);
int htm_room_write_piece(struct htm_session *s, void *head, u32 head_bytes,
			 void *body, u32 body_bytes, u32 least);
int htm_room_write_record(struct htm_session *s, void *record, u32 bytes);

#endif /* HTM_ROOM_H */
