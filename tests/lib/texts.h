/* texts.h - tables of texts, and what a parser makes of each. */
#ifndef LIB_TEXTS_H
#define LIB_TEXTS_H

#include "base/error.h"
#include "base/text/str.h"

struct text_row {
	const char *text, *want; /* want: what is told, or the message */
};

/* Read TEXT, and tell in STR, which is empty, what it has. */
typedef enum ft_status text_fn(
    const char *text, struct ft_str *str, struct ft_error *err);

/* Each of ROW[N] ends with STATUS and is as it is to be. */
void texts_are(const struct text_row *row, size_t n, enum ft_status status,
    text_fn *parse);

#endif
