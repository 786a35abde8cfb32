/*
 * view_int.h - shared by the files of the viewer that know no terminal.
 *
 * view.c keeps the state, press.c and prompt.c change it by keys, edit.c and
 * renew.c replace what is shown, rows.c says which rows of the tree there are,
 * lines.c holds texts of several lines, layout.c parts the screen, draw*.c
 * draw.
 */
#ifndef FT_CMD_FVIEW_VIEW_INT_H
#define FT_CMD_FVIEW_VIEW_INT_H

#include "fview/film.h"
#include "fview/keys/keys.h"
#include "fview/queue.h"
#include "fview/view.h"

/* ---- state ---------------------------------------------------------------- */

enum view_page {
	VIEW_PAGE_TREE,
	VIEW_PAGE_TABLE,
	VIEW_PAGE_QUEUE,
	VIEW_PAGE_USAGE,
	VIEW_PAGE_HELP,
	VIEW_PAGES
};
/* What stands beside the tree. */
enum view_side {
	VIEW_SIDE_NOW,
	VIEW_SIDE_EXPLAIN,
	VIEW_SIDE_COMPARE,
	VIEW_SIDE_EDIT
};
enum view_focus { VIEW_FOCUS_TREE, VIEW_FOCUS_SIDE, VIEW_FOCUS_RANKS };
enum view_ask {
	VIEW_ASK_NOTHING,
	VIEW_ASK_SEARCH,
	VIEW_ASK_FILTER,
	VIEW_ASK_COMMAND
};
enum view_fold { VIEW_FOLD_AUTO, VIEW_FOLD_OPEN, VIEW_FOLD_CLOSED };

#define VIEW_SUBSTEPS 6  /* of the movement of a sort */
#define VIEW_MOVING   64 /* families up to this size are seen moving */
#define VIEW_SMALL    60 /* trees up to this size are unfolded at first */
#define VIEW_SPEEDS   7
#define VIEW_SPEED_1  2 /* index of 1x */

struct view_speed {
	const char *text; /* "0.5x" */
	int quarters;     /* of 1x */
};
extern const struct view_speed view_speeds[VIEW_SPEEDS];

enum view_edit_kind { VIEW_EDIT_SHARES, VIEW_EDIT_USAGE };

/* One change of the what-if; nodes by association id. */
struct view_edit {
	uint32_t id;
	enum view_edit_kind kind;
	bool parent;     /* shares become `parent` */
	uint64_t number; /* shares, or own usage */
};

struct view_line {
	enum view_style style;
	int hang; /* columns by which its further rows are indented */
	const char *text;
};
struct view_lines {
	struct ft_arena arena; /* of the texts, and of what they are made of */
	struct view_line *item;
	size_t n, cap;
	int cols; /* they are made for; 0: any */
};

struct view {
	struct view_data *data;    /* the store's */
	struct view_data *what;    /* with the edits; NULL: there are none */
	struct view_data *waiting; /* came while held; NULL: none */
	bool held;

	size_t cursor;
	bool playing;
	int speed;     /* 0 .. VIEW_SPEEDS - 1 */
	int64_t wait;  /* ms until the next event or substep */
	bool motion;   /* sorts are seen moving */
	int substep;   /* of the present SORT; VIEW_SUBSTEPS: it is over */
	uint32_t last; /* request that moved last, for `.` */
	/* pressed now, on a screen of this size; what it wishes */
	uint32_t key, request;
	int rows, cols;
	enum view_wish wish;

	enum view_page page, back; /* back: where help returns to */
	enum view_side side;
	enum view_focus focus;
	bool follow;     /* the tree follows the playhead */
	uint32_t select; /* node; used when it does not follow */
	uint32_t top;    /* first row of the tree then */
	uint32_t limit;  /* the tree starts here: 0, or the filter */
	uint8_t *fold;   /* by node: enum view_fold */
	uint32_t mark;   /* node to compare with, FT_NODE_NONE */
	int side_scroll, rank_scroll, help_scroll;
	bool ascii, mono; /* asked for by keys */

	/* the table */
	uint32_t *row; /* [n_row] nodes */
	uint32_t n_row;
	uint32_t row_top, row_select; /* indices */
	int sort_field;               /* of share_fields, -1: as the tree */
	bool sort_down;

	/* the queue */
	size_t job_select;
	bool job_open; /* its priority is taken apart */

	/* the line at the bottom */
	enum view_ask ask;
	struct ft_str input;   /* being typed */
	struct ft_str pattern; /* searched for */
	struct ft_str words;   /* a filter of the table */
	struct ft_str message;
	bool message_bad;
	struct ft_str argument; /* of the last wish */

	/* what-if */
	struct view_edit *edit;
	size_t n_edit, cap_edit;
	size_t n_redo; /* behind n_edit, undone */
	enum view_edit_kind editing;
	struct ft_str number; /* being typed */

	uint32_t *moved; /* by node of shown: place before the edits or the last
	                    change, 0: none; NULL: nothing to compare with */
	struct ft_str moves; /* "bob@physics 12 → 9, 4 others" */
	uint32_t *mover;     /* [n_mover] who moves, best places first */
	size_t n_mover, cap_mover;
	const struct view_lesson *lesson;
	uint32_t *moving; /* [n_moving] the present level between its orders */
	uint32_t n_moving;
};

/* Returns the data that is shown: with the edits if there are any. */
static inline const struct view_data *
view_shown(const struct view *view)
{
	return view->what ? view->what : view->data;
}

static inline const struct view_film *
view_film_of(const struct view *view)
{
	return view_shown(view)->film;
}

/* Say TEXT at the bottom; bad: something is wrong. */
void view_tell(struct view *view, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Go to CURSOR; motion: a sort is seen moving. */
void view_go(struct view *view, size_t cursor, bool motion);
/* Returns the speed as text: "1x". */
const char *view_speed_text(const struct view *view);
/* Returns the node the present event is about. */
uint32_t view_playhead(const struct view *view);
/* Returns the node keys work on: the selected one or the playhead's. */
uint32_t view_selected(const struct view *view);
/* Returns the text of the lesson at the cursor, "" if there is none. */
const char *view_lesson_text(const struct view *view);

/* ---- rows of the tree (rows.c) -------------------------------------------- */

uint32_t view_children(
    const struct view *view, uint32_t node, const uint32_t **list);
uint32_t view_above(const struct view *view, uint32_t node);
uint32_t view_place(const struct view *view, uint32_t node);
bool view_is_open(const struct view *view, uint32_t node);
/* Returns NODE, or the nearest account above it that has a row. */
uint32_t view_visible(const struct view *view, uint32_t node);
/* Unfold what hides NODE. */
void view_reveal(struct view *view, uint32_t node);
/* Fill row[n] with what a tree of N rows shows; returns how many. */
int view_window(const struct view *view, int n, uint32_t *row);
/* Move the selection by STEPS rows. */
void view_move(struct view *view, int steps);
/* Select NODE and bring it into the window. */
void view_select(struct view *view, uint32_t node);
/* Prepare the movement of the present sort. */
void view_set_moving(struct view *view);

/* ---- texts (lines.c, names.c) --------------------------------------------- */

/* What is drawn into; everything is borrowed. */
struct view_scene {
	const struct view *view;
	const struct view_data *data;
	const struct view_film *film;
	size_t cursor;
	const struct view_event *now; /* before the cursor; NULL at 0 */
	uint32_t head;                /* the row of the playhead */
	uint32_t ranks;               /* users that have theirs */
	uint32_t pair[2]; /* who decides a comparison, FT_NODE_NONE */
	const struct view_caps *caps;
	struct view_grid *grid;
	struct ft_arena *texts; /* they live as long as the scene */
};

void view_lines_free(struct view_lines *lines);
/* Append a line; hang: its further rows are indented by that. */
void view_line(struct view_lines *lines, enum view_style style, int hang,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Append the paragraphs of TEXT, which are separated by "\n\n". */
void view_paragraphs(
    struct view_lines *lines, enum view_style style, const char *text);
/* Returns the rows LINES take in COLS columns. */
int view_lines_rows(const struct view_lines *lines, int cols);
/* Draw them, without the first SCROLL rows.  Returns whether more follows. */
bool view_lines_draw(
    const struct view_lines *lines, const struct view_box *box, int scroll);

/* Draw them into a FRAME that is there, and say on it when more follows. */
void view_lines_in_frame(
    const struct view_lines *lines, const struct view_box *frame, int scroll);

/* Returns the user or account name of NODE. */
const char *view_name(const struct view_data *data, uint32_t node);
/* The same with the partition, "bob:night"; "bob@physics", or the account's
 * name; a number as sshare prints it, NONE of event.h as "parent"; raw usage,
 * whole as sshare, with a part where that would mislead; and "under-served: its
 * share is 1.82x its use": as texts of ARENA. */
const char *view_name_of(
    struct ft_arena *arena, const struct view_data *data, uint32_t node);
const char *view_title_of(
    struct ft_arena *arena, const struct view_data *data, uint32_t node);
const char *view_real_of(struct ft_arena *arena, ft_real number);
const char *view_usage_of(struct ft_arena *arena, ft_real usage);
const char *view_served(struct ft_arena *arena, ft_real level_fs);
/* Append where the user NODE stood before the edits, or the last change of the
 * store: "↑3 from 12"; nothing if it stands there still. */
void view_add_moved(
    const struct view_scene *scene, uint32_t node, struct ft_str *str);
void view_moved_lines(const struct view_scene *scene, struct view_lines *lines);
/* Append TEXT cut to COLS columns. */
void view_add_cut(struct ft_str *str, const char *text, int cols);
/* Append a bar of PART of COLS columns, in eighths of one. */
void view_add_bar(struct ft_str *str, ft_real part, int cols);
/* Append the sentence of event INDEX. */
void view_add_sentence(
    const struct view_data *data, size_t index, struct ft_str *str);
/* The lines of S, U and LF of NODE, and what they say. */
void view_add_equation(
    const struct view_data *data, uint32_t node, struct view_lines *lines);

/* The formula of the classic algorithm, and MORE behind it. */
void view_add_classic(
    const struct view_data *data, const char *more, struct view_lines *lines);

/* Returns the rule for ties that is used, or the OTHER one. */
const char *view_rule_name(const struct view_scene *scene, bool other);
/* S and U as bars on the same scale. */
void view_add_bars(
    const struct view_data *data, uint32_t node, struct view_lines *lines);

/* What stands beside the tree, made for lines->cols columns. */
typedef void view_teller(
    const struct view_scene *scene, struct view_lines *lines);
view_teller view_now_lines, view_explain_lines, view_compare_lines,
    view_edit_lines;
/* Set pair[2] to the siblings that decide between A and B, best first; returns
 * the account they are compared in, FT_NODE_NONE: one is above the other. */
uint32_t view_deciding(
    const struct view_film *film, uint32_t a, uint32_t b, uint32_t *pair);

/* ---- what-if (edit.c), new data (renew.c) --------------------------------- */

/* Add an edit of NODE; says what is wrong with it.  Returns whether it is in. */
bool view_edit_add(struct view *view, uint32_t node, enum view_edit_kind kind,
    const char *number);
/* KEY while the what-if is open; returns whether it was one of its keys. */
bool view_edit_key(struct view *view, uint32_t key);
/* Drop the edits that have become true, or that nothing is left of. */
void view_edits_prune(struct view *view);
/* Take the last edit back (WAY -1), or make it again (1). */
void view_edit_step(struct view *view, int way);
/* Make the data with the edits anew; say at the bottom who moved. */
void view_edit_run(struct view *view);
/* The shown data becomes another: what is known of nodes moves from OLD. */
void view_carry_over(struct view *view, const struct view_data *old);
/* Find out who moves from OLD to what is shown; NULL: nothing is compared. */
void view_set_moved(struct view *view, const struct view_data *old);
/* By node of FROM: the node of the same association in TO; the caller's. */
uint32_t *view_match_ids(const struct ft_tree *from, const struct ft_tree *to);

/* ---- the table (rows of draw/share_table.c) ------------------------------------- */

/* Choose and sort the rows of the table anew. */
void view_table_fill(struct view *view);
/* Move its cursor; choose the row ROW of a window of N. */
void view_table_move(struct view *view, int steps);
void view_table_click(struct view *view, int row, int n);
/* Bring the row of NODE into view. */
void view_table_show(struct view *view, uint32_t node);
/* Sort by the next column, or turn the order around. */
void view_table_sort(struct view *view, int turn);
/* Sort by the field WORD, "-" in front: from the top down; false: unknown. */
bool view_table_sort_by(struct view *view, const char *word);

/* ---- the queue (queue.c) -------------------------------------------------- */

/* Returns the job at the cursor, NULL if there is none. */
const struct view_job *view_queue_selected(const struct view *view);
/* Move its cursor; choose the row ROW of a window of N. */
void view_queue_move(struct view *view, int steps);
void view_queue_click(struct view *view, int row, int rows);
/* New data is there: select the job OLD (NULL: none) in it. */
void view_queue_keep(struct view *view, const struct view_job *old);
/* The frame of the list inside the page BOX. */
struct view_box view_queue_list(
    const struct view *view, const struct view_box *box);

/* ---- the screen (layout.c) ------------------------------------------------ */

struct view_layout {
	bool line;            /* one-line mode: nothing but text */
	struct view_box top;  /* tree and side, or another page; framed */
	struct view_box tree; /* framed; rows 0: not there */
	struct view_box side;
	struct view_box ranks;
	struct view_box lesson;
	struct view_box timeline;
	struct view_box bar; /* of the timeline: one row */
	int keys;            /* row of the key bar, -1 none */
};
/* Part SCREEN, whose grid is NULL where nothing is drawn. */
void view_lay_out(const struct view *view, const struct view_box *screen,
    struct view_layout *layout);

/* Lines of the tree, fold sign and name of NODE in COLS columns. */
void view_put_branch(const struct view_scene *scene, const struct view_box *box,
    int row, uint32_t node, int cols);
/* Draw a part of the screen, or a page, into BOX. */
typedef void view_drawer(
    const struct view_scene *scene, const struct view_box *box);
view_drawer view_draw_tree, view_draw_side, view_draw_ranks, view_draw_table,
    view_draw_queue, view_draw_usage, view_draw_help;
void view_draw_timeline(
    const struct view_scene *scene, const struct view_layout *layout);
void view_draw_line_mode(const struct view_scene *scene);

/* ---- keys (press.c, mouse.c, prompt.c) --------------------------------------------- */

/* What a key does; argument: of its row in key.def. */
typedef void view_action(struct view *view, int argument);
/* Do what REQUEST, of enum view_request, asks for. */
void view_do(struct view *view, uint32_t request);
/* Fold or unfold the row at the cursor. */
view_action view_fold_row;
/* Move by so many rows whatever the cursor keys work on now. */
view_action view_cursor_keys;
/* Search for the pattern from the selection on, forward (1) or back (-1). */
view_action view_search;
/* A key while something is being typed. */
void view_type(struct view *view, uint32_t key);
/* Go to where NODE gets its rank or is entered. */
void view_goto(struct view *view, uint32_t node);
/* Returns whether the name of NODE holds the pattern. */
bool view_matches(const struct view *view, uint32_t node);
/* Returns whether NAME, NULL "", holds WORD, letters of ASCII in any case. */
bool view_holds(const char *name, const struct ft_str *word);
/* Returns the node NAME or NAME@ACCOUNT means, FT_NODE_NONE. */
uint32_t view_find_name(const struct view *view, const char *name);
/* Returns the name that was probably meant by NAME, the tree's, or NULL. */
const char *view_near_name(const struct view *view, const char *name);
/* Returns how many rows of the tree the screen has. */
int view_tree_height(const struct view *view);

#endif
