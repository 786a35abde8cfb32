
#include "cli/near.h"
#include "fview/view_int.h"

/* What a line typed after `:` does. */
struct command {
	void (*run)(
	    struct view *view, const struct command *command, const char *rest);
	int argument; /* of its row in command.def */
	const char *syntax;
};

/* ---- names ---------------------------------------------------------------- */

bool
view_holds(const char *name, const struct ft_str *word)
{
	for (; name && *name; name++) {
		if (strncasecmp(name, word->data, word->len) == 0)
			return true;
	}
	return false;
}

bool
view_matches(const struct view *view, uint32_t node)
{
	return view_holds(view_name(view_shown(view), node), &view->pattern);
}

uint32_t
view_find_name(const struct view *view, const char *name)
{
	const struct view_data *data = view_shown(view);
	const char *at = strrchr(name, '@');
	size_t len = at ? (size_t)(at - name) : strlen(name);
	uint32_t found = FT_NODE_NONE;

	for (uint32_t i = 0; i < data->tree->n; i++) {
		bool user = ft_tree_is_user(data->tree, i);
		const char *own = view_name(data, i), *account;

		if (strlen(own) != len || strncasecmp(own, name, len) != 0)
			continue;
		if (at) {
			account =
			    user ? ft_tree_account(data->tree, &data->names, i)
				 : NULL;
			if (!account || strcasecmp(account, at + 1) != 0)
				continue;
		}
		/* users are meant rather than accounts of the same name */
		if (user)
			return i;
		if (found == FT_NODE_NONE)
			found = i;
	}
	return found;
}

const char *
view_near_name(const struct view *view, const char *name)
{
	const struct view_data *data = view_shown(view);
	struct ft_near near = { .word = name };

	for (uint32_t i = 0; i < data->tree->n; i++)
		ft_near_offer(&near, view_name(data, i));
	return near.best;
}

/* Nobody has that name. */
static void
tell_unknown(struct view *view, const char *name)
{
	const char *near = view_near_name(view, name);

	if (near)
		view_tell(view, true,
		    "no user or account '%s'; did you mean '%s'?", name, near);
	else
		view_tell(view, true, "no user or account '%s'", name);
}

/* ---- search --------------------------------------------------------------- */

/* The node after, before NODE in the order of the walk, around the end. */
static uint32_t
neighbour(const struct view *view, uint32_t node, bool backwards)
{
	const struct view_film *film = view_film_of(view);
	const struct view_data *data = view_shown(view);
	const uint32_t *list;
	uint32_t n, above, place;

	if (backwards) {
		above = view_film_above(film, node, film->n);
		if (above != FT_NODE_NONE) {
			place =
			    view_film_place(film, data->tree, node, film->n);
			if (place == 0)
				return above;
			(void)view_film_children(
			    film, data->tree, above, film->n, &list);
			node = list[place - 1];
		}
		while ((n = view_film_children(
			    film, data->tree, node, film->n, &list)) > 0)
			node = list[n - 1];
		return node;
	}
	if (view_film_children(film, data->tree, node, film->n, &list) > 0)
		return list[0];
	while ((above = view_film_above(film, node, film->n)) != FT_NODE_NONE) {
		n = view_film_children(film, data->tree, above, film->n, &list);
		place = view_film_place(film, data->tree, node, film->n);
		if (place + 1 < n)
			return list[place + 1];
		node = above;
	}
	return 0;
}

void
view_search(struct view *view, int way)
{
	uint32_t start = view_selected(view), node = start;

	if (view->pattern.len == 0) {
		view_tell(view, true, "nothing to search for: type / first");
		return;
	}
	for (uint32_t i = 0; i <= view_shown(view)->tree->n; i++) {
		node = neighbour(view, node, way < 0);
		if (view_matches(view, node)) {
			view_reveal(view, node);
			view_select(view, node);
			if (view->page == VIEW_PAGE_TABLE)
				view_table_show(view, node);
			return;
		}
	}
	view_tell(view, true, "no name holds '%s'", view->pattern.data);
}

static void
filter(struct view *view, const struct command *command, const char *name)
{
	uint32_t node;

	(void)command;
	if (view->page == VIEW_PAGE_TABLE) {
		ft_str_clear(&view->words);
		ft_str_add(&view->words, name);
		view_table_fill(view);
		return;
	}
	node = *name ? view_find_name(view, name) : 0;
	if (node == FT_NODE_NONE) {
		view_tell(view, true, "no account '%s'", name);
		return;
	}
	if (ft_tree_is_user(view_shown(view)->tree, node))
		node = view_above(view, node);
	view->limit = node;
	view->top = node;
	view_select(view, view_visible(view, node));
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
	for (int i = 0; i < VIEW_COMMAND_COUNT; i++) {
		const char *words = view_commands[i].words, *at = line;
		size_t len = strlen(words);

		if (strncmp(at, words, len) == 0 &&
		    (at[len] == '\0' || at[len] == ' ')) {
			*rest = at + len + strspn(at + len, " ");
			return i;
		}
	}
	/* the letters that vi taught */
	if (strcmp(line, "q") == 0) {
		*rest = line + 1;
		return VIEW_COMMAND_QUIT;
	}
	return VIEW_COMMAND_COUNT;
}

void
view_goto(struct view *view, uint32_t node)
{
	const struct view_steps *steps = &view_film_of(view)->step[node];
	uint32_t step = ft_tree_is_user(view_shown(view)->tree, node)
			    ? steps->ranked
			    : steps->entered;

	if (step != VIEW_NEVER)
		view_go(view, step + 1, false);
	view_reveal(view, node);
	if (!view->follow || step == VIEW_NEVER)
		view_select(view, node);
}

static void
tell_usage(struct view *view, const struct command *command)
{
	view_tell(view, true, "usage: %s", command->syntax);
}

static void
go_to(struct view *view, const struct command *command, const char *name)
{
	uint32_t node = view_find_name(view, name);

	(void)command;
	if (node == FT_NODE_NONE)
		tell_unknown(view, name);
	else
		view_goto(view, node);
}

static void
set_number(struct view *view, const struct command *command, const char *rest)
{
	const char *name, *number;
	size_t name_len = next_word(&rest, &name);
	size_t len = next_word(&rest, &number);
	char *word FT_CLEANUP(ft_free_at) = NULL,
		   *value FT_CLEANUP(ft_free_at) = NULL;
	uint32_t node;

	if (name_len == 0 || len == 0 || rest[strspn(rest, " ")]) {
		tell_usage(view, command);
		return;
	}
	word = ft_strndup(name, name_len);
	value = ft_strndup(number, len);
	node = view_find_name(view, word);
	if (node == FT_NODE_NONE)
		tell_unknown(view, word);
	else
		(void)view_edit_add(
		    view, node, (enum view_edit_kind)command->argument, value);
}

static void
save(struct view *view, const struct command *command, const char *path)
{
	if (!*path) {
		tell_usage(view, command);
		return;
	}
	ft_str_add(&view->argument, path);
	view->wish = VIEW_WISH_SAVE;
}

static void
apply(struct view *view, const struct command *command, const char *rest)
{
	(void)command;
	(void)rest;
	if (view->n_edit == 0)
		view_tell(view, true, "there are no edits to apply");
	else
		view->wish = VIEW_WISH_APPLY;
}

static void
sort(struct view *view, const struct command *command, const char *field)
{
	(void)command;
	if (!view_table_sort_by(view, field))
		view_tell(view, true, "no field '%s'", field);
}

static void
step_to(struct view *view, const struct command *command, const char *number)
{
	uint64_t at;

	if (ft_num_u64(number, &at))
		view_go(
		    view, at < view_count(view) ? at : view_count(view), false);
	else
		tell_usage(view, command);
}

/* As the key would. */
static void
press(struct view *view, const struct command *command, const char *rest)
{
	(void)rest;
	view_do(view, (uint32_t)command->argument);
}

static const struct command commands[VIEW_COMMAND_COUNT] = {
#define VIEW_COMMAND(id, words, syntax, action, argument, sentence)            \
	[VIEW_COMMAND_##id] = { action, argument, syntax },
#include "fview/keys/command.def"
#undef VIEW_COMMAND
};

static void
run_command(struct view *view, const char *line)
{
	const char *rest = "";
	int found = find_command(line, &rest);

	if (found == VIEW_COMMAND_COUNT)
		view_tell(view, true, "no command '%s': see ?", line);
	else
		commands[found].run(view, &commands[found], rest);
}

/* ---- completion ----------------------------------------------------------- */

/* What all candidates so far have in common, from LEN bytes on. */
struct completion {
	const char *typed;
	size_t len;
	struct ft_str common;
	size_t n;
};

static void
offer(struct completion *completion, const char *word)
{
	struct ft_str *common = &completion->common;
	size_t same = 0;

	if (strncasecmp(word, completion->typed, completion->len) != 0)
		return;
	if (completion->n++ == 0) {
		ft_str_add(common, word);
		return;
	}
	while (same < common->len && common->data[same] == word[same])
		same++;
	/* not within a character */
	while (same > 0 && (common->data[same] & 0xc0) == 0x80)
		same--;
	common->len = same;
	common->data[same] = '\0';
}

static void
offer_names(const struct view *view, struct completion *completion, bool users)
{
	const struct view_data *data = view_shown(view);

	for (uint32_t i = 0; i < data->tree->n; i++) {
		if (users || !ft_tree_is_user(data->tree, i))
			offer(completion, view_name(data, i));
	}
}

/* Tab: what is typed becomes as long as it can only go on in one way. */
static void
complete(struct view *view)
{
	const char *text = ft_str_text(&view->input), *blank, *rest;
	struct completion completion = { .typed = text };
	bool command = view->ask == VIEW_ASK_COMMAND;

	if (view->ask == VIEW_ASK_SEARCH)
		return;
	if (command && find_command(text, &rest) != VIEW_COMMAND_COUNT &&
	    rest > text && rest[-1] == ' ') {
		blank = strrchr(text, ' ');
		completion.typed = blank + 1;
		completion.len = strlen(completion.typed);
		offer_names(view, &completion, true);
	} else if (command) {
		completion.len = strlen(text);
		for (int i = 0; i < VIEW_COMMAND_COUNT; i++)
			offer(&completion, view_commands[i].words);
	} else {
		completion.len = strlen(text);
		offer_names(view, &completion, false);
	}
	if (completion.n > 0 && completion.common.len >= completion.len) {
		view->input.len = (size_t)(completion.typed - text);
		ft_str_add(&view->input, ft_str_text(&completion.common));
		if (completion.n == 1 && command)
			ft_str_add_char(&view->input, ' ');
	}
	ft_str_free(&completion.common);
}

/* ---- typing --------------------------------------------------------------- */

/* The last character of INPUT goes. */
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
enter(struct view *view)
{
	enum view_ask ask = view->ask;
	char *line FT_CLEANUP(ft_free_at) =
	    ft_strdup(ft_str_text(&view->input));

	view->ask = VIEW_ASK_NOTHING;
	if (ask == VIEW_ASK_SEARCH && *line) {
		ft_str_clear(&view->pattern);
		ft_str_add(&view->pattern, line);
	}
	if (ask == VIEW_ASK_SEARCH)
		view_search(view, 1);
	else if (ask == VIEW_ASK_FILTER)
		filter(view, NULL, line);
	else if (line[strspn(line, " ")])
		run_command(view, line);
}

void
view_type(struct view *view, uint32_t key)
{
	char name[16];

	if (key == VIEW_KEY_ENTER) {
		enter(view);
	} else if (key == VIEW_KEY_ESCAPE || key == 3) {
		view->ask = VIEW_ASK_NOTHING;
	} else if (key == VIEW_KEY_BACKSPACE) {
		if (view->input.len == 0)
			view->ask = VIEW_ASK_NOTHING;
		rub_out(&view->input);
	} else if (key == VIEW_KEY_TAB) {
		complete(view);
	} else if (key == 21) { /* Ctrl-U */
		ft_str_clear(&view->input);
	} else if (key == ' ') {
		ft_str_add_char(&view->input, ' ');
	} else if (key > ' ' && key < VIEW_KEY_UP && view->input.len < 4096) {
		view_key_name(key, name, sizeof name);
		ft_str_add(&view->input, name);
	}
}
