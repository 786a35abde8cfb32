/*
 * job.c - makes a job from the options of a submission.
 */
#include <pwd.h>
#include <unistd.h>

#include "base/text/timefmt.h"
#include "jobdoc/jobflag.h"
#include "fbatch/fbatch.h"
#include "cli/sanitize.h"
#include "files/infile.h"
#include "io/slurm/scriptfile.h"
#include "model/job/joboption.h"

static const char *
keep(struct fbatch *batch, const char *text)
{
	return ft_world_string(&batch->world, text);
}

static uint32_t
number_of(const struct fbatch *batch, enum fbatch_key key, uint32_t usual)
{
	const char *text = batch->value[key];
	char *end;
	unsigned long value;

	if (!text)
		return usual;
	value = strtoul(text, &end, 10);
	if ((*end & ~0x20) == 'K')
		value *= 1024;
	if ((*end & ~0x20) == 'M')
		value *= 1024 * 1024;
	return (uint32_t)value;
}

static uint64_t
size_of(const struct fbatch *batch, enum fbatch_key key, uint64_t usual)
{
	uint64_t size = usual;

	if (fbatch_has(batch, key))
		(void)fbatch_size(batch->value[key], &size);
	return size;
}

/* ---- owner---------------------------------------------------------------------- */

/* The name of user TEXT, a name or a number; NULL if there is none. */
static const char *
user_of(struct fbatch *batch, const char *text)
{
	const struct passwd *entry;
	uint32_t uid;
	const char *name;

	if (ft_num_u32(text, &uid)) {
		name = ft_world_user(&batch->world, uid);
		if (name)
			return name;
		entry = getpwuid(uid);
		return entry ? keep(batch, entry->pw_name) : NULL;
	}
	if (ft_world_uid(&batch->world, text) != FT_UID_NOBODY)
		return keep(batch, text);
	entry = getpwnam(text);
	return entry ? keep(batch, entry->pw_name) : NULL;
}

static enum ft_status
fill_user(struct fbatch *batch, struct ft_job *job, struct ft_error *err)
{
	const char *asked = batch->value[FBATCH_UID];
	const char *user = batch->session.user;

	batch->status = FBATCH_BAD_WORD;
	if (asked) {
		if (!ft_session_is_root(&batch->session))
			return ft_fail(
			    err, FT_EPERM, "--uid only permitted by root user");
		user = user_of(batch, asked);
		if (!user)
			return ft_fail(
			    err, FT_ENOENT, "Invalid --uid specification");
	}
	job->user = keep(batch, user);
	return FT_OK;
}

/* ---- when ----------------------------------------------------------------------- */

/* A relative date was valid when parsed; at the store's time it may be out of
 * range. */
static enum ft_status
fill_date(struct fbatch *batch, enum fbatch_key key, int64_t *when,
    struct ft_error *err)
{
	if (!fbatch_has(batch, key) ||
	    ft_time_date(batch->value[key], batch->world.now, false, when))
		return FT_OK;
	return ft_fail(err, FT_EINVAL, "Invalid --%s specification",
	    fbatch_rows[key].name);
}

static enum ft_status
fill_times(struct fbatch *batch, struct ft_job *job, struct ft_error *err)
{
	enum ft_status status =
	    fill_date(batch, FBATCH_BEGIN, &job->begins, err);
	int64_t minutes;

	if (status == FT_OK)
		status = fill_date(batch, FBATCH_DEADLINE, &job->deadline, err);
	if (status == FT_OK && job->deadline && job->deadline < job->begins) {
		batch->status = 1;
		status = ft_fail(err, FT_EINVAL,
		    "Incompatible begin and deadline time specification");
	}
	if (fbatch_has(batch, FBATCH_TIME)) {
		(void)fbatch_limit(batch, batch->value[FBATCH_TIME], &minutes);
		job->time_limit = minutes == 0 ? FT_TIME_UNLIMITED : minutes;
	}
	if (fbatch_has(batch, FBATCH_TIME_MIN)) {
		(void)fbatch_limit(
		    batch, batch->value[FBATCH_TIME_MIN], &minutes);
		job->time_min = minutes == 0 ? FT_TIME_UNLIMITED : minutes;
	}
	return status;
}

/* The run time: --runtime, or else the sleep of the script; and what it uses. */
static void
fill_course(struct fbatch *batch, struct ft_job *job)
{
	uint32_t status = 0;

	job->run_time = batch->runtime
			    ? ft_dist_draw(batch->runtime, &batch->rng)
			    : ft_script_run_time(ft_str_text(&batch->text),
				  batch->text.len, &status);
	job->exit_code = number_of(batch, FBATCH_EXIT_CODE, status);
	if (batch->cpu_efficiency)
		job->cpu_efficiency =
		    (double)ft_dist_draw(batch->cpu_efficiency, &batch->rng) /
		    100;
	if (batch->mem_used)
		job->mem_used =
		    ft_dist_draw(batch->mem_used, &batch->rng) * 1024;
}

/* ---- how much -------------------------------------------------------------------- */

/* -N; a list of sizes is kept as it is, the job gets a number between its
 * ends. */
static void
fill_nodes(struct fbatch *batch, struct ft_job *job)
{
	struct ft_nodecount count;
	struct ft_error err;

	if (!fbatch_has(batch, FBATCH_NODES))
		return;
	(void)fbatch_nodes(batch, batch->value[FBATCH_NODES], &count, &err);
	job->min_nodes = count.least;
	job->max_nodes = count.most;
	job->nodes_given = true;
	/* it never gets more nodes than it has tasks */
	if (count.sizes.len &&
	    (!job->tasks_given || job->tasks_wanted >= job->max_nodes))
		fbatch_keep_option(
		    batch, job, "job_size", ft_str_text(&count.sizes));
	ft_str_free(&count.sizes);
}

/* The nodes of --nodelist that there are. */
static size_t
count_listed(struct fbatch *batch, const struct ft_job *job)
{
	uint32_t *node = NULL;
	size_t n = 0;

	if (!*job->req_nodes || ft_machine_hosts(&batch->world.machine,
				    job->req_nodes, &node, &n, NULL) != FT_OK)
		n = 0;
	ft_free(node);
	return n;
}

/* Keep the first N nodes of --nodelist. */
static void
cut_list(struct fbatch *batch, struct ft_job *job, size_t n)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t *node = NULL;
	size_t listed = 0;

	if (ft_machine_hosts(&batch->world.machine, job->req_nodes, &node,
		&listed, NULL) == FT_OK)
		ft_machine_add_hosts(&list, &batch->world.machine, node,
		    listed < n ? listed : n);
	job->req_nodes = keep(batch, ft_str_text(&list));
	ft_free(node);
}

/* Never more nodes than tasks. */
static void
fewer_nodes(struct fbatch *batch, struct ft_job *job, bool exact)
{
	size_t listed =
	    job->nodes_given && !exact ? 0 : count_listed(batch, job);
	uint32_t nodes = job->nodes_given ? job->min_nodes : 0;

	if (listed > nodes)
		nodes = (uint32_t)listed;
	if (nodes > job->tasks_wanted) {
		fprintf(batch->context->err,
		    "%s: %s: can't run %u processes on %u nodes, setting "
		    "nnodes to %u\n",
		    batch->context->program,
		    ft_release_has(
			batch->context->release, FT_RULE_SBATCH_WARNING)
			? "warning"
			: "Warning",
		    job->tasks_wanted, nodes, job->tasks_wanted);
		job->min_nodes = job->tasks_wanted;
		if (listed > job->tasks_wanted && exact)
			cut_list(batch, job, job->tasks_wanted);
		if (!job->nodes_given)
			job->max_nodes = job->tasks_wanted;
		job->nodes_given = true;
	}
	if (job->max_nodes > job->tasks_wanted)
		job->max_nodes = job->tasks_wanted;
}

/* -w n1,n2 -N 1; and never more nodes than tasks. */
static enum ft_status
check_nodes(struct fbatch *batch, struct ft_job *job)
{
	bool exact = ft_release_has(
	    ft_conf_release(batch->world.conf), FT_RULE_NODELIST_EXACT);
	size_t listed = exact ? count_listed(batch, job) : 0;
	enum ft_status status = FT_OK;

	if (job->max_nodes && listed > job->max_nodes) {
		batch->status = 1;
		ft_cmd_error(batch->context,
		    "invalid number of nodes (-N %zu-%u)", listed,
		    job->max_nodes);
		status = FT_EINVAL;
	}
	if (job->tasks_given)
		fewer_nodes(batch, job, exact);
	return status;
}

/* -B 2:4:1 and its long forms: as many tasks as that makes of each node. */
static void
fill_sockets(struct fbatch *batch, struct ft_job *job)
{
	const char *at = batch->value[FBATCH_EXTRA_NODE_INFO];
	uint64_t tasks = job->min_nodes ? job->min_nodes : 1;

	if (!at || job->tasks_given)
		return;
	for (int i = 0; i < 3 && *at; i++, at += *at == ':') {
		uint64_t n = strtoull(at, NULL, 10);

		tasks *= n && n < 65536 ? n : 1;
		at += strcspn(at, ":");
		if (tasks > INT32_MAX)
			return;
	}
	job->tasks_given = true;
	job->tasks_wanted = (uint32_t)tasks;
}

/* Returns how long the name at TEXT is, with what its brackets hold. */
static size_t
name_length(const char *text)
{
	size_t len = 0;
	bool inside = false;

	for (; text[len] && (inside || !strchr(" \t\r\n,#", text[len])); len++)
		if (strchr("[]", text[len]))
			inside = text[len] == '[';
	return len;
}

/* Read the names of nodes in TEXT, on lines, with commas or blanks between. */
static const char *
keep_list(struct fbatch *batch, const char *text)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	for (const char *at = text; *at;) {
		size_t len = name_length(at);

		if (len && list.len)
			ft_str_add_char(&list, ',');
		ft_str_add_n(&list, at, len);
		at += len;
		at += *at == '#' ? strcspn(at, "\n") : *at != '\0';
	}
	return keep(batch, ft_str_text(&list));
}

/* The nodes in the file that KEY names. */
static enum ft_status
read_node_file(struct fbatch *batch, enum fbatch_key key, const char **list,
    struct ft_error *err)
{
	const char *file = batch->value[key];
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status =
	    ft_infile_read(FT_BOUND_NODES, file, &text, err);

	*list = keep_list(batch, ft_str_text(&text));
	if (!batch->context->slurm || **list)
		return status;
	if (status == FT_OK)
		ft_cmd_error(batch->context, "Hostlist is empty!");
	else if (*file)
		ft_cmd_error(batch->context,
		    "slurm_allocate_resources error opening file %s, %s", file,
		    strerror(errno));
	batch->status = key == FBATCH_NODEFILE ? FBATCH_BAD_WORD : 1;
	err->text[0] = '\0';
	return key == FBATCH_NODEFILE
		   ? ft_fail(err, FT_EINVAL, "Invalid --nodefile node file")
		   : FT_EINVAL;
}

/* -w, -x: a list, or with a slash a file. */
static enum ft_status
read_list(struct fbatch *batch, enum fbatch_key key, const char **list,
    struct ft_error *err)
{
	const char *text = fbatch_text(batch, key);

	if (strchr(text, '/'))
		return read_node_file(batch, key, list, err);
	*list = keep_list(batch, text);
	return FT_OK;
}

static enum ft_status
read_nodes(struct fbatch *batch, struct ft_job *job, struct ft_error *err)
{
	FT_TRY(read_list(batch, FBATCH_EXCLUDE, &job->exc_nodes, err));
	FT_TRY(read_list(batch, FBATCH_NODELIST, &job->req_nodes, err));
	batch->status = FBATCH_BAD_WORD;
	if (fbatch_has(batch, FBATCH_NODEFILE))
		return read_node_file(
		    batch, FBATCH_NODEFILE, &job->req_nodes, err);
	batch->status = 1;
	if (batch->context->slurm &&
	    !strchr(fbatch_text(batch, FBATCH_NODELIST), '/'))
		FT_TRY(fbatch_refuse_list(
		    batch, fbatch_text(batch, FBATCH_NODELIST)));
	return fbatch_has(batch, FBATCH_NODELIST) && !*job->req_nodes &&
		       !fbatch_has(batch, FBATCH_HOLD)
		   ? ft_fail(err, FT_EINVAL, "Batch job submission failed: %s",
			 ft_refusal_text(FT_REFUSE_NODE_COUNT))
		   : FT_OK;
}

/* Options that are refused here. */
static void
warn_spec(struct fbatch *batch)
{
	static const char why[] = "since it's not allowed by configuration "
				  "(AllowSpecResourcesUsage = No)";
	const char *power = fbatch_text(batch, FBATCH_POWER);

	if (fbatch_has(batch, FBATCH_CORE_SPEC))
		ft_cmd_error(batch->context, "Ignoring -S %s", why);
	/* sbatch prints this twice: when it reads the option and when it sends
	 * the job */
	for (int i = 0; i < 2 && *power && strcasecmp(power, "level") != 0; i++)
		ft_cmd_error(batch->context,
		    "Ignoring unrecognized power option (%s)", power);
	if (fbatch_has(batch, FBATCH_THREAD_SPEC))
		ft_cmd_error(batch->context, "Ignoring --thread-spec %s", why);
}

/* A job that reboots its nodes has them alone.  --exclusive=user and =mcs share
 * them; =topo asks for a block of the network, and here there is only one. */
static bool
wants_whole_nodes(const struct fbatch *batch)
{
	const char *how = fbatch_text(batch, FBATCH_EXCLUSIVE);

	return fbatch_has(batch, FBATCH_REBOOT) ||
	       (fbatch_has(batch, FBATCH_EXCLUSIVE) &&
		   (!*how || strcasecmp(how, "exclusive") == 0));
}

static enum ft_status
fill_size(struct fbatch *batch, struct ft_job *job)
{
	job->tasks_given = fbatch_has(batch, FBATCH_NTASKS);
	job->tasks_wanted = number_of(batch, FBATCH_NTASKS, 1);
	fill_nodes(batch, job);
	FT_TRY(check_nodes(batch, job));
	fill_sockets(batch, job);
	job->cpus_per_task = number_of(batch, FBATCH_CPUS_PER_TASK, 1);
	job->tasks_per_node = number_of(batch, FBATCH_NTASKS_PER_NODE, 0);
	if (batch->context->slurm) /* sbatch keeps 16 bits, 65534 is unset */
		job->tasks_per_node = (uint16_t)job->tasks_per_node == 65534
					  ? 0
					  : (uint16_t)job->tasks_per_node;
	job->mem_per_node = size_of(batch, FBATCH_MEM, FT_MEM_UNSET);
	job->mem_per_cpu = size_of(batch, FBATCH_MEM_PER_CPU, FT_MEM_UNSET);
	/* as with --mem=0 */
	if (job->mem_per_cpu == 0) {
		job->mem_per_node = 0;
		job->mem_per_cpu = FT_MEM_UNSET;
	}
	job->disk_per_node = size_of(batch, FBATCH_TMP, 0);
	job->exclusive = wants_whole_nodes(batch);
	warn_spec(batch);
	job->contiguous = fbatch_has(batch, FBATCH_CONTIGUOUS);
	job->features = keep(batch, fbatch_text(batch, FBATCH_CONSTRAINT));
	job->licenses = keep(batch, fbatch_text(batch, FBATCH_LICENSES));
	return FT_OK;
}

/* ---- the rest ---------------------------------------------------------------------- */

static void
fill_priority(struct fbatch *batch, struct ft_job *job)
{
	const char *nice = batch->value[FBATCH_NICE];
	const char *priority = batch->value[FBATCH_PRIORITY];

	if (nice)
		job->nice = *nice ? strtoll(nice, NULL, 10) : 100;
	if (fbatch_has(batch, FBATCH_HOLD))
		job->hold = FT_HOLD_USER;
	if (!priority)
		return;
	job->priority = strcasecmp(priority, "TOP") == 0
			    ? FT_PRIORITY_TOP
			    : (uint32_t)strtoll(priority, NULL, 10);
	/* to sbatch 0 is the same as no option */
	job->priority_set = job->priority != 0;
}

/* The path of a file as the job will see it. */
static void
add_file(struct ft_str *str, const struct ft_job *job, const char *file)
{
	if (strcasecmp(file, "none") == 0)
		ft_str_add(str, "/dev/null");
	else if (*file == '/')
		ft_str_add(str, file);
	else
		ft_str_addf(str, "%s/%s", job->work_dir, file);
}

/* "2@10": a number of switches, and how long to wait for so few;
 * max_switch_wait of SchedulerParameters limits the wait. */
static void
add_switches(struct fbatch *batch, struct ft_job *job, struct ft_str *str)
{
	const char *text = batch->value[FBATCH_SWITCHES];
	char seconds[24];

	snprintf(seconds, sizeof seconds, "%lld",
	    (long long)ft_job_switch_wait(
		text[strcspn(text, "@")] ? strchr(text, '@') + 1 : ""));
	fbatch_keep_option(batch, job, "switch_wait", seconds);
	ft_str_add_n(str, text, strspn(text, "0123456789"));
}

/* Returns the value of KEY as stored, mostly the argument itself. */
static void
add_value(struct fbatch *batch, struct ft_job *job, enum fbatch_key key,
    struct ft_str *str)
{
	if (key == FBATCH_OUTPUT || key == FBATCH_ERROR || key == FBATCH_INPUT)
		add_file(str, job, batch->value[key]);
	else if (key == FBATCH_SWITCHES)
		add_switches(batch, job, str);
	else
		ft_str_add(str, batch->value[key]);
}

void
fbatch_keep_option(struct fbatch *batch, struct ft_job *job, const char *key,
    const char *value)
{
	struct ft_str json FT_CLEANUP(ft_str_free) = { 0 };

	ft_job_option_put(&json, job->options, key, value);
	job->options = keep(batch, ft_str_text(&json));
}

/* The options without a field of their own. */
static void
fill_options(struct fbatch *batch, struct ft_job *job)
{
	for (enum fbatch_key key = 0; key < FBATCH_KEYS; key++) {
		enum fbatch_place place = fbatch_places[key];
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
		struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };

		if ((place != FBATCH_PLACE_KEPT &&
			place != FBATCH_PLACE_SHOWN) ||
		    !fbatch_has(batch, key))
			continue;
		for (const char *c = fbatch_rows[key].name; *c; c++)
			ft_str_add_char(&name, *c == '-' ? '_' : *c);
		add_value(batch, job, key, &value);
		fbatch_keep_option(
		    batch, job, ft_str_text(&name), ft_str_text(&value));
	}
	ft_job_read_shape(job);
}

/* What sacct shows as SubmitLine, and scontrol writes as the batch script. */
static void
fill_origin(struct fbatch *batch, struct ft_job *job)
{
	const struct ft_context *context = batch->context;
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str script FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&line, context->program);
	for (int i = 1; i < context->argc; i++)
		ft_str_addf(&line, " %s", context->argv[i]);
	fbatch_keep_option(batch, job, "submit_line", ft_str_text(&line));
	if (fbatch_has(batch, FBATCH_QOS))
		fbatch_keep_option(
		    batch, job, "qos", fbatch_text(batch, FBATCH_QOS));
	if (fbatch_has(batch, FBATCH_WRAP))
		ft_str_add(&script,
		    "#!/bin/sh\n# This script was created by sbatch "
		    "--wrap.\n\n");
	ft_str_add_n(&script, ft_str_text(&batch->text), batch->text.len);
	if (fbatch_has(batch, FBATCH_WRAP))
		ft_str_add_char(&script, '\n');
	fbatch_keep_option(batch, job, "script", ft_str_text(&script));
}

/* Note what the submission names itself: in squeue's JSON that differs from defaults. */
static void
fill_given(struct fbatch *batch, struct ft_job *job)
{
	static const struct {
		enum fbatch_key key;
		const char *word;
	} words[] = { { FBATCH_ACCOUNT, "account" },
		{ FBATCH_PARTITION, "partition" }, { FBATCH_QOS, "qos" },
		{ FBATCH_WCKEY, "wckey" }, { FBATCH_MEM, "memory" },
		{ FBATCH_MEM_PER_CPU, "memory" },
		{ FBATCH_CPUS_PER_TASK, "cpus_per_task" } };
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < FT_COUNT(words); i++)
		if (fbatch_has(batch, words[i].key))
			ft_str_addf(
			    &list, "%s%s", list.len ? "," : "", words[i].word);
	if (list.len)
		fbatch_keep_option(batch, job, FT_JOBFLAG_GIVEN, list.data);
}

static void
fill_words(struct fbatch *batch, struct ft_job *job)
{
	char *real = getcwd(NULL, 0);
	char *folder FT_CLEANUP(ft_free_at) =
	    ft_sanitize_name(real ? real : "/");
	const char *chdir = fbatch_text(batch, FBATCH_CHDIR);
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	job->account = keep(batch, fbatch_text(batch, FBATCH_ACCOUNT));
	job->partitions = keep(batch, fbatch_text(batch, FBATCH_PARTITION));
	/* an empty name used to mean no partition, not the default one */
	if (fbatch_has(batch, FBATCH_PARTITION) && !*job->partitions &&
	    !ft_release_has(batch->context->release, FT_RULE_SBATCH_EMPTY))
		job->partitions = keep(batch, ",");
	job->reservation = keep(batch, fbatch_text(batch, FBATCH_RESERVATION));
	job->wckey = keep(batch, fbatch_text(batch, FBATCH_WCKEY));
	job->comment = keep(batch, fbatch_text(batch, FBATCH_COMMENT));
	job->extra = keep(batch, fbatch_text(batch, FBATCH_EXTRA));
	job->dependency = keep(batch, fbatch_text(batch, FBATCH_DEPENDENCY));
	job->name = keep(batch, fbatch_has(batch, FBATCH_JOB_NAME)
				    ? batch->value[FBATCH_JOB_NAME]
				    : batch->script_name);
	job->command = keep(batch, batch->command ? batch->command : "");
	ft_str_add(&path, *chdir == '/' ? "" : folder);
	if (*chdir)
		ft_str_addf(&path, "%s%s", path.len ? "/" : "", chdir);
	job->work_dir = keep(batch, ft_str_text(&path));
	job->kill_on_invalid_dep =
	    strcasecmp(fbatch_text(batch, FBATCH_KILL_ON_INVALID_DEP), "yes") ==
	    0;
	job->requeue = ft_conf_number(batch->world.conf, FT_CONF_JOB_REQUEUE);
	if (fbatch_has(batch, FBATCH_REQUEUE))
		job->requeue = true;
	if (fbatch_has(batch, FBATCH_NO_REQUEUE))
		job->requeue = false;
	free(real);
}

enum ft_status
fbatch_fill(struct fbatch *batch, struct ft_job *job, struct ft_error *err)
{
	FT_TRY(fill_user(batch, job, err));
	FT_TRY(fill_times(batch, job, err));
	fill_words(batch, job);
	fill_course(batch, job);
	FT_TRY(read_nodes(batch, job, err));
	FT_TRY(fill_size(batch, job));
	fill_priority(batch, job);
	fill_origin(batch, job);
	fill_options(batch, job);
	fill_given(batch, job);
	return fbatch_fill_gres(batch, job, err);
}
