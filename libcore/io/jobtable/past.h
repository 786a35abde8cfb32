/*
 * past.h - read the past of a cluster: lines `kind key=value ...` with fixed times.
 *
 * Kinds: cluster, event, resv, job; roll lines say what to sum up, which is not
 * needed here.  Values have no blanks; a line that starts with # is a comment.
 * Jobs are read as rows of a table of sacct.  Not here: whether accounts, users and
 * nodes exist (cmd/fimport).  Source: fairtree-history(5).
 */
#ifndef FT_IO_JOBTABLE_PAST_H
#define FT_IO_JOBTABLE_PAST_H

#include "io/jobtable/jobtable.h"

/* What the cluster had, or a node that was down or drained. */
struct ft_past_event {
	size_t line;
	const char *node;   /* "" the cluster */
	const char *nodes;  /* of the cluster */
	int64_t from, to;   /* time; to FT_JOBTABLE_NO_TIME: it goes on */
	bool drained;       /* no new jobs; else the node was down */
	const char *reason; /* "" none */
	const char *tres;   /* "cpu=16,mem=64000,..." */
};

/* A reservation that has ended. */
struct ft_past_resv {
	size_t line;
	uint32_t id;
	const char *name, *nodes, *tres;
	const char *flags;  /* "maint,daily" */
	const char *assocs; /* "phys/ann,bio": users of accounts, accounts */
	int64_t from, to;
};

/* Strings are the table's. */
struct ft_past {
	struct ft_jobtable table; /* the jobs */
	struct ft_past_event *event;
	struct ft_past_resv *resv;
	size_t n_event, cap_event, n_resv, cap_resv;
};

void ft_past_init(struct ft_past *past);
void ft_past_free(struct ft_past *past);
/*
 * Read INPUT into PAST, initialised.  The reservation of a job is its name.
 * FT_EPARSE "file:line:column: ...": an unknown kind or key, a key that is missing
 * or there twice, a bad value, an end before its start, an id that is there twice,
 * an unknown reservation of a job.
 */
enum ft_status ft_past_parse(
    struct ft_past *past, const struct ft_input *input, struct ft_error *err);

#endif
