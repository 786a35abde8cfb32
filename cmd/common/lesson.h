/*
 * lesson.h - the lessons built into the programs, and lessons in files.
 */
#ifndef FT_CMD_COMMON_LESSON_H
#define FT_CMD_COMMON_LESSON_H

#include "io/lesson/lessonfile.h"

/* A bundled lesson: the text of data/lessons/NAME.lesson. */
struct ft_lesson_text {
	const char *name; /* "01-bedrock" */
	const unsigned char *text;
	size_t size;
};
/* In the order of playing; ends with a NULL name. */
extern const struct ft_lesson_text ft_lesson_texts[];

/*
 * Read a lesson into LESSON (initialised).  name: "01-bedrock", "bedrock" or
 * "1" for a bundled one; with a slash or a dot: a file.
 * FT_ENOENT: there is none (the message lists the bundled ones); FT_EPARSE.
 */
enum ft_status ft_lesson_open(
    struct ft_lesson *lesson, const char *name, struct ft_error *err);
/*
 * Returns the bundled lesson after (way 1) or before (-1) the one that NAME is,
 * as above; NULL: there is none.  *bundled: whether NAME is one of them.
 */
const struct ft_lesson_text *ft_lesson_beside(
    const char *name, int way, bool *bundled);
/* Print "bedrock  The walk ..." of each bundled lesson. */
void ft_lesson_list(FILE *out);
/* Returns the name without its leading number. */
const char *ft_lesson_short_name(const struct ft_lesson_text *text);

#endif
