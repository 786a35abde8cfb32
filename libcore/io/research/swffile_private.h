/*
 * swffile_private.h - what the files that read traces share.
 */
#ifndef FT_IO_RESEARCH_SWFFILE_PRIVATE_H
#define FT_IO_RESEARCH_SWFFILE_PRIVATE_H

#include "base/cursor.h"
#include "io/research/swffile.h"

/* Fields of a line, in order. */
enum swf_field {
	SWF_JOB,
	SWF_SUBMIT,
	SWF_WAIT,
	SWF_RUN,
	SWF_USED_PROCS,
	SWF_CPU_TIME,
	SWF_USED_MEMORY,
	SWF_PROCS,
	SWF_LIMIT,
	SWF_MEMORY,
	SWF_STATUS,
	SWF_USER,
	SWF_GROUP,
	SWF_EXECUTABLE,
	SWF_QUEUE,
	SWF_PARTITION,
	SWF_PRECEDING,
	SWF_THINK,
	SWF_FIELDS,
	SWF_QOS = SWF_FIELDS, /* ours: where the head names SWF_QOS */
	SWF_KEPT
};

#define SWF_DIRECT 65536 /* numbers whose names are found without looking */

/* Numbers of the file and the names they stand for. */
struct swf_numbered {
	struct ft_trace_names *names;
	const char *prefix;
	uint32_t *index; /* [n]: of the name + 1; 0 not met yet */
	size_t n;
};

struct swf_follower {
	size_t job;
	uint64_t number; /* of the one it follows */
};

struct swf_reading {
	struct ft_trace *trace;
	struct ft_swffile_report report;
	struct ft_cursor place; /* for messages */
	int64_t value[SWF_KEPT];
	size_t n; /* fields of the line */
	bool absolute, has_start, has_qos, has_first;
	int64_t last; /* submission */
	uint64_t last_number;
	struct swf_numbered user, group, queue, partition, qos;
	struct swf_follower *follower;
	size_t n_follower, cap_follower;
};

/* "; Name: value" says something; other comments do not.  text: from the ; on. */
void ft_swf_read_comment(
    struct swf_reading *reading, const char *text, size_t len);
/* Make the name of number ID. */
uint32_t ft_swf_make_name(
    struct swf_reading *reading, struct swf_numbered *numbered, int64_t id);

/* The name that number ID stands for; negative: unknown. */
static inline uint32_t
swf_name_of(
    struct swf_reading *reading, struct swf_numbered *numbered, int64_t id)
{
	if (id < 0)
		return 0;
	if ((uint64_t)id < numbered->n && numbered->index[id])
		return numbered->index[id] - 1;
	return ft_swf_make_name(reading, numbered, id);
}

#endif
