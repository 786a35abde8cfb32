/*
 * swffile.h - workload traces in the Standard Workload Format, read and written.
 *
 * One job per line of 18 numbers separated by blanks, -1 unknown; comments start
 * with ; and those of the head may be "Name: value".  The text may be compressed
 * by gzip.  What each field becomes: man/fairtree-swf.5.
 * Source: Chapin and others (1999), "Benchmarks and Standards for the
 * Evaluation of Parallel Job Schedulers", version 2.2 of the format.
 */
#ifndef FT_IO_RESEARCH_SWFFILE_H
#define FT_IO_RESEARCH_SWFFILE_H

#include "base/cursor.h"
#include "model/job/trace.h"

/* Counts of what was found in a file. */
struct ft_swffile_report {
	size_t lines;    /* of jobs */
	size_t no_run;   /* skipped: no run time, or cancelled in the queue */
	size_t no_procs; /* skipped: no number of processors */
	size_t no_time;  /* skipped: no submission time */
	size_t partial;  /* skipped: part of a job that also has a whole line */
	size_t unsorted; /* earlier than the line before; sorted */
	size_t no_limit; /* jobs that asked for no time */
	size_t more;     /* lines of more than 18 fields; the rest ignored */
};

/*
 * Add the jobs of INPUT (as in the file, also gzip) to TRACE, which is
 * initialised and empty; trace->skipped counts what was skipped.
 * report: may be NULL.
 * FT_EPARSE "file:line:column: ...": not a number, a number out of range, fewer
 * than 18 fields in a line; without a position: damaged gzip data.
 */
enum ft_status ft_swffile_parse(struct ft_trace *trace,
    const struct ft_input *input, struct ft_swffile_report *report,
    struct ft_error *err);

/*
 * Append TRACE as text: a head, then one line per job.  Reading it gives the same
 * trace.  Names of users, accounts, partitions and QOS are numbers there, which the
 * head explains (; UserName: 3 anna).
 */
void ft_swffile_write(struct ft_str *out, const struct ft_trace *trace);

#endif
