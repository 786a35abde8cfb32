/*
 * lesson.h - a lesson as data of the viewer.
 */
#ifndef FT_CMD_FVIEW_LESSON_H
#define FT_CMD_FVIEW_LESSON_H

#include "common/session.h"
#include "io/lesson/lessonfile.h"
#include "fview/view.h"

/*
 * A lesson that is played: its text stays in source, what is played of it went
 * to the data.
 */
struct fview_played {
	struct ft_lesson source;
	struct fview_note *note; /* [lesson.n_note] */
	struct fview_lesson lesson;
};

void fview_played_init(struct fview_played *played);
void fview_played_free(struct fview_played *played);

/*
 * Load the lesson NAME (common/lesson.h) into PLAYED (initialised, the caller's
 * even on failure) and into DATA (empty), whose film is not recorded yet.
 * The algorithm and ties of WISH: NULL as the lesson says; else notes whose step does not come
 * are left out.
 * FT_ENOENT, FT_EPARSE; FT_EINVAL: algorithm or ties make no sense.
 */
enum ft_status fview_played_read(struct fview_played *played, const char *name,
    const struct ft_session *wish, struct fview_data *data,
    struct ft_error *err);

struct ft_load; /* load/load.h */
/* What was loaded becomes the data's. */
void fview_data_take(struct fview_data *data, struct ft_load *load);

#endif
