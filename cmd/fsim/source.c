#include "fsim/source.h"

#include <sys/stat.h>

#include "alter/alter.h"
#include "base/text/timefmt.h"
#include "files/infile.h"
#include "cli/opt.h"
#include "io/jobtable/jobtable.h"
#include "io/slurm/slurmconf.h"
#include "io/research/swffile.h"
#include "load/load.h"

#define MOST_JOBS 100000000 /* bytes of a store that is read into memory */

enum ft_status
fsim_source_seconds(const struct ft_opt_use *use)
{
	int64_t *seconds = ft_opt_member(use);
	const char *arg = use->arg;
	uint64_t number;

	if (ft_num_u64(arg, &number) && number > 0 && number <= INT32_MAX)
		*seconds = (int64_t)number;
	else if (ft_num_u64(arg, &number) || !ft_time_duration(arg, seconds) ||
		 *seconds <= 0 || *seconds > INT32_MAX)
		return ft_fail(use->err, FT_EINVAL,
		    "--%s needs a length of time, not '%s'", use->row->name,
		    arg);
	return FT_OK;
}

enum ft_status
fsim_source_generate(const struct ft_opt_use *use)
{
	return fsim_generator_parse(ft_opt_member(use), use->arg, use->err);
}

void
fsim_source_init(struct fsim_source *source, const struct ft_context *context)
{
	*source = (struct fsim_source){ .context = context,
		.trial = {
		    .order = FT_POOL_BY_FAIRTREE, .limits = { .seed = 1 } } };
	fsim_generator_init(&source->trial.generator);
	ft_session_init(&source->session);
	ft_trace_init(&source->trace);
}

void
fsim_source_free(struct fsim_source *source)
{
	for (size_t k = 0; k < source->n_outages; k++) {
		struct ft_outages *of FT_CLEANUP(ft_free_at) =
		    source->outages[k].of;

		for (size_t i = 0; of && i <= source->n_more; i++)
			ft_outages_free(&of[i]);
	}
	ft_free(source->outages);
	for (size_t i = 0; i < source->n_more; i++)
		ft_trace_free(&source->more[i]);
	ft_free(source->more);
	ft_trace_free(&source->trace);
	ft_session_close(&source->session);
}

struct ft_trace *
fsim_source_trace(struct fsim_source *source, size_t i)
{
	return i ? &source->more[i - 1] : &source->trace;
}

void
fsim_source_want_outages(struct fsim_source *source, const char *file)
{
	*ft_vec_add(source->outages, source->n_outages, source->cap_outages) =
	    (struct fsim_outages){ .file = file };
}

enum ft_status
fsim_source_check(const struct fsim_source *source, struct ft_error *err)
{
	if (source->ordered && source->trial.policy == FT_REPLAY_SLURM)
		return ft_fail(err, FT_EINVAL,
		    "--order needs a pool policy (--policy easy, conservative "
		    "or fcfs); slurm orders by priority");
	if (source->trial.depth && source->trial.policy != FT_REPLAY_EASY)
		return ft_fail(err, FT_EINVAL,
		    "--depth needs --policy easy: fcfs plans nothing, "
		    "conservative every job, and slurm has "
		    "bf_max_job_test");
	return fsim_rules_check(source, err);
}

/* ---- settings and store -------------------------------------------------- */

/* The file is not used from now on; child processes may use the copy. */
static enum ft_status
copy_store(struct fsim_source *source, struct ft_error *err)
{
	struct ft_session *session = &source->session;

	FT_TRY(ft_alter_copy(session, err));
	source->trial.store = session->store;
	source->trial.cluster = session->cluster;
	return FT_OK;
}

static enum ft_status
read_settings(struct fsim_source *source, struct ft_error *err)
{
	struct ft_session *session = &source->session;
	bool named = session->db;
	enum ft_status status;

	source->has_store = named;
	session->memory = !named;
	status = ft_session_open(session, source->context,
	    named ? FT_SESSION_READ : FT_SESSION_WRITE, err);
	source->trial.conf = &session->conf;
	if (status == FT_OK && named)
		status = ft_session_need_sight(session,
		    FT_VISIBILITY_BIT(ACCOUNTS) | FT_VISIBILITY_BIT(USERS) |
			FT_VISIBILITY_BIT(USAGE),
		    "fsim with --db", err);
	if (status == FT_OK && !named) {
		source->trial.blank = session->store;
		source->trial.cluster = session->cluster;
	}
	return status == FT_OK && named ? copy_store(source, err) : status;
}

/* The environment wins over files. */
static enum ft_status
take_release(const struct fsim_source *source, struct ft_conf *conf,
    struct ft_error *err)
{
	static const char variable[] = "FAIRTREE_SLURM";

	return ft_cmd_variable(variable)
		   ? ft_conf_set(conf, FT_CONF_FAIRTREE_SLURM,
			 ft_conf_text(
			     &source->session.conf, FT_CONF_FAIRTREE_SLURM),
			 variable, err)
		   : FT_OK;
}

enum ft_status
fsim_source_conf(struct fsim_source *source, struct ft_conf *conf,
    const char *file, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 },
			   copy FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_load_conf(source->session.store, false, conf, err));
	ft_str_add(&copy, file);
	FT_TRY(ft_infile_read(FT_BOUND_CONF, file, &text, err));
	FT_TRY(ft_slurmconf_parse(conf,
	    &(struct ft_slurmconf_source){ file, ft_str_text(&text), text.len,
		ft_session_include, copy.data },
	    err));
	FT_TRY(take_release(source, conf, err));
	return ft_conf_check(conf, err);
}

/* ---- the trace ----------------------------------------------------------- */

/* Pools know neither cancelled jobs nor those that already run, and what rules
 * change did not happen. */
static bool
may_be_real(const struct fsim_source *source)
{
	return source->want_real && source->repeat < 2 &&
	       !fsim_rules_any(source) &&
	       source->trial.policy == FT_REPLAY_SLURM;
}

/* The first line tells the format. */
static enum ft_status
parse_trace(struct fsim_source *source, const char *file,
    const struct ft_str *text, struct ft_error *err)
{
	const struct ft_input input = { file, ft_str_text(text), text->len };

	if (ft_jobtable_is_sacct(input.text, input.size))
		return fsim_real_read_one(
		    source, file, &input, may_be_real(source), err);
	return ft_swffile_parse(&source->trace, &input, NULL, err);
}

/* FT_EINVAL: no job in FILE. */
static enum ft_status
check_jobs(
    const struct fsim_source *source, const char *file, struct ft_error *err)
{
	if (source->trace.n)
		return FT_OK;
	return source->trace.skipped
		   ? ft_fail(err, FT_EINVAL,
			 "no jobs to replay in '%s': %zu unusable lines", file,
			 source->trace.skipped)
		   : ft_fail(err, FT_EINVAL, "no jobs to replay in '%s'", file);
}

static enum ft_status
read_trace(struct fsim_source *source, const char *file, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_TRACE, file, &text, err));
	return parse_trace(source, file, &text, err);
}

static enum ft_status
apply_map(struct fsim_source *source, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_MAP, source->map, &text, err));
	return ft_tracemap_apply(&source->trace,
	    &(struct ft_input){ source->map, ft_str_text(&text), text.len },
	    &source->mapped, err);
}

static enum ft_status
repeat_trace(struct fsim_source *source, struct ft_error *err)
{
	if (source->repeat < 2)
		return FT_OK;
	if (source->trace.n > MOST_JOBS / source->repeat)
		return ft_fail(err, FT_EINVAL,
		    "%" PRIu32 " times %zu jobs exceed the limit of %d",
		    source->repeat, source->trace.n, MOST_JOBS);
	ft_trace_repeat(&source->trace, source->repeat);
	return FT_OK;
}

static enum ft_status
check_resampling(
    struct fsim_source *source, const char *file, struct ft_error *err)
{
	enum ft_status status = ft_trace_units(
	    &source->trace, source->trial.resample, &source->units, err);

	if (status != FT_OK)
		ft_error_prefix(err, "%s: ", file);
	return status;
}

/* The trace was read from FILE: map its users, repeat it, change its jobs. */
static enum ft_status
change(struct fsim_source *source, const char *file, struct ft_error *err)
{
	if (source->map)
		FT_TRY(apply_map(source, err));
	FT_TRY(repeat_trace(source, err));
	FT_TRY(fsim_rules_apply(source, err));
	return check_resampling(source, file, err);
}

/* Read FILE as the trace; the settings are there. */
static enum ft_status
read_one(struct fsim_source *source, const char *file, struct ft_error *err)
{
	FT_TRY(fsim_real_is_site(file) ? fsim_real_read_one(source, file, NULL,
					     may_be_real(source), err)
				       : read_trace(source, file, err));
	FT_TRY(check_jobs(source, file, err));
	return change(source, file, err);
}

/* Draw the trace, as if fsim trace had written a file. */
static enum ft_status
draw_one(struct fsim_source *source, const struct fsim_trial *trial,
    struct ft_error *err)
{
	static const char name[] = "generated trace";
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_trace_free(&source->trace);
	ft_trace_init(&source->trace);
	FT_TRY(fsim_generator_write(&trial->generator, &text, err));
	FT_TRY(ft_swffile_parse(&source->trace,
	    &(struct ft_input){ name, ft_str_text(&text), text.len }, NULL,
	    err));
	return change(source, name, err);
}

enum ft_status
fsim_source_take(struct fsim_source *source, size_t i, struct fsim_trial *trial,
    struct ft_trace **trace, struct ft_error *err)
{
	if (source->redrawn)
		FT_TRY(draw_one(source, trial, err));
	*trace = fsim_source_trace(source, i);
	fsim_rules_take(source, i, trial);
	if (source->limits_later)
		ft_estimate_draw(&trial->limits, *trace);
	return FT_OK;
}

/* Whether A and B name one file. */
static bool
are_one(const char *a, const char *b)
{
	struct stat x, y;

	return !strcmp(a, b) ||
	       (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
		   x.st_ino == y.st_ino);
}

/* A trace that counts twice would be two units. */
static enum ft_status
refuse_repeats(char *const *file, size_t n, struct ft_error *err)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (are_one(file[i], file[k]))
				return ft_fail(err, FT_EINVAL,
				    "trace '%s' is repeated", file[i]);
	return FT_OK;
}

enum ft_status
fsim_source_open(struct fsim_source *source, char *const *file, size_t n,
    struct ft_error *err)
{
	struct ft_trace first;

	FT_TRY(refuse_repeats(file, n, err));
	if (n > 1 || source->trial.resample)
		source->want_real = false;
	FT_TRY(read_settings(source, err));
	FT_TRY(source->generated ? draw_one(source, &source->trial, err)
				 : read_one(source, *file, err));
	source->more = ft_calloc(n, sizeof *source->more);
	/* each is read where the first is */
	first = source->trace;
	for (size_t i = 1; i < n; i++) {
		enum ft_status status;

		ft_trace_init(&source->trace);
		status = read_one(source, file[i], err);
		source->more[source->n_more++] = source->trace;
		source->trace = first;
		FT_TRY(status);
	}
	return fsim_rules_read_outages(source, err);
}

enum ft_status
fsim_source_open_real(struct fsim_source *source, char *const *file, size_t n,
    struct ft_error *err)
{
	FT_TRY(read_settings(source, err));
	FT_TRY(fsim_real_read(source, file, n, err));
	return source->map ? apply_map(source, err) : FT_OK;
}
