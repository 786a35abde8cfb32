/*
 * entry.c - the entry of a terminal is rewritten, with 24-bit colours: many
 * systems have xterm-256color but not xterm-direct, and a terminal that sets
 * COLORTERM understands the same sequences (ISO 8613-6, as xterm has them).
 *
 * Curses reads an entry from $TERMINFO itself if that begins with "hex:".
 * Source: terminfo(5), term(5), user_caps(5).
 */
#include "fview/terminal/entry.h"

#include <stdlib.h>

#include "base/text/str.h"
#include "cli/cmd.h"

#define MAGIC  01036 /* numbers have 32 bits */
#define COLORS 0x1000000
#define PAIRS  0x10000 /* as xterm-direct */

/* %1 is 0xrrggbb. */
#define RGB "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"

/* What the entry has instead; NULL: not at all. */
static const struct {
	const char *name, *text;
} strings[] = {
	{ "setaf", "\033[38;" RGB },
	{ "setab", "\033[48;" RGB },
	{ "setf", NULL },
	{ "setb", NULL },
	{ "initc", NULL },
	{ "initp", NULL },
	{ "oc", NULL },
};

/* The sections of a compiled entry, or of what extends it. */
struct section {
	struct ft_str flags, numbers, offsets, texts;
	int n_flag, n_number, n_string;
};

static void
section_free(struct section *section)
{
	ft_str_free(&section->flags);
	ft_str_free(&section->numbers);
	ft_str_free(&section->offsets);
	ft_str_free(&section->texts);
}

/* ---- pieces ----------------------------------------------------------------- */

/* Append the low BYTES of NUMBER, the lowest first. */
static void
add_number(struct ft_str *str, int number, int bytes)
{
	for (int i = 0; i < bytes; i++)
		ft_str_add_char(str, (char)((unsigned)number >> 8 * i & 0xff));
}

static void
add_flag(struct section *section, bool flag)
{
	ft_str_add_char(&section->flags, flag ? 1 : 0);
	section->n_flag++;
}

/* TEXT NULL: the terminal has none. */
static void
add_string(struct section *section, const char *text)
{
	add_number(&section->offsets, text ? (int)section->texts.len : -1, 2);
	if (text)
		ft_str_add_n(&section->texts, text, strlen(text) + 1);
	section->n_string++;
}

/* Append flags and numbers; a number begins at an even place. */
static void
add_values(struct ft_str *str, const struct section *section)
{
	ft_str_add_n(str, section->flags.data, section->flags.len);
	if (str->len % 2)
		ft_str_add_char(str, '\0');
	ft_str_add_n(str, ft_str_text(&section->numbers), section->numbers.len);
	ft_str_add_n(str, ft_str_text(&section->offsets), section->offsets.len);
}

/* ---- the entry ---------------------------------------------------------------- */

/* The text of this terminal for NAME; NULL: none. */
static const char *
text_of(const char *name)
{
	const char *text = fview_curses.tigetstr(name);

	for (size_t i = 0; i < FT_COUNT(strings); i++)
		if (strcmp(strings[i].name, name) == 0)
			return strings[i].text;
	return text == (const char *)-1 ? NULL : text;
}

static int
number_of(const char *name)
{
	if (strcmp(name, "colors") == 0)
		return COLORS;
	if (strcmp(name, "pairs") == 0)
		return PAIRS;
	return fview_curses.tigetnum(name);
}

/* All that terminfo knows of every terminal. */
static void
read_usual(struct section *usual)
{
	for (size_t i = 0; (*fview_curses.boolnames)[i]; i++) {
		const char *name = (*fview_curses.boolnames)[i];

		/* colours cannot be redefined */
		add_flag(usual, strcmp(name, "ccc") != 0 &&
				    fview_curses.tigetflag(name) > 0);
	}
	for (size_t i = 0; (*fview_curses.numnames)[i]; i++) {
		add_number(
		    &usual->numbers, number_of((*fview_curses.numnames)[i]), 4);
		usual->n_number++;
	}
	for (size_t i = 0; (*fview_curses.strnames)[i]; i++)
		add_string(usual, text_of((*fview_curses.strnames)[i]));
}

/* RGB: a colour is its own number.  XM: how the mouse is switched on. */
static void
read_more(struct section *more)
{
	const char *mouse = text_of("XM");

	add_flag(more, true);
	if (mouse)
		add_string(more, mouse);
	/* names: their offsets begin at 0 again */
	add_number(&more->offsets, 0, 2);
	if (mouse)
		add_number(&more->offsets, sizeof "RGB", 2);
	ft_str_add_n(&more->texts, "RGB", sizeof "RGB");
	if (mouse)
		ft_str_add_n(&more->texts, "XM", sizeof "XM");
}

/* Append the compiled entry of TERM. */
static void
add_entry(struct ft_str *str, const char *term)
{
	struct section usual FT_CLEANUP(section_free) = { 0 };
	struct section more FT_CLEANUP(section_free) = { 0 };
	int texts;

	read_usual(&usual);
	read_more(&more);
	add_number(str, MAGIC, 2);
	add_number(str, (int)strlen(term) + 1, 2);
	add_number(str, usual.n_flag, 2);
	add_number(str, usual.n_number, 2);
	add_number(str, usual.n_string, 2);
	add_number(str, (int)usual.texts.len, 2);
	ft_str_add_n(str, term, strlen(term) + 1);
	add_values(str, &usual);
	ft_str_add_n(str, usual.texts.data, usual.texts.len);
	if (str->len % 2)
		ft_str_add_char(str, '\0');
	texts = 2 * more.n_string + more.n_flag; /* and the names */
	add_number(str, more.n_flag, 2);
	add_number(str, more.n_number, 2);
	add_number(str, more.n_string, 2);
	add_number(str, texts, 2);
	add_number(str, (int)more.texts.len, 2);
	add_values(str, &more);
	ft_str_add_n(str, more.texts.data, more.texts.len);
}

/* ---- the terminal -------------------------------------------------------------- */

/* The value of $TERMINFO for TERM, the caller's; NULL: its own entry will do. */
static char *
direct_entry(FILE *out, const char *term)
{
	struct ft_str entry FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str hex = { 0 };
	int colors, why;

	if (fview_curses.setupterm(NULL, fileno(out), &why) != OK)
		return NULL;
	colors = fview_curses.tigetnum("colors");
	if (colors > 0 && colors < COLORS)
		add_entry(&entry, term);
	fview_curses.del_curterm(*fview_curses.cur_term);
	if (entry.len == 0)
		return NULL;
	ft_str_add(&hex, "hex:");
	for (size_t i = 0; i < entry.len; i++)
		ft_str_addf(&hex, "%02x", (unsigned char)entry.data[i]);
	return ft_str_take(&hex);
}

SCREEN *
fview_entry_begin(FILE *out, FILE *in, bool direct)
{
	const char *term = ft_cmd_variable("TERM");
	const char *before = ft_cmd_variable("TERMINFO");
	char *kept FT_CLEANUP(ft_free_at) = before ? ft_strdup(before) : NULL;
	char *entry FT_CLEANUP(ft_free_at) =
	    direct && term ? direct_entry(out, term) : NULL;
	SCREEN *screen;

	if (entry)
		(void)setenv("TERMINFO", entry, 1);
	screen = fview_curses.newterm(NULL, out, in);
	if (entry && kept)
		(void)setenv("TERMINFO", kept, 1);
	else if (entry)
		(void)unsetenv("TERMINFO");
	return screen;
}
