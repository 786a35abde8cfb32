/*
 * slotfile.h - events on one host with queues, for `fsim slotwise`.
 *
 * Lines that begin with a digit are events, in the order of their times:
 *   TIME start TASK QUEUE [SLOTS]
 *   TIME end|suspend|resume TASK
 *   TIME set QUEUE KEY=VALUE
 * all others are settings (io/slurm/slurmconf.h); # begins a comment.
 * Source: man/fsim.1, SLOTWISE.
 */
#ifndef FT_IO_RESEARCH_SLOTFILE_H
#define FT_IO_RESEARCH_SLOTFILE_H

#include "base/base.h"

enum ft_slot_verb {
	FT_SLOT_START,
	FT_SLOT_END,
	FT_SLOT_SUSPEND,
	FT_SLOT_RESUME,
	FT_SLOT_SET
};

struct ft_slot_event {
	unsigned line; /* from 1 */
	int64_t at;    /* seconds */
	enum ft_slot_verb verb;
	const char *task;  /* not SET */
	const char *queue; /* START, SET */
	uint32_t slots;    /* START, > 0 */
	const char *key, *value;
};

struct ft_slotfile {
	struct ft_arena arena;
	struct ft_slot_event *event;
	size_t n, cap;
	char *conf; /* the settings, with the line numbers of the file */
};

/*
 * Parse TEXT (LEN bytes); name: of the file, for messages.  FT_EPARSE
 * "file:line:column: ...": a bad line, a time before that of the line above, a task
 * that was not started before.  ft_slotfile_free even on failure.
 */
enum ft_status ft_slotfile_parse(struct ft_slotfile *file, const char *name,
    const char *text, size_t len, struct ft_error *err);
void ft_slotfile_free(struct ft_slotfile *file);
const char *ft_slot_verb_name(enum ft_slot_verb verb);

#endif
