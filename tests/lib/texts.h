/* texts.h - tables of texts, and what a parser makes of each. */
#ifndef LIB_TEXTS_H
#define LIB_TEXTS_H

#include "base/error.h"
#include "base/text/str.h"

struct text_row {
	const char *text;
	const char *want; /* the expected result or error message */
};

/* Read TEXT and write what it says to STR, which is empty. */
typedef enum ft_status text_fn(
    const char *text, struct ft_str *str, struct ft_error *err);

/* Check that parsing each of ROW[N] returns STATUS and gives what it wants. */
void texts_are(const struct text_row *row, size_t n, enum ft_status status,
    text_fn *parse);

#endif
