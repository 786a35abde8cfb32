/*
 * usage.c - fimport usage: opening balances from a usage file.
 */
#include "base/map.h"
#include "base/text/timefmt.h"
#include "files/progress.h"
#include "fimport/fimport.h"
#include "io/slurm/usagefile.h"

struct reading {
	struct fimport *import;
	struct ft_map *seen; /* association: its line */
};

static enum ft_status
fail_at(const struct reading *reading, const struct ft_usage_line *line,
    size_t column, struct ft_error *err)
{
	ft_error_prefix(
	    err, "%s:%zu:%zu: ", reading->import->file, line->line, column);
	err->status = FT_EPARSE;
	return FT_EPARSE;
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
		&(struct ft_usage_mark){ assoc, line->whole, line->micro, 0 },
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

/* The transaction. */
static enum ft_status
change(struct fimport *import, struct ft_registry *registry, size_t n,
    struct ft_error *err)
{
	struct ft_map seen FT_CLEANUP(ft_map_clear) = { 0 };
	struct reading reading = { .import = import, .seen = &seen };
	char date[32];

	FT_TRY(set_clock(import, registry, err));
	FT_TRY(fimport_balance_new(import, registry, err));
	ft_meter_begin(registry->meter, "importing", "lines", n);
	FT_TRY(ft_usagefile_parse(
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    take_line, &reading, err));
	FT_TRY(fimport_balance_write(import->balance, err));
	fimport_count(
	    import, fimport_balance_count(import->balance), "opening balance");
	ft_str_addf(&import->answer, " set in cluster '%s' at %s\n",
	    import->session.cluster_name,
	    ft_time_format_date(date, sizeof date, registry->now));
	return FT_OK;
}

enum ft_status
fimport_usage(struct fimport *import, struct ft_error *err)
{
	struct ft_registry *registry;
	size_t n = 0;

	/* check the file first, because a bad file must not create a store */
	FT_TRY(ft_usagefile_parse(
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    count_line, &n, err));
	FT_TRY(fimport_open(import, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_USAGE, &registry, err));
	return fimport_end(import, change(import, registry, n, err), err);
}
