#include "io/slurm/scriptfile.h"

/* ---- words ------------------------------------------------------------------- */

static void
add_word(struct ft_script *script, const char *text, size_t len, uint32_t line)
{
	script->word = ft_vec_grow(
	    script->word, &script->cap, script->n + 2, sizeof *script->word);
	script->line = ft_vec_grow(script->line, &script->cap_line,
	    script->n + 1, sizeof *script->line);
	script->line[script->n] = line;
	script->word[script->n++] = ft_arena_strndup(&script->arena, text, len);
	script->word[script->n] = NULL;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/*
 * Read the next word of AT (up to END) into WORD; returns its end.  *open: an
 * unclosed quote, else 0.
 */
static const char *
take_word(const char *at, const char *end, bool joins, struct ft_str *word,
    char *open)
{
	char quote = 0;

	ft_str_clear(word);
	for (; at < end; at++) {
		if (!quote && (is_blank(*at) || *at == '#'))
			break;
		if (quote && *at == quote) {
			quote = 0;
		} else if (!quote && (*at == '"' || *at == '\'')) {
			quote = *at;
		} else if (*at != '\\') {
			ft_str_add_char(word, *at);
		} else if (at + 1 < end &&
			   (quote || joins || !is_blank(at[1]))) {
			ft_str_add_char(word, *++at);
		}
	}
	*open = quote;
	return at;
}

static bool
read_directive(
    struct ft_script *script, const char *at, const char *end, uint32_t line)
{
	struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };
	char quote = 0;

	while (!quote) {
		const char *from = at;

		while (at < end && is_blank(*at))
			at++;
		if (at == end || *at == '#')
			break;
		at = take_word(at, end, script->joins, &word, &quote);
		if (quote) {
			script->quote = quote;
			script->bad_line = line;
			script->bad_text = ft_arena_strndup(
			    &script->arena, from, (size_t)(end - from));
		} else {
			add_word(script, ft_str_text(&word), word.len, line);
		}
	}
	return !quote;
}

static bool
only_blanks(const char *at, const char *end)
{
	while (at < end && (is_blank(*at) || *at == '\n'))
		at++;
	return at == end;
}

/* Whether the line is blank or a comment. */
static bool
is_comment(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	return at == end || *at == '#';
}

static enum ft_script_problem
problem_of(const char *text, size_t size)
{
	if (only_blanks(text, text + size))
		return size ? FT_SCRIPT_BLANK : FT_SCRIPT_EMPTY;
	if (size < 2 || text[0] != '#' || text[1] != '!')
		return FT_SCRIPT_NO_INTERPRETER;
	if (memchr(text, 0, size))
		return FT_SCRIPT_NUL;
	for (const char *at = text;
	     (at = memchr(at, '\r', size - (size_t)(at - text))); at++)
		if (at + 1 < text + size && at[1] == '\n')
			return FT_SCRIPT_DOS;
	return FT_SCRIPT_GOOD;
}

/* Read the lines that begin with DIRECTIVE: all, or those ahead of the first
 * command. */
static bool
read_lines(struct ft_script *script, const char *directive, const char *text,
    const char *end, bool all)
{
	size_t len = strlen(directive);

	add_word(script, "", 0, 0);
	for (uint32_t line = 1; text < end; line++) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			stop = end;
		if (!all && !is_comment(text, stop))
			break;
		if ((size_t)(stop - text) >= len &&
		    memcmp(text, directive, len) == 0 &&
		    !read_directive(script, text + len, stop, line))
			return false;
		text = stop + (stop < end);
	}
	return true;
}

enum ft_script_problem
ft_script_parse(
    struct ft_script *script, bool joins, const char *text, size_t size)
{
	enum ft_script_problem problem = problem_of(text, size);

	*script = (struct ft_script){ .joins = joins };
	if (problem != FT_SCRIPT_GOOD)
		return problem;
	return read_lines(script, "#SBATCH", text, text + size, false)
		   ? FT_SCRIPT_GOOD
		   : FT_SCRIPT_QUOTE;
}

bool
ft_script_lines(struct ft_script *script, const char *directive,
    const char *text, size_t size)
{
	*script = (struct ft_script){ 0 };
	return read_lines(script, directive, text, text + size, true);
}

void
ft_script_free(struct ft_script *script)
{
	ft_free(script->word);
	ft_free(script->line);
	ft_arena_clear(&script->arena);
	*script = (struct ft_script){ 0 };
}

/* ---- how long ----------------------------------------------------------------- */

/* The commands so far. */
struct course {
	double seconds;
	uint32_t status;
	bool over;  /* after exit */
	bool known; /* all commands so far are known */
};

#define SECONDS_MAX 1e12

static bool
sleep_word(const char *word, double *seconds)
{
	static const struct {
		char letter;
		int seconds;
	} units[] = { { 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 } };
	char number[32];
	size_t len = strlen(word);
	double value, unit = 1;

	for (size_t i = 0; len && i < FT_COUNT(units); i++) {
		if (word[len - 1] == units[i].letter) {
			unit = units[i].seconds;
			len--;
			break;
		}
	}
	if (len == 0 || len >= sizeof number)
		return false;
	memcpy(number, word, len);
	number[len] = '\0';
	if (!ft_num_double(number, &value) || value < 0 ||
	    value * unit > SECONDS_MAX)
		return false;
	*seconds += value * unit;
	return true;
}

static bool
run_sleep(struct course *course, char **word, size_t n)
{
	double seconds = 0;

	if (n < 2)
		return false;
	for (size_t i = 1; i < n; i++)
		if (!sleep_word(word[i], &seconds))
			return false;
	course->seconds += seconds;
	course->status = 0;
	return course->seconds <= SECONDS_MAX;
}

static bool
run_exit(struct course *course, char **word, size_t n)
{
	uint32_t status = course->status;

	if (n > 2 || (n == 2 && !ft_num_u32(word[1], &status)))
		return false;
	course->status = status & 255;
	course->over = true;
	return true;
}

/* Add one command; false: unknown. */
static bool
run_words(struct course *course, char **word, size_t n)
{
	if (n > 1 && strcmp(word[0], "srun") == 0) {
		word++;
		n--;
	}
	if (strcmp(word[0], "sleep") == 0)
		return run_sleep(course, word, n);
	if (strcmp(word[0], "exit") == 0)
		return run_exit(course, word, n);
	if (strcmp(word[0], "true") == 0 || strcmp(word[0], ":") == 0 ||
	    strcmp(word[0], "echo") == 0)
		course->status = 0;
	else if (strcmp(word[0], "false") == 0)
		course->status = 1;
	else
		return false;
	return true;
}

static bool
run_text(struct course *course, const char *at, const char *end)
{
	struct ft_script words FT_CLEANUP(ft_script_free) = { 0 };
	bool known = true;

	for (const char *c = at; c < end; c++)
		if (*c && strchr("|<>$`(){}*?", *c))
			return false;
	known = read_directive(&words, at, end, 1);
	if (known && words.n > 0)
		known = run_words(course, words.word, words.n);
	return known;
}

/* Where the command at AT ends: a line end, ;, && or &. */
static const char *
command_end(const char *at, const char *end)
{
	char quote = 0;

	if (at < end && *at == '#')
		quote = '\n';
	for (; at < end && *at != '\n'; at++) {
		if (quote == '\n')
			continue;
		if (quote)
			quote = *at == quote ? 0 : quote;
		else if (*at == '"' || *at == '\'')
			quote = *at;
		else if (*at == ';' || *at == '&')
			break;
	}
	return at;
}

int64_t
ft_script_run_time(const char *text, size_t size, uint32_t *status)
{
	struct course course = { .known = true };
	const char *end = text + size;
	bool both = false;

	while (text < end && course.known && !course.over) {
		const char *stop = command_end(text, end);

		/* `false && sleep 5` does not sleep */
		if (!both || course.status == 0)
			course.known = run_text(&course, text, stop);
		both = stop + 1 < end && stop[0] == '&' && stop[1] == '&';
		if (stop < end && *stop == '&' && !both)
			course.known = false;
		text = stop == end ? end : stop + (both ? 2 : 1);
	}
	*status = course.known ? course.status : 0;
	return course.known ? (int64_t)(course.seconds + 0.5) : -1;
}
