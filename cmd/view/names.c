
#include "report/format.h"
#include "view/view_int.h"

const char *
view_name(const struct view_data *data, uint32_t node)
{
	const char *name =
	    ft_tree_is_user(data->tree, node)
		? ft_tree_user(data->tree, &data->names, node)
		: ft_tree_account(data->tree, &data->names, node);

	return name ? name : "";
}

void
view_add_name(const struct view_data *data, uint32_t node, struct ft_str *str)
{
	const struct ft_tree *tree = data->tree;
	const char *part = NULL;

	ft_str_add(str, view_name(data, node));
	if (tree->partition && tree->partition[node])
		part =
		    ft_names_get(&data->names.partition, tree->partition[node]);
	if (part)
		ft_str_addf(str, ":%s", part);
}

void
view_add_title(const struct view_data *data, uint32_t node, struct ft_str *str)
{
	const char *account;

	ft_str_add(str, view_name(data, node));
	if (!ft_tree_is_user(data->tree, node))
		return;
	account = ft_tree_account(data->tree, &data->names, node);
	ft_str_addf(str, "@%s", account ? account : "");
	if (data->tree->partition && data->tree->partition[node])
		ft_str_addf(str, ":%s",
		    ft_names_get(
			&data->names.partition, data->tree->partition[node]));
}

static const char *
keep(struct ft_arena *arena, struct ft_str *str)
{
	const char *text = ft_arena_strdup(arena, ft_str_text(str));

	ft_str_free(str);
	return text;
}

const char *
view_text(struct ft_arena *arena, const char *format, ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	return keep(arena, &str);
}

const char *
view_name_of(
    struct ft_arena *arena, const struct view_data *data, uint32_t node)
{
	struct ft_str str = { 0 };

	view_add_name(data, node, &str);
	return keep(arena, &str);
}

const char *
view_title_of(
    struct ft_arena *arena, const struct view_data *data, uint32_t node)
{
	struct ft_str str = { 0 };

	view_add_title(data, node, &str);
	return keep(arena, &str);
}

const char *
view_real_of(struct ft_arena *arena, ft_real number)
{
	struct ft_str str = { 0 };

	view_add_real(&str, number);
	return keep(arena, &str);
}

const char *
view_usage_of(struct ft_arena *arena, ft_real usage)
{
	struct ft_str str = { 0 };

	view_add_usage(&str, usage);
	return keep(arena, &str);
}

void
view_add_real(struct ft_str *str, ft_real number)
{
	/* Slurm's daemon sends reals as double x 1e6, sshare divides again */
	double sent = (double)number * 1e6;

	if (ft_real_cmp(number, FT_LEVEL_FS_NONE) == 0)
		ft_str_add(str, "parent");
	else
		(void)ft_format_real(str, sent / 1e6, 10);
}

void
view_add_usage(struct ft_str *str, ft_real usage)
{
	if (usage < 1000 && ft_real_cmp(usage, floorl(usage)) != 0)
		ft_str_addf(str, "%.2Lf", usage);
	else
		ft_format_u64(str, ft_real_u64(usage));
}

void
view_add_cut(struct ft_str *str, const char *text, int cols)
{
	if (view_text_width(text) <= cols) {
		ft_str_add(str, text);
		return;
	}
	ft_str_add_n(str, text, view_text_fit(text, cols > 1 ? cols - 1 : 0));
	ft_str_add(str, "…");
}

void
view_pad_left(struct ft_str *str, int cols)
{
	int width = view_text_width(ft_str_text(str));
	char *copy FT_CLEANUP(ft_free_at) = NULL;

	if (width >= cols)
		return;
	copy = ft_str_take(str);
	ft_str_add_fill(str, ' ', (size_t)(cols - width));
	ft_str_add(str, copy ? copy : "");
}

void
view_add_bar(struct ft_str *str, ft_real part, int cols)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊",
		"▉" };
	long units = 0;

	if (part > 1)
		part = 1;
	if (part > 0)
		units = (long)(part * 8 * (ft_real)cols + 0.5L);
	/* a little is not nothing */
	if (part > 0 && units == 0)
		units = 1;
	for (long i = 0; i < units / 8; i++)
		ft_str_add(str, "█");
	ft_str_add(str, eighths[units % 8]);
}

void
view_add_served(struct ft_str *str, ft_real level_fs)
{
	/* what would be 1.00x */
	bool hair = fabsl(level_fs - 1) < 0.005L;

	if (level_fs == 0)
		ft_str_add(str, "no shares: it goes last");
	else if (level_fs == (ft_real)INFINITY)
		ft_str_add(str, "under-served: it has used nothing");
	else if (hair && level_fs > 1)
		ft_str_addf(str, "under-served by a hair: LF is 1 + %.2Lg",
		    level_fs - 1);
	else if (hair && level_fs < 1)
		ft_str_addf(str, "over-served by a hair: LF is 1 - %.2Lg",
		    1 - level_fs);
	else if (level_fs > 1)
		ft_str_addf(
		    str, "under-served: its share is %.2Lfx its use", level_fs);
	else if (level_fs < 1)
		ft_str_addf(str, "over-served: its use is %.2Lfx its share",
		    1 / level_fs);
	else
		ft_str_add(str, "served exactly: its use is its share");
}

/* ---- sentences ------------------------------------------------------------ */

static void
add_word(const struct view_data *data, const struct view_event *event,
    struct ft_word word, struct ft_str *str)
{
	const struct view_film *film = data->film;
	uint32_t node = event->node;
	const char *account = ft_tree_account(data->tree, &data->names, node);
	bool counts = event->kind == FT_EVENT_SORT;

	if (ft_word_equals(word, "name") || ft_word_equals(word, "user"))
		view_add_name(data, node, str);
	else if (ft_word_equals(word, "account"))
		ft_str_add(str, account ? account : "");
	else if (ft_word_equals(word, "s"))
		view_add_real(str, (ft_real)film->shares[node]);
	else if (ft_word_equals(word, "u"))
		view_add_real(str, film->usage[node]);
	else if (ft_word_equals(word, "lf"))
		view_add_real(str, film->level_fs[node]);
	else if (ft_word_equals(word, "rank"))
		ft_str_addf(str, "%" PRIu32, event->rank);
	else if (ft_word_equals(word, "count"))
		ft_str_addf(
		    str, "%" PRIu32, counts ? event->place : film->n_user);
	else if (ft_word_equals(word, "other") && event->other != FT_NODE_NONE)
		view_add_name(data, event->other, str);
}

/* How many compete below account NODE, those of merged accounts left out. */
static uint32_t
own_children(const struct view_data *data, uint32_t node)
{
	uint32_t acct = data->tree->acct[node];

	return data->tree->first[acct + 1] - data->tree->first[acct];
}

void
view_add_sentence(
    const struct view_data *data, size_t index, struct ft_str *str)
{
	const struct view_event *event = &data->film->event[index];
	const char *at = ft_event_infos[event->kind].sentence;

	if (event->kind == FT_EVENT_TIE && event->other == FT_NODE_NONE) {
		/* the first of a level that has the value for "none" */
		view_add_name(data, event->node, str);
		ft_str_add(str, " is the first on its level and has no level "
				"fairshare: Slurm counts it as tied");
		return;
	}
	if (event->kind == FT_EVENT_SORT && event->place < 2) {
		ft_str_add(str,
		    event->place ? "one child only in " : "no children in ");
		view_add_name(data, event->node, str);
		ft_str_add(str, ": nothing to sort");
		return;
	}
	if (event->kind == FT_EVENT_START && data->film->stepless) {
		ft_str_addf(str,
		    "the algorithm %s takes no steps that could be shown",
		    data->algo->name);
		return;
	}
	if (event->kind == FT_EVENT_START && data->film->n_user == 1) {
		ft_str_add(str, "the walk starts: 1 user association, so there "
				"is one rank to give");
		return;
	}
	if (event->kind == FT_EVENT_SORT &&
	    event->place > own_children(data, event->node)) {
		ft_str_addf(
		    str, "sort the %" PRIu32 " children of ", event->place);
		view_add_name(data, event->node, str);
		ft_str_add(str, " (merged), highest level fairshare first");
		return;
	}
	while (*at) {
		size_t len = strcspn(at, "{");

		ft_str_add_n(str, at, len);
		at += len;
		if (!*at)
			break;
		at++;
		len = strcspn(at, "}");
		add_word(data, event, (struct ft_word){ at, len }, str);
		at += len + (at[len] == '}');
	}
	if (event->kind == FT_EVENT_RANK)
		ft_str_addf(
		    str, ": place %" PRIu32, data->film->place[event->node]);
}
