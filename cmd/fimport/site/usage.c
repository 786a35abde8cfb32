/*
 * usage.c - the usage of a site.
 *
 * sshare prints two things of different ages: raw usage as it is now, and what was
 * computed from it at the last decay pass.  Between the two, jobs ended and were
 * charged.  So an opening balance is that of the pass: raw usage less these charges,
 * which the store has from sacct.  When that pass was, the site's own NormUsage
 * tells: it is the latest second from which on all of it fits.
 */
#include "fimport/site/site.h"
#include "io/slurm/listtable.h"
#include "io/slurm/sharetable.h"
#include "store/usage/usage.h"

#define HALF_DIGIT 0.5e-6 /* NormUsage is rounded to six decimals */
#define MICROS     1e6

struct row {
	uint32_t assoc;
	bool account;
	size_t parent; /* index of the account above; its own of the root */
	int64_t whole; /* raw usage, and all below */
	int32_t micro;
	int64_t own_whole; /* without what is below */
	int64_t own_micro;
	double late; /* charged since the pass, and all below */
	bool has_norm;
	double norm; /* NormUsage */
};

struct usage {
	struct fimport_site *site;
	bool exact; /* to the millionth; else cut to a whole number */
	struct row *row;
	size_t n, cap;
	struct ft_map account; /* its row */
	struct ft_map assoc;   /* row by id */
	struct ft_late_charges charges;
	struct ft_decay decay; /* of a charge, too */
};

/* ---- reading ------------------------------------------------------------------- */

static enum ft_status
fail_unknown(const struct usage *usage, const struct ft_sharetable_row *row,
    struct ft_error *err)
{
	return ft_fail(err, FT_EPARSE,
	    "%s:%zu:1: no %s '%s' in the site's list of associations",
	    usage->site->import->file, row->line,
	    *row->user ? "user" : "account",
	    *row->user ? row->user : row->account);
}

static enum ft_status
take_row(void *ctx, const struct ft_sharetable_row *from, struct ft_error *err)
{
	struct usage *usage = ctx;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t parent = 0;
	struct row row = {
		.assoc = fimport_balance_find(usage->site->import->balance,
		    from->account, from->user, from->partition, NULL),
		.account = !*from->user,
		.whole = from->whole,
		.micro = from->micro,
	};

	if (!row.assoc)
		return fail_unknown(usage, from, err);
	fimport_add_lower(&name, from->parent);
	if (usage->n)
		ft_map_get(&usage->account, ft_str_text(&name), &parent);
	row.parent = (size_t)parent;
	if (row.account) {
		ft_str_clear(&name);
		fimport_add_lower(&name, from->account);
		ft_map_put(&usage->account, name.data, usage->n);
	}
	ft_map_put_n(&usage->assoc, (const char *)&row.assoc, sizeof row.assoc,
	    usage->n);
	*ft_vec_add(usage->row, usage->n, usage->cap) = row;
	return FT_OK;
}

/* Read the NormUsage of the table, which has the same rows. */
static enum ft_status
read_norm(
    struct usage *usage, const struct ft_input *input, struct ft_error *err)
{
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	size_t column;
	bool more;

	FT_TRY(ft_listtable_open(&table, input, "sshare -l -P", err));
	column = ft_listtable_find(&table, "NormUsage");
	for (size_t i = 0; i < usage->n; i++) {
		struct row *row = &usage->row[i];

		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			return FT_OK;
		row->has_norm = ft_num_double(
		    ft_listtable_cell(&table, column), &row->norm);
	}
	return FT_OK;
}

static enum ft_status
read_table(struct usage *usage, struct ft_error *err)
{
	struct fimport *import = usage->site->import;
	struct ft_input input;

	FT_TRY(fimport_site_read(usage->site, "sshare", FT_BOUND_SHARES, err));
	input = (struct ft_input){ import->file, ft_str_text(&import->text),
		import->text.len };
	FT_TRY(ft_sharetable_parse(&input, take_row, usage, err));
	return read_norm(usage, &input, err);
}

/* ---- own usage ------------------------------------------------------------------- */

/* Set what each row used itself.  Whole numbers may add up to a little more than
 * that of the account above. */
static void
find_own(struct usage *usage)
{
	for (size_t i = 0; i < usage->n; i++) {
		struct row *row = &usage->row[i];

		row->own_whole = row->whole;
		row->own_micro = row->micro;
	}
	for (size_t i = 1; i < usage->n; i++) {
		const struct row *row = &usage->row[i];
		struct row *above = &usage->row[row->parent];

		above->own_whole -= row->whole;
		above->own_micro -= row->micro;
	}
	for (size_t i = 0; i < usage->n; i++) {
		struct row *row = &usage->row[i];

		while (row->own_micro < 0) {
			row->own_micro += (int64_t)MICROS;
			row->own_whole--;
		}
		if (row->own_whole < 0)
			row->own_whole = row->own_micro = 0;
	}
}

/* ---- the last decay pass ------------------------------------------------------------- */

/* Set what was charged after PASS. */
static void
sum_late(struct usage *usage, int64_t pass)
{
	for (size_t i = 0; i < usage->n; i++)
		usage->row[i].late = 0;
	for (size_t i = 0; i < usage->charges.n; i++) {
		const struct ft_late_charge *charge = &usage->charges.item[i];
		int64_t from = charge->starts > pass ? charge->starts : pass;
		uint64_t at;

		if (charge->ends > from &&
		    ft_map_get_n(&usage->assoc, (const char *)&charge->assoc,
			sizeof charge->assoc, &at))
			usage->row[at].late +=
			    charge->weight * (double)(charge->ends - from) *
			    ft_decay_factor(&usage->decay, charge->ends - from);
	}
	/* parents come first */
	for (size_t i = usage->n; i > 1 && i--;)
		usage->row[usage->row[i].parent].late += usage->row[i].late;
}

/* Whether some usage that is cut to what the table shows gives its NormUsage. */
static bool
fits(const struct usage *usage)
{
	const struct row *root = &usage->row[0];
	double cut = usage->exact ? 1 / MICROS : 1;
	double all = (double)root->whole - root->late;

	for (size_t i = 1; i < usage->n; i++) {
		const struct row *row = &usage->row[i];
		double own = (double)row->whole - row->late;

		if (!row->has_norm || all <= 0)
			continue;
		if ((own + cut) / all < row->norm - HALF_DIGIT ||
		    own / (all + cut) > row->norm + HALF_DIGIT)
			return false;
	}
	return true;
}

/* Returns the time that DECAY has: the file priority_last_decay_ran, whose first
 * eight bytes are a number. */
static int64_t
time_in(const struct ft_str *decay)
{
	uint64_t time = 0;

	if (decay->len < sizeof time)
		return 0;
	for (size_t i = 0; i < sizeof time; i++)
		time = time << 8 | (unsigned char)decay->data[i];
	return time <= INT64_MAX ? (int64_t)time : 0;
}

/* Set *pass to the last decay pass before the shares were printed at NOW. */
static enum ft_status
find_pass(struct usage *usage, int64_t now, int64_t *pass, struct ft_error *err)
{
	struct fimport_site *site = usage->site;
	struct ft_str decay FT_CLEANUP(ft_str_free) = { 0 };
	int64_t period = ft_conf_era(&site->import->session.conf).period;

	if (fimport_files_have(&site->files, "decay"))
		FT_TRY(fimport_files_read(
		    &site->files, "decay", FT_BOUND_STATE, &decay, err));
	*pass = time_in(&decay);
	if (*pass > now - period && *pass <= now)
		return FT_OK;
	for (*pass = now; *pass > now - period; --*pass) {
		sum_late(usage, *pass);
		if (fits(usage))
			return FT_OK;
	}
	*pass = now;
	ft_str_add(&site->notes,
	    "NormUsage of sshare does not follow from its RawUsage: jobs were "
	    "charged that sacct does not have\n");
	return FT_OK;
}

/* ---- the store --------------------------------------------------------------------- */

/* Add the opening balance of one row at the pass. */
static enum ft_status
add_balance(struct usage *usage, const struct row *row, double late,
    struct ft_error *err)
{
	int64_t micro = row->own_micro;
	int64_t whole = row->own_whole;

	if (late > 0) {
		/* what was cut off must not be lost twice */
		double own = (double)whole + (double)micro / MICROS - late;

		whole = own > 0 ? (int64_t)own : 0;
		micro =
		    own > 0 ? (int64_t)((own - (double)whole) * MICROS) + 1 : 0;
		whole += micro / (int64_t)MICROS;
		micro %= (int64_t)MICROS;
	}
	return fimport_balance_add(usage->site->import->balance,
	    &(struct ft_usage_mark){ row->assoc, whole, (int32_t)micro, 0 }, "",
	    err);
}

static enum ft_status
put(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct fimport *import = usage->site->import;
	double *late FT_CLEANUP(ft_free_at) =
	    ft_calloc(usage->n + 1, sizeof *late);

	sum_late(usage, pass);
	for (size_t i = 0; i < usage->n; i++)
		late[i] += usage->row[i].late;
	for (size_t i = 1; i < usage->n; i++)
		late[usage->row[i].parent] -= usage->row[i].late;
	import->session.registry->now = pass;
	FT_TRY(fimport_balance_new(import, import->session.registry, err));
	for (size_t i = 0; i < usage->n; i++)
		FT_TRY(add_balance(usage, &usage->row[i], late[i], err));
	return fimport_balance_write(import->balance, err);
}

static enum ft_status
set_clock(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct ft_session *session = &usage->site->import->session;
	struct ft_store_clock clock;

	FT_TRY(
	    ft_store_get_clock(session->store, session->cluster, &clock, err));
	clock.decayed = pass;
	return ft_store_put_clock(
	    session->store, session->cluster, &clock, err);
}

static void
free_usage(struct usage *usage)
{
	ft_free(usage->row);
	ft_map_clear(&usage->account);
	ft_map_clear(&usage->assoc);
	ft_free(usage->charges.item);
}

enum ft_status
fimport_site_usage(struct fimport_site *site, struct ft_error *err)
{
	struct fimport *import = site->import;
	struct ft_session *session = &import->session;
	struct usage usage FT_CLEANUP(free_usage) = { .site = site,
		.decay = ft_conf_decay(&session->conf) };
	int64_t pass;

	if (!fimport_files_have(&site->files, "sshare")) {
		ft_str_add(&site->notes, "no shares were collected: nobody "
					 "has used anything here\n");
		return FT_OK;
	}
	FT_TRY(fimport_balance_new(import, session->registry, err));
	FT_TRY(read_table(&usage, err));
	FT_TRY(ft_store_read_late_charges(session->store, session->cluster,
	    site->now - ft_conf_era(&session->conf).period, &usage.charges,
	    err));
	find_own(&usage);
	FT_TRY(find_pass(
	    &usage, fimport_files_time(&site->files, "sshare"), &pass, err));
	FT_TRY(put(&usage, pass, err));
	fimport_count(import, usage.n, "association");
	ft_str_add(&import->answer, ": usage set\n");
	return set_clock(&usage, pass, err);
}
