/*
 * lesson.h - the lessons that are built into the programs, and files of one's
 * own.
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
/* In the order in which they are to be played; ends with a NULL name. */
extern const struct ft_lesson_text ft_lesson_texts[];

/*
 * Read a lesson into LESSON (initialised).  name: "01-bedrock", "bedrock" or
 * "1" of the bundled ones; with a / or a dot in it: a file.
 * FT_ENOENT: there is none (the message names those there are); FT_EPARSE.
 */
enum ft_status ft_lesson_open(
    struct ft_lesson *lesson, const char *name, struct ft_error *err);
/* Print "bedrock  The walk ..." of each bundled lesson. */
void ft_lesson_list(FILE *out);
/* Returns the name without the number in front of it. */
const char *ft_lesson_short_name(const struct ft_lesson_text *text);

#endif
