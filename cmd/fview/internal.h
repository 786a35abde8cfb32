/*
 * internal.h - shared by the files of the viewer that know no terminal.
 *
 * view.c keeps the state, press.c and prompt.c change it by keys, edit.c and
 * renew.c replace what is shown, rows.c says which rows of the tree there are,
 * draw/lines.c keeps texts of several lines, draw/layout.c divides the screen, the
 * other files of draw/ draw.
 */
#ifndef FT_CMD_FVIEW_INTERNAL_H
#define FT_CMD_FVIEW_INTERNAL_H

#include "fview/film.h"
#include "fview/keys/keys.h"
#include "fview/queue.h"
#include "fview/view.h"

/* ---- state ---------------------------------------------------------------- */

enum fview_page {
	FVIEW_PAGE_TREE,
	FVIEW_PAGE_TABLE,
	FVIEW_PAGE_QUEUE,
	FVIEW_PAGE_USAGE,
	FVIEW_PAGE_HISTORY,
	/* these lie over another one, to which they return */
	FVIEW_PAGE_HELP,
	FVIEW_PAGE_LINT,
	FVIEW_PAGES
};
/* The panel beside the tree. */
enum fview_side {
	FVIEW_SIDE_NOW,
	FVIEW_SIDE_EXPLAIN,
	FVIEW_SIDE_COMPARE,
	FVIEW_SIDE_EDIT,
	FVIEW_SIDE_LIMITS
};
enum fview_focus {
	FVIEW_FOCUS_TREE,
	FVIEW_FOCUS_SIDE,
	FVIEW_FOCUS_PLACES,
	FVIEW_FOCUS_LESSON
};
enum fview_ask {
	FVIEW_ASK_NOTHING,
	FVIEW_ASK_SEARCH,
	FVIEW_ASK_FILTER,
	FVIEW_ASK_COMMAND
};
enum fview_fold { FVIEW_FOLD_AUTO, FVIEW_FOLD_OPEN, FVIEW_FOLD_CLOSED };

#define FVIEW_SUBSTEPS 6  /* of an animated sort */
#define FVIEW_SMALL    60 /* trees up to this size start unfolded */
#define FVIEW_SPEEDS   7
#define FVIEW_MARKS    5 /* with the cursor's, as many curves as colours */
#define FVIEW_SPEED_1  2 /* index of 1x */

struct fview_speed {
	const char *text; /* "0.5x" */
	int quarters;     /* of 1x */
};
extern const struct fview_speed fview_speeds[FVIEW_SPEEDS];

#define FVIEW_UNIT_NAMES "step|user|account|level"
extern const struct fview_unit_info {
	const char *word, *sentence;
} fview_units[FVIEW_UNITS];

enum fview_edit_kind { FVIEW_EDIT_SHARES, FVIEW_EDIT_USAGE };

/* One change of the what-if; nodes by association id. */
struct fview_edit {
	uint32_t id;
	enum fview_edit_kind kind;
	bool parent;     /* shares become `parent` */
	uint64_t number; /* shares, or own usage */
};

struct fview_line {
	enum fview_style style;
	int hang; /* indentation of its further rows, in columns */
	const char *text;
};
struct fview_lines {
	struct ft_arena arena; /* of the texts and their parts */
	struct fview_line *item;
	size_t n, cap;
	int cols; /* for which they were made; 0: any */
};

/* The levels of the tree in the order of a column, sorted when they are drawn. */
struct fview_order {
	uint32_t n;      /* nodes of the tree; 0: in the order of the walk */
	uint32_t **list; /* by account: its children */
	uint32_t *size;  /* how many; 0: not sorted yet */
	uint32_t *place; /* by node: its index in the list it was shown in */
};

/* Where the cursor was when a search began to be typed. */
struct fview_origin {
	bool kept; /* false: there is none */
	bool follow;
	uint32_t select, top, limit, row_top, row_select;
	uint8_t *fold;
	struct ft_str pattern;
};

/* What the command answered last, and to which question. */
struct fview_reply {
	struct fview_question question;
	bool complete; /* with the forecast of the job */
	char *job;     /* that of the question */
	char *text;
	size_t *head; /* [n_head] where headings start in text */
	size_t n_head;
	struct ft_page_kept *table; /* [n_table] */
	size_t n_table;
};

struct fview {
	struct fview_data *data; /* the store's */
	struct fview_data *what; /* with the edits; NULL: there are none */
	struct fview_data
	    *waiting; /* arrived while changes are held; NULL: none */
	bool held;

	size_t cursor;
	bool playing;
	enum fview_unit unit; /* where playing stops */
	int speed;            /* 0 .. FVIEW_SPEEDS - 1 */
	size_t until;         /* playing ends here; SIZE_MAX: at the end */
	int64_t fit;          /* µs the rest was to take; 0: as speed says */
	int64_t fit_pace;     /* µs a stop lasts for that */
	bool fit_still;       /* too fast for sorts to be seen moving */
	int64_t wait;         /* µs until the next event or substep */
	bool motion;          /* sorts are animated */
	int substep;   /* of the current SORT; FVIEW_SUBSTEPS: finished */
	uint32_t last; /* the last request that moved, for `.` */
	/* the pressed key, the size of the screen, and its request */
	uint32_t key, request;
	int rows, cols;
	enum fview_app_action app_action;

	enum fview_page page, back; /* back: to which one over it returns */
	enum fview_side side;
	enum fview_focus focus;
	bool follow;                /* the tree follows the playhead */
	uint32_t select;            /* node, if the tree does not follow */
	uint32_t top;               /* the first row of the tree then */
	uint32_t limit;             /* the tree starts here: 0, or the filter */
	uint8_t *fold;              /* by node: enum fview_fold */
	uint32_t mark[FVIEW_MARKS]; /* [n_mark] nodes: the last is compared */
	size_t n_mark;
	int side_scroll, place_scroll, help_scroll, lesson_scroll;
	bool ascii, mono; /* set by keys */

	/* the table */
	uint32_t *row; /* [n_row] nodes */
	uint32_t n_row;
	uint32_t row_top, row_select; /* indices */
	/* the order of the table, and of siblings in the tree */
	int sort_field; /* of ft_shares_fields, -1: that of the walk */
	bool sort_down;
	struct fview_order order;

	/* the queue */
	size_t job_select;
	enum fview_topic job_open; /* of its panel; NOTHING: closed */
	bool forecast;             /* the list is to have one */
	/* of the one that is awaited: its futures, and the days of the next one;
	   0 of 0: it has not begun */
	uint32_t made, futures, days;

	struct fview_reply reply;

	/* the line at the bottom */
	enum fview_ask ask;
	struct ft_str input;   /* being typed */
	struct ft_str pattern; /* searched for */
	struct fview_origin origin;
	struct ft_str words; /* a filter of the table */
	struct ft_str message;
	bool message_bad;
	struct ft_str argument; /* of the last request */

	/* what-if */
	struct fview_edit *edit;
	size_t n_edit, cap_edit;
	size_t n_redo; /* undone edits, after n_edit */
	enum fview_edit_kind editing;
	struct ft_str number; /* being typed */

	uint32_t *moved; /* by node of shown: place before the edits or the last
	                    change, 0: none; NULL: nothing to compare with */
	struct ft_str moves; /* "bob@physics 12 → 9, 4 others" */
	uint32_t *mover; /* [n_mover] the users who move, best places first */
	size_t n_mover, cap_mover;
	const struct fview_lesson *lesson;
	uint32_t
	    *moving; /* [n_moving] the current level between its two orders */
	uint32_t n_moving;
};

/* Returns the data that is shown: with the edits if there are any. */
static inline const struct fview_data *
fview_shown(const struct fview *view)
{
	return view->what ? view->what : view->data;
}

static inline const struct fview_film *
fview_film_of(const struct fview *view)
{
	return fview_shown(view)->film;
}

/* Show TEXT at the bottom; bad: as an error. */
void fview_notify(struct fview *view, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Go to CURSOR; motion: animate a sort. */
void fview_go(struct fview *view, size_t cursor, bool motion);
/* Drop the answer of the command: the data is another. */
void fview_forget(struct fview *view);
/* Returns the node of the current event. */
uint32_t fview_playhead(const struct fview *view);
/* Returns the node to which keys apply: the selected one or the playhead's. */
uint32_t fview_selected(const struct fview *view);
/* Returns the node that was marked last, FT_NODE_NONE if none is. */
uint32_t fview_marked(const struct fview *view);
bool fview_is_marked(const struct fview *view, uint32_t node);
/* Returns the text of the lesson at the cursor, "" if there is none. */
const char *fview_lesson_text(const struct fview *view);

/* ---- how fast it is played (pace.c) --------------------------------------- */

/* Microseconds that a stop is shown. */
int64_t fview_pace(const struct fview *view);
/* Microseconds until the next substep of a sort; *steps: how many at once. */
int64_t fview_motion_pace(const struct fview *view, int *steps);
/* Whether the sort at the cursor is seen moving. */
bool fview_motion_seen(const struct fview *view);
/* Microseconds until the next frame, and what that shows while playing: the
 * next stop, or one further on if stops are too short to be seen. */
int64_t fview_frame_pace(const struct fview *view);
size_t fview_next_stop(const struct fview *view);
/* Milliseconds until playing ends. */
int64_t fview_rest(const struct fview *view);
/* Make the rest last MS milliseconds. */
void fview_fit(struct fview *view, int64_t ms);
/* Read "60", "60s", "5m", "1h" or a duration of Slurm, from a second to a day;
 * *ms: milliseconds. */
bool fview_parse_length(const char *text, int64_t *ms);
void fview_set_unit(struct fview *view, enum fview_unit unit);
void fview_change_speed(struct fview *view, int by);
/* Append "by user 2x": unit and speed. */
void fview_add_pace(const struct fview *view, struct ft_str *str);
/* Append MS, rounded up to seconds, as "1:21" or "1:00:05". */
void fview_add_clock(struct ft_str *str, int64_t ms);

/* ---- rows of the tree (rows.c) -------------------------------------------- */

uint32_t fview_children(
    const struct fview *view, uint32_t node, const uint32_t **list);
uint32_t fview_above(const struct fview *view, uint32_t node);
uint32_t fview_place(const struct fview *view, uint32_t node);
bool fview_is_open(const struct fview *view, uint32_t node);
/* Returns NODE, or the nearest account above it that has a row. */
uint32_t fview_visible(const struct fview *view, uint32_t node);
/* Unfold what hides NODE. */
void fview_reveal(struct fview *view, uint32_t node);
/* Fill row[n] with the visible rows of a tree N rows high; returns how many. */
int fview_window(const struct fview *view, int n, uint32_t *row);
/* Move the selection by STEPS rows. */
void fview_move(struct fview *view, int steps);
/* Select NODE and bring it into the window. */
void fview_select(struct fview *view, uint32_t node);

/* ---- texts (lines.c, names.c) --------------------------------------------- */

/* The frame being drawn; everything is borrowed. */
struct fview_scene {
	const struct fview *view;
	const struct fview_data *data;
	const struct fview_film *film;
	size_t cursor;
	const struct fview_event *now; /* before the cursor; NULL at 0 */
	uint32_t head;                 /* the row of the playhead */
	uint32_t places;               /* users that have theirs */
	uint32_t pair
	    [2]; /* the siblings that decide a comparison, or FT_NODE_NONE */
	const struct fview_caps *caps;
	struct fview_grid *grid;
	struct ft_arena *texts; /* lives as long as the scene */
};

/* Returns the scene of VIEW, to be measured only. */
struct fview_scene fview_scene_of(
    const struct fview *view, struct ft_arena *texts);

void fview_lines_free(struct fview_lines *lines);
/* Append a line; hang: the indentation of its further rows. */
void fview_line(struct fview_lines *lines, enum fview_style style, int hang,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Append the paragraphs of TEXT, which are separated by "\n\n". */
void fview_paragraphs(
    struct fview_lines *lines, enum fview_style style, const char *text);
/* Returns the number of rows LINES need in COLS columns. */
int fview_lines_rows(const struct fview_lines *lines, int cols);
/* Draw them from row SCROLL on.  Returns whether more rows follow. */
bool fview_lines_draw(
    const struct fview_lines *lines, const struct fview_box *box, int scroll);

/* Draw them into an existing FRAME, with a mark if more rows follow. */
void fview_lines_in_frame(
    const struct fview_lines *lines, const struct fview_box *frame, int scroll);

/* Returns how many children ACCOUNT has, without those of merged accounts. */
uint32_t fview_family_size(const struct fview_data *data, uint32_t account);
/* Returns the user or account name of NODE. */
const char *fview_name(const struct fview_data *data, uint32_t node);
/* Returns whether nobody but root is there. */
bool fview_is_empty(const struct fview_data *data);
/* The same with the partition, "bob:night"; "bob@physics", or the account's
 * name; a number as sshare prints it, NONE of event.h as "parent"; raw usage,
 * whole as sshare, with a part where that would mislead; and "under-served: its
 * share is 1.82x its use": as texts of ARENA. */
const char *fview_name_of(
    struct ft_arena *arena, const struct fview_data *data, uint32_t node);
const char *fview_title_of(
    struct ft_arena *arena, const struct fview_data *data, uint32_t node);
const char *fview_real_of(struct ft_arena *arena, ft_real number);
const char *fview_usage_of(struct ft_arena *arena, ft_real usage);
const char *fview_served(struct ft_arena *arena, ft_real level_fs);
/* Append how the place of user NODE has changed, through the edits or through
 * the last change of the store: "↑3 from 12"; nothing if it has not. */
void fview_add_moved(
    const struct fview_scene *scene, uint32_t node, struct ft_str *str);
void fview_moved_lines(
    const struct fview_scene *scene, struct fview_lines *lines);
/* Append a name, shortened in the middle to COLS columns, because both ends
 * identify it. */
void fview_add_cut(struct ft_str *str, const char *text, int cols);
/* The same, but if possible so that it differs from OTHER[n], shortened in the
 * same way. */
void fview_add_cut_unlike(struct ft_str *str, const char *text, int cols,
    const char *const *other, size_t n);
/* As fview_put_fit, but shortened in the middle. */
int fview_put_cut(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *text);
/* Append a bar that fills PART of COLS columns, in eighths of a column. */
void fview_add_bar(struct ft_str *str, ft_real part, int cols);
/* Append the sentence of event INDEX. */
void fview_add_sentence(
    const struct fview_data *data, size_t index, struct ft_str *str);
/* Add the lines of S, U and LF of NODE, with their meaning. */
void fview_add_equation(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines);

/* Add the formula of the classic algorithm, followed by MORE. */
void fview_add_classic(
    const struct fview_data *data, const char *more, struct fview_lines *lines);

/* Add the factors of NODE under those rules for ties that give another one. */
void fview_rule_lines(const struct fview_data *data, uint32_t node,
    ft_real factor, struct fview_lines *lines);

/* Append a sentence about NODE, wherever the film is: its place, and why; about
 * the root: who is first (answer.c). */
void fview_add_standing(
    const struct fview_data *data, uint32_t node, struct ft_str *str);
void fview_standing_line(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines);
/* The same for NODE under the edits, with its place in the store. */
void fview_what_if_lines(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines);
/* The same with the numbers on its path, and what would help it. */
void fview_answer_lines(
    const struct fview_scene *scene, uint32_t node, struct fview_lines *lines);
/* Add why one of the users NODE[2] is ahead; advice: also what would change
 * that. */
void fview_pair_lines(const struct fview_data *data, const uint32_t *node,
    bool advice, struct fview_lines *lines);
/* Add a table of LevelFS, S, U and place of NODE[n], or of the nodes on the
 * path to NODE (levels.c). */
void fview_level_table(const struct fview_data *data, const uint32_t *node,
    size_t n, struct fview_lines *lines);
void fview_path_table(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines);

/* Add S and U as bars on the same scale. */
void fview_add_bars(
    const struct fview_data *data, uint32_t node, struct fview_lines *lines);

/* The panel beside the tree, made for lines->cols columns. */
typedef void view_teller(
    const struct fview_scene *scene, struct fview_lines *lines);
view_teller fview_now_lines, fview_explain_lines, fview_compare_lines,
    fview_edit_lines, fview_limit_lines;
/* Set PAIR[2] to the siblings that decide between A and B, the better one
 * first; returns the account above them, or FT_NODE_NONE if one of A and B is
 * above the other. */
uint32_t fview_deciding(
    const struct fview_film *film, uint32_t a, uint32_t b, uint32_t *pair);

/* ---- what-if (edit.c), new data (renew.c) --------------------------------- */

/* Add an edit of NODE; returns false, after a message, if it is invalid. */
bool fview_edit_add(struct fview *view, uint32_t node,
    enum fview_edit_kind kind, const char *number);
/* Handle KEY while the what-if is open; returns whether it was one of its
 * keys. */
bool fview_edit_key(struct fview *view, uint32_t key);
/* Returns the number in DATA that an edit of KIND would change, as text in
 * ARENA. */
const char *fview_edit_value(struct ft_arena *arena,
    const struct fview_data *data, uint32_t node, enum fview_edit_kind kind);
/* Append edit I as "shares of bedrock 500 → 800"; nothing if its node is
 * gone. */
void fview_add_edit(const struct fview *view, size_t i, struct ft_str *str);
/* Drop edits that the store contains by now, or whose association in OLD is
 * gone. */
void fview_edits_prune(struct fview *view, const struct fview_data *old);
/* Undo the last edit (WAY -1), or redo it (1). */
void fview_edit_step(struct fview *view, int way);
/* Compute the data with the edits, and show on the bottom line who moves. */
void fview_edit_run(struct fview *view);
/*
 * Returns, for each node of FROM, the node of the same association in TO, or
 * FT_NODE_NONE; the caller frees the array.  Ids do not suffice for that,
 * because another file may have replaced the store.  The two roots are the
 * same.
 */
uint32_t *fview_match(
    const struct fview_data *from, const struct fview_data *to);
/* Take folds, marks and the position over from OLD, after other data was
 * set. */
void fview_carry_over(struct fview *view, const struct fview_data *old);
/* Find out who moves between OLD and what is shown; NULL: compare nothing. */
void fview_set_moved(struct fview *view, const struct fview_data *old);

/* ---- the table (rows of draw/table.c) ------------------------------------- */

/* Choose and sort the rows of the table again. */
void fview_table_fill(struct fview *view);
/* Move the cursor of the table by STEPS; select row ROW of a window of N
 * rows. */
void fview_table_move(struct fview *view, int steps);
void fview_table_click(struct fview *view, int row, int n);
/* Sort as a click on the title of COLUMN asks: by it, then reversed, then as
 * before. */
void fview_table_click_head(struct fview *view, int column);
/* Bring the row of NODE into view. */
void fview_table_show(struct fview *view, uint32_t node);
/* Sort table or tree by the next column, or reverse the order. */
void fview_table_sort(struct fview *view, int turn);
bool fview_table_shows(int field);
/* Sort by the field WORD, with "-" in front highest first; returns false if the
 * table has no such field. */
bool fview_table_sort_by(struct fview *view, const char *word);

/* Sort the levels of the tree again, because the order or the data has
 * changed. */
void fview_order_forget(struct fview *view);
/* Returns the N children of ACCOUNT, which LIST has, in the order of the view. */
const uint32_t *fview_order_of(const struct fview *view, uint32_t account,
    const uint32_t *list, uint32_t n);
/* Returns the index of NODE among the children of ACCOUNT in that order. */
uint32_t fview_order_place(
    const struct fview_order *order, uint32_t account, uint32_t node);

/* ---- the queue (queue.c) -------------------------------------------------- */

/* Returns the job at the cursor, NULL if there is none. */
const struct fview_job *fview_queue_selected(const struct fview *view);
/* Move its cursor; choose the row ROW of a window of N. */
void fview_queue_move(struct fview *view, int steps);
void fview_queue_click(struct fview *view, int row, int rows);
/* New data is there: select the job OLD (NULL: none) in it. */
void fview_queue_keep(struct fview *view, const struct fview_job *old);
/* Returns the rows of the panel about a job, at most, on a page of ROWS. */
int fview_queue_panel_rows(int rows);
/* The frame of the list inside the page BOX. */
struct fview_box fview_queue_list(
    const struct fview *view, const struct fview_box *box);

/* ---- replies of the command (draw/reply.c) --------------------------------- */

/* Append the reply to what the view asks, its tables for COLS columns; dots if there
 * is none yet. */
void fview_reply_lines(
    const struct fview *view, int cols, struct fview_lines *lines);

/* ---- the screen (layout.c) ------------------------------------------------ */

struct fview_layout {
	bool line;             /* one-line mode: nothing but text */
	struct fview_box top;  /* tree and side, or another page; framed */
	struct fview_box tree; /* framed; rows 0: not there */
	struct fview_box side;
	struct fview_box places;
	struct fview_box lesson;
	struct fview_box timeline;
	struct fview_box bar; /* of the timeline: one row */
	struct fview_box
	    message;           /* the line above the keys, which frames use */
	struct fview_box keys; /* the last row */
};
/* Divide SCREEN, whatever the rows of the tree need. */
void fview_divide(const struct fview *view, const struct fview_box *screen,
    struct fview_layout *layout);
/* Put the border between the tree and what is beside it at column LEFT. */
void fview_set_border(struct fview_layout *layout, int left);
/* Divide SCREEN; boxes that are not drawn get a NULL grid. */
void fview_lay_out(const struct fview_scene *scene,
    const struct fview_box *screen, struct fview_layout *layout);

/* Put lines of the tree, fold sign and name of NODE; STEP: columns that a level is
 * indented, 1 or 2. */
void fview_put_branch(const struct fview_scene *scene,
    const struct fview_box *box, int row, uint32_t node, int step);
/* The columns that this needs, with the marks left of it. */
struct fview_branch {
	int wide, narrow; /* indented by 2, and by 1 */
	int remark;       /* after the name */
};
struct fview_branch fview_branch_cols(
    const struct fview_scene *scene, uint32_t node);
/* Returns the columns that names and results of the rows in the frame BOX need,
 * with the frame. */
int fview_tree_cols(
    const struct fview_scene *scene, const struct fview_box *box);
/* Returns the column at COL of the screen, of the tree or the table in the frame
 * BOX; -1: none. */
int fview_tree_column(
    const struct fview_scene *scene, const struct fview_box *box, int col);
int fview_table_column(
    const struct fview_scene *scene, const struct fview_box *box, int col);
/* Draw a part of the screen, or a page, into BOX. */
typedef void view_drawer(
    const struct fview_scene *scene, const struct fview_box *box);
view_drawer fview_draw_tree, fview_draw_places, fview_draw_table,
    fview_draw_queue, fview_draw_usage, fview_draw_history, fview_draw_help,
    fview_draw_lint;
/* In one row: the keys of this page, or what is being typed; the message. */
view_drawer fview_draw_footer, fview_draw_message;
/* Returns the key that a click on column COL of that row presses, or NONE. */
uint32_t fview_footer_key(const struct fview *view, int cols, int col);
/* Returns the rows its sentence needs at present. */
int fview_timeline_rows(
    const struct fview *view, bool beside, int rows, int cols);
void fview_draw_timeline(
    const struct fview_scene *scene, const struct fview_layout *layout);
/* A screen of fewer rows or columns has sentences about the walk, and no other
 * page. */
#define FVIEW_LINE_ROWS 10
#define FVIEW_LINE_COLS 40
void fview_draw_line_mode(const struct fview_scene *scene);

/* ---- keys (press.c, mouse.c, prompt.c) --------------------------------------------- */

/* What a key does; argument: of its row in key.def. */
typedef void view_action(struct fview *view, int argument);
/* Do what REQUEST, of enum fview_request, asks for. */
void fview_do(struct fview *view, uint32_t request);
view_action fview_fold_row;
/* Move by so many rows whatever the cursor keys work on now. */
view_action fview_cursor_keys;
/* Search for the pattern from the selection on, forward (1) or back (-1). */
view_action fview_search;
/* A search begins to be typed; its text has changed; it is over, and the cursor
 * returns unless it is to STAY. */
void fview_search_begin(struct fview *view);
void fview_search_typed(struct fview *view);
void fview_search_end(struct fview *view, bool stay);
/* A key while something is being typed. */
void fview_type(struct fview *view, uint32_t key);
/* Go to where NODE gets its place or is entered. */
void fview_goto(struct fview *view, uint32_t node);
/* Returns whether the name of NODE contains the pattern. */
bool fview_matches(const struct fview *view, uint32_t node);
/* Returns whether NAME (NULL: "") contains WORD; the case of ASCII letters is
 * ignored. */
bool fview_holds(const char *name, const struct ft_str *word);
/* Returns the node NAME or NAME@ACCOUNT means, FT_NODE_NONE. */
uint32_t fview_find_name(const struct fview *view, const char *name);
/* Returns the name that was probably meant by NAME, the tree's, or NULL. */
const char *fview_near_name(const struct fview *view, const char *name);
/* Returns how many rows of the tree the screen has. */
int fview_tree_height(const struct fview *view);

#endif
