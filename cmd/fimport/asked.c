/*
 * asked.c - what a pending or running job of a table asks for beside CPUs and
 * memory: nodes, generic resources, licenses, sharing, options of sbatch; and the
 * generic resources of an ended one.
 */

#include "common/jobtext.h"
#include "fimport/jobs.h"
#include "model/job/joboption.h"
#include "sim/reserve/reserve.h"

/* Returns what TRES of a job's TEXT, "cpu=4,mem=8G", is after KEY; 0: nothing. */
static uint64_t
amount_of(const char *text, const char *key)
{
	const char *at = text;
	struct ft_word word, value;
	char number[32];
	uint64_t amount = 0;

	while (ft_word_next(&at, ",", &word))
		if (ft_word_split(&word, '=', &value) &&
		    ft_word_equals(word, key) &&
		    ft_word_copy(value, number, sizeof number))
			(void)ft_num_u64(number, &amount);
	return amount;
}

static const char *
tres_of(const struct ft_jobtable_job *from)
{
	return *from->alloc_tres ? from->alloc_tres : from->req_tres;
}

uint32_t
fimport_count_of(const struct ft_jobtable_job *from, const char *tres)
{
	return ft_num_in_u32(amount_of(tres_of(from), tres));
}

/* ---- nodes --------------------------------------------------------------------- */

/* Returns NODES, "" if some are not in the settings. */
static const char *
known_nodes(struct fimport_jobs *jobs, const char *nodes)
{
	uint32_t *node = NULL;
	size_t n = 0;
	bool known = ft_machine_hosts(
			 &jobs->world.machine, nodes, &node, &n, NULL) == FT_OK;

	ft_free(node);
	if (known)
		return fimport_keep(jobs, nodes);
	jobs->lost_asks++;
	return "";
}

/* Returns RESERVATIONS, a comma list; "" if some are not in the store. */
static const char *
known_reservations(struct fimport_jobs *jobs, const char *reservations)
{
	const char *at = reservations;
	struct ft_word word;

	while (ft_word_next(&at, ",", &word))
		if (!ft_reserve_find(&jobs->world, word)) {
			jobs->lost_asks++;
			return "";
		}
	return fimport_keep(jobs, reservations);
}

/* ---- generic resources and licenses --------------------------------------------- */

/* Whether all nodes' resources have the names and types in GRES. */
static bool
knows_gres(const struct fimport_jobs *jobs, const char *gres)
{
	struct ft_job_count *need FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	return ft_machine_parse_gres(
		   &jobs->world.machine, gres, &need, &n, NULL) == FT_OK;
}

static bool
knows_licenses(const struct fimport_jobs *jobs, const char *licenses)
{
	struct ft_job_count *need FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	return ft_machine_parse_licenses(
		   &jobs->world.machine, licenses, &need, &n, NULL) == FT_OK;
}

/* Append "gpu:a100:2,shm" of "gres:gpu:a100:2,gres:shm"; of what is for more than
 * one node 1/PARTS. */
static void
add_gres(struct ft_str *gres, const char *text, uint64_t parts)
{
	static const char prefix[] = "gres:";
	struct ft_word word;
	char item[128], *count;
	uint64_t number;

	while (ft_word_next(&text, ",", &word)) {
		if (!strncmp(word.at, prefix, sizeof prefix - 1)) {
			word.at += sizeof prefix - 1;
			word.len -= sizeof prefix - 1;
		}
		if (!ft_word_copy(word, item, sizeof item))
			continue;
		count = strrchr(item, ':');
		if (!count || !ft_num_u64(count + 1, &number))
			number = 1;
		else
			*count = '\0';
		ft_str_addf(gres, "%s%s:%llu", gres->len ? "," : "", item,
		    (unsigned long long)ft_num_parts(number, parts));
	}
}

/* The same of the TRES "cpu=4,gres/gpu=2,gres/gpu:a100=2" of all nodes: with the
 * type, if it is there. */
static void
add_tres(struct ft_str *gres, const char *text, uint64_t nodes)
{
	struct ft_word word, value;
	char item[128], number[32];
	const char *at = text;
	uint64_t amount;

	while (ft_word_next(&at, ",", &word)) {
		if (!ft_word_split(&word, '=', &value) || word.len < 6 ||
		    strncmp(word.at, "gres/", 5) != 0 ||
		    !ft_word_copy((struct ft_word){ word.at + 5, word.len - 5 },
			item, sizeof item - 1) ||
		    !ft_word_copy(value, number, sizeof number) ||
		    !ft_num_u64(number, &amount))
			continue;
		if (!strchr(item, ':')) {
			char typed[sizeof item + 8];

			snprintf(typed, sizeof typed, "gres/%s:", item);
			if (strstr(text, typed))
				continue;
		}
		ft_str_addf(gres, "%s%s:%llu", gres->len ? "," : "", item,
		    (unsigned long long)ft_num_parts(amount, nodes));
	}
}

static void
fill_gres(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str gres FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_job_option(job, "tres_per_node", &text))
		add_gres(&gres, ft_str_text(&text), 1);
	else if (ft_job_option(job, "tres_per_job", &text))
		add_gres(&gres, ft_str_text(&text), job->min_nodes);
	else if (ft_job_option(job, "tres_per_task", NULL) ||
		 ft_job_option(job, "tres_per_socket", NULL) ||
		 (!(jobs->table.given & FT_JOBTABLE_GRES) && !job->exclusive))
		add_tres(&gres, tres_of(from), job->min_nodes);
	if (!gres.len)
		return;
	if (knows_gres(jobs, gres.data)) {
		job->gres = fimport_keep(jobs, gres.data);
		return;
	}
	jobs->lost_asks++;
	text.len = 0;
	ft_job_option_put(&text, job->options, "tres_per_node", NULL);
	job->options = fimport_keep(jobs, ft_str_text(&text));
}

void
fimport_fill_ended_gres(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	struct ft_str gres FT_CLEANUP(ft_str_free) = { 0 };

	add_tres(&gres, from->req_tres, job->min_nodes);
	if (gres.len && knows_gres(jobs, gres.data))
		job->gres = fimport_keep(jobs, gres.data);
}

/* ---- sharing ------------------------------------------------------------------------ */

static void
put_option(struct fimport_jobs *jobs, struct ft_job *job, const char *key,
    const char *value)
{
	struct ft_str json FT_CLEANUP(ft_str_free) = { 0 };

	ft_job_option_put(&json, job->options, key, value);
	job->options = fimport_keep(jobs, ft_str_text(&json));
}

/* The words of squeue's columns, of its JSON, and the options behind them. */
static void
fill_sharing(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	static const struct {
		const char *word, *option, *value;
		bool whole; /* nodes */
	} words[] = {
		{ "NO", NULL, NULL, true },
		{ "none", NULL, NULL, true },
		{ "NODE", NULL, NULL, true },
		{ "YES", "oversubscribe", "", false },
		{ "oversubscribe", "oversubscribe", "", false },
		{ "USER", "exclusive", "user", false },
		{ "MCS", "exclusive", "mcs", false },
		{ "TOPO", "exclusive", "topo", false },
	};
	/* since 26.05 NO says that the partition does not share its nodes, and
	 * another column what the job asks for */
	bool apart = *from->exclusive || ft_jobtext_shares_apart(&jobs->world);
	const char *word = apart ? from->exclusive : from->sharing;

	if (apart && !strcmp(from->sharing, "YES"))
		word = from->sharing;
	if (apart && !strcasecmp(word, "NO"))
		return;
	for (size_t i = 0; i < FT_COUNT(words); i++) {
		if (strcasecmp(word, words[i].word) != 0)
			continue;
		job->exclusive |= words[i].whole;
		if (words[i].option)
			put_option(jobs, job, words[i].option, words[i].value);
		return;
	}
}

/* ---- all of it ---------------------------------------------------------------------- */

void
fimport_ask(struct fimport_jobs *jobs, struct ft_job *job,
    const struct ft_jobtable_job *from)
{
	job->options = fimport_keep(jobs, from->options);
	job->disk_per_node = from->disk;
	job->contiguous = from->contiguous == FT_JOBTABLE_YES;
	job->req_nodes = known_nodes(jobs, from->req_nodes_named);
	job->exc_nodes = known_nodes(jobs, from->exc_nodes);
	job->reservation = known_reservations(jobs, from->reservation);
	if (knows_licenses(jobs, from->licenses))
		job->licenses = fimport_keep(jobs, from->licenses);
	else
		jobs->lost_asks++;
	fill_sharing(jobs, job, from);
	fill_gres(jobs, job, from);
	ft_job_read_shape(job);
}
