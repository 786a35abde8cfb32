/*
 * names.c - names and numbers as the pages show them, cut in the middle where they must
 * be.
 */

#include "base/text/utf8.h"
#include "report/format/scalar.h"
#include "fview/internal.h"

const char *
fview_name(const struct fview_data *data, uint32_t node)
{
	const char *name =
	    ft_tree_is_user(data->tree, node)
		? ft_tree_user(data->tree, &data->names, node)
		: ft_tree_account(data->tree, &data->names, node);

	return name ? name : "";
}

/* The partition of the association; NULL: any. */
static const char *
partition_of(const struct fview_data *data, uint32_t node)
{
	const struct ft_tree *tree = data->tree;

	return tree->partition && tree->partition[node]
		   ? ft_names_get(&data->names.partition, tree->partition[node])
		   : NULL;
}

const char *
fview_name_of(
    struct ft_arena *arena, const struct fview_data *data, uint32_t node)
{
	const char *name = fview_name(data, node);
	const char *partition = partition_of(data, node);

	return partition ? ft_arena_text(arena, "%s:%s", name, partition)
			 : name;
}

const char *
fview_title_of(
    struct ft_arena *arena, const struct fview_data *data, uint32_t node)
{
	const char *name = fview_name(data, node), *account;
	const char *partition = partition_of(data, node);

	if (!ft_tree_is_user(data->tree, node))
		return name;
	account = ft_tree_account(data->tree, &data->names, node);
	return ft_arena_text(arena, "%s@%s%s%s", name, account ? account : "",
	    partition ? ":" : "", partition ? partition : "");
}

const char *
fview_real_of(struct ft_arena *arena, ft_real number)
{
	/* slurmctld sends reals as double x 1e6; sshare divides again */
	double sent = (double)number * 1e6;
	struct ft_str str = { 0 };

	if (ft_real_cmp(number, FT_LEVEL_FS_NONE) == 0)
		return "parent";
	(void)ft_format_real(&str, sent / 1e6, 10);
	return ft_arena_take(arena, &str);
}

const char *
fview_usage_of(struct ft_arena *arena, ft_real usage)
{
	if (usage < 1000 && ft_real_cmp(usage, floorl(usage)) != 0)
		return ft_arena_text(arena, "%.2Lf", usage);
	return ft_arena_text(arena, "%" PRIu64, ft_real_u64(usage));
}

/* ---- cut in the middle ---------------------------------------------------- */

/* Append TEXT without its middle: HEAD of COLS columns are before the mark. */
static void
cut_at(struct ft_str *str, const char *text, int cols, int head)
{
	ft_utf8_add_ends(
	    str, text, (size_t)head, (size_t)(cols - 1 - head), "…");
}

/* Whether one of OTHER[n] is the same as TEXT when both are cut. */
static bool
is_like_another(
    const char *text, int cols, int head, const char *const *other, size_t n)
{
	struct ft_str own FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str its FT_CLEANUP(ft_str_free) = { 0 };

	cut_at(&own, text, cols, head);
	for (size_t i = 0; i < n; i++) {
		if (fview_text_width(other[i]) <= cols)
			continue;
		ft_str_clear(&its);
		cut_at(&its, other[i], cols, head);
		if (strcmp(its.data, own.data) == 0 &&
		    strcmp(other[i], text) != 0)
			return true;
	}
	return false;
}

void
fview_add_cut_unlike(struct ft_str *str, const char *text, int cols,
    const char *const *other, size_t n)
{
	/* eighths before the mark, where a cut in the middle makes two texts
	 * the same; if they all do, that */
	static const int parts[] = { 6, 2, 5, 3, 7, 1, 8, 0 };
	int room = cols > 1 ? cols - 1 : 0, middle = (room + 1) / 2;
	int head = middle;

	if (fview_text_width(text) <= cols) {
		ft_str_add(str, text);
		return;
	}
	for (size_t i = 0; is_like_another(text, cols, head, other, n); i++) {
		if (i == FT_COUNT(parts)) {
			head = middle;
			break;
		}
		head = room * parts[i] / 8;
	}
	cut_at(str, text, room + 1, head);
}

void
fview_add_cut(struct ft_str *str, const char *text, int cols)
{
	fview_add_cut_unlike(str, text, cols, NULL, 0);
}

int
fview_put_cut(const struct fview_box *box, int row, int col,
    enum fview_style style, const char *text)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (box->cols <= col)
		return 0;
	fview_add_cut(&str, text, box->cols - col);
	return fview_put(box, row, col, style, ft_str_text(&str));
}

void
fview_add_bar(struct ft_str *str, ft_real part, int cols)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊",
		"▉" };
	long units = 0;

	if (part > 1)
		part = 1;
	if (part > 0)
		units = (long)(part * 8 * (ft_real)cols + 0.5L);
	/* show that it is not zero */
	if (part > 0 && units == 0)
		units = 1;
	for (long i = 0; i < units / 8; i++)
		ft_str_add(str, "█");
	ft_str_add(str, eighths[units % 8]);
}

const char *
fview_served(struct ft_arena *arena, ft_real level_fs)
{
	/* would be 1.00x */
	bool close = fabsl(level_fs - 1) < 0.005L;

	/* S is rounded to a double: so little is no difference */
	if (fabsl(level_fs - 1) <= 4 * (ft_real)DBL_EPSILON)
		return "served exactly: its use is its share";
	if (level_fs == 0)
		return "no shares: it goes last";
	if (level_fs == (ft_real)INFINITY)
		return "under-served: it has used nothing";
	if (close && level_fs > 1)
		return ft_arena_text(arena,
		    "under-served: its share is %.2Lg %% above its use",
		    100 * (level_fs - 1));
	if (close)
		return ft_arena_text(arena,
		    "over-served: its use is %.2Lg %% above its share",
		    100 * (1 / level_fs - 1));
	if (level_fs > 1)
		return ft_arena_text(arena,
		    "under-served: its share is %.2Lfx its use", level_fs);
	return ft_arena_text(
	    arena, "over-served: its use is %.2Lfx its share", 1 / level_fs);
}

/* ---- sentences ------------------------------------------------------------ */

/* The value of the placeholder WORD in the sentence of EVENT. */
static const char *
word_of(struct ft_arena *arena, const struct fview_data *data,
    const struct fview_event *event, struct ft_word word)
{
	const struct fview_film *film = data->film;
	uint32_t node = event->node;
	const char *account = ft_tree_account(data->tree, &data->names, node);
	bool counts = event->kind == FT_EVENT_SORT;

	if (ft_word_equals(word, "name") || ft_word_equals(word, "user"))
		return fview_name_of(arena, data, node);
	if (ft_word_equals(word, "account"))
		return account ? account : "";
	if (ft_word_equals(word, "s"))
		return fview_real_of(arena, (ft_real)film->shares[node]);
	if (ft_word_equals(word, "u"))
		return fview_real_of(arena, film->usage[node]);
	if (ft_word_equals(word, "lf"))
		return fview_real_of(arena, film->level_fs[node]);
	if (ft_word_equals(word, "place"))
		return ft_arena_text(arena, "%s%" PRIu32,
		    event->rank != event->place ? "=" : "", film->place[node]);
	if (ft_word_equals(word, "rank"))
		return ft_arena_text(arena, "%" PRIu32, event->rank);
	if (ft_word_equals(word, "factor"))
		return fview_real_of(arena, (ft_real)data->share.factor[node]);
	if (ft_word_equals(word, "count"))
		return ft_arena_text(
		    arena, "%" PRIu32, counts ? event->place : film->n_user);
	if (ft_word_equals(word, "other") && event->other != FT_NODE_NONE)
		return fview_name_of(arena, data, event->other);
	return "";
}

uint32_t
fview_family_size(const struct fview_data *data, uint32_t account)
{
	uint32_t acct = data->tree->acct[account];

	return data->tree->first[acct + 1] - data->tree->first[acct];
}

/* ": places 7 to 12", those of an account that is done. */
static void
add_places(const struct fview_film *film, uint32_t node, struct ft_str *str)
{
	uint32_t first, last;

	if (!fview_film_places(film, node, film->n, &first, &last))
		return;
	ft_str_addf(str, ": place%s %" PRIu32, first == last ? "" : "s", first);
	if (first != last)
		ft_str_addf(str, " to %" PRIu32, last);
}

void
fview_add_sentence(
    const struct fview_data *data, size_t index, struct ft_str *str)
{
	const struct fview_event *event = &data->film->event[index];
	const char *at = ft_event_infos[event->kind].sentence, *name;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };

	name = fview_name_of(&arena, data, event->node);
	if (event->kind == FT_EVENT_TIE && event->other == FT_NODE_NONE) {
		/* the first of a level, where the event has no other node */
		ft_str_addf(str,
		    "%s is the first on its level and has no level fairshare: "
		    "Slurm counts it as tied",
		    name);
		return;
	}
	if (event->kind == FT_EVENT_SORT && event->place < 2) {
		ft_str_addf(str, "%s in %s: nothing to sort",
		    event->place ? "one child only" : "no children", name);
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
				"is one place to give");
		return;
	}
	if (event->kind == FT_EVENT_SORT &&
	    event->place > fview_family_size(data, event->node)) {
		ft_str_addf(str,
		    "sort the %" PRIu32
		    " children of %s (merged), highest level fairshare first",
		    event->place, name);
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
		ft_str_add(str,
		    word_of(&arena, data, event, (struct ft_word){ at, len }));
		at += len + (at[len] == '}');
	}
	if (event->kind == FT_EVENT_LEAVE)
		add_places(data->film, event->node, str);
}
