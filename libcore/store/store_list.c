/* store_list.c - limits and lists of QOS: sparse rows by owner. */
#include "store/store_registry_int.h"

#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The statements for one kind of owner. */
struct owner_kind {
	enum ft_stmt limits, put_limit, drop_limit, drop_limits;
	enum ft_stmt refs, add_ref, drop_refs;
	enum ft_log log_limit, log_ref;
};

static const struct owner_kind assoc_kind = {
	FT_STMT_ASSOC_LIMITS, FT_STMT_PUT_ASSOC_LIMIT,
	FT_STMT_DROP_ASSOC_LIMIT, FT_STMT_DROP_ASSOC_LIMITS,
	FT_STMT_ASSOC_QOS, FT_STMT_ADD_ASSOC_QOS, FT_STMT_DROP_ASSOC_QOS,
	FT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC_QOS
};
static const struct owner_kind qos_kind = {
	FT_STMT_QOS_LIMITS, FT_STMT_PUT_QOS_LIMIT,
	FT_STMT_DROP_QOS_LIMIT, FT_STMT_DROP_QOS_LIMITS,
	FT_STMT_QOS_PREEMPT, FT_STMT_ADD_QOS_PREEMPT, FT_STMT_DROP_QOS_PREEMPT,
	FT_LOG_QOS_LIMIT, FT_LOG_QOS_PREEMPT
};

static const struct owner_kind *
kind_of(enum ft_entity entity)
{
	assert(entity == FT_ENTITY_ASSOC || entity == FT_ENTITY_QOS);
	return entity == FT_ENTITY_ASSOC ? &assoc_kind : &qos_kind;
}

bool
ft_row_limit(sqlite3_stmt *stmt, struct ft_limit *limit)
{
	const void *name = sqlite3_column_text(stmt, 1);
	enum ft_limit_kind kind =
	    name ? ft_limit_find(name) : FT_LIMIT_KINDS;

	if (kind == FT_LIMIT_KINDS)
		return false;
	*limit = (struct ft_limit){
		.owner = ft_column_u32(stmt, 0),
		.kind = (uint16_t)kind,
		.tres = ft_column_u32(stmt, 2),
		.value = (uint64_t)sqlite3_column_int64(stmt, 3),
	};
	return true;
}

void
ft_row_qosref(sqlite3_stmt *stmt, struct ft_qosref *ref)
{
	const unsigned char *op = sqlite3_column_text(stmt, 1);

	*ref = (struct ft_qosref){
		.owner = ft_column_u32(stmt, 0),
		.op = op && *op ? (char)*op : '=',
		.qos = ft_column_u32(stmt, 2),
	};
}

/* The table keeps names; lists are by kind. */
static int
compare_limits(const void *left, const void *right)
{
	const struct ft_limit *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->tres > b->tres) - (a->tres < b->tres);
}

enum ft_status
ft_get_limits(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_limit **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	sqlite3_stmt *stmt = ft_store_query(
	    store, kind_of(entity)->limits, err, "u", owner);
	struct ft_limit *limit = NULL, *copy;
	size_t count = 0, cap = 0;
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		limit = ft_vec_grow(limit, &cap, count + 1, sizeof *limit);
		count += ft_row_limit(stmt, &limit[count]);
	}
	if (!step) {
		copy = ft_arena_calloc(
		    &store->arena, count + 1, sizeof *limit);
		if (count) {
			qsort(limit, count, sizeof *limit, compare_limits);
			memcpy(copy, limit, count * sizeof *limit);
		}
		*array = copy;
		*n = count;
	}
	ft_free(limit);
	return (enum ft_status)step;
}

enum ft_status
ft_get_qosrefs(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_qosref **array, size_t *n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	sqlite3_stmt *stmt =
	    ft_store_query(store, kind_of(entity)->refs, err, "u", owner);
	struct ft_qosref *ref = NULL, *copy;
	size_t count = 0, cap = 0;
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		ref = ft_vec_grow(ref, &cap, count + 1, sizeof *ref);
		ft_row_qosref(stmt, &ref[count++]);
	}
	if (!step) {
		copy = ft_arena_calloc(&store->arena, count + 1, sizeof *ref);
		if (count)
			memcpy(copy, ref, count * sizeof *ref);
		*array = copy;
		*n = count;
	}
	ft_free(ref);
	return (enum ft_status)step;
}

enum ft_status
ft_put_limit(struct ft_registry *registry, enum ft_entity entity,
    const struct ft_limit *limit, bool has_value, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(entity);
	enum ft_status status =
	    ft_store_log_row(store, kind->log_limit, limit->owner, err);
	const char *name;

	assert(limit->kind < FT_LIMIT_KINDS);
	name = ft_limit_infos[limit->kind].name;
	if (!status && has_value)
		status = ft_store_run(store, kind->put_limit, err, "utui",
		    limit->owner, name, limit->tres, (int64_t)limit->value);
	else if (!status)
		status = ft_store_run(store, kind->drop_limit, err, "utu",
		    limit->owner, name, limit->tres);
	return status;
}

enum ft_status
ft_put_qosrefs(struct ft_registry *registry, enum ft_entity entity,
    uint32_t owner, const struct ft_qosref *ref, size_t n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	const struct owner_kind *kind = kind_of(entity);
	enum ft_status status =
	    ft_store_log_row(store, kind->log_ref, owner, err);

	if (!status)
		status =
		    ft_store_run(store, kind->drop_refs, err, "u", owner);
	for (size_t i = 0; !status && i < n; i++) {
		const char op[2] = { ref[i].op, '\0' };

		status = ft_store_run(store, kind->add_ref, err, "uut", owner,
		    ref[i].qos, op);
	}
	return status;
}

enum ft_status
ft_drop_lists(struct ft_store *store, enum ft_entity entity, uint32_t owner,
    struct ft_error *err)
{
	const struct owner_kind *kind = kind_of(entity);
	enum ft_status status =
	    ft_store_log_row(store, kind->log_limit, owner, err);

	if (!status)
		status = ft_store_log_row(store, kind->log_ref, owner, err);
	if (!status)
		status =
		    ft_store_run(store, kind->drop_limits, err, "u", owner);
	if (!status)
		status =
		    ft_store_run(store, kind->drop_refs, err, "u", owner);
	return status;
}
