/*
 * footer.c - the last row: the keys that matter on this page, or what is being
 * typed with the keys that end it; and the message on the line above.  A click
 * on an entry presses its key.
 */
#include "fview/internal.h"

/* The page, or what is open on it.  But for the last two only one is true. */
enum where {
	NOW = 1 << 0, /* the tree beside what happens now */
	WHY = 1 << 1, /* the tree beside an explanation */
	EDIT = 1 << 2,
	TABLE = 1 << 3,
	QUEUE = 1 << 4,
	USAGE = 1 << 5,
	HELP = 1 << 6,
	SEARCH = 1 << 7,
	FILTER = 1 << 8,
	COMMAND = 1 << 9,
	HISTORY = 1 << 10,
	AWAY = 1 << 11,  /* the tree does not follow the playhead */
	JOB = 1 << 12,   /* the panel about a job of the queue */
	LESSON = 1 << 13 /* a lesson is played on the tree */
};
#define PAGES  (TABLE | QUEUE | USAGE | HISTORY)
#define PROMPT (SEARCH | FILTER | COMMAND)
#define ALL    (NOW | WHY | EDIT | PAGES | HELP | JOB)

#define REQUEST(id) FVIEW_REQUEST_##id, 0
#define KEY(key)    FVIEW_REQUEST_COUNT, key

/*
 * The entries, the most important first; as many are shown as fit.  Their keys
 * are those of key.def, or belong to what is open.
 */
static const struct entry {
	unsigned where; /* bits of enum where */
	bool right;     /* at the right end */
	enum fview_request request;
	uint32_t key; /* without a request */
	const char *word;
} entries[] = {
	{ ALL, true, REQUEST(QUIT), "quit" },
	{ ALL & ~HELP, true, REQUEST(HELP), "help" },
	{ PROMPT, true, KEY(FVIEW_KEY_ESCAPE), "cancel" },
	{ FILTER | COMMAND, true, KEY(FVIEW_KEY_TAB), "complete" },
	{ SEARCH, true, KEY(FVIEW_KEY_ENTER), "find" },
	{ FILTER, true, KEY(FVIEW_KEY_ENTER), "filter" },
	{ COMMAND, true, KEY(FVIEW_KEY_ENTER), "run" },
	{ WHY | EDIT | HELP | JOB, false, REQUEST(CLOSE), "close" },
	{ EDIT, false, KEY(FVIEW_KEY_ENTER), "set" },
	{ EDIT, false, KEY(FVIEW_KEY_TAB), "shares/usage" },
	{ EDIT, false, KEY('+'), "more" },
	{ EDIT, false, KEY('-'), "less" },
	{ EDIT, false, REQUEST(UNDO), "undo" },
	{ EDIT, false, REQUEST(REDO), "redo" },
	{ EDIT, false, REQUEST(COMMAND), "command" },
	{ NOW, false, REQUEST(PLAY), "play" },
	{ AWAY, false, REQUEST(FOLLOW), "follow" },
	{ NOW, false, REQUEST(BACK), "back" },
	{ NOW, false, REQUEST(FORWARD), "step" },
	{ LESSON, false, REQUEST(NEXT_LESSON), "next lesson" },
	{ NOW, false, REQUEST(NEXT_LEVEL), "level" },
	{ NOW, false, REQUEST(NEXT_USER), "user" },
	{ TABLE, false, REQUEST(SORT), "sort" },
	{ TABLE, false, REQUEST(REVERSE), "reverse" },
	{ TABLE, false, REQUEST(FILTER), "filter" },
	{ TABLE, false, REQUEST(SEARCH), "find" },
	{ TABLE, false, REQUEST(END_OF_ACCOUNT), "its step" },
	{ QUEUE, false, REQUEST(END_OF_ACCOUNT), "why" },
	{ QUEUE, false, REQUEST(FORECAST), "when" },
	{ QUEUE | JOB, false, REQUEST(LIMITS), "limits" },
	{ QUEUE | HISTORY | HELP | JOB, false, REQUEST(DOWN), "down" },
	{ QUEUE | HISTORY | HELP | JOB, false, REQUEST(UP), "up" },
	{ HISTORY, false, REQUEST(MARK), "mark" },
	{ QUEUE | HELP | JOB, false, REQUEST(PAGE_DOWN), "page" },
	{ USAGE, false, REQUEST(FOLD), "fold" },
	{ NOW | TABLE | USAGE, false, REQUEST(EXPLAIN), "explain" },
	{ WHY, false, REQUEST(MARK), "mark" },
	{ WHY, false, REQUEST(COMPARE), "compare" },
	{ NOW | WHY | TABLE | USAGE, false, REQUEST(WHAT_IF), "what if" },
	{ NOW | WHY | USAGE | HISTORY, false, REQUEST(SEARCH), "find" },
	{ WHY, false, REQUEST(FOCUS), "scroll" },
	{ PAGES, false, REQUEST(TREE), "tree" },
	{ NOW, false, REQUEST(TABLE), "table" },
	{ NOW | PAGES, false, REQUEST(NEXT_VIEW), "view" },
	{ NOW, false, REQUEST(SORT), "sort" },
	{ NOW | TABLE, false, REQUEST(MARK), "mark" },
	{ NOW, false, REQUEST(COMPARE), "compare" },
	{ NOW | TABLE, false, REQUEST(LIMITS), "limits" },
	{ NOW, false, REQUEST(FASTER), "faster" },
	{ NOW, false, REQUEST(SLOWER), "slower" },
	{ NOW, false, REQUEST(PLAY_BY), "play by" },
	{ NOW, false, REQUEST(FILTER), "filter" },
	{ WHY, false, REQUEST(PLAY), "play" },
	{ WHY, false, REQUEST(LIMITS), "limits" },
	{ NOW | WHY | TABLE | USAGE, false, REQUEST(COMMAND), "command" },
	{ NOW | PAGES, false, REQUEST(LINT), "lint" },
};

static unsigned
where_of(const struct fview *view)
{
	static const unsigned asks[] = { [FVIEW_ASK_SEARCH] = SEARCH,
		[FVIEW_ASK_FILTER] = FILTER,
		[FVIEW_ASK_COMMAND] = COMMAND };
	static const unsigned sides[] = { [FVIEW_SIDE_NOW] = NOW,
		[FVIEW_SIDE_EXPLAIN] = WHY,
		[FVIEW_SIDE_COMPARE] = WHY,
		[FVIEW_SIDE_EDIT] = EDIT,
		[FVIEW_SIDE_LIMITS] = WHY };
	static const unsigned pages[FVIEW_PAGES] = { [FVIEW_PAGE_TABLE] = TABLE,
		[FVIEW_PAGE_QUEUE] = QUEUE,
		[FVIEW_PAGE_USAGE] = USAGE,
		[FVIEW_PAGE_HISTORY] = HISTORY,
		[FVIEW_PAGE_HELP] = HELP,
		[FVIEW_PAGE_LINT] = HELP };

	if (view->ask != FVIEW_ASK_NOTHING)
		return asks[view->ask];
	if (view->page == FVIEW_PAGE_QUEUE && view->job_open)
		return JOB;
	if (view->page != FVIEW_PAGE_TREE)
		return pages[view->page];
	return sides[view->side] |
	       (view->follow || view->side == FVIEW_SIDE_EDIT ? 0u : AWAY) |
	       (view->lesson && view->side == FVIEW_SIDE_NOW ? LESSON : 0u);
}

/* ---- where the entries are ------------------------------------------------ */

struct spot {
	const struct entry *entry;
	uint32_t key;
	int col, cols;
};

/* Find the entries that fit into COLS columns; returns their number. */
static size_t
find_spots(const struct fview *view, int cols, struct spot *spot)
{
	unsigned where = where_of(view);
	int left = 0, right = cols;
	size_t n = 0;

	for (size_t i = 0; i < FT_COUNT(entries); i++) {
		const struct entry *entry = &entries[i];
		uint32_t key = entry->key
				   ? entry->key
				   : fview_request_key(entry->request, 0);
		char name[16];
		int width =
		    fview_text_width(entry->word) + 1 +
		    fview_text_width(fview_key_name(key, name, sizeof name));

		if (!(entry->where & where))
			continue;
		/* never empty: if nothing fits, what of the first one does */
		if (left + width > right && n > 0)
			break;
		width = width < cols ? width : cols;
		spot[n++] = (struct spot){ entry, key,
			entry->right ? right - width : left, width };
		if (entry->right)
			right -= width + 1;
		else
			left += width + 1;
	}
	return n;
}

static void
put_spot(const struct fview_box *line, const struct spot *spot)
{
	char name[16];
	int at = spot->col;

	fview_key_name(spot->key, name, sizeof name);
	at += fview_put(line, 0, at, FVIEW_STYLE_KEY, name);
	fview_put(line, 0, at + 1, FVIEW_STYLE_NORMAL, spot->entry->word);
}

/* The columns left of what is typed; the hints need a place beside it. */
static int
typed_cols(const struct fview *view, int cols)
{
	struct spot spot[FT_COUNT(entries)];
	size_t n = find_spots(view, cols, spot);
	/* a search completes nothing: the cursor moves as it is typed */
	size_t all = view->ask == FVIEW_ASK_SEARCH ? 2 : 3;
	int used = fview_text_width(ft_str_text(&view->input)) + 12;

	/* all of them, or none */
	if (n < all || used > spot[n - 1].col)
		return cols;
	return spot[n - 1].col - 1;
}

uint32_t
fview_footer_key(const struct fview *view, int cols, int col)
{
	struct spot spot[FT_COUNT(entries)];
	size_t n = find_spots(view, cols, spot);

	if (view->ask != FVIEW_ASK_NOTHING && typed_cols(view, cols) == cols)
		return FVIEW_KEY_NONE;
	for (size_t i = 0; i < n; i++)
		if (col >= spot[i].col && col < spot[i].col + spot[i].cols)
			return spot[i].key;
	return FVIEW_KEY_NONE;
}

/* ---- drawing -------------------------------------------------------------- */

static void
draw_prompt(const struct fview *view, const struct fview_box *line)
{
	static const char *const signs[] = { "", "/", "filter: ", ":" };
	const char *input = ft_str_text(&view->input);
	int at = fview_put(line, 0, 0, FVIEW_STYLE_KEY, signs[view->ask]);
	int over = at + fview_text_width(input) + 1 - line->cols;
	struct fview_box rest = { line->grid, line->row, line->col + at, 1,
		line->cols - at };

	/* keep the end of the typed text visible */
	at = fview_put(&rest, 0, over > 0 ? -over : 0, FVIEW_STYLE_EDIT, input);
	fview_put(
	    &rest, 0, over > 0 ? rest.cols - 1 : at, FVIEW_STYLE_SELECT, " ");
}

void
fview_draw_footer(const struct fview_scene *scene, const struct fview_box *line)
{
	const struct fview *view = scene->view;
	struct spot spot[FT_COUNT(entries)];
	size_t n = find_spots(view, line->cols, spot);
	struct fview_box typed = *line;

	if (view->ask != FVIEW_ASK_NOTHING) {
		typed.cols = typed_cols(view, line->cols);
		draw_prompt(view, &typed);
		if (typed.cols == line->cols)
			return;
	}
	for (size_t i = 0; i < n; i++)
		put_spot(line, &spot[i]);
}

void
fview_draw_message(
    const struct fview_scene *scene, const struct fview_box *line)
{
	const struct fview *view = scene->view;

	fview_title_over(line,
	    view->message_bad ? FVIEW_STYLE_ERROR : FVIEW_STYLE_TITLE,
	    ft_str_text(&view->message));
}
