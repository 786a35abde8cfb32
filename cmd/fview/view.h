/*
 * view.h - the viewer as a value: what it shows, the position in the film, and the
 * effect of keys.  A frame is a pure function of it; nothing here knows a
 * terminal, a clock, a file or SQL.
 *
 *     data (a state of the store, with the events of its ranking)
 *       -> view (cursor, folds, search, edits ...) <- keys, mouse, time
 *       -> fview_draw() -> grid -> screen, text, SVG, recording
 */
#ifndef FT_CMD_FVIEW_VIEW_H
#define FT_CMD_FVIEW_VIEW_H

#include "algo/share/share.h"
#include "model/tree/tree.h"
#include "fview/output/grid.h"

/* ---- data ------------------------------------------------------------------- */

/*
 * One state of one cluster and the film of its ranking.  Made by the command
 * from the store (or a lesson), read-only here.  It is allocated by
 * ft_calloc; all names of its nodes must be loaded.
 */
struct fview_queue;   /* queue.h */
struct fview_history; /* history.h */
struct fview_film; /* film.h: the events, and where each node appears in them */
struct fview_data {
	const char *cluster; /* borrowed, as long as any view lives */
	struct ft_tree *tree;
	struct ft_names_set names;
	ft_real *usage; /* totals by node */
	struct ft_share_params params;
	const struct ft_algo *algo;
	struct ft_share share;
	struct fview_film *film;
	int64_t now;                   /* the store's time */
	struct fview_queue *queue;     /* its jobs; NULL: not read, or none */
	struct fview_history *history; /* its past; NULL likewise */
};
/*
 * Run DATA's algorithm on its tree and usage, and record it.  For algorithms
 * without steps the film has only START and END.
 */
enum ft_status fview_data_record(struct fview_data *data, struct ft_error *err);
/* Returns the result under the other rules for ties; it belongs to the film. */
const struct ft_tie_rules *fview_data_rules(const struct fview_data *data);
/* Free DATA and everything in it; NULL is allowed. */
void fview_data_free(struct fview_data *data);

/* ---- keys ------------------------------------------------------------------- */

/* Keys beyond characters; a character is its Unicode number. */
enum fview_key {
	FVIEW_KEY_UP = 0x110000,
	FVIEW_KEY_DOWN,
	FVIEW_KEY_LEFT,
	FVIEW_KEY_RIGHT,
	FVIEW_KEY_SHIFT_LEFT,
	FVIEW_KEY_SHIFT_RIGHT,
	FVIEW_KEY_PAGE_UP,
	FVIEW_KEY_PAGE_DOWN,
	FVIEW_KEY_HOME,
	FVIEW_KEY_END,
	FVIEW_KEY_BACKSPACE,
	FVIEW_KEY_ENTER,
	FVIEW_KEY_ESCAPE,
	FVIEW_KEY_TAB,
	FVIEW_KEY_F1, /* F1..F12 are F1 + 0..11 */
	FVIEW_KEY_F12 = FVIEW_KEY_F1 + 11
};

/* ---- the view --------------------------------------------------------------- */

struct fview;

/* Returns a view of DATA, which it owns from now on; the caller frees it. */
struct fview *fview_new(struct fview_data *data);
/* The same, keeping settings such as the speed from OLD, which is freed. */
struct fview *fview_new_after(struct fview *old, struct fview_data *data);
void fview_free(struct fview *view);

/*
 * Show DATA, which VIEW owns from now on, because the store has changed.
 * Position, folds and edits are kept where they still apply, and the view
 * reports who moved.
 */
void fview_renew(struct fview *view, struct fview_data *data);
/* The same, even if changes are held back. */
void fview_replace(struct fview *view, struct fview_data *data);
/* Returns whether changes are held back, and the store has changed since. */
bool fview_is_behind(const struct fview *view);

/*
 * Jobs are read when their page is opened, and after each change from then on.
 * While changes are held back, they are read at once, too, because later they
 * could no longer be read as they were.
 */
bool fview_wants_queue(const struct fview *view);
bool fview_has_queue(const struct fview *view);
/* Set the jobs of the state that is shown; VIEW owns QUEUE from now on. */
void fview_set_queue(struct fview *view, struct fview_queue *queue);
/* Leave the page of the jobs, which cannot be read, and hold back changes no
 * longer. */
void fview_forgo_queue(struct fview *view);

/* The past is read when its page is shown, and again after each change. */
bool fview_wants_history(const struct fview *view);
/* Returns the state of the store whose past is wanted. */
const struct fview_data *fview_stored(const struct fview *view);
/* Set the past; VIEW owns HISTORY from now on. */
void fview_set_history(struct fview *view, struct fview_history *history);
/* Leave the page of the past, which cannot be read. */
void fview_forgo_history(struct fview *view);

/*
 * Some panels and pages show texts that only the command can make.  While one
 * is open, fview_asks returns which text it needs and does not have yet; kind
 * NOTHING: none.
 */
enum fview_topic {
	FVIEW_TOPIC_NOTHING,
	FVIEW_TOPIC_JOB,    /* why it waits */
	FVIEW_TOPIC_QUEUE,  /* when jobs will start; only from fview_awaits */
	FVIEW_TOPIC_LIMITS, /* of a job, or of a user if job is NULL */
	FVIEW_TOPIC_LINT    /* whether weights and shares make sense */
};
struct fview_question {
	enum fview_topic kind;
	const char *job; /* its id; owned by the view */
	uint32_t id;     /* without a job: of the association */
};
struct fview_question fview_asks(const struct fview *view);
struct ft_page; /* report/format/page.h */
/* Answer what fview_asks returned by PAGE, plain text whose lines are not
 * wrapped; VIEW owns its tables from now on. */
void fview_answer(struct fview *view, struct ft_page *page);

/*
 * A forecast takes seconds, so the command simulates one future after the
 * other.  Returns which forecast the view waits for: that of the job whose
 * panel is open, after the rest of its answer (JOB), or of all waiting jobs
 * (QUEUE); or NOTHING.
 */
enum fview_topic fview_awaits(const struct fview *view);
/* Show how far FORECAST is; NULL: it has not begun. */
struct ft_forecast; /* sim/forecast/forecast.h */
void fview_set_progress(struct fview *view, const struct ft_forecast *forecast);
/* Note that the answer about the job has its forecast, or needs none. */
void fview_foresee_job(struct fview *view);
/* Show FORECAST of the queue, which is complete; counts: the user may know how
 * many jobs there are. */
void fview_foresee(
    struct fview *view, const struct ft_forecast *forecast, bool counts);
/* Give up the forecast that the view waits for. */
void fview_forgo_forecast(struct fview *view);

/* A text of a lesson, shown from event `at` (0..count) on. */
struct fview_note {
	size_t at;
	const char *text;
};
struct fview_lesson {
	const char *title;
	const struct fview_note *note; /* sorted by `at` */
	size_t n_note;
};
/* Show LESSON, which is borrowed as long as the view lives. */
void fview_set_lesson(struct fview *view, const struct fview_lesson *lesson);

/* What a key asks the command that runs the view to do. */
enum fview_app_action {
	FVIEW_APP_NONE,
	FVIEW_APP_QUIT,
	FVIEW_APP_REDRAW,  /* Ctrl-L */
	FVIEW_APP_SUSPEND, /* Ctrl-Z */
	FVIEW_APP_NEXT_LESSON,
	FVIEW_APP_PREVIOUS_LESSON,
	FVIEW_APP_SAVE, /* :save FILE, see fview_argument() */
	FVIEW_APP_APPLY /* :apply: write the edits to the store; the
	                      commands are fview_edit_commands() */
};
/* Handle KEY, pressed on a screen of ROWS x COLS. */
enum fview_app_action fview_press(
    struct fview *view, uint32_t key, int rows, int cols);
/* A button of the mouse, pressed. */
struct fview_click {
	int button; /* 1; 4, 5: the wheel */
	int row, col;
};
enum fview_app_action fview_mouse(
    struct fview *view, const struct fview_click *click, int rows, int cols);
const char *fview_argument(const struct fview *view);
/* Append the facctmgr commands equivalent to the edits, one per line. */
void fview_edit_commands(const struct fview *view, struct ft_str *str);
/* Show TEXT on the bottom line: "applied: change 12". */
void fview_show_message(struct fview *view, const char *text);
/* Returns whether that line is empty. */
bool fview_is_silent(const struct fview *view);

/*
 * Whether sorts are animated (off: --no-anim).  An animated sort takes some ticks
 * after a step; fview_seek shows its end.
 */
void fview_set_motion(struct fview *view, bool motion);
/* Start or stop playing, as Space does. */
void fview_set_playing(struct fview *view, bool playing);

/*
 * Let MS milliseconds pass.  Returns after how many milliseconds there is
 * something new to draw; -1: not before a key is pressed, because the view is
 * paused.
 */
int64_t fview_tick(struct fview *view, int64_t ms);

/*
 * The film: events are numbered from 0; the cursor, 0 .. count, is the number of
 * events that have happened.  The current event is cursor - 1.
 */
size_t fview_count(const struct fview *view);
size_t fview_cursor(const struct fview *view);
void fview_seek(struct fview *view, size_t cursor);

/* What a terminal may lack. */
struct fview_caps {
	bool ascii;
	struct ft_paint paint; /* marks always say what colours say */
};
/* Clear GRID to ROWS x COLS, and draw the view into it. */
void fview_draw(const struct fview *view, const struct fview_caps *caps,
    int rows, int cols, struct fview_grid *grid);

#endif
