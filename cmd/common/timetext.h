/*
 * timetext.h - dates and durations as the lists of jobs print them.
 *
 * $SLURM_TIME_FORMAT: "standard" (the default: 2026-03-01T12:00:00),
 * "relative", or a format of strftime(3).  Source: squeue(1), sacct(1),
 * scontrol(1), ENVIRONMENT.
 */
#ifndef FT_CMD_COMMON_TIMETEXT_H
#define FT_CMD_COMMON_TIMETEXT_H

#include "cli/cmd.h"

struct ft_timetext {
	const char *format; /* NULL: standard */
	int64_t now;        /* what "relative" is relative to */
	const char *bad;    /* invalid SLURM_TIME_FORMAT; NULL: it is valid */
};

/* Read SLURM_TIME_FORMAT. */
void ft_timetext_init(struct ft_timetext *text, int64_t now);
/* Report an invalid SLURM_TIME_FORMAT on CONTEXT's err. */
void ft_timetext_check(
    const struct ft_timetext *text, const struct ft_context *context);
/* Append WHEN, or NONE if it is 0. */
void ft_timetext_add(struct ft_str *str, const struct ft_timetext *text,
    int64_t when, const char *none);
/* A column that Slurm prints dates in. */
struct ft_timetext_cell {
	const struct ft_context *context;
	int width;  /* negative: left-aligned */
	bool table; /* not parsable */
};
/* Whether Slurm marks dates that are wrong or too wide. */
bool ft_timetext_marks(const struct ft_context *context);
/* Append WHEN as Slurm prints it in CELL to the empty STR. */
void ft_timetext_add_cell(struct ft_str *str, const struct ft_timetext *text,
    int64_t when, struct ft_timetext_cell cell);
/*
 * Read a date; returns whether it is one.  Under a Slurm name it is read strictly,
 * and Slurm's line about a bad one is printed.
 */
bool ft_timetext_read(const struct ft_context *context, const char *text,
    int64_t now, bool past, int64_t *when);
/* Returns whether TEXT is a date to come at any time; complains as that does. */
bool ft_timetext_is_date(const struct ft_context *context, const char *text);
/* Append "1-02:03:04", "2:03:04", "3:04", "INVALID" below 0, "UNLIMITED". */
void ft_timetext_add_short(struct ft_str *str, int64_t seconds);
/* Append a duration for people, rounded: "40 s", "28 min", "9 h", "3 days". */
void ft_timetext_add_span(struct ft_str *str, int64_t seconds);
/* Append the date of ctime(3) without its line end. */
void ft_timetext_add_ctime(struct ft_str *str, int64_t when);

#endif
