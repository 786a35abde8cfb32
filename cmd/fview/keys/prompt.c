/*
 * prompt.c - the commands that are typed after a colon, their completion, and searches.
 */

#include "shares/columns.h"
#include "fview/internal.h"

/* Runs a line typed after `:`. */
struct command {
	void (*run)(struct fview *view, const struct command *command,
	    const char *rest);
	int argument; /* of its row in command.def */
	const char *syntax;
};

/* The name is unknown. */
static void
tell_unknown(struct fview *view, const char *name)
{
	const char *near = fview_near_name(view, name);

	if (near)
		fview_notify(view, true,
		    "no user or account '%s'; did you mean '%s'?", name, near);
	else
		fview_notify(view, true, "no user or account '%s'", name);
}

static void
filter(struct fview *view, const struct command *command, const char *name)
{
	uint32_t node;

	(void)command;
	if (view->page == FVIEW_PAGE_TABLE) {
		ft_str_clear(&view->words);
		ft_str_add(&view->words, name);
		fview_table_fill(view);
		return;
	}
	node = *name ? fview_find_name(view, name) : 0;
	if (node == FT_NODE_NONE) {
		fview_notify(view, true, "no account '%s'", name);
		return;
	}
	if (ft_tree_is_user(fview_shown(view)->tree, node))
		node = fview_above(view, node);
	view->limit = node;
	view->top = node;
	fview_select(view, fview_visible(view, node));
	view->follow = node == 0;
}

/* ---- commands ------------------------------------------------------------- */

/* The next word of *TEXT; returns its length. */
static size_t
next_word(const char **text, const char **word)
{
	*text += strspn(*text, " ");
	*word = *text;
	*text += strcspn(*text, " ");
	return (size_t)(*text - *word);
}

/* Returns the row whose words LINE starts with; *rest: what follows. */
static int
find_command(const char *line, const char **rest)
{
	line += strspn(line, " ");
	for (int i = 0; i < FVIEW_COMMAND_COUNT; i++) {
		const char *words = fview_commands[i].words, *at = line;
		size_t len = strlen(words);

		if (strncmp(at, words, len) == 0 &&
		    (at[len] == '\0' || at[len] == ' ')) {
			*rest = at + len + strspn(at + len, " ");
			return i;
		}
	}
	/* the letters of vi */
	if (strcmp(line, "q") == 0) {
		*rest = line + 1;
		return FVIEW_COMMAND_QUIT;
	}
	return FVIEW_COMMAND_COUNT;
}

static void
tell_usage(struct fview *view, const struct command *command)
{
	fview_notify(view, true, "usage: %s", command->syntax);
}

static void
go_to(struct fview *view, const struct command *command, const char *name)
{
	uint32_t node = fview_find_name(view, name);

	(void)command;
	if (node == FT_NODE_NONE)
		tell_unknown(view, name);
	else
		fview_goto(view, node);
}

/* The name is known, the number is missing: say what it is now. */
static void
tell_number(struct fview *view, const struct command *command, const char *name)
{
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	uint32_t node = fview_find_name(view, name);

	if (node == FT_NODE_NONE)
		tell_unknown(view, name);
	else
		fview_notify(view, true, "%s now: %s; usage: %s", name,
		    fview_edit_value(&texts, fview_shown(view), node,
			(enum fview_edit_kind)command->argument),
		    command->syntax);
}

static void
set_number(struct fview *view, const struct command *command, const char *rest)
{
	const char *name, *number;
	size_t name_len = next_word(&rest, &name);
	size_t len = next_word(&rest, &number);
	char *word FT_CLEANUP(ft_free_at) = ft_strndup(name, name_len);
	char *value FT_CLEANUP(ft_free_at) = ft_strndup(number, len);
	uint32_t node;

	if (name_len == 0 || rest[strspn(rest, " ")]) {
		tell_usage(view, command);
		return;
	}
	if (len == 0) {
		tell_number(view, command, word);
		return;
	}
	node = fview_find_name(view, word);
	if (node == FT_NODE_NONE)
		tell_unknown(view, word);
	else
		(void)fview_edit_add(
		    view, node, (enum fview_edit_kind)command->argument, value);
}

static void
save(struct fview *view, const struct command *command, const char *path)
{
	if (!*path) {
		tell_usage(view, command);
		return;
	}
	ft_str_add(&view->argument, path);
	view->app_action = FVIEW_APP_SAVE;
}

static void
apply(struct fview *view, const struct command *command, const char *rest)
{
	(void)command;
	(void)rest;
	if (view->n_edit == 0)
		fview_notify(view, true, "there are no edits to apply");
	else
		view->app_action = FVIEW_APP_APPLY;
}

static void
sort(struct fview *view, const struct command *command, const char *field)
{
	(void)command;
	if (!fview_table_sort_by(view, field))
		fview_notify(
		    view, true, "no column '%s': Tab lists them", field);
}

static void
step_to(struct fview *view, const struct command *command, const char *number)
{
	uint64_t at;

	if (ft_num_u64(number, &at))
		fview_go(view, at < fview_count(view) ? at : fview_count(view),
		    false);
	else
		tell_usage(view, command);
}

static void
fit(struct fview *view, const struct command *command, const char *rest)
{
	int64_t ms;

	if (!fview_parse_length(rest, &ms)) {
		tell_usage(view, command);
		return;
	}
	fview_fit(view, ms);
	fview_set_playing(view, true);
}

/* Like the key. */
static void
press(struct fview *view, const struct command *command, const char *rest)
{
	(void)rest;
	fview_do(view, (uint32_t)command->argument);
}

static const struct command commands[FVIEW_COMMAND_COUNT] = {
#define FVIEW_COMMAND(id, words, syntax, action, argument, sentence)           \
	[FVIEW_COMMAND_##id] = { action, argument, syntax },
#include "fview/keys/command.def"
#undef FVIEW_COMMAND
};

/* LINE is no command: say which ones begin with it. */
static void
tell_commands(struct fview *view, const char *line)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < FVIEW_COMMAND_COUNT; i++)
		if (strncmp(fview_commands[i].words, line, strlen(line)) == 0)
			ft_str_addf(&str, "%s%s", str.len ? ", or " : "",
			    commands[i].syntax);
	if (str.len > 0)
		fview_notify(view, true, "usage: %s", str.data);
	else
		fview_notify(view, true, "no command '%s': see ?", line);
}

static void
run_command(struct fview *view, const char *line)
{
	const char *rest = "";
	int found = find_command(line, &rest);

	if (found == FVIEW_COMMAND_COUNT)
		tell_commands(view, line);
	else
		commands[found].run(view, &commands[found], rest);
}

/* ---- completion ----------------------------------------------------------- */

#define LISTED 12 /* candidates that are listed, at most */

/* The common prefix of all candidates so far, from LEN bytes on. */
struct completion {
	const char *typed;
	size_t len;
	struct ft_str common;
	struct ft_arena words;
	const char *word[LISTED]; /* different ones */
	size_t n;                 /* of all */
};

static void
completion_free(struct completion *completion)
{
	ft_str_free(&completion->common);
	ft_arena_clear(&completion->words);
}

static void
offer(struct completion *completion, const char *word)
{
	struct ft_str *common = &completion->common;
	size_t same = 0;

	if (strncasecmp(word, completion->typed, completion->len) != 0)
		return;
	/* a user may have several associations */
	for (size_t i = 0; i < completion->n && i < LISTED; i++)
		if (strcmp(completion->word[i], word) == 0)
			return;
	if (completion->n < LISTED)
		completion->word[completion->n] =
		    ft_arena_strdup(&completion->words, word);
	if (completion->n++ == 0) {
		ft_str_add(common, word);
		return;
	}
	while (same < common->len && common->data[same] == word[same])
		same++;
	/* not in the middle of a character */
	while (same > 0 && (common->data[same] & 0xc0) == 0x80)
		same--;
	common->len = same;
	common->data[same] = '\0';
}

/* Names of accounts, and of users; with an account once its @ is typed. */
static void
offer_names(const struct fview *view, struct completion *completion, bool users)
{
	const struct fview_data *data = fview_shown(view);
	bool titles = strchr(completion->typed, '@') != NULL;
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };

	for (uint32_t i = 0; i < data->tree->n; i++) {
		if (users || !ft_tree_is_user(data->tree, i))
			offer(completion, titles
					      ? fview_title_of(&texts, data, i)
					      : fview_name(data, i));
	}
}

static void
offer_fields(struct completion *completion)
{
	for (int i = 0; ft_shares_fields[i].name; i++)
		if (fview_table_shows(i))
			offer(completion, ft_shares_fields[i].name);
}

/* List what the typed text can become, as many as fit. */
static void
tell_candidates(struct fview *view, const struct completion *completion)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	size_t i = 0;

	for (; i < completion->n && i < LISTED; i++) {
		const char *word = completion->word[i];

		if (i > 0 &&
		    fview_text_width(str.data) + fview_text_width(word) + 11 >
			view->cols)
			break;
		ft_str_addf(&str, "%s%s", i ? "  " : "", word);
	}
	if (i < completion->n)
		ft_str_add(&str, "  …");
	fview_notify(view, completion->n == 0, "%s",
	    completion->n ? ft_str_text(&str) : "no such name");
}

/*
 * Offer what fits the last word of LINE: a command, or an argument as its syntax
 * says.  Returns the syntax if that may be anything, NULL otherwise.
 */
static const char *
offer_for(struct fview *view, struct completion *completion, const char *line)
{
	const char *rest = line, *argument;
	int found = find_command(line, &rest);
	size_t len;

	if (found == FVIEW_COMMAND_COUNT || rest == line || rest[-1] != ' ') {
		completion->typed = line;
		for (int i = 0; i < FVIEW_COMMAND_COUNT; i++)
			offer(completion, fview_commands[i].words);
		return NULL;
	}
	argument = commands[found].syntax + strlen(fview_commands[found].words);
	argument += strspn(argument, " [");
	while (rest[len = strcspn(rest, " ")]) {
		rest += len + strspn(rest + len, " ");
		argument += strcspn(argument, " ");
		argument += strspn(argument, " [");
	}
	/* as in -FIELD */
	rest += *rest == '-';
	completion->typed = rest;
	completion->len = strlen(rest);
	if (strncmp(argument, "NAME", 4) == 0)
		offer_names(view, completion, true);
	else if (strncmp(argument, "ACCOUNT", 7) == 0)
		offer_names(view, completion, false);
	else if (strcmp(argument, "FIELD") == 0)
		offer_fields(completion);
	else
		return commands[found].syntax;
	return NULL;
}

/* Tab: extend the typed text as far as it is unambiguous. */
static void
complete(struct fview *view)
{
	const char *text = ft_str_text(&view->input), *syntax = NULL;
	struct completion completion = { text, .len = strlen(text) };
	bool command = view->ask == FVIEW_ASK_COMMAND;

	if (view->ask == FVIEW_ASK_SEARCH)
		return;
	if (command)
		syntax = offer_for(view, &completion, text);
	else
		offer_names(view, &completion, false);
	if (completion.n > 0 && completion.common.len >= completion.len) {
		view->input.len = (size_t)(completion.typed - text);
		ft_str_add(&view->input, ft_str_text(&completion.common));
		if (completion.n == 1 && command)
			ft_str_add_char(&view->input, ' ');
	}
	if (syntax)
		fview_notify(view, false, "usage: %s", syntax);
	else if (completion.n != 1)
		tell_candidates(view, &completion);
	completion_free(&completion);
}

/* ---- typing --------------------------------------------------------------- */

/* Remove the last character of INPUT. */
static void
rub_out(struct ft_str *input)
{
	while (input->len > 0) {
		unsigned char c = (unsigned char)input->data[--input->len];

		input->data[input->len] = '\0';
		if ((c & 0xc0) != 0x80)
			break;
	}
}

static void
enter(struct fview *view)
{
	enum fview_ask ask = view->ask;
	char *line FT_CLEANUP(ft_free_at) =
	    ft_strdup(ft_str_text(&view->input));

	view->ask = FVIEW_ASK_NOTHING;
	if (ask == FVIEW_ASK_SEARCH) {
		/* an empty line repeats the last search */
		fview_search_end(view, *line != '\0');
		if (!*line)
			fview_search(view, 1);
	} else if (ask == FVIEW_ASK_FILTER)
		filter(view, NULL, line);
	else if (line[strspn(line, " ")])
		run_command(view, line);
}

/* Leave the prompt without doing anything. */
static void
give_up(struct fview *view)
{
	if (view->ask == FVIEW_ASK_SEARCH)
		fview_search_end(view, false);
	view->ask = FVIEW_ASK_NOTHING;
}

void
fview_type(struct fview *view, uint32_t key)
{
	char name[16];
	size_t len = view->input.len;

	if (key == FVIEW_KEY_ENTER) {
		enter(view);
	} else if (key == FVIEW_KEY_ESCAPE || key == 3 ||
		   (key == FVIEW_KEY_BACKSPACE && len == 0)) {
		give_up(view);
	} else if (key == FVIEW_KEY_BACKSPACE) {
		rub_out(&view->input);
	} else if (key == FVIEW_KEY_TAB) {
		complete(view);
	} else if (key == 21) { /* Ctrl-U */
		ft_str_clear(&view->input);
	} else if (key == ' ') {
		ft_str_add_char(&view->input, ' ');
	} else if (key > ' ' && key < FVIEW_KEY_UP && view->input.len < 4096) {
		fview_key_name(key, name, sizeof name);
		ft_str_add(&view->input, name);
	}
	if (view->ask == FVIEW_ASK_SEARCH && view->input.len != len)
		fview_search_typed(view);
}
