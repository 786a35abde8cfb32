/* private.h - the tree and usage of a lesson. */
#ifndef FT_IO_LESSON_PRIVATE_H
#define FT_IO_LESSON_PRIVATE_H

#include "io/lesson/lessonfile.h"

/*
 * Build tree and names of LESSON from TEXT, lines of a flat file, and read
 * USAGE, lines of a usage file.  Both have all lines of the file, those of other
 * sections blank, so that messages have the right line numbers.
 */
enum ft_status ft_lesson_build(struct ft_lesson *lesson, const char *tree,
    const char *usage, size_t size, struct ft_error *err);

#endif
