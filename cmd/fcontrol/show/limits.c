#include "fcontrol/show/limits.h"

#include "model/account/limits.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"

bool
fcontrol_limit(const struct fcontrol_owner *owner, uint16_t kind, uint32_t tres,
    uint64_t *value)
{
	const struct ft_acctdb *acctdb = &owner->world->acctdb;
	const struct ft_limit *limit;
	size_t n;

	if (!owner->is_qos)
		return ft_policy_limit(
		    owner->world, owner->id, kind, tres, value);
	limit = ft_acctdb_limits(
	    acctdb->qos_limit, acctdb->n_qos_limit, owner->id, &n);
	for (size_t i = 0; i < n; i++) {
		if (limit[i].kind != kind || limit[i].tres != tres)
			continue;
		*value = ft_policy_qos_limit(
		    owner->world, ft_acctdb_qos(acctdb, owner->id), &limit[i]);
		return true;
	}
	return false;
}

/* ---- what counts against a limit ------------------------------------------------- */

enum source { JOBS, ACCRUING, SUBMITTED, WALL, TRES, MINUTES, RUN_MINUTES };

static const struct {
	enum ft_limit_kind kind;
	enum source source;
	bool each;
} sources[] = {
	{ FT_LIMIT_GRP_JOBS, JOBS, false },
	{ FT_LIMIT_MAX_JOBS, JOBS, false },
	{ FT_LIMIT_MAX_JOBS_PA, JOBS, true },
	{ FT_LIMIT_MAX_JOBS_PU, JOBS, true },
	{ FT_LIMIT_GRP_JOBS_ACCRUE, ACCRUING, false },
	{ FT_LIMIT_MAX_JOBS_ACCRUE, ACCRUING, false },
	{ FT_LIMIT_MAX_JOBS_ACCRUE_PA, ACCRUING, true },
	{ FT_LIMIT_MAX_JOBS_ACCRUE_PU, ACCRUING, true },
	{ FT_LIMIT_GRP_SUBMIT_JOBS, SUBMITTED, false },
	{ FT_LIMIT_MAX_SUBMIT_JOBS, SUBMITTED, false },
	{ FT_LIMIT_MAX_SUBMIT_PA, SUBMITTED, true },
	{ FT_LIMIT_MAX_SUBMIT_PU, SUBMITTED, true },
	{ FT_LIMIT_GRP_WALL, WALL, false },
	{ FT_LIMIT_GRP_TRES, TRES, false },
	{ FT_LIMIT_MAX_TRES_PA, TRES, true },
	{ FT_LIMIT_MAX_TRES_PU, TRES, true },
	{ FT_LIMIT_GRP_TRES_MINS, MINUTES, false },
	{ FT_LIMIT_GRP_TRES_RUN_MINS, RUN_MINUTES, false },
	{ FT_LIMIT_MAX_TRES_RUN_MINS_PA, RUN_MINUTES, true },
	{ FT_LIMIT_MAX_TRES_RUN_MINS_PU, RUN_MINUTES, true },
};

/* Decayed usage of a TRES, by index (-1: wall time), in minutes. */
static ft_real
minutes(const struct fcontrol_owner *owner, int tres)
{
	return (owner->is_qos
		       ? ft_world_qos_tres_usage(owner->world, owner->id, tres)
		       : ft_world_tres_usage(owner->world, owner->id, tres)) /
	       60;
}

static ft_real
read_source(const struct fcontrol_owner *owner, const struct ft_policy_use *use,
    enum source source, size_t tres)
{
	uint64_t whole = 0;

	switch (source) {
	case JOBS:
		return use->jobs;
	case ACCRUING:
		return use->accruing;
	case SUBMITTED:
		return use->submitted;
	case WALL:
		return minutes(owner, -1);
	case TRES:
		return use->tres ? (ft_real)use->tres[tres] : 0;
	case MINUTES:
		return minutes(owner, (int)tres);
	case RUN_MINUTES:
		if (use->tres_run_secs)
			whole = use->tres_run_secs[tres] / 60;
		return (ft_real)whole;
	}
	return 0;
}

bool
fcontrol_used(const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, uint16_t kind, size_t tres, ft_real *used)
{
	for (size_t i = 0; i < FT_COUNT(sources); i++) {
		if (sources[i].kind != kind || sources[i].each != owner->each)
			continue;
		*used = read_source(owner, use, sources[i].source, tres);
		return true;
	}
	return false;
}

/* ---- as text ----------------------------------------------------------------------- */

struct writer {
	struct ft_str *str;
	const struct fcontrol_owner *owner;
	const struct ft_policy_use *use;
};

/* "=limit(used)" of the TRES with that INDEX and ID; 0, 0: the limit has no
 * TRES. */
static void
add_value(const struct writer *writer, const struct fcontrol_limit_row *row,
    size_t index, uint32_t id)
{
	struct ft_str *str = writer->str;
	uint64_t value;
	ft_real used;
	bool limited = fcontrol_limit(writer->owner, row->kind, id, &value);
	bool counted =
	    fcontrol_used(writer->owner, writer->use, row->kind, index, &used);

	ft_str_add_char(str, '=');
	if (limited)
		ft_str_addf(str, "%" PRIu64, value);
	else if (counted && !row->own)
		ft_str_add_char(str, 'N');
	else if (row->blank)
		ft_str_add_char(str, ' ');
	if (!counted || (!limited && row->own))
		return;
	if (row->kind == FT_LIMIT_GRP_WALL)
		ft_str_addf(str, "(%.2f)", (double)used);
	else
		ft_str_addf(str, "(%" PRIu64 ")", ft_real_u64(used));
}

/* For kinds that count usage, all TRES; else those with a limit. */
static void
add_each_tres(const struct writer *writer, const struct fcontrol_limit_row *row)
{
	const struct ft_tres_table *table = &writer->owner->world->tres;
	const char *before = "=";
	uint64_t value;
	ft_real used;

	for (size_t i = 0; i < table->n; i++) {
		uint32_t id = table->item[i].id;

		if (!fcontrol_used(
			writer->owner, writer->use, row->kind, i, &used) &&
		    !fcontrol_limit(writer->owner, row->kind, id, &value))
			continue;
		ft_str_add(writer->str, before);
		ft_tres_add_name(writer->str, &table->item[i]);
		add_value(writer, row, i, id);
		before = ",";
	}
	if (*before == '=')
		ft_str_add_char(writer->str, '=');
}

void
fcontrol_add_limits(struct ft_str *str, const struct fcontrol_owner *owner,
    const struct ft_policy_use *use, const struct fcontrol_limit_row *rows,
    const char *line)
{
	const struct writer writer = { str, owner, use };
	enum ft_release release = ft_conf_release(owner->world->conf);

	for (const struct fcontrol_limit_row *row = rows; row->name; row++) {
		if (!ft_release_within(release, row->since, 0))
			continue;
		if (row->before)
			ft_str_add(str, line);
		ft_str_add(str, row->name);
		if (ft_limit_infos[row->kind].type == FT_LIMIT_TRES)
			add_each_tres(&writer, row);
		else
			add_value(&writer, row, 0, 0);
		if (row->line)
			ft_str_add(str, line);
		else if (row[1].name && !row[1].before)
			ft_str_add_char(str, ' ');
	}
}

bool
fcontrol_listed(const char *names, const char *name)
{
	return !names || ft_list_has(names, ft_word_of(name));
}
