/* private.h - what the files of lint share. */
#ifndef FT_REPORT_LINT_PRIVATE_H
#define FT_REPORT_LINT_PRIVATE_H

#include "report/lint/lint.h"

/* Fill params, the terms and what is made of them (lint/range.c). */
void ft_lint_ranges(struct ft_lint *lint);
/* Look at settings, and at the tree (lint/find.c). */
void ft_lint_settings(struct ft_lint *lint);
void ft_lint_tree(struct ft_lint *lint);
/* Append "3.2 days", "5 hours". */
void ft_lint_add_span(struct ft_str *str, double seconds);

#endif
