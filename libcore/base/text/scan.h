/*
 * scan.h - a specification given as one word, such as poisson:5m, being read,
 * and where it is wrong.
 */
#ifndef FT_BASE_TEXT_SCAN_H
#define FT_BASE_TEXT_SCAN_H

#include "base/base.h"

struct ft_scan {
	const char *text; /* the whole specification */
	const char *at;   /* the rest, not yet read */
	size_t *column;   /* receives the place of an error, from 0; NULL: not
			     needed */
	struct ft_error *err;
};

/* Set FT_EPARSE about the byte AT and return it. */
enum ft_status ft_scan_fail(const struct ft_scan *scan, const char *at,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
