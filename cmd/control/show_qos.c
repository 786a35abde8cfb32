/* fcontrol show assoc_mgr: records of QOS.  Source: case h01 of the records. */
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "control/limits.h"
#include "model/limits.h"
#include "model/qos.h"
#include "sim/ledger.h"
#include "sim/policy.h"

/* One record being written. */
struct record {
	const struct control *control;
	struct ft_str *str;
	struct control_owner owner;
	const char *line; /* between lines */
	bool one_line;
	uint64_t *used; /* scratch, by TRES index */
};

/* Fill used[] with minutes of TRES seconds. */
static void
fill_minutes(struct record *record, const uint64_t *seconds)
{
	for (size_t i = 0; i < record->owner.world->tres.n; i++)
		record->used[i] = seconds ? seconds[i] / 60 : 0;
}

static void
fill_usage(struct record *record)
{
	const struct control_owner *owner = &record->owner;

	for (size_t i = 0; i < owner->world->tres.n; i++)
		record->used[i] =
		    (uint64_t)(ft_world_qos_tres_usage(
				   owner->world, owner->id, (int)i) /
			       60);
}

static void
fill_allocated(struct record *record, const uint64_t *tres)
{
	for (size_t i = 0; i < record->owner.world->tres.n; i++)
		record->used[i] = tres ? tres[i] : 0;
}

static void
add_group(struct record *record)
{
	const struct control_owner *owner = &record->owner;
	struct ft_policy_use use = ft_policy_qos_use(owner->world, owner->id);
	struct ft_str *str = record->str;

	control_add_count(str, owner, "GrpJobs", FT_LIMIT_GRP_JOBS, use.jobs);
	ft_str_add_char(str, ' ');
	control_add_count(str, owner, "GrpJobsAccrue", FT_LIMIT_GRP_JOBS_ACCRUE,
	    use.accruing);
	ft_str_add_char(str, ' ');
	control_add_count(str, owner, "GrpSubmitJobs", FT_LIMIT_GRP_SUBMIT_JOBS,
	    use.submitted);
	ft_str_add_char(str, ' ');
	control_add_wall(str, owner,
	    (double)ft_world_qos_tres_usage(owner->world, owner->id, -1) / 60);
	ft_str_add(str, record->line);
	fill_allocated(record, use.tres);
	control_add_tres_used(
	    str, owner, "GrpTRES", FT_LIMIT_GRP_TRES, record->used);
	ft_str_add(str, record->line);
	fill_usage(record);
	control_add_tres_used(
	    str, owner, "GrpTRESMins", FT_LIMIT_GRP_TRES_MINS, record->used);
	ft_str_add(str, record->line);
	fill_minutes(record, use.tres_run_secs);
	control_add_tres_used(str, owner, "GrpTRESRunMins",
	    FT_LIMIT_GRP_TRES_RUN_MINS, record->used);
	ft_str_add(str, record->line);
}

static void
add_job_limits(struct record *record, const struct ft_qos *qos)
{
	const struct control_owner *owner = &record->owner;
	struct ft_str *str = record->str;
	const char *mode = ft_qos_preempt_mode(qos->preempt_mode);
	uint64_t value;

	control_add_plain(str, owner, "MaxWallPJ", FT_LIMIT_MAX_WALL);
	ft_str_add(str, record->line);
	control_add_tres_plain(str, owner, "MaxTRESPJ", FT_LIMIT_MAX_TRES);
	ft_str_add(str, record->line);
	control_add_tres_plain(str, owner, "MaxTRESPN", FT_LIMIT_MAX_TRES_PN);
	ft_str_add(str, record->line);
	control_add_tres_plain(
	    str, owner, "MaxTRESMinsPJ", FT_LIMIT_MAX_TRES_MINS);
	ft_str_add(str, record->line);
	control_add_plain(str, owner, "MinPrioThresh", FT_LIMIT_MIN_PRIO);
	if (!control_limit(owner, FT_LIMIT_MIN_PRIO, 0, &value))
		ft_str_add_char(str, ' ');
	ft_str_add(str, record->line);
	control_add_tres_plain(str, owner, "MinTRESPJ", FT_LIMIT_MIN_TRES);
	ft_str_add(str, record->line);
	ft_str_add(str, "PreemptMode=");
	if (qos->preempt_mode == 0)
		ft_str_add(str, "OFF");
	else
		for (; *mode; mode++)
			ft_str_add_char(str, *mode >= 'a' && *mode <= 'z'
						 ? (char)(*mode - 'a' + 'A')
						 : *mode);
	ft_str_add(str, record->line);
	ft_str_addf(str, "Priority=%" PRIu32, qos->priority);
	ft_str_add(str, record->line);
}

/* ---- what each account and user has ------------------------------------------------ */

/* Names and limits of one of the two lists. */
struct each {
	const char *title, *none, *jobs, *accruing, *submitted, *tres;
	uint16_t jobs_kind, accruing_kind, submitted_kind, tres_kind;
};

static const struct each of_accounts = { "Account Limits", "No Accounts",
	"MaxJobsPA", "MaxJobsAccruePA", "MaxSubmitJobsPA", "MaxTRESPA",
	FT_LIMIT_MAX_JOBS_PA, FT_LIMIT_MAX_JOBS_ACCRUE_PA,
	FT_LIMIT_MAX_SUBMIT_PA, FT_LIMIT_MAX_TRES_PA };
static const struct each of_users = { "User Limits", "No Users", "MaxJobsPU",
	"MaxJobsAccruePU", "MaxSubmitJobsPU", "MaxTRESPU", FT_LIMIT_MAX_JOBS_PU,
	FT_LIMIT_MAX_JOBS_ACCRUE_PU, FT_LIMIT_MAX_SUBMIT_PU,
	FT_LIMIT_MAX_TRES_PU };

static void
add_one(struct record *record, const struct each *each, const char *who,
    const struct ft_policy_use *use)
{
	const struct control_owner *owner = &record->owner;
	struct ft_str *str = record->str;

	ft_str_addf(
	    str, record->one_line ? " %s={" : "\n      %s\n        ", who);
	control_add_count(str, owner, each->jobs, each->jobs_kind, use->jobs);
	ft_str_add_char(str, ' ');
	control_add_count(
	    str, owner, each->accruing, each->accruing_kind, use->accruing);
	ft_str_add_char(str, ' ');
	control_add_count(
	    str, owner, each->submitted, each->submitted_kind, use->submitted);
	ft_str_add(str, record->one_line ? " " : "\n        ");
	fill_allocated(record, use->tres);
	control_add_tres_used(
	    str, owner, each->tres, each->tres_kind, record->used);
	if (record->one_line)
		ft_str_add_char(str, '}');
}

/* scontrol shows those of everybody. */
static bool
may_see(const struct record *record, const char *user, const char *account)
{
	const struct control *control = record->control;

	return control->context->slurm || ft_sight_sees(&control->session.sight,
					      FT_SIGHT_USAGE, user, account);
}

static void
add_each(struct record *record, const struct each *each)
{
	struct ft_world *world = record->owner.world;
	uint32_t qos = record->owner.id;
	struct ft_policy_use use;
	const char *name;
	size_t i = 0, n = 0;

	ft_str_addf(
	    record->str, "%s%s", each->title, record->one_line ? "=" : "");
	if (each == &of_accounts) {
		for (; ft_policy_qos_account(world, qos, i, &name, &use); i++) {
			if (!may_see(record, NULL, name))
				continue;
			add_one(record, each, name, &use);
			n++;
		}
	} else {
		for (; ft_policy_qos_user(world, qos, i, &name, &use); i++) {
			char number[16];

			if (!may_see(record, name, NULL))
				continue;
			n++;
			snprintf(number, sizeof number, "%" PRIu32,
			    ft_world_uid(world, name));
			add_one(record, each, number, &use);
		}
	}
	if (n == 0)
		ft_str_addf(record->str, "%s%s",
		    record->one_line ? "" : "\n        ", each->none);
}

static void
add_record(struct record *record, const struct ft_qos *qos)
{
	struct ft_str *str = record->str;

	record->owner.id = qos->id;
	ft_str_addf(str, "QOS=%s(%" PRIu32 ")", qos->name, qos->id);
	ft_str_add(str, record->line);
	ft_str_addf(str, "UsageRaw=%.6Lf",
	    (long double)ft_world_qos_usage(record->owner.world, qos->id));
	ft_str_add(str, record->line);
	add_group(record);
	add_job_limits(record, qos);
	add_each(record, &of_accounts);
	ft_str_add(str, record->line);
	add_each(record, &of_users);
	ft_str_add_char(str, '\n');
}

void
control_add_qos(struct ft_str *str, struct control *control, const char *names)
{
	const struct ft_book *book = &control->world.book;
	struct record record = { .str = str,
		.control = control,
		.owner = { &control->world, true, 0 },
		.line = control->one_line ? " " : "\n    ",
		.one_line = control->one_line,
		.used =
		    ft_calloc(control->world.tres.n + 1, sizeof *record.used) };
	bool any = false;

	for (size_t i = 0; i < book->n_qos; i++)
		any = any || control_listed(names, book->qos[i].name);
	ft_str_addf(str, control->one_line ? "%s\n" : "\n%s\n\n",
	    any ? "QOS Records" : "No QOS currently cached in Slurm.");
	for (size_t i = 0; i < book->n_qos; i++)
		if (control_listed(names, book->qos[i].name))
			add_record(&record, &book->qos[i]);
	ft_free(record.used);
}
