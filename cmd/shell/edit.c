#include "shell/edit.h"

#include <histedit.h>
#include <signal.h>
#include <unistd.h>
#include <wchar.h>
#include <sys/ioctl.h>

#include "cli/cmd.h"
#include "files/library.h"

#define END_KEY 4   /* Ctrl-D */
#define USUAL   80  /* columns */
#define MOST    200 /* words listed at most */
#define SIGNALS 5

/* Debian and its kin count the versions of libedit in their own way. */
#define FILES "libedit.so.2 libedit.so.0"
#define LIBEDIT(X)                                                             \
	X(el_deletestr)                                                        \
	X(el_end)                                                              \
	X(el_get)                                                              \
	X(el_gets)                                                             \
	X(el_init)                                                             \
	X(el_insertstr)                                                        \
	X(el_line)                                                             \
	X(el_resize)                                                           \
	X(el_set)                                                              \
	X(el_source)                                                           \
	X(history)                                                             \
	X(history_end)                                                         \
	X(history_init)

/* There is one libedit in a process, whoever asks. */
static struct {
	LIBEDIT(FT_LIBRARY_MEMBER)
} libedit;

struct ft_edit {
	EditLine *el;
	History *keys; /* the history that its keys walk through */
	char *prompt;  /* libedit wants it without const */
	struct ft_edit_options options;
	enum ft_edit_result result;
	bool ended; /* the end key on an empty line */
	int signal; /* that kills */
};

/* ---- signals ---------------------------------------------------------------- */

/* Signal handlers have no argument; only one line is read at a time. */
static volatile sig_atomic_t caught[SIGNALS];
static const int watched[SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGWINCH,
	SIGTSTP };

static void
note(int number)
{
	for (size_t i = 0; i < SIGNALS; i++)
		if (watched[i] == number)
			caught[i] = 1;
}

static bool
take(int number)
{
	for (size_t i = 0; i < SIGNALS; i++)
		if (watched[i] == number && caught[i]) {
			caught[i] = 0;
			return true;
		}
	return false;
}

/* A signal that arrives while a line is read is recorded, and interrupts the
 * read. */
static void
watch(struct sigaction *old)
{
	struct sigaction action = { 0 };

	action.sa_handler = note;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++) {
		caught[i] = 0;
		sigaction(watched[i], NULL, &old[i]);
		/* the parent process chose to ignore it */
		if (old[i].sa_handler != SIG_IGN)
			sigaction(watched[i], &action, NULL);
	}
}

static void
unwatch(const struct sigaction *old)
{
	for (size_t i = 0; i < SIGNALS; i++)
		sigaction(watched[i], &old[i], NULL);
}

/* Stop like any process; afterwards set up the terminal again. */
static void
stop(struct ft_edit *edit)
{
	struct sigaction action = { 0 }, old;

	libedit.el_set(edit->el, EL_PREP_TERM, 0);
	fflush(edit->options.out);
	action.sa_handler = SIG_DFL;
	sigemptyset(&action.sa_mask);
	sigaction(SIGTSTP, &action, &old);
	raise(SIGTSTP);
	sigaction(SIGTSTP, &old, NULL);
	libedit.el_set(edit->el, EL_PREP_TERM, 1);
	libedit.el_set(edit->el, EL_REFRESH);
}

/*
 * libedit keeps its cursor where it was, even beyond a narrower screen, and
 * writes there: redraw the line from the left edge.
 */
static void
resize(struct ft_edit *edit)
{
	libedit.el_resize(edit->el);
	fputc('\r', edit->options.out);
	libedit.el_set(edit->el, EL_REFRESH);
}

/* Handle the recorded signals; returns false if one ends the line. */
static bool
obey(struct ft_edit *edit)
{
	if (take(SIGTERM))
		edit->signal = SIGTERM;
	else if (take(SIGHUP))
		edit->signal = SIGHUP;
	if (edit->signal)
		edit->result = FT_EDIT_KILLED;
	else if (take(SIGINT))
		edit->result = FT_EDIT_INTERRUPT;
	if (edit->result != FT_EDIT_LINE)
		return false;
	if (take(SIGWINCH))
		resize(edit);
	if (take(SIGTSTP))
		stop(edit);
	return true;
}

/* ---- keys ------------------------------------------------------------------- */

/* Returns 1 with a byte, 0 at the end, -1 when the line is over. */
static int
read_byte(struct ft_edit *edit, unsigned char *byte)
{
	int fd = fileno(edit->options.in);

	for (;;) {
		ssize_t got;

		if (!obey(edit))
			return -1;
		got = read(fd, byte, 1);
		if (got >= 0)
			return (int)got;
		if (errno != EINTR) /* the terminal has gone away */
			return 0;
	}
}

static bool
is_empty(EditLine *el)
{
	const LineInfo *info = libedit.el_line(el);

	return info->lastchar == info->buffer;
}

/* libedit's own would echo the end key. */
static int
read_key(EditLine *el, wchar_t *key)
{
	struct ft_edit *edit;
	mbstate_t state = { 0 };
	unsigned char byte = 0;
	size_t len;

	*key = 0;
	libedit.el_get(el, EL_CLIENTDATA, &edit);
	do {
		int got = read_byte(edit, &byte);
		char letter = (char)byte;

		if (got <= 0) {
			edit->ended = got == 0;
			return got;
		}
		len = mbrtowc(key, &letter, 1, &state);
		if (len == (size_t)-1) { /* no letter here: as it is */
			*key = (wchar_t)byte;
			len = 1;
		}
	} while (len == (size_t)-2);
	/* typed before the terminal was ready, the end key is a zero byte */
	if (*key == 0)
		*key = END_KEY;
	if (*key == END_KEY && is_empty(el)) {
		edit->ended = true;
		return 0;
	}
	return 1;
}

static char *
show_prompt(EditLine *el)
{
	static char none[] = "";
	struct ft_edit *edit;

	libedit.el_get(el, EL_CLIENTDATA, &edit);
	return edit->prompt ? edit->prompt : none;
}

/* ---- TAB -------------------------------------------------------------------- */

/* Returns the length of the prefix that all words share, case included. */
static size_t
common_start(const struct ft_edit_candidates *words)
{
	size_t n = words->n ? strlen(words->item[0]) : 0;

	for (size_t i = 1; i < words->n; i++) {
		size_t k = 0;

		while (k < n && words->item[0][k] == words->item[i][k])
			k++;
		n = k;
	}
	/* not in the middle of a letter */
	while (n && words->n > 1 && (words->item[0][n] & 0xC0) == 0x80)
		n--;
	return n;
}

/* For name=a,b list only what follows the last = or comma. */
static const char *
last_part(const char *word)
{
	const char *part = word;

	for (const char *at = word; *at; at++)
		if ((*at == '=' || *at == ',') && at[1])
			part = at + 1;
	return part;
}

/* Columns that TEXT takes. */
static int
width_of(const char *text)
{
	int width = 0;

	for (; *text; text++)
		width += (*text & 0xC0) != 0x80;
	return width;
}

static int
terminal_width(const struct ft_edit *edit)
{
	struct winsize size = { 0 };

	if (ioctl(fileno(edit->options.in), TIOCGWINSZ, &size) == 0 &&
	    size.ws_col)
		return size.ws_col;
	return USUAL;
}

/* In columns, down and then to the right, as ls does. */
static void
show_words(const struct ft_edit *edit, const struct ft_edit_candidates *words)
{
	FILE *out = edit->options.out;
	size_t n = words->n < MOST ? words->n : MOST;
	size_t columns, rows;
	int width = 0;

	for (size_t i = 0; i < n; i++) {
		int mine = width_of(last_part(words->item[i]));

		width = mine > width ? mine : width;
	}
	columns = (size_t)(terminal_width(edit) / (width + 2));
	if (!columns)
		columns = 1;
	rows = (n + columns - 1) / columns;
	fputc('\n', out);
	for (size_t row = 0; row < rows; row++) {
		for (size_t i = row; i < n; i += rows) {
			const char *word = last_part(words->item[i]);
			bool last = i + rows >= n;

			fprintf(out, "%s%*s", word,
			    last ? 0 : width + 2 - width_of(word), "");
		}
		fputc('\n', out);
	}
	if (words->n > n)
		fprintf(out, "... and %zu more\n", words->n - n);
}

/* Replace the TYPED part of a word by the first N letters of WORD. */
static void
replace(EditLine *el, const char *typed, const char *word, size_t n, bool done)
{
	size_t len = strlen(typed);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&text, word, n);
	if (done && n && word[n - 1] != '=' && word[n - 1] != ',' &&
	    word[n - 1] != '/')
		ft_str_add_char(&text, ' ');
	if (text.len >= len && strncmp(text.data, typed, len) == 0) {
		if (text.len > len)
			libedit.el_insertstr(el, text.data + len);
	} else {
		mbstate_t state = { 0 };
		const char *at = typed;
		size_t letters = mbsrtowcs(NULL, &at, 0, &state);

		libedit.el_deletestr(
		    el, (int)(letters == (size_t)-1 ? len : letters));
		libedit.el_insertstr(el, ft_str_text(&text));
	}
}

static unsigned char
put_words(
    struct ft_edit *edit, const char *line, struct ft_edit_candidates *words)
{
	const char *typed = line + words->start;
	size_t n = common_start(words);

	if (words->n == 0)
		return CC_REFRESH_BEEP;
	if (words->n == 1 || n > strlen(typed)) {
		replace(edit->el, typed, words->item[0], n, words->n == 1);
		return CC_REFRESH;
	}
	show_words(edit, words);
	return CC_REDISPLAY;
}

static unsigned char
complete(EditLine *el, int key)
{
	const LineInfo *info = libedit.el_line(el);
	struct ft_edit *edit;
	struct ft_edit_candidates words = { 0 };
	unsigned char result;
	char *line;

	(void)key;
	libedit.el_get(el, EL_CLIENTDATA, &edit);
	line = ft_strndup(info->buffer, (size_t)(info->cursor - info->buffer));
	edit->options.complete(edit->options.ctx, line, &words);
	result = put_words(edit, line, &words);
	ft_edit_candidates_free(&words);
	ft_free(line);
	return result;
}

/* ---- lines ------------------------------------------------------------------ */

static void
bind_keys(struct ft_edit *edit)
{
	EditLine *el = edit->el;

	libedit.el_set(el, EL_EDITOR, "emacs");
	libedit.el_set(el, EL_SIGNAL, 0);
	libedit.el_set(el, EL_GETCFN, read_key);
	libedit.el_set(el, EL_HIST, libedit.history, edit->keys);
	libedit.el_set(el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	if (edit->options.complete) {
		libedit.el_set(
		    el, EL_ADDFN, "complete", "complete a word", complete);
		libedit.el_set(el, EL_BIND, "^I", "complete", NULL);
	}
	libedit.el_source(el, NULL);
	/* an editor chosen there has keys of its own; TAB stays */
	if (edit->options.complete) {
		libedit.el_set(el, EL_BIND, "^I", "complete", NULL);
		libedit.el_set(el, EL_BIND, "-a", "^I", "complete", NULL);
	}
}

struct ft_edit *
ft_edit_open(const struct ft_edit_options *options)
{
	struct ft_edit *edit;
	HistEvent event;

	if (!ft_library_load(FILES, LIBEDIT(FT_LIBRARY_NAME), &libedit))
		return NULL;
	(void)ft_cmd_shows_utf8();
	edit = ft_calloc(1, sizeof *edit);
	edit->options = *options;
	edit->el = libedit.el_init(
	    options->name, options->in, options->out, options->err);
	edit->keys = libedit.history_init();
	if (!edit->el || !edit->keys) {
		ft_edit_close(edit);
		return NULL;
	}
	libedit.history(edit->keys, &event, H_SETSIZE, FT_HISTORY_MOST);
	libedit.el_set(edit->el, EL_CLIENTDATA, edit);
	libedit.el_set(edit->el, EL_PROMPT, show_prompt);
	bind_keys(edit);
	return edit;
}

void
ft_edit_close(struct ft_edit *edit)
{
	if (!edit)
		return;
	if (edit->el)
		libedit.el_end(edit->el);
	if (edit->keys)
		libedit.history_end(edit->keys);
	ft_free(edit->prompt);
	ft_free(edit);
}

/* libedit keeps a copy; lines may have been dropped from the midst. */
static void
fill_history(struct ft_edit *edit)
{
	const struct ft_history *from = edit->options.history;
	HistEvent event;

	libedit.history(edit->keys, &event, H_CLEAR);
	for (size_t i = 0; from && i < from->n; i++)
		libedit.history(edit->keys, &event, H_ENTER, from->line[i]);
}

enum ft_edit_result
ft_edit_line(struct ft_edit *edit, const char *prompt, struct ft_str *line)
{
	struct sigaction old[SIGNALS];
	const char *text;
	int n = 0;

	ft_str_clear(line);
	fill_history(edit);
	ft_free(edit->prompt);
	edit->prompt = ft_strdup(prompt);
	edit->result = FT_EDIT_LINE;
	edit->ended = false;
	edit->signal = 0;
	watch(old);
	ft_cmd_guard_terminal(fileno(edit->options.in));
	/* before the prompt, so that typed-ahead text is not echoed twice */
	libedit.el_set(edit->el, EL_PREP_TERM, 1);
	text = libedit.el_gets(edit->el, &n);
	if (edit->ended) /* the terminal has gone; a signal may follow */
		(void)obey(edit);
	ft_cmd_guard(NULL);
	unwatch(old);
	fflush(edit->options.out);
	/* now that the terminal is as it was */
	if (edit->result == FT_EDIT_KILLED)
		raise(edit->signal);
	if (edit->result != FT_EDIT_LINE)
		return edit->result;
	if (edit->ended || !text || n <= 0)
		return FT_EDIT_END;
	if (text[n - 1] == '\n')
		n--;
	ft_str_add_n(line, text, (size_t)n);
	return FT_EDIT_LINE;
}
