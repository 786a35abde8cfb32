/* change_list.c - what became of limits, lists of QOS, coordinators. */
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
read_items(struct ft_telling *telling, const char *json, struct items *items)
{
	static const char *const columns[] = { "a", "b", "c" };
	struct ft_log_words *words = &telling->words;
	sqlite3_stmt *stmt;

	if (!json)
		return;
	stmt = ft_store_query(words->store, FT_STMT_IMAGE_ITEMS,
	    FT_ARGS(FT_ARG("image", json)), words->err);
	while (ft_store_next(words->store, stmt, &words->status, words->err)) {
		struct item *item =
		    ft_vec_add(items->item, items->n, items->cap);

		for (int i = 0; i < 3; i++) {
			const char *text =
			    ft_column_text(&telling->scratch, stmt, columns[i]);

			item->column[i] = text ? text : "";
		}
	}
}

/* Tell that FIELD was OLD and is NEW, if they differ; "" is not set. */
static void
tell_texts(struct ft_telling *telling, const char *field,
    const struct ft_str *old, const struct ft_str *new)
{
	if (strcmp(ft_str_text(old), ft_str_text(new)) != 0)
		ft_change_tell(telling, field, old->len ? old->data : NULL,
		    new->len ? new->data : NULL);
}

/* Append the limits of KIND: "cpu=4,mem=100", a count or a time. */
static void
limit_words(struct ft_telling *telling, const struct items *items,
    const char *kind, struct ft_str *str)
{
	enum ft_limit_kind row = ft_limit_find(kind);
	char text[64];

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
			ft_log_words_tres(&telling->words, tres, str);
			ft_str_add_char(str, '=');
		}
		if (row < FT_LIMIT_KINDS && value >= 0 &&
		    value < INT64_MAX / 60 &&
		    ft_limit_infos[row].type == FT_LIMIT_MINUTES)
			ft_str_add(str, ft_time_format_duration(
					    text, sizeof text, value * 60));
		else
			ft_str_addf(str, "%llu", (unsigned long long)value);
	}
}

static void
tell_limit(struct ft_telling *telling, const char *kind,
    const struct items *before, const struct items *after)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	limit_words(telling, before, kind, &old);
	limit_words(telling, after, kind, &new);
	tell_texts(telling, kind, &old, &new);
}

static bool
has_kind(const struct items *items, size_t n, const char *kind)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(items->item[i].column[0], kind))
			return true;
	return false;
}

/* Each kind once: at its first element in either. */
static void
tell_limits(struct ft_telling *telling, const struct items *before,
    const struct items *after)
{
	for (size_t i = 0; i < before->n; i++) {
		const char *kind = before->item[i].column[0];

		if (!has_kind(before, i, kind))
			tell_limit(telling, kind, before, after);
	}
	for (size_t i = 0; i < after->n; i++) {
		const char *kind = after->item[i].column[0];

		if (!has_kind(before, before->n, kind) &&
		    !has_kind(after, i, kind))
			tell_limit(telling, kind, before, after);
	}
}

/* What lists of names are called, and whose names are in them. */
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
add_names(struct ft_telling *telling, enum ft_log names,
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
			    str, ft_log_words_name(&telling->words, names, id));
		if (names == FT_LOG_CLUSTER)
			ft_str_addf(str, "=%s", column[1]);
	}
}

static void
tell_names(struct ft_telling *telling, const struct named *list,
    const struct items *before, const struct items *after)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	add_names(telling, list->names, before, &old);
	add_names(telling, list->names, after, &new);
	tell_texts(telling, list->field, &old, &new);
}

void
ft_change_items(
    struct ft_telling *telling, const struct ft_thing *list, const char *before)
{
	struct items old = { .n = 0 }, new = { .n = 0 };

	read_items(telling, before, &old);
	read_items(telling,
	    ft_log_words_state(&telling->words, list, &telling->scratch), &new);
	if (named[list->what].field)
		tell_names(telling, &named[list->what], &old, &new);
	else
		tell_limits(telling, &old, &new);
	ft_free(old.item);
	ft_free(new.item);
}
