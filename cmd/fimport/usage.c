/*
 * usage.c - fimport usage: opening balances from a usage file, or from a table of
 * sshare, of which the tree is not taken.
 */
#include "base/text/timefmt.h"
#include "files/progress.h"
#include "fimport/shares.h"
#include "io/slurm/sharetable.h"
#include "io/slurm/usagefile.h"

struct reading {
	struct fimport *import;
	struct ft_map *seen; /* association: its line */
};

static enum ft_status
fail_at(const struct reading *reading, const struct ft_usage_line *line,
    size_t column, struct ft_error *err)
{
	return ft_error_locate(err, reading->import->file, line->line, column);
}

static enum ft_status
fail_unknown(const struct reading *reading, const struct ft_usage_line *line,
    bool account_known, struct ft_error *err)
{
	const char *cluster = reading->import->session.cluster_name;

	if (!account_known) {
		ft_fail(err, FT_ENOENT, "no account '%s' in cluster '%s'",
		    line->account, cluster);
		return fail_at(reading, line, line->account_column, err);
	}
	if (*line->partition)
		ft_fail(err, FT_ENOENT,
		    "no user '%s' with partition '%s' in account '%s'",
		    line->user, line->partition, line->account);
	else
		ft_fail(err, FT_ENOENT, "no user '%s' in account '%s'",
		    line->user, line->account);
	return fail_at(reading, line, line->user_column, err);
}

static enum ft_status
take_line(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	struct reading *reading = ctx;
	bool account_known;
	uint32_t assoc = fimport_balance_find(reading->import->balance,
	    line->account, line->user, line->partition, &account_known);
	uint64_t before;

	if (!assoc)
		return fail_unknown(reading, line, account_known, err);
	if (ft_map_get_n(
		reading->seen, (const char *)&assoc, sizeof assoc, &before)) {
		ft_fail(err, FT_EEXIST,
		    "this association is in line %llu already",
		    (unsigned long long)before);
		return fail_at(reading, line, line->account_column, err);
	}
	ft_map_put_n(
	    reading->seen, (const char *)&assoc, sizeof assoc, line->line);
	if (fimport_balance_add(reading->import->balance,
		&(struct ft_usage_mark){ .assoc = assoc,
		    .whole = line->whole,
		    .micro = line->micro },
		line->tres, err) != FT_OK)
		return fail_at(reading, line, line->tres_column, err);
	ft_meter_step(ft_progress_meter());
	return FT_OK;
}

static enum ft_status
count_line(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	size_t *n = ctx;

	(void)line;
	(void)err;
	++*n;
	return FT_OK;
}

/* --at: set the clock, but not to a time before usage that the store has. */
static enum ft_status
set_clock(
    struct fimport *import, struct ft_registry *registry, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	struct ft_store_clock clock = session->clock;
	struct ft_span span = { INT64_MAX, INT64_MAX };
	char date[32];
	enum ft_status status;

	if (!import->at)
		return FT_OK;
	if (!ft_time_date(import->at, session->wall, true, &clock.now))
		return ft_fail(err, FT_EINVAL, "not a time: '%s'", import->at);
	status =
	    ft_store_usage_span(session->store, session->cluster, &span, err);
	if (status != FT_OK && status != FT_ENOENT)
		return status;
	if (span.until < INT64_MAX && clock.now < span.until)
		return ft_fail(err, FT_EINVAL,
		    "--at is before the usage of %s that the store has already",
		    ft_time_format_date(date, sizeof date, span.until));
	/* a balance counts as usage right after a decay pass */
	clock.decayed = clock.now;
	registry->now = clock.now;
	return ft_store_put_clock(
	    session->store, session->cluster, &clock, err);
}

/* Set the balances of a usage file of N lines. */
static enum ft_status
put_lines(struct fimport *import, struct ft_registry *registry, size_t n,
    struct ft_error *err)
{
	struct ft_map seen FT_CLEANUP(ft_map_clear) = { 0 };
	struct reading reading = { .import = import, .seen = &seen };

	FT_TRY(fimport_balance_new(import, registry, err));
	ft_meter_begin(registry->meter, "importing", "lines", n);
	FT_TRY(ft_usagefile_parse(
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    take_line, &reading, err));
	return fimport_balance_write(import->balance, err);
}

static void
add_answer(struct fimport *import, const struct ft_registry *registry)
{
	char date[32];

	fimport_count(
	    import, fimport_balance_count(import->balance), "opening balance");
	ft_str_addf(&import->answer, " set in cluster '%s' at %s\n",
	    import->session.cluster_name,
	    ft_time_format_date(date, sizeof date, registry->now));
}

static enum ft_status
usage_file(struct fimport *import, struct ft_error *err)
{
	struct ft_registry *registry;
	enum ft_status status;
	size_t n = 0;

	/* check the file first, because a bad file must not create a store */
	FT_TRY(ft_usagefile_parse(
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    count_line, &n, err));
	FT_TRY(fimport_open(import, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_USAGE, &registry, err));
	status = set_clock(import, registry, err);
	if (status == FT_OK)
		status = put_lines(import, registry, n, err);
	if (status == FT_OK)
		add_answer(import, registry);
	return fimport_end(import, status, err);
}

/* ---- a table of sshare ------------------------------------------------------- */

/* Say how many associations the table lacks. */
static void
add_rest(struct fimport *import, size_t n)
{
	size_t rest = fimport_balance_known(import->balance) - n;

	if (rest)
		ft_str_addf(&import->answer,
		    "%zu association%s of the store not in the table keep%s "
		    "usage\n",
		    rest, rest == 1 ? "" : "s", rest == 1 ? "s its" : " their");
}

static enum ft_status
share_table(struct fimport *import, struct ft_error *err)
{
	struct fimport_shares shares FT_CLEANUP(fimport_shares_free) = { 0 };
	struct ft_registry *registry;
	enum ft_status status;

	FT_TRY(fimport_shares_read(import, &shares, err));
	FT_TRY(fimport_open(import, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_USAGE, &registry, err));
	status = set_clock(import, registry, err);
	if (status == FT_OK)
		status = fimport_shares_put(&shares, registry,
		    "not in the store (fimport dump adds it, or fimport sshare "
		    "with the whole tree)",
		    err);
	if (status == FT_OK) {
		add_answer(import, registry);
		add_rest(import, shares.n);
	}
	return fimport_end(import, status, err);
}

enum ft_status
fimport_usage(struct fimport *import, struct ft_error *err)
{
	return ft_sharetable_is(ft_str_text(&import->text), import->text.len)
		   ? share_table(import, err)
		   : usage_file(import, err);
}
