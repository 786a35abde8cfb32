/* store_change_list.c - what became of limits, lists of QOS, coordinators. */
#include "store/change_int.h"

#include "base/timefmt.h"

/* One element: up to three columns. */
struct item {
	const char *column[3];
};
struct items {
	struct item *item;
	size_t n, cap;
};

static enum ft_status
read_items(struct ft_telling *telling, const char *json, struct items *items,
    struct ft_error *err)
{
	struct ft_store *store = telling->store;
	sqlite3_stmt *stmt;
	int step = 1;

	*items = (struct items){ .item = NULL };
	if (!json)
		return FT_OK;
	stmt = ft_store_query(
	    store, FT_STMT_IMAGE_ITEMS, FT_ARGS(FT_ARG("image", json)), err);
	if (!stmt)
		return FT_EIO;
	while ((step = ft_store_step(store, stmt, err)) > 0) {
		items->item = ft_vec_grow(items->item, &items->cap,
		    items->n + 1, sizeof *items->item);
		for (int i = 0; i < 3; i++)
			items->item[items->n].column[i] =
			    ft_column_text(&telling->scratch, stmt, i);
		items->n++;
	}
	return (enum ft_status)step;
}

/* Append the limits of KIND: "cpu=4,mem=100", a count or a time. */
static enum ft_status
limit_words(struct ft_telling *telling, const struct items *items,
    const char *kind, struct ft_str *str, struct ft_error *err)
{
	enum ft_limit_kind row = ft_limit_find(kind);
	enum ft_status status = FT_OK;
	char text[64];

	for (size_t i = 0; !status && i < items->n; i++) {
		const char *const *column = items->item[i].column;
		int64_t tres = 0, value = 0;

		if (strcmp(column[0], kind))
			continue;
		(void)ft_num_i64(column[1], &tres);
		(void)ft_num_i64(column[2], &value);
		if (str->len)
			ft_str_add_char(str, ',');
		if (tres) {
			status =
			    ft_log_words_tres(&telling->words, tres, str, err);
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
	return status;
}

static enum ft_status
tell_limit(struct ft_telling *telling, const char *kind,
    const struct items *before, const struct items *after, struct ft_error *err)
{
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(limit_words(telling, before, kind, &old, err));
	FT_TRY(limit_words(telling, after, kind, &new, err));
	if (strcmp(ft_str_text(&old), ft_str_text(&new)) != 0)
		FT_TRY(ft_change_tell(telling, kind, old.len ? old.data : NULL,
		    new.len ? new.data : NULL, err));
	return FT_OK;
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
static enum ft_status
tell_limits(struct ft_telling *telling, const struct items *before,
    const struct items *after, struct ft_error *err)
{
	for (size_t i = 0; i < before->n; i++) {
		const char *kind = before->item[i].column[0];

		if (!has_kind(before, i, kind))
			FT_TRY(tell_limit(telling, kind, before, after, err));
	}
	for (size_t i = 0; i < after->n; i++) {
		const char *kind = after->item[i].column[0];

		if (!has_kind(before, before->n, kind) &&
		    !has_kind(after, i, kind))
			FT_TRY(tell_limit(telling, kind, before, after, err));
	}
	return FT_OK;
}

/* Append "normal,+high,-low", the names of users or "cluster=40". */
static enum ft_status
names_of(struct ft_telling *telling, enum ft_log what,
    const struct items *items, struct ft_str *str, struct ft_error *err)
{
	enum ft_log names = what == FT_LOG_COORDINATOR        ? FT_LOG_USER
			    : what == FT_LOG_RESOURCE_CLUSTER ? FT_LOG_CLUSTER
							      : FT_LOG_QOS;
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < items->n; i++) {
		const char *const *column = items->item[i].column;

		if (i)
			ft_str_add_char(str, ',');
		if (names == FT_LOG_QOS && *column[1] != '=')
			ft_str_add(str, column[1]);
		status = ft_change_name(telling, names, column[0], str, err);
		if (names == FT_LOG_CLUSTER)
			ft_str_addf(str, "=%s", column[1]);
	}
	return status;
}

static enum ft_status
tell_names(struct ft_telling *telling, enum ft_log what,
    const struct items *before, const struct items *after, struct ft_error *err)
{
	const char *field = what == FT_LOG_COORDINATOR        ? "Coordinators"
			    : what == FT_LOG_RESOURCE_CLUSTER ? "Allowed"
			    : what == FT_LOG_ASSOC_QOS        ? "QOS"
							      : "Preempt";
	struct ft_str old FT_CLEANUP(ft_str_free) = { 0 },
			  new FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(names_of(telling, what, before, &old, err));
	FT_TRY(names_of(telling, what, after, &new, err));
	if (strcmp(ft_str_text(&old), ft_str_text(&new)) != 0)
		FT_TRY(ft_change_tell(telling, field, old.len ? old.data : NULL,
		    new.len ? new.data : NULL, err));
	return FT_OK;
}

enum ft_status
ft_change_items(struct ft_telling *telling, enum ft_log what, uint32_t owner,
    const char *before, struct ft_error *err)
{
	struct items old = { .n = 0 }, new = { .n = 0 };
	const char *after = NULL;
	enum ft_status status = ft_log_words_state(
	    &telling->words, what, owner, NULL, &telling->scratch, &after, err);

	if (!status)
		status = read_items(telling, before, &old, err);
	if (!status)
		status = read_items(telling, after, &new, err);
	if (!status && (what == FT_LOG_ASSOC_LIMIT || what == FT_LOG_QOS_LIMIT))
		status = tell_limits(telling, &old, &new, err);
	else if (!status)
		status = tell_names(telling, what, &old, &new, err);
	ft_free(old.item);
	ft_free(new.item);
	return status;
}
