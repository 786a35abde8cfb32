/*
 * store_era.c - settings that decided how usage decays, and until when.
 *
 * A pass applies the settings it finds to all of the time since the pass
 * before; the end of a job applies those it finds to what it books.  So what a
 * change finds held for passes up to the last one, and for ends up to now.
 */
#include "store/store_int.h"

#include "base/vec.h"
#include "model/qos.h"

#include <assert.h>
#include <string.h>

#define TIME_MAX (INT64_C(1) << 60) /* later can only be damage */

void
ft_store_set_rules(
    struct ft_store *store, const struct ft_era *rules, int64_t period)
{
	assert(store->depth && rules->period > 0 && period > 0);
	store->rules = *rules;
	store->period = period;
}

enum ft_status
ft_store_end_era(struct ft_store *store, struct ft_error *err)
{
	static const char no_decay[] = "NoDecay";
	const struct ft_era *rules = &store->rules;
	enum ft_status status;

	if (!rules->period)
		return FT_OK;
	status = ft_store_run(store, FT_STMT_END_ERA, err, "iidu",
	    rules->period, rules->decay.half_life,
	    (int32_t)(rules->decay.kind == FT_DECAY_EXACT),
	    ft_qos_flag_find(no_decay, strlen(no_decay)));
	return status ? status
		      : ft_store_run(store, FT_STMT_SET_DECAYED, err, "i",
			    rules->period);
}

enum ft_status
ft_store_end_conf(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status = ft_store_end_era(store, err);

	return status ? status
		      : ft_store_run(store, FT_STMT_DROP_RESETS, err, "");
}

enum ft_status
ft_store_close_charges(
    struct ft_store *store, uint32_t qos, struct ft_error *err)
{
	int64_t period = store->period;
	enum ft_status status;

	if (!period)
		return FT_OK;
	status =
	    ft_store_run(store, FT_STMT_CLOSE_CHARGES, err, "iu", period, qos);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_SET_CHARGED, err, "iu", period, qos);
	store->jobs_changed = true;
	return status;
}

/* ---- reading -------------------------------------------------------------- */

/* Whether TEXT is a comma list of ids, or empty. */
static bool
is_list(const char *text)
{
	static const char digits[] = "0123456789";
	bool good = true;

	while (good && *text) {
		size_t n = strspn(text, digits);

		good = n > 0 && (!text[n] || (text[n] == ',' && text[n + 1]));
		text += n + (text[n] == ',');
	}
	return good;
}

static bool
take_era(struct ft_arena *arena, sqlite3_stmt *stmt, struct ft_era *era)
{
	int64_t kind = sqlite3_column_int64(stmt, 4);

	*era = (struct ft_era){
		.cluster = ft_column_u32(stmt, 0),
		.changed = sqlite3_column_int64(stmt, 1),
		.ends = sqlite3_column_int64(stmt, 2),
		.decay = { kind ? FT_DECAY_EXACT : FT_DECAY_SLURM,
		    sqlite3_column_int64(stmt, 3) },
		.period = sqlite3_column_int64(stmt, 5),
		.kept = ft_column_text(arena, stmt, 6),
	};
	return era->ends > -TIME_MAX && era->ends <= era->changed &&
	       era->changed < TIME_MAX && (kind == 0 || kind == 1) &&
	       era->decay.half_life >= 0 && era->period > 0 &&
	       era->period < TIME_MAX && is_list(era->kept);
}

/* Whether ERA only ended to begin again as NEXT. */
static bool
goes_on(const struct ft_era *era, const struct ft_era *next)
{
	return era->cluster == next->cluster &&
	       era->decay.half_life == next->decay.half_life &&
	       era->decay.kind == next->decay.kind &&
	       era->period == next->period && !strcmp(era->kept, next->kept) &&
	       (next->ends - era->ends) % era->period == 0;
}

enum ft_status
ft_store_read_eras(struct ft_store *store, struct ft_arena *arena,
    struct ft_era **era, size_t *n, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_READ_ERAS, err, "");
	struct ft_era *item = NULL, next;
	size_t cap = 0;
	int step = stmt ? 1 : FT_EIO;

	*n = 0;
	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		if (!take_era(arena, stmt, &next) ||
		    (*n && item[*n - 1].cluster == next.cluster &&
			item[*n - 1].ends > next.ends)) {
			sqlite3_reset(stmt);
			step = ft_fail(err, FT_EFOREIGN,
			    "%s: damaged: a row of usage_era", store->path);
			break;
		}
		if (*n && goes_on(&item[*n - 1], &next))
			--*n;
		item = ft_vec_grow(item, &cap, *n + 1, sizeof *item);
		item[(*n)++] = next;
	}
	*era = ft_arena_calloc(arena, *n + 1, sizeof **era);
	if (item)
		memcpy(*era, item, *n * sizeof **era);
	ft_free(item);
	return (enum ft_status)step;
}
