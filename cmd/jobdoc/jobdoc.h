/*
 * jobdoc.h - a job as squeue and scontrol print it in JSON and YAML.
 *
 * One table has the members for all releases; the document knows the release.
 * Not for: our own documents (fqueue/field.def), the jobs of sacct.
 */
#ifndef FT_CMD_COMMON_JOBDOC_H
#define FT_CMD_COMMON_JOBDOC_H

#include "report/format/doc.h"
#include "sim/world/world.h"

/* A row of the table. */
struct ft_jobdoc {
	const struct ft_job *job; /* first: columns show its members */
	struct ft_world *world;
	int32_t task; /* of an array that still waits; FT_TASK_NONE: all */
};

/* Add the job, or its batch step, as an element of the open list. */
void ft_jobdoc_add(struct ft_doc *doc, const struct ft_jobdoc *row);
void ft_jobdoc_add_step(struct ft_doc *doc, const struct ft_jobdoc *row);
/* Add a time as a number that may be unset. */
void ft_jobdoc_add_time(struct ft_doc *doc, const char *key, int64_t when);

/* Write {"status": [...], "return_code": ..., "signal": ...} of how something
 * ended, as data parsers since v0.0.39 do. */
void ft_jobdoc_exit(
    struct ft_doc *doc, const char *key, uint32_t code, uint32_t signal);

/* Write that of something that ended well, or that is not known. */
ft_column_write_fn ft_jobdoc_write_no_exit;

/* ---- nodes.c ------------------------------------------------------- */

/* The nodes of a job with their sockets and cores. */
ft_column_write_fn ft_jobdoc_resources, ft_jobdoc_old_resources;

#endif
