/* change_list.c - report changed lists: limits, QOS, coordinators, shares. */
#include "store/journal/change_private.h"

#include "base/text/timefmt.h"

/* One element: up to three columns. */
struct item {
	const char *column[3];
};
struct items {
	struct item *item;
	size_t n, cap;
};

static void
read_items(struct ft_change_walk *walk, const char *json, struct items *items)
{
	static const char *const columns[] = { "a", "b", "c" };
	struct ft_journal_view *view = &walk->view;
	sqlite3_stmt *stmt;

	if (!json)
		return;
	stmt = ft_store_query(view->store, FT_STMT_IMAGE_ITEMS,
	    FT_ARGS(FT_ARG("image", json)), view->err);
	while (ft_store_next(view->store, stmt, &view->status, view->err)) {
		struct item *item =
		    ft_vec_add(items->item, items->n, items->cap);

		for (int i = 0; i < 3; i++) {
			const char *text =
			    ft_column_text(&walk->scratch, stmt, columns[i]);

			item->column[i] = text ? text : "";
		}
	}
}

/* Report that FIELD was OLD and is NEW, if they differ; "" is not set. */
static void
report_texts(struct ft_change_walk *walk, const char *field,
    const struct ft_str *old, const struct ft_str *new)
{
	if (strcmp(ft_str_text(old), ft_str_text(new)) != 0)
		ft_change_report(walk, field, old->len ? old->data : NULL,
		    new->len ? new->data : NULL);
}

/* Append the limits of KIND: "cpu=4,mem=100", a count or a time. */
static void
add_limits(struct ft_change_walk *walk, const struct items *items,
    const char *kind, struct ft_str *str)
{
	enum ft_limit_kind row = ft_limit_find(kind);

	for (size_t i = 0; i < items->n; i++) {
		const char *const *column = items->item[i].column;
		int64_t tres = 0, value = 0;

		if (strcmp(column[0], kind))
			continue;
		(void)ft_num_i64(column[1], &tres);
		(void)ft_num_i64(column[2], &value);
		if (str->len)
			ft_str_add_char(str, ',');
		if (tres) {
			ft_journal_view_add_tres(&walk->view, tres, str);
			ft_str_add_char(str, '=');
		}
		if (row < FT_LIMIT_KINDS && value >= 0 &&
		    value < INT64_MAX / 60 &&
		    ft_limit_infos[row].type == FT_LIMIT_MINUTES)
			ft_time_add_duration(str, value * 60);
		else
			ft_str_addf(str, "%llu", (unsigned long long)value);
	}
}

static void
report_limit(struct ft_change_walk *walk, const char *kind,
    const struct items *before, const struct items *after)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	add_limits(walk, before, kind, &old);
	add_limits(walk, after, kind, &new);
	report_texts(walk, kind, &old, &new);
}

static bool
has_kind(const struct items *items, size_t n, const char *kind)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(items->item[i].column[0], kind))
			return true;
	return false;
}

/* Report each kind once, at its first element. */
static void
report_limits(struct ft_change_walk *walk, const struct items *before,
    const struct items *after)
{
	for (size_t i = 0; i < before->n; i++) {
		const char *kind = before->item[i].column[0];

		if (!has_kind(before, i, kind))
			report_limit(walk, kind, before, after);
	}
	for (size_t i = 0; i < after->n; i++) {
		const char *kind = after->item[i].column[0];

		if (!has_kind(before, before->n, kind) &&
		    !has_kind(after, i, kind))
			report_limit(walk, kind, before, after);
	}
}

/* The field of a list of names, and what the names are of. */
static const struct named {
	const char *field;
	enum ft_log names;
} named[FT_LOG_COUNT] = {
	[FT_LOG_COORDINATOR] = { "Coordinators", FT_LOG_USER },
	[FT_LOG_RESOURCE_CLUSTER] = { "Allowed", FT_LOG_CLUSTER },
	[FT_LOG_ASSOC_QOS] = { "QOS", FT_LOG_QOS },
	[FT_LOG_QOS_PREEMPT] = { "Preempt", FT_LOG_QOS },
};

/* Append "normal,+high,-low", the names of users or "cluster=40". */
static void
add_names(struct ft_change_walk *walk, enum ft_log names,
    const struct items *items, struct ft_str *str)
{
	for (size_t i = 0; i < items->n; i++) {
		const char *const *column = items->item[i].column;
		uint32_t id = 0;

		if (i)
			ft_str_add_char(str, ',');
		if (names == FT_LOG_QOS && *column[1] != '=')
			ft_str_add(str, column[1]);
		if (ft_num_u32(column[0], &id))
			ft_str_add(
			    str, ft_journal_view_name(&walk->view, names, id));
		if (names == FT_LOG_CLUSTER)
			ft_str_addf(str, "=%s", column[1]);
	}
}

static void
report_names(struct ft_change_walk *walk, const struct named *list,
    const struct items *before, const struct items *after)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	add_names(walk, list->names, before, &old);
	add_names(walk, list->names, after, &new);
	report_texts(walk, list->field, &old, &new);
}

void
ft_change_items(struct ft_change_walk *walk, const struct ft_thing *list,
    const char *before)
{
	struct items old = { .n = 0 }, new = { .n = 0 };

	read_items(walk, before, &old);
	read_items(walk,
	    ft_journal_view_image(&walk->view, list, &walk->scratch), &new);
	if (named[list->what].field)
		report_names(walk, &named[list->what], &old, &new);
	else
		report_limits(walk, &old, &new);
	ft_free(old.item);
	ft_free(new.item);
}
