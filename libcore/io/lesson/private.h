/* private.h - what the files of lessonfile share. */
#ifndef FT_IO_LESSON_PRIVATE_H
#define FT_IO_LESSON_PRIVATE_H

#include "io/lesson/lessonfile.h"

/*
 * Build tree and names of LESSON from TEXT, lines of a flat file, and read
 * USAGE, lines of a usage file.  Both have the lines of the whole file, those
 * of other sections blank, so that places in messages are right.
 */
enum ft_status ft_lesson_build(struct ft_lesson *lesson, const char *tree,
    const char *usage, size_t size, struct ft_error *err);

#endif
