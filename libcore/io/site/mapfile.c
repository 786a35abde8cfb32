#include "io/site/mapfile.h"

#include "io/text/logical.h"

/* A word of the line, without quotes. */
struct word {
	char *text;     /* of the arena */
	char *value;    /* after its first = outside of quotes, or NULL */
	const char *at; /* in the logical line */
	const char *value_at;
};

struct reading {
	struct ft_syncmap *map;
	struct ft_logical logical;
	struct word *word;
	size_t n, cap;
	struct ft_sync_words *words; /* of the directive */
	unsigned seen; /* directives that come once, by their index */
};

/* ---- words ------------------------------------------------------------------ */

/* Read the word at *at and advance past it. */
static enum ft_status
take_word(struct reading *reading, const char **at, struct ft_error *err)
{
	const struct ft_logical *logical = &reading->logical;
	const char *end = logical->at + logical->len, *here = *at;
	const char *quote = NULL;
	char *to =
	    ft_arena_alloc(&reading->map->arena, (size_t)(end - here) + 2);
	struct word word = { .text = to, .at = here };

	for (; here < end && (quote || !ft_is_blank(*here)); here++) {
		if (quote && *here == *quote) {
			quote = NULL;
		} else if (!quote && (*here == '"' || *here == '\'')) {
			quote = here;
		} else if (!quote && *here == '=' && !word.value) {
			*to++ = '\0';
			word.value = to;
			word.value_at = here + 1;
		} else {
			*to++ = *here;
		}
	}
	*to = '\0';
	if (quote)
		return ft_logical_fail(
		    &reading->logical, quote, err, "this quote is not closed");
	*ft_vec_add(reading->word, reading->n, reading->cap) = word;
	*at = here;
	return FT_OK;
}

static enum ft_status
split(struct reading *reading, struct ft_error *err)
{
	const char *at = reading->logical.at;
	const char *end = at + reading->logical.len;

	reading->n = 0;
	for (;;) {
		while (at < end && ft_is_blank(*at))
			at++;
		if (at == end)
			return FT_OK;
		FT_TRY(take_word(reading, &at, err));
	}
}

static struct ft_sync_place
place_of(const struct reading *reading, const char *at)
{
	size_t line, column;

	ft_logical_where(&reading->logical, at, &line, &column);
	return (struct ft_sync_place){ (uint32_t)line, (uint32_t)column };
}

/* Returns the only word after the directive; NULL with a message. */
static const struct word *
only_word(const struct reading *reading, const char *what, struct ft_error *err)
{
	if (reading->n < 2) {
		ft_logical_fail(&reading->logical, reading->word[0].at, err,
		    "%s needs %s", reading->word[0].text, what);
		return NULL;
	}
	if (reading->n > 2) {
		ft_logical_fail(&reading->logical, reading->word[2].at, err,
		    "%s takes one word", reading->word[0].text);
		return NULL;
	}
	return &reading->word[1];
}

/* Whether the word is a name: not a setting, not empty. */
static enum ft_status
check_name(const struct reading *reading, size_t i, struct ft_error *err)
{
	const struct word *word = &reading->word[i];

	if (i >= reading->n || word->value || !*word->text)
		return ft_logical_fail(&reading->logical,
		    i < reading->n ? word->at : reading->word[0].at, err,
		    "%s needs a name", reading->word[0].text);
	return FT_OK;
}

/* A pattern: at most one *. */
static enum ft_status
check_pattern(const struct reading *reading, const char *text, const char *at,
    struct ft_error *err)
{
	const char *star = strchr(text, '*');

	if (!star || !strchr(star + 1, '*'))
		return FT_OK;
	return ft_logical_fail(
	    &reading->logical, at, err, "a pattern may have only one *");
}

/* ---- directives ------------------------------------------------------------- */

static enum ft_status
read_patterns(struct reading *reading, struct ft_error *err)
{
	if (reading->n < 2)
		return check_name(reading, 1, err);
	for (size_t i = 1; i < reading->n; i++) {
		const struct word *word = &reading->word[i];

		FT_TRY(check_name(reading, i, err));
		FT_TRY(check_pattern(reading, word->text, word->at, err));
		if (reading->words)
			ft_sync_words_add(reading->words, word->text,
			    place_of(reading, word->at));
		else
			ft_syncmap_add_rule(reading->map, FT_SYNC_IGNORE,
			    word->text, place_of(reading, word->at));
	}
	return FT_OK;
}

static enum ft_status
read_cluster(struct reading *reading, struct ft_error *err)
{
	const struct word *word = only_word(reading, "a name", err);

	if (!word || check_name(reading, 1, err) != FT_OK)
		return FT_EPARSE;
	reading->map->cluster =
	    (struct ft_sync_word){ word->text, place_of(reading, word->at) };
	return FT_OK;
}

static enum ft_status
read_minuid(struct reading *reading, struct ft_error *err)
{
	const struct word *word = only_word(reading, "a number", err);

	if (!word)
		return FT_EPARSE;
	if (word->value || !ft_num_u32(word->text, &reading->map->min_uid))
		return ft_logical_fail(&reading->logical, word->at, err,
		    "a uid is a number, not '%s'", word->text);
	reading->map->min_uid_at = place_of(reading, word->at);
	return FT_OK;
}

/* Returns the index of the word in NAMES; SIZE_MAX with a message. */
static size_t
choice(const struct reading *reading, const char *const *names, size_t n,
    struct ft_error *err)
{
	struct ft_str all FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; reading->n > 1 && i < n; i++)
		if (!reading->word[1].value &&
		    strcasecmp(reading->word[1].text, names[i]) == 0)
			return i;
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&all, "%s%s",
		    i == 0      ? ""
		    : i + 1 < n ? ", "
				: " or ",
		    names[i]);
	ft_logical_fail(&reading->logical, reading->word[reading->n > 1].at,
	    err, "%s needs %s", reading->word[0].text, ft_str_text(&all));
	return SIZE_MAX;
}

static enum ft_status
no_more(const struct reading *reading, size_t n, struct ft_error *err)
{
	if (reading->n <= n)
		return FT_OK;
	return ft_logical_fail(&reading->logical, reading->word[n].at, err,
	    "%s does not take '%s'", reading->word[0].text,
	    reading->word[n].text);
}

static enum ft_status
read_members(struct reading *reading, struct ft_error *err)
{
	size_t i =
	    choice(reading, ft_sync_members_names, FT_MEMBERS_KINDS, err);

	if (i == SIZE_MAX)
		return FT_EPARSE;
	reading->map->members = (enum ft_sync_members)i;
	return no_more(reading, 2, err);
}

static enum ft_status
read_default(struct reading *reading, struct ft_error *err)
{
	static const char *const names[] = { "primary", "first" };
	size_t i = choice(reading, names, 2, err);

	if (i == SIZE_MAX)
		return FT_EPARSE;
	reading->map->default_first = i == 1;
	if (reading->n > 2 && strcasecmp(reading->word[2].text, "always"))
		return no_more(reading, 2, err);
	reading->map->default_always = reading->n > 2;
	return no_more(reading, 3, err);
}

static enum ft_status
read_leave(struct reading *reading, struct ft_error *err)
{
	size_t i = choice(reading, ft_sync_leave_names, FT_LEAVE_KINDS, err);

	if (i == SIZE_MAX)
		return FT_EPARSE;
	reading->map->leave = (enum ft_sync_leave)i;
	if (i != FT_LEAVE_MOVE)
		return no_more(reading, 2, err);
	if (reading->n < 3)
		return ft_logical_fail(&reading->logical, reading->word[1].at,
		    err, "leave move needs an account");
	FT_TRY(check_name(reading, 2, err));
	reading->map->leave_to = (struct ft_sync_word){ reading->word[2].text,
		place_of(reading, reading->word[2].at) };
	return no_more(reading, 3, err);
}

/* ---- rules ------------------------------------------------------------------ */

/* Read KEY=VALUE words from index I on. */
static enum ft_status
read_settings(struct reading *reading, size_t i, struct ft_error *err)
{
	for (; i < reading->n; i++) {
		const struct word *word = &reading->word[i];
		struct ft_sync_setting setting = { .key = word->text,
			.value = word->value,
			.key_at = place_of(reading, word->at) };

		if (!word->value || !*word->text)
			return ft_logical_fail(&reading->logical, word->at, err,
			    "expected NAME=VALUE, not '%s'", word->text);
		if (!*word->value)
			return ft_logical_fail(&reading->logical, word->at, err,
			    "no value for '%s'", word->text);
		setting.value_at = place_of(reading, word->value_at);
		ft_syncmap_add_setting(reading->map, &setting);
	}
	return FT_OK;
}

static enum ft_status
read_account(struct reading *reading, struct ft_error *err)
{
	const struct word *word = &reading->word[1];

	FT_TRY(check_name(reading, 1, err));
	if (strchr(word->text, '*'))
		return ft_logical_fail(&reading->logical, word->at, err,
		    "an account cannot be a pattern");
	ft_syncmap_add_rule(reading->map, FT_SYNC_ACCOUNT, word->text,
	    place_of(reading, word->at));
	return read_settings(reading, 2, err);
}

/* Remove account=NAME from the words. */
static enum ft_status
take_account(
    struct reading *reading, struct ft_sync_rule *rule, struct ft_error *err)
{
	size_t n = 2;

	for (size_t i = 2; i < reading->n; i++) {
		const struct word *word = &reading->word[i];

		if (!word->value || strcasecmp(word->text, "account") != 0) {
			reading->word[n++] = *word;
			continue;
		}
		if (rule->account || !*word->value)
			return ft_logical_fail(&reading->logical, word->at, err,
			    rule->account ? "duplicate account="
					  : "missing account");
		rule->account = word->value;
		rule->account_at = place_of(reading, word->value_at);
		if (check_pattern(reading, word->value, word->value_at, err) !=
		    FT_OK)
			return FT_EPARSE;
		if (strchr(word->value, '*') && !strchr(rule->name, '*'))
			return ft_logical_fail(&reading->logical,
			    word->value_at, err,
			    "* has nothing to match: the group has no *");
	}
	reading->n = n;
	return FT_OK;
}

static enum ft_status
read_group(struct reading *reading, struct ft_error *err)
{
	const struct word *word = &reading->word[1];
	struct ft_sync_rule *rule;

	FT_TRY(check_name(reading, 1, err));
	FT_TRY(check_pattern(reading, word->text, word->at, err));
	rule = ft_syncmap_add_rule(reading->map, FT_SYNC_GROUP, word->text,
	    place_of(reading, word->at));
	FT_TRY(take_account(reading, rule, err));
	return read_settings(reading, 2, err);
}

static enum ft_status
read_user(struct reading *reading, struct ft_error *err)
{
	const struct word *word = &reading->word[1];
	struct ft_sync_rule *rule;
	char *at;

	FT_TRY(check_name(reading, 1, err));
	rule = ft_syncmap_add_rule(reading->map, FT_SYNC_USER, word->text,
	    place_of(reading, word->at));
	at = strrchr(word->text, '@');
	if (at) {
		*at = '\0';
		rule->account = at + 1;
		rule->account_at = rule->at;
	}
	if (!*word->text || (at && !at[1]))
		return ft_logical_fail(&reading->logical, word->at, err,
		    "expected USER or USER@ACCOUNT");
	if (check_pattern(reading, word->text, word->at, err) != FT_OK ||
	    (at && check_pattern(reading, at + 1, word->at, err) != FT_OK))
		return FT_EPARSE;
	if (reading->n < 3)
		return ft_logical_fail(
		    &reading->logical, word->at, err, "user needs a setting");
	return read_settings(reading, 2, err);
}

/* ---- lines ------------------------------------------------------------------ */

static const struct {
	const char *name;
	bool once;
	enum ft_status (*read)(struct reading *, struct ft_error *);
	size_t words; /* of the map, what read_patterns adds to; 0: its rules */
} directives[] = {
	{ "cluster", true, read_cluster, 0 },
	{ "exclude", false, read_patterns,
	    offsetof(struct ft_syncmap, exclude) },
	{ "minuid", true, read_minuid, 0 },
	{ "nologin", false, read_patterns,
	    offsetof(struct ft_syncmap, nologin) },
	{ "members", true, read_members, 0 },
	{ "default", true, read_default, 0 },
	{ "leave", true, read_leave, 0 },
	{ "account", false, read_account, 0 },
	{ "group", false, read_group, 0 },
	{ "ignore", false, read_patterns, 0 },
	{ "user", false, read_user, 0 },
};

static enum ft_status
read_line(struct reading *reading, struct ft_error *err)
{
	const struct word *word = &reading->word[0];

	for (size_t i = 0; i < FT_COUNT(directives); i++) {
		if (word->value || strcasecmp(word->text, directives[i].name))
			continue;
		if (directives[i].once && (reading->seen & 1u << i))
			return ft_logical_fail(&reading->logical, word->at, err,
			    "%s again", directives[i].name);
		reading->seen |= 1u << i;
		reading->words =
		    directives[i].words
			? (void *)((char *)reading->map + directives[i].words)
			: NULL;
		return directives[i].read(reading, err);
	}
	return ft_logical_fail(
	    &reading->logical, word->at, err, "unknown word '%s'", word->text);
}

static void
free_reading(struct reading *reading)
{
	ft_logical_free(&reading->logical);
	ft_free(reading->word);
}

enum ft_status
ft_mapfile_parse(
    struct ft_syncmap *map, const char *text, size_t size, struct ft_error *err)
{
	struct reading reading FT_CLEANUP(free_reading) = { .map = map };
	bool more;

	ft_logical_init(&reading.logical, map->file, text, size);
	for (;;) {
		FT_TRY(ft_logical_next(&reading.logical, &more, err));
		if (!more)
			return FT_OK;
		FT_TRY(split(&reading, err));
		if (reading.n)
			FT_TRY(read_line(&reading, err));
	}
}
