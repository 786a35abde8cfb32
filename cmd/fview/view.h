/*
 * view.h - the viewer as a value: what is shown, where in the film, and what a
 * key does.  A frame is a pure function of it; nothing here knows a terminal,
 * a clock, a file or SQL.
 *
 *     data (a state of the store, with the events of its ranking)
 *       -> view (cursor, folds, search, edits ...) <- keys, mouse, time
 *       -> view_draw() -> grid -> screen, text, SVG, recording
 */
#ifndef FT_CMD_FVIEW_VIEW_H
#define FT_CMD_FVIEW_VIEW_H

#include "algo/share/share.h"
#include "model/tree/tree.h"
#include "fview/output/grid.h"

/* ---- data ------------------------------------------------------------------- */

/*
 * One state of one cluster and the film of its ranking.  Made by the command
 * from the store (or a lesson), read-only here.  It lies in memory of its own
 * (ft_calloc); all names of its nodes must be loaded.
 */
struct view_queue; /* queue.h */
struct view_film;  /* film.h: the events, and where each node appears in them */
struct view_data {
	const char *cluster; /* borrowed, as long as any view lives */
	struct ft_tree *tree;
	struct ft_names_set names;
	ft_real *usage; /* totals, by node */
	struct ft_share_params params;
	const struct ft_algo *algo;
	struct ft_share share;
	struct view_film *film;
	int64_t now;              /* the store's time */
	struct view_queue *queue; /* its jobs; NULL: there are none */
};
/*
 * Run DATA's algorithm over its tree and usage, and record it.  Of algorithms
 * without steps the film is START and END.
 */
enum ft_status view_data_record(struct view_data *data, struct ft_error *err);
/* Free DATA and all it holds; NULL is fine. */
void view_data_free(struct view_data *data);

/* ---- keys ------------------------------------------------------------------- */

/* Keys beyond characters; a character is its Unicode number. */
enum view_key {
	VIEW_KEY_UP = 0x110000,
	VIEW_KEY_DOWN,
	VIEW_KEY_LEFT,
	VIEW_KEY_RIGHT,
	VIEW_KEY_SHIFT_LEFT,
	VIEW_KEY_SHIFT_RIGHT,
	VIEW_KEY_PAGE_UP,
	VIEW_KEY_PAGE_DOWN,
	VIEW_KEY_HOME,
	VIEW_KEY_END,
	VIEW_KEY_BACKSPACE,
	VIEW_KEY_ENTER,
	VIEW_KEY_ESCAPE,
	VIEW_KEY_TAB,
	VIEW_KEY_F1, /* F1..F12 are F1 + 0..11 */
	VIEW_KEY_F12 = VIEW_KEY_F1 + 11
};

/* ---- the view --------------------------------------------------------------- */

struct view;

/* data: the view's from now on. */
struct view *view_new(struct view_data *data);
void view_free(struct view *view);

/*
 * The store has changed: show DATA (the view's from now on) instead, keep
 * place, folds and edits as far as they still mean something, and say in the
 * view what moved.
 */
void view_renew(struct view *view, struct view_data *data);

/* Explaining text of a lesson: shown from event AT (0..count) on. */
struct view_note {
	size_t at;
	const char *text;
};
struct view_lesson {
	const char *title;
	const struct view_note *note; /* by at */
	size_t n_note;
};
/* lesson: borrowed, as long as the view lives. */
void view_set_lesson(struct view *view, const struct view_lesson *lesson);

/* What a key asks of the command that runs the view. */
enum view_wish {
	VIEW_WISH_NONE,
	VIEW_WISH_QUIT,
	VIEW_WISH_REDRAW,  /* Ctrl-L */
	VIEW_WISH_SUSPEND, /* Ctrl-Z */
	VIEW_WISH_SAVE,    /* :save FILE, see view_argument() */
	VIEW_WISH_APPLY    /* :apply: write the edits to the store; the
	                      commands are view_edit_commands() */
};
/* KEY was pressed, the screen being ROWS x COLS. */
enum view_wish view_press(struct view *view, uint32_t key, int rows, int cols);
/* The mouse was pressed. */
struct view_click {
	int button; /* 1; 4, 5: the wheel */
	int row, col;
};
enum view_wish view_mouse(
    struct view *view, const struct view_click *click, int rows, int cols);
const char *view_argument(const struct view *view);
/* Append the facctmgr commands the edits equal, a line each. */
void view_edit_commands(const struct view *view, struct ft_str *str);
/* A line for the bottom: "applied: change 12". */
void view_say(struct view *view, const char *text);
/* Returns whether that line is empty. */
bool view_is_silent(const struct view *view);

/*
 * Whether things move between events (on unless switched off: --no-anim).  A
 * sort then takes some ticks after a step; view_seek shows how it ends.
 */
void view_set_motion(struct view *view, bool motion);
/* Start or stop playing, as Space does. */
void view_set_playing(struct view *view, bool playing);

/*
 * MS milliseconds have passed.  Returns after how many more there is something
 * new to draw, -1: not before a key is pressed (paused).
 */
int64_t view_tick(struct view *view, int64_t ms);

/*
 * The film: events are numbered from 0; the cursor is 0 .. count, the number
 * of events that have happened: the present one is cursor - 1.
 */
size_t view_count(const struct view *view);
size_t view_cursor(const struct view *view);
void view_seek(struct view *view, size_t cursor);

/* What terminals may lack. */
struct view_caps {
	bool ascii;
	bool color; /* without it marks say what colour says */
};
/* Draw into GRID, cleared to ROWS x COLS. */
void view_draw(const struct view *view, const struct view_caps *caps, int rows,
    int cols, struct view_grid *grid);

#endif
