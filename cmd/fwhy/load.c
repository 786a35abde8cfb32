/* What runs, as far as it is known, and what becomes of it. */

#include "base/text/timefmt.h"
#include "files/infile.h"
#include "io/slurm/usagefile.h"
#include "model/tree/decaypass.h"
#include "store/usage/usage.h"
#include "fwhy/fwhy.h"

#define DAY     INT64_C(86400)
#define HORIZON (365 * DAY)
#define NO_LOAD 1e-6L /* billing TRES: what sums of reals leave of none */

/* ---- given on the command line -------------------------------------------- */

struct filling {
	const struct fwhy_args *args;
	const struct fwhy_source *source;
	ft_real *rate;
};

/* Returns the node of a line of the load file, FT_NODE_NONE if none. */
static uint32_t
node_of(const struct fwhy_source *source, const struct ft_usage_line *line)
{
	const struct ft_tree *tree = source->data.tree;

	for (uint32_t i = 0; i < tree->n; i++) {
		const char *user = ft_tree_user(tree, source->names, i);
		const char *account = ft_tree_account(tree, source->names, i);
		const char *partition = "";

		if (tree->partition && tree->partition[i])
			partition = ft_names_get(
			    &source->names->partition, tree->partition[i]);
		if (account && strcmp(account, line->account) == 0 &&
		    strcmp(user ? user : "", line->user) == 0 &&
		    strcmp(partition ? partition : "", line->partition) == 0)
			return i;
	}
	return FT_NODE_NONE;
}

static enum ft_status
take_line(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	struct filling *filling = ctx;
	uint32_t node = node_of(filling->source, line);

	if (node == FT_NODE_NONE)
		return ft_fail(err, FT_EPARSE,
		    "%s:%zu:%zu: no '%s' in account '%s'",
		    filling->args->load_file, line->line, line->user_column,
		    *line->user ? line->user : "-", line->account);
	filling->rate[node] = ft_real_from_micro(line->whole, line->micro);
	return FT_OK;
}

static enum ft_status
read_file(struct filling *filling, struct ft_error *err)
{
	const char *file = filling->args->load_file;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_USAGE, file, &text, err));
	return ft_usagefile_parse(
	    &(struct ft_input){ file, ft_str_text(&text), text.len }, take_line,
	    filling, err);
}

/* "carol@chem=2.5" */
static enum ft_status
read_rate(struct filling *filling, const char *text, struct ft_error *err)
{
	const char *equal = strrchr(text, '=');
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 };
	char *who FT_CLEANUP(ft_free_at) = NULL;
	double rate;
	uint32_t node;

	if (!equal || !ft_num_double(equal + 1, &rate) || rate < 0)
		return ft_fail(
		    err, FT_EINVAL, "--rate needs WHO=NUMBER, not '%s'", text);
	who = ft_strndup(text, (size_t)(equal - text));
	FT_TRY(fwhy_find(filling->source, &(struct fwhy_asked){ .word = who },
	    &node, &note, err));
	if (note.len)
		return ft_fail(
		    err, FT_EINVAL, "--rate: %s", ft_str_text(&note));
	filling->rate[node] = (ft_real)rate;
	return FT_OK;
}

static enum ft_status
read_given(struct filling *filling, struct ft_str *text, struct ft_error *err)
{
	const struct fwhy_args *args = filling->args;
	enum ft_status status = FT_OK;

	if (args->load_file) {
		status = read_file(filling, err);
		ft_str_addf(text, "as in %s", args->load_file);
	}
	for (size_t i = 0; i < args->rate.n && status == FT_OK; i++)
		status = read_rate(filling, args->rate.item[i], err);
	if (args->rate.n)
		ft_str_addf(text, "%sat the rate%s given",
		    args->load_file ? " and " : "",
		    args->rate.n > 1 ? "s" : "");
	return status;
}

/* ---- known of the store --------------------------------------------------- */

/* "7 days", "3.5 days", "20 hours" */
static void
add_span(struct ft_str *text, int64_t seconds)
{
	bool days = seconds >= DAY;
	double number = (double)seconds / (days ? (double)DAY : 3600.0);
	bool whole = fabs(number - round(number)) < 0.05;

	ft_str_addf(text, "%.*f %s%s", whole ? 0 : 1, number,
	    days ? "day" : "hour", whole && round(number) < 2 ? "" : "s");
}

/*
 * Own usage at a time: of balances alone, or at a pass with charges; as if
 * today's settings had always held, for it is compared under these.
 */
static enum ft_status
read_usage(const struct filling *filling, int64_t at, bool charges,
    ft_real *usage, struct ft_error *err)
{
	const struct ft_session *session = &filling->args->session;
	const struct ft_tree *tree = filling->source->data.tree;
	struct ft_decay decay = ft_conf_decay(&session->conf);
	struct ft_conf always = session->conf; /* borrows all of it */

	always.n_era = 0;
	if (charges)
		return ft_load_own_usage(
		    &(struct ft_load_source){
			session->store, &always, session->cluster, at },
		    tree, &(struct ft_load_usage){ .at_pass = usage }, err);
	return ft_store_read_usage(session->store, tree,
	    &(struct ft_usage_at){ &decay, at, 0, usage }, err);
}

/* The load between two times. */
static enum ft_status
read_span(struct filling *filling, int64_t from, int64_t until, bool charges,
    struct ft_error *err)
{
	const struct ft_tree *tree = filling->source->data.tree;
	struct ft_decay decay = ft_conf_decay(&filling->args->session.conf);
	ft_real *before FT_CLEANUP(ft_free_at) =
	    ft_calloc(tree->n, sizeof *before);
	ft_real *after FT_CLEANUP(ft_free_at) =
	    ft_calloc(tree->n, sizeof *after);

	FT_TRY(read_usage(filling, from, charges, before, err));
	FT_TRY(read_usage(filling, until, charges, after, err));
	for (uint32_t i = 0; i < tree->n; i++)
		filling->rate[i] =
		    ft_project_rate(&decay, before[i], after[i], until - from);
	return FT_OK;
}

/* The passes of today's settings. */
static enum ft_status
read_passes(const struct filling *filling, struct ft_decay_passes *passes,
    struct ft_error *err)
{
	const struct ft_session *session = &filling->args->session;
	struct ft_era era = ft_conf_era(&session->conf);
	struct ft_store_clock clock;

	FT_TRY(
	    ft_store_get_clock(session->store, session->cluster, &clock, err));
	era.ends = clock.decayed;
	ft_decay_passes_init(passes, &era, 1, session->now);
	return FT_OK;
}

/*
 * The load of what was charged in the window, and since the last balance, which
 * is at BALANCE (0: none, the first charge).  *known: there was any; then *from is where it
 * begins.
 */
static enum ft_status
read_charges(struct filling *filling, int64_t balance, int64_t *from,
    bool *known, struct ft_error *err)
{
	const struct ft_session *session = &filling->args->session;
	const struct ft_tree *tree = filling->source->data.tree;
	int64_t until = session->now;
	struct ft_decay_passes passes = { 0 };
	enum ft_status status = read_passes(filling, &passes, err);

	*known = false;
	if (status != FT_OK)
		return status;
	/* before that nobody told the store what ran */
	if (!balance)
		status = ft_store_first_charge(
		    session->store, session->cluster, &balance, err);
	if (status != FT_OK && status != FT_ENOENT) {
		ft_decay_passes_free(&passes);
		return status;
	}
	*from = until - filling->args->days * DAY;
	if (*from < balance)
		*from = balance;
	/* usage is booked at passes: from the next of them to the last */
	*from =
	    ft_decay_passes_last(&passes, *from + passes.stretch[0].period - 1);
	until = passes.pass;
	ft_decay_passes_free(&passes);
	if (*from >= until)
		return FT_OK;
	status = read_span(filling, *from, until, true, err);
	for (uint32_t i = 0; i < tree->n && status == FT_OK; i++)
		*known = *known || filling->rate[i] > NO_LOAD;
	return status;
}

static void
add_period(const struct filling *filling, int64_t from, int64_t until,
    struct ft_str *text)
{
	char date[32];

	/* what lies a little back is still the present */
	if (filling->args->session.now - until <= (until - from) / 10) {
		ft_str_add(text, "as in the last ");
		add_span(text, until - from);
	} else {
		ft_str_add(text, "as in the ");
		add_span(text, until - from);
		ft_str_addf(text, " before %s",
		    ft_time_format_date(date, sizeof date, until));
	}
}

/* *known: there is a load; text: as when, or why there is none. */
static enum ft_status
read_store(struct filling *filling, bool *known, struct ft_str *text,
    struct ft_error *err)
{
	const struct ft_session *session = &filling->args->session;
	struct ft_span times = { session->now - filling->args->days * DAY,
		session->now };
	int64_t from, until, since;
	enum ft_status span =
	    ft_store_usage_span(session->store, session->cluster, &times, err);

	if (span != FT_OK && span != FT_ENOENT)
		return span;
	from = times.from;
	until = times.until;
	FT_TRY(read_charges(filling, until, &since, known, err));
	if (*known) {
		add_period(filling, since, session->now, text);
		return FT_OK;
	}
	if (span == FT_ENOENT) {
		ft_str_add(text, "no job was charged lately, and the store has "
				 "only one usage snapshot (import usage again "
				 "later, or give --load or --rate)");
		return FT_OK;
	}
	*known = true;
	add_period(filling, from, until, text);
	return read_span(filling, from, until, false, err);
}

/* ---- what becomes of it --------------------------------------------------- */

static enum ft_status
project(const struct fwhy_source *source, struct ft_explain *explain,
    ft_real *rate, struct ft_error *err)
{
	const struct ft_tree *tree = source->data.tree;
	struct ft_explain_outlook *outlook = &explain->outlook;
	uint32_t who = explain->path[0].user, other = FT_NODE_NONE;
	struct ft_project project = { .algo = source->data.algo,
		.now = &source->data.input,
		.base = explain->share,
		.own = source->own,
		.rate = rate,
		.decay = ft_conf_decay(source->conf) };
	struct ft_project_question question = { .horizon = HORIZON };
	enum ft_status status;
	bool tied;

	if (explain->n_path > 1) {
		size_t ahead = ft_explain_ahead(explain, &tied);

		who = explain->path[1 - ahead].user;
		other = explain->path[ahead].user;
	}
	/* "others go on": this one does not, in none of its accounts */
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i) && tree->who[i] == tree->who[who])
			rate[i] = 0;
	ft_project_init(&project);
	outlook->horizon = HORIZON;
	question.who = who;
	question.other = other;
	question.event = FT_PROJECT_PASS;
	status = ft_project_find(&project, &question, &outlook->pass, err);
	question.event = FT_PROJECT_FALL;
	if (status == FT_OK)
		status =
		    ft_project_find(&project, &question, &outlook->fall, err);
	ft_project_clear(&project);
	return status;
}

enum ft_status
fwhy_predict(const struct fwhy_args *args, const struct fwhy_source *source,
    struct ft_explain *explain, struct ft_str *text, struct ft_error *err)
{
	const struct ft_tree *tree = source->data.tree;
	struct filling filling = { .args = args, .source = source };
	bool given = args->load_file || args->rate.n, known = given;
	enum ft_status status = FT_OK;

	filling.rate = ft_calloc(tree->n, sizeof *filling.rate);
	if (given)
		status = read_given(&filling, text, err);
	else if (args->lesson)
		ft_str_add(text, "a lesson is only one usage snapshot (give "
				 "--load or --rate)");
	else
		status = read_store(&filling, &known, text, err);
	explain->outlook.known = known;
	explain->outlook.load = ft_str_text(text);
	if (status == FT_OK && known)
		status = project(source, explain, filling.rate, err);
	ft_free(filling.rate);
	return status;
}
