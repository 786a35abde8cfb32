/*
 * timefmt.h - durations and dates as Slurm writes them, both directions.
 *
 * Sources: sacctmgr(1), slurm.conf(5).  All times are seconds since 1970
 * (UTC); dates are written in local time.  Nothing here reads the clock: "now"
 * is an argument.
 */
#ifndef FT_BASE_TEXT_TIMEFMT_H
#define FT_BASE_TEXT_TIMEFMT_H

#include "base/base.h"

#define FT_TIME_UNLIMITED INT64_MAX
/* The last second of the year 9999: no time is later than this, or further
 * before 1970 than this is after it. */
#define FT_TIME_LAST INT64_C(253402300799)

/*
 * Parse a duration into seconds: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S; and
 * -1, INFINITE, UNLIMITED (any case), which give FT_TIME_UNLIMITED.  The result
 * may exceed FT_TIME_LAST: sacctmgr cuts such durations to 32 bits.
 */
bool ft_time_duration(const char *text, int64_t *seconds);
/* As ft_time_duration, in minutes, seconds rounded up. */
bool ft_time_minutes(const char *text, int64_t *minutes);

/*
 * Write "[D-]HH:MM:SS" into BUF (at least 32 bytes), "UNLIMITED" or, below 0,
 * "INVALID"; returns buf.
 */
char *ft_time_format_duration(char *buf, size_t size, int64_t seconds);
/* Append the same to STR. */
void ft_time_add_duration(struct ft_str *str, int64_t seconds);
/* Write "YYYY-MM-DDTHH:MM:SS" local time, "Unknown" for 0; returns buf. */
char *ft_time_format_date(char *buf, size_t size, int64_t when);
/* Append the same. */
void ft_time_add_date(struct ft_str *str, int64_t when);

/* How to read a date, and where it went wrong. */
struct ft_time_reading {
	int64_t now;
	bool
	    past; /* a day without a year is not in a month to come; else it, or
		      * a time of day without a day, is the next one */
	bool strict; /* nothing of ours, and a text without a date is 1970 */
	const char
	    *unknown; /* a word that the release does not know, or NULL */
	int place;    /* set: where no part of a date is; may be -1 */
};

/*
 * Read a date as sacctmgr(1) START takes it: parts with blanks, hyphens or T
 * between them, the last of a kind counts.  now[+-N[unit]], today, tomorrow,
 * midnight, noon, elevenses, fika, teatime, HH:MM[:SS] [AM|PM], MMDD[YY], with
 * / or . between them, YYYY-MM-DD, uts<epoch>; and ours, a bare number of seconds
 * since 1970 (not of four or six digits, which are MMDD and MMDDYY), "Today" and
 * units cut short.  Returns false if TEXT is no date, or is further from 1970
 * than FT_TIME_LAST.
 */
bool ft_time_read(
    const char *text, struct ft_time_reading *reading, int64_t *when);
/* The same, not strict. */
bool ft_time_date(const char *text, int64_t now, bool past, int64_t *when);

#endif
