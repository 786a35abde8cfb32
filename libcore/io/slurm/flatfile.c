#include "io/slurm/flatfile.h"

#include "io/text/logical.h"

static const struct {
	const char *title;
	enum ft_flat_kind kind;
} titles[] = {
	{ "User", FT_FLAT_USER },
	{ "Account", FT_FLAT_ACCOUNT },
	{ "Parent", FT_FLAT_PARENT },
	{ "Cluster", FT_FLAT_CLUSTER },
	{ "QOS", FT_FLAT_QOS },
	{ "Project", FT_FLAT_ACCOUNT },
	{ "Machine", FT_FLAT_CLUSTER },
};

/* Options whose values sacctmgr dump writes in quotes. */
static const char *const quoted[] = { "Partition", "DefaultAccount",
	"DefaultWCKey", "AdminLevel", "Coordinator", "WCKeys", "Comment",
	"Classification", "Description", "Organization", "DefaultQOS", "QOS",
	"Flags", "Preempt", "PreemptMode" };

/* As many lines as that of sacctmgr: messages of load count them. */
static const char explanation[] =
    "# A tree of accounts and users, one line each:\n"
    "#     Title - 'name':Option=value:Option='value':...\n"
    "#\n"
    "# Cluster  the first line; its options are those of the account root\n"
    "# Parent   the account under which the following lines are put\n"
    "# Account  an account below that one: Description, Organization,\n"
    "#          Fairshare (shares, or parent), limits, QOS\n"
    "# User     a user of that account: DefaultAccount, AdminLevel,\n"
    "#          Coordinator, Partition, Fairshare, limits, QOS\n"
    "# What a line leaves out is inherited.  A parent is defined above the\n"
    "# lines that use it.  Quote values with colons or blanks; \\# starts no\n"
    "# comment, and a \\ at the end of a line joins the next line to it.\n";

static const char unclosed[] = "quote is never closed";

/* The line being read. */
struct reading {
	const struct ft_logical *logical;
	bool recent; /* that of the file */
	char *start; /* the line, in a copy that is split */
	char *end;
	struct ft_flat_option *option;
	size_t n, cap;
};

static enum ft_status
fail_at(const struct reading *reading, const char *at, struct ft_error *err,
    const char *text)
{
	ft_logical_fail(reading->logical,
	    reading->logical->at + (at - reading->start), err, "%s", text);
	return FT_EPARSE;
}

/* Returns whether KEY names a value made of TRES. */
static bool
is_tres_key(const char *key)
{
	for (; *key; key++)
		if (!strncasecmp(key, "tres", 4))
			return true;
	return false;
}

/*
 * Returns whether the colon at AT belongs to a TRES such as gres/gpu:tesla=2
 * in the value that starts at START: then a slash but no = comes before it.
 */
static bool
is_tres_colon(const char *start, const char *at)
{
	bool slash = false;

	while (at > start && *--at != ',') {
		if (*at == '=')
			return false;
		slash |= *at == '/';
	}
	return slash;
}

/*
 * Take the quotes off the text at *AT, up to the next separator, in place.
 * Returns its new end; *at steps onto the separator or the end of the line.
 * key: of an option, "" else.  NULL: a quote is not closed, at *AT.
 */
static char *
take_text(char **at, const char *end, const char *key)
{
	char *start = *at, *from = start, *to = start, *after = NULL;

	while (from < end) {
		size_t len;
		char *close;

		/* A colon after a closing quote always separates. */
		if (*from == ':' &&
		    (from == after || !is_tres_colon(start, to) ||
			!is_tres_key(key)))
			break;
		if (*from != '\'' && *from != '"') {
			*to++ = *from++;
			continue;
		}
		close = memchr(from + 1, *from, (size_t)(end - from - 1));
		if (!close) {
			*at = from;
			return NULL;
		}
		len = (size_t)(close - from - 1);
		memmove(to, from + 1, len);
		to += len;
		from = after = close + 1;
	}
	*at = from;
	/* Blanks inside quotes stay. */
	while (to > start && from > start && ft_is_blank(from[-1])) {
		from--;
		to--;
	}
	return to;
}

static enum ft_flat_kind
find_kind(const char *title)
{
	for (size_t i = 0; i < FT_COUNT(titles); i++)
		if (!strcasecmp(title, titles[i].title))
			return titles[i].kind;
	return FT_FLAT_OTHER;
}

/* Split off the title at *AT: everything before " -". */
static enum ft_status
take_title(const struct reading *reading, char **at, const char **title,
    struct ft_error *err)
{
	char *start = *at, *dash = start, *stop;

	do {
		dash = memchr(dash, '-', (size_t)(reading->end - dash));
		if (!dash || dash == start)
			return fail_at(
			    reading, start, err, "expected \"Title - 'name'\"");
		dash++;
	} while (!ft_is_blank(dash[-2]));
	for (stop = dash - 1; ft_is_blank(stop[-1]); stop--)
		;
	*stop = '\0';
	*title = start;
	while (dash < reading->end && ft_is_blank(*dash))
		dash++;
	*at = dash;
	return FT_OK;
}

static enum ft_status
take_name(const struct reading *reading, char **at, const char **name,
    struct ft_error *err)
{
	char *start = *at, *stop;
	bool bare = start < reading->end && *start != '\'' && *start != '"';

	stop = take_text(at, reading->end, "");
	if (!stop)
		return fail_at(reading, *at, err, unclosed);
	if (stop == start)
		return fail_at(reading, start, err, "expected a name");
	if (bare && memchr(start, '=', (size_t)(stop - start)))
		return fail_at(
		    reading, start, err, "expected a name before the options");
	/* The separator at *AT may be the byte that ends the name. */
	*name = start;
	if (stop < *at)
		*stop = '\0';
	return FT_OK;
}

/* Split off an option: *AT moves from its key to the next separator. */
static enum ft_status
take_option(struct reading *reading, char **at, struct ft_error *err)
{
	struct ft_flat_option *option;
	char *key = *at, *value, *stop;

	while (key < reading->end && ft_is_blank(*key))
		key++;
	for (stop = key; stop < reading->end && *stop != '='; stop++)
		if (*stop == ':' || *stop == '\'' || *stop == '"')
			break;
	if (stop == reading->end || *stop != '=')
		return fail_at(reading, key, err,
		    stop == key ? "expected an option after ':'"
				: "expected Option=value, found no '='");
	if (stop == key)
		return fail_at(reading, key, err, "option without a name");
	*stop = '\0';
	value = stop + 1;
	*at = value;
	stop = take_text(at, reading->end, key);
	if (!stop)
		return fail_at(reading, *at, err, unclosed);
	option = ft_vec_add(reading->option, reading->n, reading->cap);
	*option = (struct ft_flat_option){ .key = key,
		.value = value,
		.column = (uint32_t)(key - reading->start) + 1,
		.len = (uint32_t)(*at - key) };
	if (stop < *at)
		*stop = '\0';
	return FT_OK;
}

static void
keep_options(
    struct reading *reading, struct ft_arena *arena, struct ft_flat_line *line)
{
	size_t bytes = reading->n * sizeof *reading->option;

	line->n_option = (uint32_t)reading->n;
	if (bytes) {
		line->option = ft_arena_alloc(arena, bytes);
		memcpy(line->option, reading->option, bytes);
	}
}

/* Read the line into the members of LINE from title on. */
static enum ft_status
parse_line(struct reading *reading, struct ft_arena *arena,
    struct ft_flat_line *line, char *at, struct ft_error *err)
{
	FT_TRY(take_title(reading, &at, &line->title, err));
	line->kind = find_kind(line->title);
	FT_TRY(take_name(reading, &at, &line->name, err));
	reading->n = 0;
	while (at < reading->end) {
		*at++ = '\0'; /* the separator */
		FT_TRY(take_option(reading, &at, err));
	}
	keep_options(reading, arena, line);
	return FT_OK;
}

/* ---- as sacctmgr reads them (cases m06-load, m84-load-blanks) ---- */

/*
 * Returns the text from AT to END without its quotes: it ends where the first
 * one closes, and others become `.  Values are in lower case but for those of QOS.
 */
static const char *
unquoted(
    const struct reading *reading, enum ft_flat_kind kind, char *at, char *end)
{
	if (at < end && (*at == '\'' || *at == '"')) {
		char *close = memchr(at + 1, *at, (size_t)(end - at - 1));

		end = close ? close : end;
		at++;
	}
	while (reading->recent && at < end && ft_is_blank(*at))
		at++;
	while (reading->recent && at < end && ft_is_blank(end[-1]))
		end--;
	*end = '\0';
	for (char *c = at; *c; c++)
		if (*c == '\'' || *c == '"')
			*c = '`';
		else if (kind != FT_FLAT_QOS)
			*c = (char)tolower((unsigned char)*c);
	return at;
}

/*
 * The end of the option at AT: a colon outside quotes, but not that of a TRES such
 * as gres/gpu:tesla=2.  NULL: a quote is not closed.
 */
static char *
option_end(const struct reading *reading, char *at)
{
	bool slash = false;
	char open = 0;

	for (; at < reading->end; at++) {
		if (open ? *at == open : *at == '\'' || *at == '"')
			open = open ? 0 : *at;
		else if (!open && *at == ':' && !slash)
			break;
		if (*at == '/')
			slash = reading->recent;
		else if (strchr(",='\"", *at))
			slash = false;
	}
	return open ? NULL : at;
}

/* Split off the option from AT to END; the first without = is the name. */
static void
slurm_option(
    struct reading *reading, struct ft_flat_line *line, char *at, char *end)
{
	char *equal = memchr(at, '=', (size_t)(end - at)), *value, sign = 0;

	if (equal == NULL && line->name == NULL) {
		line->name = unquoted(reading, line->kind, at, end);
		return;
	}
	if (equal && equal > at + 1 && (equal[-1] == '+' || equal[-1] == '-'))
		sign = equal[-1];
	value = equal ? equal + 1 : end;
	if (!reading->recent && value < end && *value == '=')
		value++; /* == is = */
	*ft_vec_add(reading->option, reading->n, reading->cap) =
	    (struct ft_flat_option){ .key = at,
		    .sign = sign,
		    .bare = equal == NULL,
		    .value = unquoted(reading, line->kind, value, end),
		    .column = (uint32_t)(at - reading->start) + 1,
		    .len = (uint32_t)(end - at) };
	if (equal)
		equal[sign ? -1 : 0] = '\0';
}

/*
 * The first dash ends the title, with one blank on each side; more may follow it.
 * Without a title, or with too long a one, the line is none.  Returns whether it is one.
 */
static bool
slurm_line(
    struct reading *reading, struct ft_arena *arena, struct ft_flat_line *line)
{
	enum { longest = 24 };
	char *start = reading->start, *at, *name, *end, *stop;
	char *dash = memchr(start, '-', (size_t)(reading->end - start));

	if (!dash || dash == start || dash - start > longest)
		return false;
	line->kind = FT_FLAT_NOTHING;
	line->title = start;
	stop = dash[-1] == ' ' ? dash - 1 : dash;
	while (dash[1] == '-')
		dash++;
	at = name = dash + 2;
	if (dash[1] == ' ')
		line->kind = FT_FLAT_OTHER;
	*stop = '\0';
	if (line->kind == FT_FLAT_OTHER)
		line->kind = find_kind(line->title);
	reading->n = 0;
	for (; line->kind != FT_FLAT_NOTHING && at < reading->end;
	     at = end + 1) {
		end = option_end(reading, at);
		if (!end) {
			line->kind = FT_FLAT_QUOTE;
			line->name = line->text + (name - start);
			break;
		}
		if (end > at)
			slurm_option(reading, line, at, end);
	}
	keep_options(reading, arena, line);
	return true;
}

/* The two copies of the input that the strings of a file point into. */
struct copies {
	const char *text;
	char *whole; /* each line terminated */
	char *parts; /* each title, name, key and value terminated */
};

static enum ft_status
add_line(struct ft_flat *flat, struct reading *reading,
    const struct copies *copies, struct ft_error *err)
{
	const struct ft_logical *logical = reading->logical;
	struct ft_flat_line line = { .line = (uint32_t)logical->line,
		.file = flat->file };
	enum ft_status status = FT_OK;
	char *at, *whole;

	if (logical->copied) {
		whole =
		    ft_arena_strndup(&flat->arena, logical->at, logical->len);
		reading->start =
		    ft_arena_strndup(&flat->arena, logical->at, logical->len);
	} else {
		size_t offset = (size_t)(logical->at - copies->text);

		whole = copies->whole + offset;
		reading->start = copies->parts + offset;
		whole[logical->len] = '\0';
	}
	reading->end = reading->start + logical->len;
	*reading->end = '\0';
	for (at = reading->start; at < reading->end && ft_is_blank(*at); at++)
		;
	if (at == reading->end)
		return FT_OK;
	line.text = whole;
	if (!flat->slurm)
		status = parse_line(reading, &flat->arena, &line, at, err);
	else if (!slurm_line(reading, &flat->arena, &line))
		return FT_OK;
	if (status == FT_OK)
		*ft_vec_add(flat->line, flat->n, flat->cap) = line;
	return status;
}

static void
free_reading(struct reading *reading)
{
	ft_free(reading->option);
}

enum ft_status
ft_flatfile_parse(
    struct ft_flat *flat, const char *text, size_t size, struct ft_error *err)
{
	struct ft_logical logical FT_CLEANUP(ft_logical_free);
	struct reading reading FT_CLEANUP(
	    free_reading) = { .logical = &logical, .recent = flat->recent };
	struct copies copies = { .text = text };
	bool more;

	copies.whole = ft_arena_alloc(&flat->arena, size + 1);
	copies.parts = ft_arena_alloc(&flat->arena, size + 1);
	if (size) {
		memcpy(copies.whole, text, size);
		memcpy(copies.parts, text, size);
	}
	ft_logical_init(&logical, flat->file, text, size);
	for (;;) {
		FT_TRY(ft_logical_next(&logical, &more, err));
		if (!more)
			return FT_OK;
		FT_TRY(add_line(flat, &reading, &copies, err));
	}
}

/* Append TEXT in quotes; pieces with ' in them stand in "". */
static void
add_quoted(struct ft_str *str, const char *text)
{
	do {
		size_t len = strcspn(text, "'");
		char quote = '\'';

		if (text[len] && !strchr(text, '"')) {
			len = strlen(text);
			quote = '"';
		} else if (!len && *text) {
			len = strspn(text, "'");
			quote = '"';
		}
		ft_str_add_char(str, quote);
		ft_str_add_n(str, text, len);
		ft_str_add_char(str, quote);
		text += len;
	} while (*text);
}

/* Returns whether sacctmgr dump puts quotes around values of KEY. */
static bool
is_quoted_key(const char *key)
{
	for (size_t i = 0; i < FT_COUNT(quoted); i++)
		if ((*key | 0x20) == (*quoted[i] | 0x20) &&
		    !strcasecmp(key, quoted[i]))
			return true;
	return false;
}

/* Returns whether the value reads back the same without quotes. */
static bool
is_bare(const char *key, const char *value)
{
	const char *at;
	size_t len = strlen(value);

	if (is_quoted_key(key))
		return false;
	if (len && ft_is_blank(value[len - 1]))
		return false;
	for (at = strpbrk(value, "'\":"); at; at = strpbrk(at + 1, "'\":"))
		if (*at != ':' || !is_tres_colon(value, at) ||
		    !is_tres_key(key))
			return false;
	/* nor may it swallow the separator after it */
	return !is_tres_colon(value, value + len) || !is_tres_key(key);
}

/*
 * Put a backslash before characters with a meaning.  The format has no escape for
 * a newline, which would forge a line, so it is shown as base/text/text.h does.
 */
static void
escape_from(struct ft_str *str, size_t from)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	if (!strpbrk(str->data + from, "\\#\n\r"))
		return;
	for (const char *at = str->data + from; *at; at++) {
		if (*at == '\n' || *at == '\r') {
			ft_str_addf(&line, "\\\\u%04X", (unsigned)*at);
			continue;
		}
		if (*at == '\\' || *at == '#')
			ft_str_add_char(&line, '\\');
		ft_str_add_char(&line, *at);
	}
	str->len = from;
	ft_str_add(str, ft_str_text(&line));
}

void
ft_flatfile_write_line(struct ft_str *str, const struct ft_flat_line *line)
{
	size_t from = str->len;

	ft_str_add(str, line->title);
	ft_str_add(str, " - ");
	add_quoted(str, line->name);
	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];

		ft_str_add_char(str, ':');
		ft_str_add(str, option->key);
		ft_str_add_char(str, '=');
		if (is_bare(option->key, option->value))
			ft_str_add(str, option->value);
		else
			add_quoted(str, option->value);
	}
	escape_from(str, from);
	ft_str_add_char(str, '\n');
}

void
ft_flatfile_write(struct ft_str *str, const struct ft_flat *flat)
{
	ft_str_add(str, explanation);
	for (size_t i = 0; i < flat->n; i++)
		ft_flatfile_write_line(str, &flat->line[i]);
}
