/*
 * filmed.h - data for the viewer out of a text as fixture.h has it, and frames
 * as text.
 */
#ifndef FILMED_H
#define FILMED_H

#include "algo/share/share.h"
#include "fview/view.h"

/* Returns data of TEXT, recorded; stops the test program if it cannot be. */
struct fview_data *filmed_new(
    const char *text, const struct ft_algo *algo, enum ft_ties ties);

/* The cluster of the Fair Tree slides, man/fairtree.7. */
extern const char filmed_bedrock[];

/* Append GRID as lines without blanks at their ends. */
void filmed_add_text(const struct fview_grid *grid, struct ft_str *str);
/*
 * Append the styles of GRID: a letter for each cell, a dot for a normal one.
 * The letters are those of filmed_style_letter.
 */
void filmed_add_styles(const struct fview_grid *grid, struct ft_str *str);
char filmed_style_letter(unsigned style);

/*
 * Check that GOT is the file NAME.END of tests/view/golden; with VIEW_GOLDEN in
 * the environment it is written first: then read it.
 */
void filmed_check_golden(
    const char *name, const char *end, const struct ft_str *got);

#endif
