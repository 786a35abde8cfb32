/*
 * server.c - what scontrol asks of a running slurmctld, and what has no
 * meaning here but is accepted.
 */

#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "sim/reserve/reserve.h"
#include "fairtree.h"

/* The host of SlurmctldHost=NAME(address), a parameter that fairtree does not
 * keep. */
static char *
host_of(const struct ft_conf *conf)
{
	for (size_t i = 0; i < conf->n_line; i++) {
		const struct ft_conf_line *line = &conf->line[i];
		const char *value = strchr(line->text, '=');

		if (value && (strcasecmp(line->key, "SlurmctldHost") == 0 ||
				 strcasecmp(line->key, "ControlMachine") == 0))
			return ft_strndup(value + 1, strcspn(value + 1, "(,"));
	}
	return ft_strdup("localhost");
}

/* A controller in Slurm's own JSON.  Nothing travels: the latency is 0. */
struct pinged {
	const char *host;
	bool up;
};

static void
pinged_word(const void *at, struct ft_value *value)
{
	const struct pinged *pinged = *(const struct pinged *const *)at;

	ft_value_text(value, pinged->up ? "UP" : "DOWN");
}

static void
pinged_status(const void *at, struct ft_value *value)
{
	const struct pinged *pinged = *(const struct pinged *const *)at;

	ft_value_text(value,
	    pinged->up ? "No error" : "Unable to contact slurm controller");
}

#define PINGED(member) FT_MEMBER(struct pinged, member)

static const struct ft_column ping_members[] = {
	PAPER_WORD("hostname", PINGED(host)),
	PAPER_WORD("pinged", .get = pinged_word, .until = FT_RELEASE_26_05),
	{ .key = "responding", .type = FT_COLUMN_BOOL, PINGED(up) },
	PAPER_COUNT("latency", PAPER_ZERO),
	PAPER_WORD(
	    "mode", FCONTROL_CONST("primary"), .until = FT_RELEASE_26_05),
	{ .key = "primary", .type = FT_COLUMN_BOOL, .get = ft_column_get_one },
	PAPER_WORD("status", .get = pinged_status, .since = FT_RELEASE_26_05),
};

static void
print_ping(struct ft_doc *doc, const char *host, bool up)
{
	const struct pinged *pinged = &(const struct pinged){ host, up };

	ft_doc_begin_list(doc, "pings");
	ft_doc_object(doc, NULL, ping_members, FT_COUNT(ping_members), &pinged);
	ft_doc_end(doc);
}

int
fcontrol_ping(struct fcontrol *control, int argc, char **argv)
{
	FILE *out = control->context->out;
	struct ft_error err = { 0 };
	char *host;
	bool up = true;

	(void)argc;
	(void)argv;
	control->session.call = "";
	if (!control->session.store)
		up = ft_session_open(&control->session, control->context,
			 FT_SESSION_READ, &err) == FT_OK;
	if (!up && (err.status != FT_EABSENT || !control->context->slurm))
		return fcontrol_fail(control, &err);
	host = host_of(&control->session.conf);
	if (control->paper) {
		print_ping(control->paper, host, up);
		ft_free(host);
		return 0;
	}
	fprintf(
	    out, "Slurmctld(primary) at %s is %s\n", host, up ? "UP" : "DOWN");
	ft_free(host);
	if (!up)
		fputs("*****************************************\n"
		      "** RESTORE SLURMCTLD DAEMON TO SERVICE **\n"
		      "*****************************************\n",
		    out);
	return !up;
}

int
fcontrol_version(struct fcontrol *control, int argc, char **argv)
{
	(void)argv;
	if (control->context->slurm)
		fprintf(control->context->out, "slurm-wlm %s\n",
		    ft_releases[control->context->release].version);
	else
		fprintf(control->context->out, "fairtree %s\n", FT_VERSION);
	if (argc > 0)
		fprintf(control->context->err,
		    "too many arguments for %s keyword\n", control->word);
	return argc > 0;
}

/* ---- settings of a daemon that is not there -------------------------------------- */

static bool
is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcasecmp(word, *list) == 0)
			return true;
	return false;
}

/* Returns whether the user may; complains as a failed CALL if not. */
static bool
may_set(struct fcontrol *control, const char *call)
{
	control->session.call = call;
	if (!fcontrol_load(control))
		return false;
	if (control->asker.super)
		return true;
	fcontrol_failed(control, call, "Permission denied");
	return false;
}

/* Accepted under the Slurm name, where scripts expect it; refused under ours,
 * because no daemon would act on it. */
static int
set_nothing(struct fcontrol *control, const char *call)
{
	if (!control->context->slurm)
		return ft_cmd_error(control->context,
		    "not supported: there is no daemon to change");
	return !may_set(control, call);
}

int
fcontrol_set_debug(struct fcontrol *control, int argc, char **argv)
{
	static const char *const levels[] = { "quiet", "fatal", "error", "info",
		"verbose", "debug", "debug2", "debug3", "debug4", "debug5",
		NULL };
	uint32_t number;

	(void)argc;
	if (!is_one_of(argv[0], levels) &&
	    (!ft_num_u32(argv[0], &number) || number > 9)) {
		fprintf(control->context->err, "invalid debug level: %s\n",
		    argv[0]);
		return 1;
	}
	return set_nothing(control, "slurm_set_debug_level error");
}

int
fcontrol_set_flags(struct fcontrol *control, int argc, char **argv)
{
	static const char *const flags[] = { "Accrue", "Agent", "Backfill",
		"BackfillMap", "BurstBuffer", "Cgroup", "CPU_Bind",
		"CpuFrequency", "Data", "Dependency", "Elasticsearch", "Energy",
		"ExtSensors", "Federation", "FrontEnd", "Gang", "Gres",
		"HeteroJobs", "JobAccountGather", "JobComp", "JobContainer",
		"License", "Network", "NetworkRaw", "NodeFeatures",
		"NO_CONF_HASH", "Power", "Priority", "Profile", "Protocol",
		"Reservation", "Route", "Script", "SelectType", "Steps",
		"Switch", "TimeCray", "TraceJobs", "Triggers", "WorkQueue",
		NULL };

	for (int i = 0; i < argc; i++) {
		const char *word =
		    argv[i] + (*argv[i] == '+' || *argv[i] == '-');

		if (is_one_of(word, flags))
			continue;
		fprintf(control->context->err,
		    "invalid debug flag: %s\nUsage: setdebugflags %s\n",
		    argv[i],
		    ft_release_has(
			control->context->release, FT_RULE_DEBUG_FLAGS_MANY)
			? "{+|-}NAME [{+|-}NAME] [nodes=<NODES>]"
			: "[+|-]NAME");
		return 1;
	}
	return set_nothing(control, "slurm_set_debug_flags error");
}

int
fcontrol_notify(struct fcontrol *control, int argc, char **argv)
{
	enum ft_refusal refusal = FT_REFUSE_NONE;
	const struct ft_job *job;
	uint32_t number;

	(void)argc;
	if (!control->context->slurm)
		return set_nothing(control, "");
	if (!fcontrol_load(control))
		return 1;
	job = ft_num_u32(argv[0], &number)
		  ? ft_world_find(&control->world, number)
		  : NULL;
	if (!job)
		refusal = FT_REFUSE_JOB_ID;
	else if (!ft_session_is_root(&control->session) &&
		 strcmp(control->asker.name, job->user) != 0)
		refusal = FT_REFUSE_USER;
	else if (!ft_job_is_active(job))
		refusal = FT_REFUSE_JOB_ID;
	else if (job->state == FT_JOB_PENDING)
		refusal = FT_REFUSE_DISABLED;
	if (refusal == FT_REFUSE_NONE)
		return 0;
	fprintf(control->context->err, "job notify failure: %s\n",
	    ft_refusal_text(refusal));
	return 1;
}

int
fcontrol_set_schedlog(struct fcontrol *control, int argc, char **argv)
{
	static const char *const levels[] = { "0", "1", "disable", "enable",
		NULL };

	(void)argc;
	if (!control->context->slurm)
		return set_nothing(control, "");
	if (!is_one_of(argv[0], levels) && !fcontrol_is_mute(control))
		fprintf(control->context->err, "invalid schedlog level: %s\n",
		    argv[0]);
	else if (may_set(control, "slurm_set_schedlog_level error"))
		fcontrol_failed(control, "slurm_set_schedlog_level error",
		    ft_refusal_text(FT_REFUSE_DISABLED));
	return 1;
}

/* ---- entities that are empty here ---------------------------------------------------- */

/* Ask the store as CALL would ask slurmctld; complains if it does not answer. */
static bool
answers(struct fcontrol *control)
{
	struct ft_error err = { 0 };

	if (ft_session_open(&control->session, control->context,
		FT_SESSION_READ, &err) == FT_OK)
		return true;
	fcontrol_fail(control, &err);
	return false;
}

/* Jobs never complete here: they have ended at once. */
int
fcontrol_show_nothing(struct fcontrol *control, int argc, char **argv)
{
	(void)control;
	(void)argc;
	(void)argv;
	return 0;
}

int
fcontrol_show_daemons(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fputs("slurmctld \n", fcontrol_aside(control));
	return 0;
}

int
fcontrol_show_frontend(struct fcontrol *control, int argc, char **argv)
{
	return !answers(control) || fcontrol_print_none(control, "Node",
					"nodes", fcontrol_operand(argc, argv));
}

int
fcontrol_show_aliases(struct fcontrol *control, int argc, char **argv)
{
	const char *host = fcontrol_operand(argc, argv);

	if (!host)
		return 0;
	if (!fcontrol_load(control))
		return 1;
	if (ft_machine_node(&control->world.machine, host) != UINT32_MAX)
		fprintf(control->context->out, "%s\n", host);
	return 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp((*(const struct ft_license *const *)a)->name,
	    (*(const struct ft_license *const *)b)->name);
}

static uint64_t
used_of(const struct ft_world *world, const struct ft_license *license)
{
	size_t index = (size_t)(license - world->machine.license);
	uint64_t used = 0;

	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		for (size_t k = 0;
		     job->state == FT_JOB_RUNNING && k < job->n_license_need;
		     k++)
			if (job->license_need[k].index == index)
				used += job->license_need[k].count;
	}
	return used;
}

#define FCONTROL_THING struct shown

struct shown {
	const char *name;
	uint64_t total, used, left, reserved;
};

static const struct ft_column license_rows[] = {
	{ "LicenseName", FCONTROL_MEMBER(name) },
	{ "Total", FCONTROL_MEMBER(total), .own = FCONTROL_LINE },
	{ "Used", FCONTROL_MEMBER(used) },
	{ "Free", FCONTROL_MEMBER(left) },
	{ "Reserved", FCONTROL_MEMBER(reserved) },
	{ "Remote", FCONTROL_CONST("no") },
	{ 0 },
};

/* In Slurm's own JSON. */
static const struct ft_column license_members[] = {
	PAPER_WORD("LicenseName", FCONTROL_MEMBER(name)),
	PAPER_COUNT("Total", FCONTROL_MEMBER(total)),
	PAPER_COUNT("Used", FCONTROL_MEMBER(used)),
	PAPER_COUNT("Free", FCONTROL_MEMBER(left)),
	{ .key = "Remote", .type = FT_COLUMN_BOOL, PAPER_ZERO },
	PAPER_COUNT("Reserved", FCONTROL_MEMBER(reserved)),
	PAPER_COUNT("LastConsumed", PAPER_ZERO),
	PAPER_COUNT("LastDeficit", PAPER_ZERO),
	PAPER_COUNT("LastUpdate", PAPER_ZERO),
	PAPER_WORD("Nodes", PAPER_EMPTY, .since = FT_RELEASE_26_05),
};

/* How many of its licenses active reservations hold. */
static uint64_t
reserved_of(const struct ft_world *world, const struct ft_license *license)
{
	uint32_t index = (uint32_t)(license - world->machine.license);
	uint64_t reserved = 0;

	for (size_t i = 0; i < world->n_reservation; i++) {
		struct ft_job_count *need FT_CLEANUP(ft_free_at) = NULL;
		size_t n = 0;

		if (ft_reserve_is_active(world, world->reservation[i]) &&
		    ft_machine_parse_licenses(&world->machine,
			world->reservation[i]->licenses, &need, &n,
			NULL) == FT_OK)
			for (size_t k = 0; k < n; k++)
				if (need[k].index == index)
					reserved += need[k].count;
	}
	return reserved;
}

/* The licenses in the order in which they are shown, as an array that the caller
 * frees: by name, and since 26.05 in documents as they are configured. */
static const struct ft_license **
list_licenses(const struct fcontrol *control)
{
	const struct ft_machine *machine = &control->world.machine;
	const struct ft_license **license =
	    ft_calloc(machine->n_license + 1, sizeof(*license));

	for (size_t i = 0; i < machine->n_license; i++)
		license[i] = &machine->license[i];
	if (!control->paper || !ft_release_has(control->context->release,
				   FT_RULE_LICENSES_AS_GIVEN))
		qsort(license, machine->n_license, sizeof(*license), by_name);
	return license;
}

int
fcontrol_show_licenses(struct fcontrol *control, int argc, char **argv)
{
	const char *name = fcontrol_operand(argc, argv);
	const struct ft_machine *machine = &control->world.machine;
	struct fcontrol_records records;
	const struct ft_license **license;
	bool found = false;

	if (!fcontrol_load(control))
		return 1;
	if (!machine->n_license && !control->paper &&
	    control->format == FT_FORMAT_TABLE) {
		fputs("No licenses configured in Slurm.\n",
		    control->context->out);
		return 0;
	}
	license = list_licenses(control);
	fcontrol_records_open(&records, control, "licenses", "    ", false);
	for (size_t i = 0; i < machine->n_license; i++) {
		uint64_t total = license[i]->count;
		uint64_t used = used_of(&control->world, license[i]);
		const struct shown shown = { license[i]->name, total, used,
			total > used ? total - used : 0,
			reserved_of(&control->world, license[i]) };

		if (control->paper)
			fcontrol_record_paper(&records, license_members,
			    FT_COUNT(license_members), &shown);
		else if (!name || strcmp(name, shown.name) == 0)
			fcontrol_record(&records, license_rows, &shown);
		found = found || !name || strcmp(name, shown.name) == 0;
	}
	fcontrol_records_close(&records);
	ft_free(license);
	if (found || !name || control->paper ||
	    !ft_release_has(control->context->release, FT_RULE_NO_LICENSE))
		return 0;
	return ft_cmd_error(
	    control->context, "query \"%s\" matched zero licenses.", name);
}
