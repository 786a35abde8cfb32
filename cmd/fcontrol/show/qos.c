/* qos.c - fcontrol show assoc_mgr: records of QOS.  Source: case h01 of the records. */

#include "fcontrol/show/limits.h"
#include "model/account/qos.h"
#include "sim/usage/ledger.h"
#include "sim/policy/policy.h"

/* One record being written. */
struct record {
	const struct fcontrol *control;
	struct ft_str *str;
	struct fcontrol_owner owner;
	const char *line; /* separates lines */
	bool one_line;
};

static const struct fcontrol_limit_row group[] = {
	{ "GrpJobs", FT_LIMIT_GRP_JOBS, .line = false },
	{ "GrpJobsAccrue", FT_LIMIT_GRP_JOBS_ACCRUE, .line = false },
	{ "GrpSubmitJobs", FT_LIMIT_GRP_SUBMIT_JOBS, .line = false },
	{ "GrpWall", FT_LIMIT_GRP_WALL, .line = true },
	{ "GrpTRES", FT_LIMIT_GRP_TRES, .line = true },
	{ "GrpTRESMins", FT_LIMIT_GRP_TRES_MINS, .line = true },
	{ "GrpTRESRunMins", FT_LIMIT_GRP_TRES_RUN_MINS, .line = true },
	{ "MaxWallPJ", FT_LIMIT_MAX_WALL, .line = true },
	{ "MaxTRESPJ", FT_LIMIT_MAX_TRES, .line = true },
	{ "MaxTRESPN", FT_LIMIT_MAX_TRES_PN, .line = true },
	{ "MaxTRESMinsPJ", FT_LIMIT_MAX_TRES_MINS, .line = true },
	{ "MinPrioThresh", FT_LIMIT_MIN_PRIO, .blank = true, .line = true },
	{ "MinTRESPJ", FT_LIMIT_MIN_TRES, .line = true },
	{ 0 },
};

static void
add_preempt(struct record *record, const struct ft_qos *qos)
{
	const char *mode =
	    qos->preempt_mode ? ft_qos_preempt_mode(qos->preempt_mode) : "OFF";

	ft_str_add(record->str, "PreemptMode=");
	for (; *mode; mode++)
		ft_str_add_char(
		    record->str, (char)toupper((unsigned char)*mode));
	ft_str_addf(record->str, "%sPriority=%" PRIu32 "%s", record->line,
	    qos->priority, record->line);
}

/* ---- usage of each account and user -------------------------------------- */

/* Names and limits of one of the two lists. */
struct each {
	const char *title, *none;
	struct fcontrol_limit_row rows[6];
};

static const struct each of_accounts = { "Account Limits", "No Accounts",
	{ { "MaxJobsPA", FT_LIMIT_MAX_JOBS_PA, .line = false },
	    { "MaxJobsAccruePA", FT_LIMIT_MAX_JOBS_ACCRUE_PA, .line = false },
	    { "MaxSubmitJobsPA", FT_LIMIT_MAX_SUBMIT_PA, .line = true },
	    { "MaxTRESPA", FT_LIMIT_MAX_TRES_PA, .line = false },
	    { "MaxTRESRunMinsPA", FT_LIMIT_MAX_TRES_RUN_MINS_PA, .before = true,
		.since = FT_RELEASE_24_05 } } };
static const struct each of_users = { "User Limits", "No Users",
	{ { "MaxJobsPU", FT_LIMIT_MAX_JOBS_PU, .line = false },
	    { "MaxJobsAccruePU", FT_LIMIT_MAX_JOBS_ACCRUE_PU, .line = false },
	    { "MaxSubmitJobsPU", FT_LIMIT_MAX_SUBMIT_PU, .line = true },
	    { "MaxTRESPU", FT_LIMIT_MAX_TRES_PU, .line = false },
	    { "MaxTRESRunMinsPU", FT_LIMIT_MAX_TRES_RUN_MINS_PU, .before = true,
		.since = FT_RELEASE_24_05 } } };

static void
add_one(struct record *record, const struct each *each, const char *who,
    const struct ft_policy_use *use)
{
	struct fcontrol_owner owner = record->owner;

	owner.each = true;
	ft_str_addf(record->str,
	    record->one_line ? " %s={" : "\n      %s\n        ", who);
	fcontrol_add_limits(record->str, &owner, use, each->rows,
	    record->one_line ? " " : "\n        ");
	if (record->one_line)
		ft_str_add_char(record->str, '}');
}

/* scontrol shows everybody's, even under PrivateData. */
static bool
may_see(const struct record *record, const char *user, const char *account)
{
	const struct fcontrol *control = record->control;

	return control->context->slurm ||
	       ft_visibility_shows(&control->session.visibility,
		   FT_VISIBILITY_USAGE, user, account);
}

static void
add_each(struct record *record, const struct each *each)
{
	struct ft_world *world = record->owner.world;
	bool named =
	    ft_release_has(ft_conf_release(world->conf), FT_RULE_NAMES_USERS);
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
			struct ft_str who FT_CLEANUP(ft_str_free) = { 0 };

			if (!may_see(record, name, NULL))
				continue;
			n++;
			ft_str_addf(&who,
			    named ? "%s(%" PRIu32 ")" : "%.0s%" PRIu32, name,
			    ft_world_uid(world, name));
			add_one(record, each, ft_str_text(&who), &use);
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
	struct ft_policy_use use;

	record->owner.id = qos->id;
	ft_str_addf(str, "QOS=%s(%" PRIu32 ")", qos->name, qos->id);
	ft_str_add(str, record->line);
	ft_str_addf(str, "UsageRaw=%.6Lf",
	    (long double)ft_world_qos_usage(record->owner.world, qos->id));
	ft_str_add(str, record->line);
	use = ft_policy_qos_use(record->owner.world, qos->id);
	fcontrol_add_limits(str, &record->owner, &use, group, record->line);
	add_preempt(record, qos);
	add_each(record, &of_accounts);
	ft_str_add(str, record->line);
	add_each(record, &of_users);
	ft_str_add_char(str, '\n');
}

void
fcontrol_add_qos(
    struct ft_str *str, struct fcontrol *control, const char *names)
{
	const struct ft_acctdb *acctdb = &control->world.acctdb;
	struct record record = { .str = str,
		.control = control,
		.owner = { &control->world, true, 0, false },
		.line = control->one_line ? " " : "\n    ",
		.one_line = control->one_line };
	bool any = false;

	for (size_t i = 0; i < acctdb->n_qos; i++)
		any = any || fcontrol_listed(names, acctdb->qos[i].name);
	ft_str_addf(str, control->one_line ? "%s\n" : "\n%s\n\n",
	    any ? "QOS Records" : "No QOS currently cached in Slurm.");
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (fcontrol_listed(names, acctdb->qos[i].name))
			add_record(&record, &acctdb->qos[i]);
}
