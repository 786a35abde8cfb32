/* show job: which CPUs, which files, whom to mail. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "control/job.h"

/* ---- CPUs ---------------------------------------------------------------------- */

/*
 * CPUs have no numbers of their own here: of the jobs that run on a node the one
 * that started first, of those the one of the highest priority, is given the
 * lowest, as slurmctld mostly does.
 */
static bool
comes_before(const struct ft_job *a, const struct ft_job *b)
{
	if (a->started != b->started)
		return a->started < b->started;
	if (a->priority != b->priority)
		return a->priority > b->priority;
	return a->number < b->number;
}

static uint32_t
cpus_before(
    const struct ft_world *world, const struct ft_job *job, uint32_t node)
{
	uint32_t cpus = 0;

	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *other = world->running[i];

		if (other == job || !comes_before(other, job))
			continue;
		for (size_t k = 0; k < other->n_node; k++)
			if (other->node[k].node == node)
				cpus += other->node[k].cpus;
	}
	return cpus;
}

static void
add_range(struct ft_str *str, uint32_t first, uint32_t n)
{
	ft_str_addf(str, "%u", first);
	if (n > 1)
		ft_str_addf(str, "-%u", first + n - 1);
}

void
control_job_cpus(struct control_records *records, const struct ft_world *world,
    const struct ft_job *job)
{
	if (job->state != FT_JOB_RUNNING && job->state != FT_JOB_SUSPENDED)
		return;
	control_record_add(records, "JOB_GRES", NULL);
	for (size_t i = 0, end; i < job->n_node && !records->doc; i = end) {
		struct ft_str hosts = { 0 }, cpus = { 0 };
		uint32_t first = cpus_before(world, job, job->node[i].node),
			 *node;

		for (end = i + 1; end < job->n_node; end++)
			if (job->node[end].cpus != job->node[i].cpus ||
			    job->node[end].memory != job->node[i].memory ||
			    cpus_before(world, job, job->node[end].node) !=
				first)
				break;
		node = ft_calloc(end - i, sizeof *node);
		for (size_t k = i; k < end; k++)
			node[k - i] = job->node[k].node;
		ft_machine_add_hosts(&hosts, &world->machine, node, end - i);
		add_range(&cpus, first, job->node[i].cpus);
		control_record_break(records);
		control_record_add(records, "  Nodes", ft_str_text(&hosts));
		control_record_add(records, "CPU_IDs", ft_str_text(&cpus));
		control_record_addf(records, "Mem", "%llu",
		    (unsigned long long)job->node[i].memory);
		control_record_add(records, "GRES", "");
		ft_free(node);
		ft_str_free(&hosts);
		ft_str_free(&cpus);
	}
	control_record_break(records);
}

/* ---- what is kept of sbatch's options ------------------------------------------- */

/* Copy the text behind a quotation mark at *AT up to the next, into STR. */
static void
read_text(const char **at, struct ft_str *str)
{
	for (++*at; **at && **at != '"'; ++*at) {
		if (**at == '\\' && (*at)[1] == 'u' && strlen(*at) > 5) {
			char digits[5] = { (*at)[2], (*at)[3], (*at)[4],
				(*at)[5], 0 };

			ft_str_add_char(str, (char)strtoul(digits, NULL, 16));
			*at += 5;
			continue;
		}
		if (**at == '\\' && (*at)[1])
			++*at;
		ft_str_add_char(str, **at);
	}
	if (**at)
		++*at;
}

/* Append what {"KEY":"VALUE",...} has for KEY; returns whether it has it. */
static bool
find_option(const struct ft_job *job, const char *key, struct ft_str *value)
{
	const char *at = job->options;
	bool found = false;

	while (!found && (at = strchr(at, '"'))) {
		struct ft_str name = { 0 }, text = { 0 };

		read_text(&at, &name);
		at = strchr(at, '"');
		if (at)
			read_text(&at, &text);
		found = at && !strcmp(ft_str_text(&name), key);
		if (found)
			ft_str_add(value, ft_str_text(&text));
		ft_str_free(&name);
		ft_str_free(&text);
		if (!at)
			break;
	}
	return found;
}

/* ---- files ------------------------------------------------------------------------ */

/* sbatch(1), FILENAME PATTERN: those that mean something here. */
static void
add_pattern(struct ft_str *str, const struct ft_job *job, int32_t task, char c)
{
	switch (c) {
	case 'A':
		ft_str_addf(
		    str, "%u", job->array_job ? job->array_job : job->number);
		break;
	case 'a':
		ft_str_addf(str, "%u", (uint32_t)task);
		break;
	case 'j':
	case 'J':
		ft_str_addf(str, "%u", job->number);
		break;
	case 'u':
		ft_str_add(str, job->user);
		break;
	case 'x':
		ft_str_add(str, job->name);
		break;
	case '%':
		ft_str_add_char(str, '%');
		break;
	default:
		ft_str_addf(str, "%%%c", c);
	}
}

static void
add_stream(struct control_records *records, const char *key,
    const struct ft_job *job, int32_t task, const char *pattern)
{
	struct ft_str str = { 0 };

	if (*pattern != '/')
		ft_str_addf(&str, "%s/", job->work_dir);
	for (const char *at = pattern; *at; at++) {
		if (*at == '%' && at[1])
			add_pattern(&str, job, task, *++at);
		else
			ft_str_add_char(&str, *at);
	}
	control_record_add(records, key, ft_str_text(&str));
	control_record_break(records);
	ft_str_free(&str);
}

void
control_job_streams(
    struct control_records *records, const struct ft_job *job, int32_t task)
{
	struct ft_str out = { 0 }, err = { 0 }, in = { 0 };

	/* what Slurm prints of an array as a whole is its "none", less one */
	if (task == FT_TASK_NONE)
		task = ft_job_is_head(job) ? -2 : job->array_task;
	if (!find_option(job, "output", &out))
		ft_str_add(
		    &out, job->array_job ? "slurm-%A_%a.out" : "slurm-%j.out");
	if (!find_option(job, "error", &err))
		ft_str_add(&err, ft_str_text(&out));
	if (!find_option(job, "input", &in))
		ft_str_add(&in, "/dev/null");
	add_stream(records, "StdErr", job, task, ft_str_text(&err));
	add_stream(records, "StdIn", job, task, ft_str_text(&in));
	add_stream(records, "StdOut", job, task, ft_str_text(&out));
	ft_str_free(&out);
	ft_str_free(&err);
	ft_str_free(&in);
}

/* ---- mail -------------------------------------------------------------------------- */

/* In the order Slurm names them; ALL is the first six. */
static const char *const mail_types[] = { "INVALID_DEPEND", "BEGIN", "END",
	"FAIL", "REQUEUE", "STAGE_OUT", "TIME_LIMIT_50", "TIME_LIMIT_80",
	"TIME_LIMIT_90", "TIME_LIMIT", "ARRAY_TASKS" };

static bool
has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == len && !strncasecmp(list, word, len))
			return true;
	return false;
}

void
control_job_mail(struct control_records *records, const struct ft_job *job)
{
	struct ft_str given = { 0 }, user = { 0 }, types = { 0 };
	bool all;

	(void)find_option(job, "mail_type", &given);
	all = has_word(ft_str_text(&given), "ALL");
	for (size_t i = 0; i < sizeof mail_types / sizeof *mail_types; i++) {
		if (!has_word(ft_str_text(&given), mail_types[i]) &&
		    !(all && i < 6))
			continue;
		if (types.len)
			ft_str_add_char(&types, ',');
		ft_str_add(&types, mail_types[i]);
	}
	if (types.len) {
		if (!find_option(job, "mail_user", &user))
			ft_str_add(&user, job->user);
		control_record_add(records, "MailUser", ft_str_text(&user));
		control_record_add(records, "MailType", ft_str_text(&types));
		control_record_break(records);
	}
	ft_str_free(&given);
	ft_str_free(&user);
	ft_str_free(&types);
}
