/*
 * lesson.h - a lesson as the viewer's data.
 */
#ifndef FT_CMD_FVIEW_LESSON_H
#define FT_CMD_FVIEW_LESSON_H

#include "common/session.h"
#include "io/lesson/lessonfile.h"
#include "fview/view.h"

/*
 * A lesson that is played: source keeps its text; its cluster went to the data.
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
 * OPTIONS has the algorithm and ties; NULL: those of the lesson.  With others, notes
 * whose step does not happen are left out.
 * FT_ENOENT, FT_EPARSE; FT_EINVAL: an unknown algorithm or tie rule.
 */
enum ft_status fview_played_read(struct fview_played *played, const char *name,
    const struct ft_session *options, struct fview_data *data,
    struct ft_error *err);

/* Find the notes of PLAYED in the film that was recorded of the data. */
void fview_played_place(
    struct fview_played *played, const struct fview_film *film);

struct ft_load; /* load/load.h */
/* The data takes over what was loaded. */
void fview_data_take(struct fview_data *data, struct ft_load *load);

#endif
