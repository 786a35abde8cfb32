/*
 * source.h - shared by verbs that replay a trace: the trace, the settings, the
 * tree it is replayed on, and their options.
 */
#ifndef FT_CMD_FSIM_SOURCE_H
#define FT_CMD_FSIM_SOURCE_H

#include "cli/opt.h"
#include "common/session.h"
#include "io/jobtable/jobtable.h"
#include "io/research/tracemap.h"
#include "model/research/estimate.h"
#include "report/format/doc.h"
#include "model/job/trace.h"
#include "fsim/trial.h"

/* SOURCE: the member of the verb's settings. */
#define FSIM_SOURCE_OPTIONS(source)                                            \
	{ 0, "policy", FT_REPLAY_POLICIES,                                     \
		"scheduling policy: Slurm with all its settings (slurm, the "  \
		"default), or a fast policy on one pool of processors",        \
		FT_INTO_CHOICE(source.trial.policy) },                         \
	    { 0, "order", ft_pool_orders,                                      \
		    "order of the queue on a pool: first come, least decayed " \
		    "usage of the user, Fair Tree (the default), or a value "  \
		    "of each job: see ORDERS",                                 \
		    FT_INTO_CHOICE(source.trial.order),                        \
		    FT_GIVEN(source.ordered) },                                \
	    { 0, "depth", "N",                                                 \
		    "with --policy easy, plan the start of the first N jobs "  \
		    "that wait (default 1); conservative plans all",           \
		    FT_INTO_NUMBER(source.trial.depth, 1, FSIM_SOURCE_MOST) }, \
	    { 0, "nodes", "N",                                                 \
		    "replay on N nodes instead of those of the settings or "   \
		    "the trace",                                               \
		    FT_INTO_NUMBER(source.trial.nodes, 1, FSIM_SOURCE_MOST) }, \
	    { 0, "cpus", "N", "processors of each node",                       \
		    FT_INTO_NUMBER(source.trial.cpus, 1, FSIM_SOURCE_MOST) },  \
	    { 0, "map", "FILE",                                                \
		    "map users and groups of the trace to those of the "       \
		    "cluster: lines `user 17 anna@physics' and `group 3 "      \
		    "physics'",                                                \
		    .complete = FT_COMPLETE_FILE, FT_INTO_TEXT(source.map) },  \
	    { 0, "limits", "MODEL",                                            \
		    "replace the time limits of all jobs by f=X (uniform "     \
		    "from the run time to 1 + X times as much), modal or "     \
		    "modal=MAX (few round values up to MAX)",                  \
		    FT_INTO_CALL_AT(                                           \
			fsim_source_set_limits, source.trial.limits) },        \
	    { 0, "limits-seed", "N", "random seed of --limits (default 1)",    \
		    FT_INTO_NUMBER(source.trial.limits.seed, 0, UINT64_MAX),   \
		    FT_GIVEN(source.limits_seeded) },                          \
	    { 0, "overrun", FT_OVERRUNS,                                       \
		    "what happens to jobs at their time limit: they end "      \
		    "(kill, the default), or run for their recorded time",     \
		    FT_INTO_CHOICE(source.trial.rules.overrun) },              \
	    { 0, "feedback", NULL,                                             \
		    "submit a job that has a preceding job its think time "    \
		    "after that one ends in the replay",                       \
		    FT_INTO_FLAG(source.trial.rules.feedback) },               \
	    { 0, "sessions", "TIME",                                           \
		    "with --feedback: let jobs without a preceding job "       \
		    "follow the last one of their user that had ended, if "    \
		    "that was at most TIME (usually 20:00) ago",               \
		    FT_INTO_CALL_AT(fsim_source_seconds, source.sessions) },   \
	    { 0, "outages", "FILE",                                            \
		    "failures and maintenance: lines `START END NODES "        \
		    "[maintenance]'",                                          \
		    .complete = FT_COMPLETE_FILE,                              \
		    FT_INTO_TEXT(source.trial.outage_file) },                  \
	    { 0, "on-failure", FT_ON_FAILURES,                                 \
		    "what happens to jobs that a failure of --outages ends: "  \
		    "they are requeued (the default) or fail",                 \
		    FT_INTO_CHOICE(source.trial.rules.on_failure),             \
		    FT_GIVEN(source.failing) },                                \
	    { 0, "repeat", "N", "play the trace N times in sequence",          \
		    FT_INTO_NUMBER(source.repeat, 1, FSIM_SOURCE_MOST) },      \
	    { 0, "db", "FILE",                                                 \
		    "take accounts, users, shares, QOS and settings from "     \
		    "this store (default: from the trace alone)",              \
		    .complete = FT_COMPLETE_FILE,                              \
		    FT_INTO_NAME(source.session.db) },                         \
	    { 0, "conf", "FILE", "read settings from this slurm.conf",         \
		    .complete = FT_COMPLETE_FILE,                              \
		    FT_INTO_TEXT(source.session.conf_file) },                  \
	    { 0, "bound", "SECONDS",                                           \
		    "bound of the slowdown: shorter run times count as so "    \
		    "long (default 10)",                                       \
		    FT_INTO_CALL_AT(                                           \
			fsim_source_seconds, source.trial.bound) },            \
	    { 0, "warmup", "TIME",                                             \
		    "replay but do not measure jobs submitted before this "    \
		    "time has passed since the first submission",              \
		    FT_INTO_CALL_AT(                                           \
			fsim_source_seconds, source.trial.warmup) },           \
	    { 0, "cooldown", "TIME",                                           \
		    "replay but do not measure jobs submitted within this "    \
		    "time before the last submission",                         \
		    FT_INTO_CALL_AT(                                           \
			fsim_source_seconds, source.trial.cooldown) },         \
	{                                                                      \
		0, "fair-start", NULL,                                         \
		    "measure by how much jobs miss their fair start times: "   \
		    "costs a replay for each job that waits",                  \
		    FT_INTO_FLAG(source.trial.fair)                            \
	}
#define FSIM_GENERATE_OPTION(source)                                           \
	{                                                                      \
		0, "generate", "KEY=VALUE,...",                                \
		    "draw the trace instead of reading TRACE, as fsim trace "  \
		    "does with options of these names",                        \
		    FT_INTO_CALL_AT(                                           \
			fsim_source_generate, source.trial.generator),         \
		    FT_GIVEN(source.generated)                                 \
	}
#define FSIM_SOURCE_MOST 1000000 /* nodes, processors of each, repetitions */

/* A file of outages that some trial has. */
struct fsim_outages {
	const char *file;
	struct ft_outages *of; /* [traces]: its times may count from a trace's
	                          beginning */
};

struct fsim_source {
	const struct ft_context *context;
	struct ft_session session;
	struct fsim_trial trial; /* as the options say */
	const char *map;         /* file that maps users; NULL */
	uint32_t repeat;         /* repetitions; 0 means 1 */
	bool limits_seeded;      /* --limits-seed was given */
	bool generated;          /* trial.generator draws the trace: no file */
	bool redrawn;      /* it differs from trial to trial: fsim_source_take
			      draws it */
	bool limits_later; /* they differ from trial to trial: none are drawn
			      before fsim_source_take */
	int64_t sessions;  /* longest think time to infer; 0: none */
	size_t inferred;   /* jobs that follow another by that */
	struct fsim_outages *outages; /* by file */
	size_t n_outages, cap_outages;
	bool failing;   /* --on-failure was given */
	bool ordered;   /* --order was given */
	bool has_store; /* --db was given */
	struct ft_trace trace;
	struct ft_trace *more; /* traces after the first */
	size_t n_more;
	size_t
	    units; /* users or weeks of the last one, if they are resampled */
	struct ft_tracemap_report mapped; /* of the map */
	/* Read a table of sacct as what really happened if the policy can
	 * replay that. */
	bool want_real;
	bool real;                    /* the trace is that */
	struct ft_jobtable_past past; /* of a real trace */
};

/* An option that is a length of time: a plain number is seconds, anything else a
 * duration; above 0. */
enum ft_status fsim_source_seconds(const struct ft_opt_use *use);
enum ft_status fsim_source_generate(const struct ft_opt_use *use);
void fsim_source_init(
    struct fsim_source *source, const struct ft_context *context);
enum ft_status fsim_source_set_limits(const struct ft_opt_use *use);
/* FT_EINVAL: options that exclude each other, such as --order for a policy with
 * an order of its own. */
enum ft_status fsim_source_check(
    const struct fsim_source *source, struct ft_error *err);
/* FILE of outages is wanted for a trial: it will be read with the traces. */
void fsim_source_want_outages(struct fsim_source *source, const char *file);
/*
 * Read the settings and, with --db, copy that store into memory (otherwise the
 * tree is made of the trace alone); then read the traces file[n], n >= 1, map their
 * users, repeat them.  With several, and if trial.resample is set, only submissions
 * and run times count; they are checked for resampling.  If the trace is generated,
 * n is 0: the first trial's trace is drawn.
 */
enum ft_status fsim_source_open(struct fsim_source *source, char *const *file,
    size_t n, struct ft_error *err);
/* Returns trace I; 0 is the first. */
struct ft_trace *fsim_source_trace(struct fsim_source *source, size_t i);
/* Set *trace to the same for a replay by TRIAL, in a process of its own: TRIAL gets
 * the outages of its file for that trace; the trace is drawn, or gets limits, as it
 * says.  FT_EINVAL: it cannot be drawn. */
enum ft_status fsim_source_take(struct fsim_source *source, size_t i,
    struct fsim_trial *trial, struct ft_trace **trace, struct ft_error *err);
/*
 * The same with what really happened as the trace: file[n] are tables of sacct,
 * or sites of fairtree-collect whose tables are read.  Usage of the store counts.
 */
enum ft_status fsim_source_open_real(struct fsim_source *source,
    char *const *file, size_t n, struct ft_error *err);
/* Read settings from FILE into CONF (initialised), on top of the defaults and
 * of what the store says; SOURCE must be open. */
enum ft_status fsim_source_conf(struct fsim_source *source,
    struct ft_conf *conf, const char *file, struct ft_error *err);
void fsim_source_free(struct fsim_source *source);

/* ---- rules.c: how the replay differs from the plain one ------------------ */

/* Append a line for each option that changes the jobs or what becomes of them;
 * the first words of each are WIDTH wide. */
void fsim_rules_add(
    struct ft_str *str, const struct fsim_source *source, int width);
/* The same as members of a document; nothing for a plain replay. */
void fsim_rules_document(struct ft_doc *doc, const struct fsim_source *source);
/* Returns whether there is anything to say. */
bool fsim_rules_any(const struct fsim_source *source);
/* FT_EINVAL: options that lack the one they belong to, or exclude each other. */
enum ft_status fsim_rules_check(
    const struct fsim_source *source, struct ft_error *err);
/* A trace was read: change its jobs. */
enum ft_status fsim_rules_apply(
    struct fsim_source *source, struct ft_error *err);
/* All traces were read: read the files of outages. */
enum ft_status fsim_rules_read_outages(
    struct fsim_source *source, struct ft_error *err);
/* Give TRIAL the outages of its file for trace I. */
void fsim_rules_take(
    const struct fsim_source *source, size_t i, struct fsim_trial *trial);

/* ---- real.c: traces of what really happened ------------------------------ */

/* Returns whether FILE is a folder, or named like a tar archive. */
bool fsim_real_is_site(const char *file);
/* Read the tables of sacct file[n], or of these sites, into the trace.  FT_EINVAL:
 * nothing to compare with. */
enum ft_status fsim_real_read(struct fsim_source *source, char *const *file,
    size_t n, struct ft_error *err);
/* Read FILE, which is a site or has INPUT, a table of sacct, into the trace: what
 * really happened if REAL and there is something to compare with, else submissions
 * and run times only. */
enum ft_status fsim_real_read_one(struct fsim_source *source, const char *file,
    const struct ft_input *input, bool real, struct ft_error *err);

#endif
