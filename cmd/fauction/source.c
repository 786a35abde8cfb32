/*
 * source.c - where samples of jobs come from.
 */
#include <unistd.h>

#include "fauction/fauction.h"
#include "fauction/queue/pending.h"
#include "fauction/texts.h"
#include "files/infile.h"
#include "cli/opt.h"
#include "io/research/gamefile.h"
#include "io/jobtable/jobtable.h"
#include "io/research/swffile.h"

#define USUAL_NODES   3456
#define WORKED_NODES  10  /* nodes of the worked example */
#define USUAL_LOAD    200 /* hundredths */
#define USUAL_SAMPLES 10
#define MOST_LOAD     100

void
fauction_source_init(
    struct fauction_source *source, const struct ft_context *context)
{
	*source = (struct fauction_source){
		.context = context, .load = USUAL_LOAD, .seed = 1
	};
	ft_session_init(&source->session);
	ft_population_parse(
	    &source->population, FT_POPULATION_USUAL, NULL, NULL);
}

void
fauction_source_free(struct fauction_source *source)
{
	ft_game_jobs_free(&source->list);
	ft_session_close(&source->session);
}

/* ---- options ------------------------------------------------------------- */

/* Read "2" or "1.5" as hundredths. */
enum ft_status
fauction_set_load(const struct ft_opt_use *use)
{
	uint32_t *load = ft_opt_member(use);
	int64_t whole;
	int32_t micro;

	if (!ft_num_micro(use->arg, &whole, &micro) || whole > MOST_LOAD ||
	    micro % 10000 || (!whole && !micro))
		return ft_fail(use->err, FT_EINVAL,
		    "--load needs a number above 0 and up to 100 with at most "
		    "two decimals, not '%s'",
		    use->arg);
	*load = (uint32_t)whole * 100 + (uint32_t)micro / 10000;
	return FT_OK;
}

enum ft_status
fauction_set_class(const struct ft_opt_use *use)
{
	struct ft_error inner = { 0 };
	size_t column = 0;

	if (ft_population_parse(
		ft_opt_member(use), use->arg, &column, &inner) == FT_OK)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL, "--class, at byte %zu of '%s': %s",
	    column + 1, use->arg, inner.text);
}

/* ---- reading ------------------------------------------------------------- */

static int64_t
minutes(int64_t seconds)
{
	int64_t number = seconds / 60 + (seconds % 60 > 0);

	if (number > FT_GAME_MOST_MINUTES)
		return FT_GAME_MOST_MINUTES;
	return number > 0 ? number : 1;
}

/* Returns the CPUs of a node: as given, else as in the head of the trace. */
static uint32_t
cpus_of(const struct fauction_source *source, const struct ft_trace *trace)
{
	if (source->cpus)
		return source->cpus;
	return trace->nodes && trace->procs >= trace->nodes
		   ? trace->procs / trace->nodes
		   : 1;
}

static uint32_t
nodes_of(uint32_t nodes, uint32_t procs, uint32_t cpus)
{
	return nodes ? nodes : procs / cpus + (procs % cpus > 0);
}

static void
add_trace(struct fauction_source *source, const struct ft_trace *trace)
{
	uint32_t cpus = cpus_of(source, trace);
	struct ft_str name = { 0 };

	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_trace_job *from = &trace->job[i];
		struct ft_game_job job = { .source = (uint32_t)i };

		job.nodes = nodes_of(from->nodes, from->procs, cpus);
		job.planned = minutes(from->limit ? from->limit : from->run);
		job.real = minutes(from->run);
		ft_str_clear(&name);
		ft_str_addf(&name, "%" PRIu64, from->number);
		job.name =
		    ft_arena_strdup(&source->list.arena, ft_str_text(&name));
		ft_game_jobs_add(&source->list, &job);
	}
	ft_str_free(&name);
	if (!source->nodes && (trace->nodes || trace->procs))
		source->nodes = nodes_of(trace->nodes, trace->procs, cpus);
}

static enum ft_status
read_trace(struct fauction_source *source, const char *file,
    const struct ft_str *text, struct ft_error *err)
{
	const char *data = ft_str_text(text);
	struct ft_trace trace FT_CLEANUP(ft_trace_free);

	ft_trace_init(&trace);
	if (ft_jobtable_is_sacct(data, text->len))
		FT_TRY(
		    ft_jobtable_read_trace(&trace, file, data, text->len, err));
	else if (isalpha((unsigned char)*data))
		/* a trace begins with a number or a comment */
		return ft_fail(err, FT_EINVAL,
		    "%s: neither CSV with columns nodes and planned, nor a "
		    "trace, nor output of sacct -P",
		    file);
	else
		FT_TRY(ft_swffile_parse(&trace,
		    &(struct ft_input){ file, data, text->len }, NULL, err));
	add_trace(source, &trace);
	return FT_OK;
}

static enum ft_status
read_file(
    struct fauction_source *source, const char *file, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_TRACE, file, &text, err));
	if (ft_gamefile_is(ft_str_text(&text), text.len))
		FT_TRY(ft_gamefile_read(
		    &source->list, file, ft_str_text(&text), text.len, err));
	else
		FT_TRY(read_trace(source, file, &text, err));
	return source->list.n
		   ? FT_OK
		   : ft_fail(err, FT_EINVAL, "no jobs in '%s'", file);
}

static enum ft_status
read_pending(struct fauction_source *source, struct ft_error *err)
{
	struct ft_session *session = &source->session;
	uint32_t nodes = 0;

	if (session->db && access(session->db, F_OK) != 0)
		return ft_fail(err, FT_ENOENT, "no store '%s'", session->db);
	FT_TRY(fauction_pending_read(
	    session, source->context, &source->list, &nodes, err));
	if (!source->nodes)
		source->nodes = nodes;
	return source->list.n ? FT_OK
			      : ft_fail(err, FT_EINVAL,
				    "no pending job in '%s' could start now",
				    session->path);
}

static enum ft_status
read_worked(struct fauction_source *source, struct ft_error *err)
{
	const struct fauction_text *text = fauction_text_find("worked");

	if (!source->nodes)
		source->nodes = WORKED_NODES;
	return ft_gamefile_read(&source->list, text->name,
	    (const char *)text->text, text->size, err);
}

/* Drop jobs that can never win: they only blur how much a sample requests. */
static enum ft_status
drop_wide(struct fauction_source *source, struct ft_error *err)
{
	struct ft_game_jobs *list = &source->list;
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (list->job[i].nodes <= source->nodes)
			list->job[n++] = list->job[i];
	source->too_wide = list->n - n;
	list->n = n;
	if (source->listed && !n)
		return ft_fail(err, FT_EINVAL,
		    "no job fits on %" PRIu32 " nodes", source->nodes);
	return FT_OK;
}

static enum ft_status
check(const struct fauction_source *source, const char *file,
    struct ft_error *err)
{
	int lists = !!file + source->pending + source->worked;

	if (lists > 1)
		return ft_fail(err, FT_EINVAL,
		    "choose one list of jobs: a file, --pending (or --db) or "
		    "--worked");
	if (source->classed && lists)
		return ft_fail(err, FT_EINVAL,
		    "--class describes generated jobs: not with a list of "
		    "jobs");
	if (source->replace && !lists)
		return ft_fail(err, FT_EINVAL,
		    "--replace needs a list of jobs: a file, or --pending");
	if (source->cpus && !file)
		return ft_fail(err, FT_EINVAL, "--cpus needs a trace");
	if (source->session.conf_file && !source->pending)
		return ft_fail(
		    err, FT_EINVAL, "--conf needs a store: --pending or --db");
	return FT_OK;
}

static enum ft_status
check_width(const struct fauction_source *source, struct ft_error *err)
{
	uint32_t width = ft_population_widest(&source->population);

	if (!source->listed && width > source->nodes)
		return ft_fail(err, FT_EINVAL,
		    "generated jobs are up to %" PRIu32
		    " nodes wide, the machine has %" PRIu32,
		    width, source->nodes);
	return FT_OK;
}

enum ft_status
fauction_source_open(
    struct fauction_source *source, const char *file, struct ft_error *err)
{
	FT_TRY(check(source, file, err));
	source->listed = file || source->pending || source->worked;
	if (file)
		FT_TRY(read_file(source, file, err));
	else if (source->pending)
		FT_TRY(read_pending(source, err));
	else if (source->worked)
		FT_TRY(read_worked(source, err));
	if (!source->nodes)
		source->nodes = USUAL_NODES;
	FT_TRY(drop_wide(source, err));
	FT_TRY(check_width(source, err));
	if (!source->samples)
		source->samples =
		    fauction_source_whole(source) ? 1 : USUAL_SAMPLES;
	return FT_OK;
}

/* ---- samples ------------------------------------------------------------- */

static uint64_t
wanted(const struct fauction_source *source)
{
	return ((uint64_t)source->nodes * source->load + 99) / 100;
}

bool
fauction_source_whole(const struct fauction_source *source)
{
	if (!source->listed || source->replace)
		return false;
	return (source->pending && !source->drawn) ||
	       ft_game_jobs_nodes(&source->list) < wanted(source);
}

/* The stream of --seed gives each sample two numbers, the seeds of two streams:
 * one draws its jobs, the other randomises their priorities. */
void
fauction_source_sample(const struct fauction_source *source, uint64_t number,
    struct fauction_sample *sample)
{
	struct ft_rng seeds, jobs;

	*sample = (struct fauction_sample){ .number = number };
	ft_rng_init(&seeds, source->seed);
	for (uint64_t i = 1; i < number; i++) {
		ft_rng_u64(&seeds);
		ft_rng_u64(&seeds);
	}
	ft_rng_init(&jobs, ft_rng_u64(&seeds));
	ft_rng_init(&sample->priority, ft_rng_u64(&seeds));
	if (source->listed)
		ft_game_draw(&source->list, source->replace,
		    fauction_source_whole(source) ? UINT64_MAX : wanted(source),
		    &jobs, &sample->jobs);
	else
		ft_population_draw(
		    &source->population, wanted(source), &jobs, &sample->jobs);
	sample->wanted = ft_game_jobs_nodes(&sample->jobs);
}

void
fauction_sample_free(struct fauction_sample *sample)
{
	ft_game_jobs_free(&sample->jobs);
}
