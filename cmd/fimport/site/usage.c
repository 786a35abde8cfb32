/*
 * usage.c - the usage of a site.
 *
 * sshare prints two things of different ages: raw usage as it is now, and what was
 * computed from it at the last decay pass.  Between the two, jobs ended and were
 * charged.  So an opening balance is that of the pass: raw usage less these charges,
 * which the store has from sacct.  When that pass was, the site's own NormUsage
 * tells: it is the latest second from which on all of it fits.
 *
 * RawUsage is cut to a whole number, NormUsage rounded to a millionth.  Together
 * they leave little room: the usage of root is what all rows agree on, and that of a
 * row is its NormUsage of it, within its RawUsage.
 *
 * Seconds of each TRES have decimals: in JSON, else in the file of slurmctld.  Only
 * that file has the seconds that count for GrpWall.
 */
#include <math.h>

#include "fimport/shares.h"
#include "fimport/site/since.h"
#include "io/slurm/listtable.h"
#include "io/slurm/usagestate.h"
#include "store/usage/usage.h"

/* How far NormUsage may be from what is printed: six decimals, or a double. */
#define ROUNDED_TABLE 0.5e-6
#define ROUNDED_JSON  1e-15
#define MICROS        1e6
/* More was never used: sums of it, too, are far from what an int64_t has. */
#define MOST (INT64_C(1) << 53)

struct row {
	uint32_t assoc;
	bool account;
	size_t parent; /* index of the account above; its own of the root */
	int64_t whole; /* raw usage, and all below */
	int32_t micro;
	bool exact;  /* nothing is cut off: micro is known */
	double late; /* charged since the pass, and all below */
	double used; /* at the pass, and all below */
	bool has_norm;
	double norm;   /* NormUsage */
	bool has_tres; /* of these are known: */
	ft_real
	    *tres; /* [n_tres]: seconds as the row has them; later at the pass,
	                  without those below */
};

struct usage {
	struct fimport_site *site;
	int64_t shown;  /* when the shares were printed */
	double rounded; /* NormUsage is at most so far from what it was */
	struct fimport_shares shares; /* the table */
	struct row *row;              /* [n] */
	size_t n;
	struct ft_map assoc; /* row by id */
	struct kind {
		uint32_t there, here; /* its number; FT_USAGE_WALL; 0 unknown */
	} * tres;
	size_t n_tres, cap_tres;
	struct ft_arena arena;
	struct ft_late_charges charges;
	struct ft_decay decay; /* of a charge, too */
	double low, high;      /* usage of root at the pass is between these */
	bool partial;          /* that of root is not shown */
	bool pass_known;       /* from slurmctld's file */
};

/* ---- reading ------------------------------------------------------------------- */

static void
add_tres(void *ctx, uint32_t there, uint32_t here)
{
	struct usage *usage = ctx;

	*ft_vec_add(usage->tres, usage->n_tres, usage->cap_tres) =
	    (struct kind){ there, here };
}

/* Those of JSON. */
static void
add_shown_tres(struct usage *usage)
{
	const struct fimport_shares *shares = &usage->shares;

	for (size_t i = 0; i < shares->n_tres; i++)
		add_tres(usage, 0,
		    fimport_balance_tres(
			usage->site->import->balance, shares->tres[i]));
}

static enum ft_status
make_row(struct usage *usage, size_t at, struct ft_error *err)
{
	const struct fimport_share *from = &usage->shares.row[at];
	struct row *row = &usage->row[at];

	*row = (struct row){
		.assoc = fimport_balance_find(usage->site->import->balance,
		    from->account, from->user, from->partition, NULL),
		.account = !*from->user,
		.parent = from->parent,
		.whole = from->amount[FT_FIMPORT_RAW].whole,
		.micro = from->amount[FT_FIMPORT_RAW].micro,
		.exact = from->exact,
		.has_norm = from->has_norm,
		.norm = from->norm,
		.has_tres = usage->shares.n_tres > 0,
		.tres = ft_arena_calloc(
		    &usage->arena, usage->n_tres, sizeof *row->tres),
	};
	if (!row->assoc)
		return ft_fail(err, FT_EPARSE,
		    "%s:%zu:1: no %s '%s' in the site's list of associations",
		    usage->site->import->file, from->line,
		    *from->user ? "user" : "account",
		    *from->user ? from->user : from->account);
	if (row->whole > MOST)
		return ft_fail(err, FT_EPARSE,
		    "%s:%zu:1: RawUsage is more than 2^53",
		    usage->site->import->file, from->line);
	for (size_t i = 0; i < usage->shares.n_tres; i++)
		row->tres[i] =
		    (ft_real)from->amount[i + 1].whole +
		    (ft_real)from->amount[i + 1].micro / (ft_real)MICROS;
	ft_map_put_n(
	    &usage->assoc, (const char *)&row->assoc, sizeof row->assoc, at);
	return FT_OK;
}

/* PrivateData hides root from users who may not see it: put a row of it in front of
 * the others of TEXT, whose usage their NormUsage tells. */
static enum ft_status
add_root(struct usage *usage, struct ft_str *text, struct ft_error *err)
{
	const struct fimport *import = usage->site->import;
	const struct ft_input input = { import->file,
		ft_str_text(&import->text), import->text.len };
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	struct ft_cursor cursor;
	double raw = 0, norm = 0;
	bool more;

	FT_TRY(ft_listtable_open(&table, &input, "sshare -a -l -m -P", err));
	FT_TRY(ft_listtable_next(&table, &more, err));
	if (!more || strcmp(ft_listtable_cell(&table, 0), "root") == 0)
		return FT_OK;
	usage->partial = true;
	ft_num_double(
	    ft_listtable_cell(&table, ft_listtable_find(&table, "RawUsage")),
	    &raw);
	ft_num_double(
	    ft_listtable_cell(&table, ft_listtable_find(&table, "NormUsage")),
	    &norm);
	ft_cursor_init(&cursor, input.file, input.text, input.size);
	for (bool first = true; ft_cursor_line(&cursor); first = false) {
		ft_str_addf(text, "%s%.*s\n", first ? "" : " ", (int)cursor.len,
		    cursor.at);
		for (size_t i = 0; first && i < table.n; i++) {
			ft_str_add(text, i ? "|" : "root");
			if (strcmp(table.title[i], "RawUsage") == 0)
				ft_str_addf(
				    text, "%.0f", norm > 0 ? raw / norm : raw);
		}
		if (first)
			ft_str_add_char(text, '\n');
	}
	return FT_OK;
}

static enum ft_status
read_table(struct usage *usage, struct ft_error *err)
{
	struct fimport *import = usage->site->import;
	bool json = ft_sitefiles_have(&usage->site->files, "sshare.json");
	struct ft_str whole FT_CLEANUP(ft_str_free) = { 0 };

	usage->rounded = json ? ROUNDED_JSON : ROUNDED_TABLE;
	/* slurmctld's file has those that the site lists */
	if (!json)
		FT_TRY(fimport_site_tres(usage->site, add_tres, usage, err));
	FT_TRY(fimport_site_read(usage->site, json ? "sshare.json" : "sshare",
	    FT_BOUND_SHARES, err));
	if (!json)
		FT_TRY(add_root(usage, &whole, err));
	if (whole.len) {
		ft_str_clear(&import->text);
		ft_str_add_n(&import->text, whole.data, whole.len);
	}
	FT_TRY(fimport_shares_read(import, &usage->shares, err));
	add_shown_tres(usage);
	add_tres(usage, FT_USAGE_WALL, FT_USAGE_WALL);
	usage->n = usage->shares.n;
	usage->row =
	    ft_arena_calloc(&usage->arena, usage->n + 1, sizeof *usage->row);
	for (size_t i = 0; i < usage->n; i++)
		FT_TRY(make_row(usage, i, err));
	return FT_OK;
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

		/* what ended later is not in the shares yet */
		if (charge->ends > from && charge->ends <= usage->shown &&
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

/* Returns the least usage at the pass that is printed as the row has it, and how
 * much more it may have been. */
static double
least_of(const struct row *row)
{
	double half = row->exact ? 0.5 / MICROS : 0; /* it is rounded */

	return (double)row->whole + (double)row->micro / MICROS - half -
	       row->late;
}

static double
cut_off(const struct row *row)
{
	return (row->exact ? 1 : MICROS - 1) / MICROS;
}

/* Set between what the usage of root was.  Returns false: no usage of root gives
 * the NormUsage of all rows. */
static bool
fits(struct usage *usage)
{
	const struct row *root = &usage->row[0];

	usage->low = (double)root->whole - root->late;
	usage->high = usage->low + 1;
	if (usage->partial) {
		usage->low = 0;
		usage->high = HUGE_VAL;
	}
	for (size_t i = 1; i < usage->n; i++) {
		const struct row *row = &usage->row[i];
		double used = least_of(row);
		double low = used / (row->norm + usage->rounded);
		double high =
		    (used + cut_off(row)) / (row->norm - usage->rounded);

		if (!row->has_norm)
			continue;
		if (low > usage->low)
			usage->low = low;
		if (row->norm > usage->rounded && high < usage->high)
			usage->high = high;
	}
	return usage->low <= usage->high;
}

/* ---- slurmctld's own file ---------------------------------------------------------- */

/* What the file has, for one moment. */
struct state {
	struct usage *usage;
	bool take; /* it is as old as the table */
};

/* Take what JSON does not have, which is at least the wall time. */
static void
take_tres(const struct usage *usage, struct row *row,
    const struct ft_usagestate_record *record)
{
	row->tres[usage->n_tres - 1] = (ft_real)record->wall;
	if (row->has_tres)
		return;
	row->has_tres = usage->n_tres > 1;
	for (size_t i = 0; i < record->n_tres; i++)
		for (size_t j = 0; j < usage->n_tres; j++)
			if (usage->tres[j].there == record->tres[i].id)
				row->tres[j] = (ft_real)record->tres[i].whole +
					       (ft_real)record->tres[i].micro /
						   (ft_real)MICROS;
}

/* Take the decimals of a record that is printed as the table has it. */
static enum ft_status
take_record(
    void *ctx, const struct ft_usagestate_record *record, struct ft_error *err)
{
	struct usage *usage = ((struct state *)ctx)->usage;
	const struct fimport_site *site = usage->site;
	const struct fimport_site_assoc *assoc;
	struct row *row;
	uint64_t at;
	uint32_t id;

	(void)err;
	if (!((struct state *)ctx)->take ||
	    !ft_map_get_n(&site->ids, (const char *)&record->assoc,
		sizeof record->assoc, &at))
		return FT_OK;
	assoc = &site->assoc[at];
	id = fimport_balance_find(site->import->balance, assoc->account,
	    assoc->user, assoc->partition, NULL);
	if (!ft_map_get_n(&usage->assoc, (const char *)&id, sizeof id, &at))
		return FT_OK;
	row = &usage->row[at];
	if (row->account || row->whole != record->whole)
		return FT_OK;
	row->micro = record->micro;
	row->exact = true;
	take_tres(usage, row, record);
	return FT_OK;
}

/* Read the file into the rows, if it was saved after PASS. */
static enum ft_status
read_state(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct fimport_site *site = usage->site;
	struct ft_usagestate head = { 0 };
	struct state state = { .usage = usage };
	struct ft_input input;

	FT_TRY(fimport_site_read(site, "usage", FT_BOUND_STATE, err));
	input = (struct ft_input){ site->import->file,
		ft_str_text(&site->import->text), site->import->text.len };
	FT_TRY(ft_usagestate_parse(&input, &head, take_record, &state, err));
	state.take = head.at >= pass;
	return state.take ? ft_usagestate_parse(
				&input, &head, take_record, &state, err)
			  : FT_OK;
}

/*
 * If slurmctld saved its usage after PASS, it has the decimals that sshare cuts off.
 * A record from before its jobs were charged is another number, but not one from
 * just before the pass, in the same second: then NormUsage does not fit.
 */
static enum ft_status
refine(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct row *before FT_CLEANUP(ft_free_at) = NULL;
	enum ft_status status;

	if (!ft_sitefiles_have(&usage->site->files, "usage"))
		return FT_OK;
	before = ft_alloc((usage->n + 1) * sizeof *before);
	memcpy(before, usage->row, usage->n * sizeof *before);
	status = read_state(usage, pass, err);
	sum_late(usage, pass);
	if (status == FT_OK && !fits(usage)) {
		memcpy(usage->row, before, usage->n * sizeof *before);
		for (size_t i = 0; i < usage->n; i++)
			usage->row[i].tres[usage->n_tres - 1] = 0;
	}
	return status;
}

/* ---- usage at the pass ------------------------------------------------------------ */

static double
within(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

/* Set the usage of each row at the pass, whose late charges are known. */
static void
estimate(struct usage *usage)
{
	bool fitting = fits(usage);
	double all = (usage->low + usage->high) / 2;

	/* nothing that is shown says how much the hidden root used */
	if (all > (double)MOST)
		all = (double)MOST;
	for (size_t i = 0; i < usage->n; i++) {
		struct row *row = &usage->row[i];
		double least = least_of(row);

		row->used = !i ? all : row->has_norm ? row->norm * all : least;
		/* without late charges a whole 0 was never used */
		if (!fitting || (row->has_norm && row->norm <= 0))
			row->used = least;
		if (i || !usage->partial)
			row->used =
			    within(row->used, least, least + cut_off(row));

		if (row->used < 0)
			row->used = 0;
	}
}

/* Returns the TRES whose number here is ID, usage->n_tres if none. */
static size_t
find_tres(const struct usage *usage, uint32_t id)
{
	size_t i = 0;

	while (i < usage->n_tres && usage->tres[i].here != id)
		i++;
	return i;
}

struct take {
	struct usage *usage;
	size_t at; /* the row */
};

/* Take AMOUNT of a TRES off a row and those above. */
static void
take_off(void *ctx, uint32_t id, ft_real amount)
{
	const struct take *take = ctx;
	struct usage *usage = take->usage;
	size_t tres = find_tres(usage, id);

	for (size_t i = take->at; tres < usage->n_tres;
	     i = usage->row[i].parent) {
		usage->row[i].tres[tres] -= amount;
		if (!i)
			break;
	}
}

/* Take off what was charged for TRES since PASS. */
static void
take_off_late(struct usage *usage, int64_t pass)
{
	for (size_t i = 0; i < usage->charges.n; i++) {
		const struct ft_late_charge *charge = &usage->charges.item[i];
		int64_t from = charge->starts > pass ? charge->starts : pass;
		int64_t length = charge->ends - from;
		struct take take = { .usage = usage };
		uint64_t row;

		if (length <= 0 || charge->ends > usage->shown ||
		    !ft_map_get_n(&usage->assoc, (const char *)&charge->assoc,
			sizeof charge->assoc, &row))
			continue;
		take.at = row;
		fimport_site_charge(charge,
		    (double)length * ft_decay_factor(&usage->decay, length),
		    take_off, &take);
	}
}

/* Leave in accounts what they used themselves; parents come first. */
static void
leave_own(struct usage *usage)
{
	for (size_t i = 1; i < usage->n; i++)
		for (size_t j = 0; j < usage->n_tres; j++)
			usage->row[usage->row[i].parent].tres[j] -=
			    usage->row[i].tres[j];
}

/* Returns what ROW, an account with N rows below it that used BELOW, used itself:
 * nothing, if the rounding leaves room for that. */
static double
own_usage(
    const struct usage *usage, const struct row *row, double below, size_t n)
{
	double room = (double)(n + 1) *
		      within(usage->high * usage->rounded, 1 / MICROS, 1);
	double own = row->used - below;

	return own > room ? own : 0;
}

/* Set *pass to the last decay pass before the shares were printed at NOW. */
static enum ft_status
find_pass(struct usage *usage, int64_t now, int64_t *pass, struct ft_error *err)
{
	struct fimport_site *site = usage->site;
	int64_t period = ft_conf_era(&site->import->session.conf).period;

	FT_TRY(ft_sitefiles_pass(&site->files, pass, err));
	usage->pass_known = *pass > now - period && *pass <= now;
	if (usage->pass_known)
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

/* Add the opening balance of one row at the pass; ROOM: less of a TRES than this is
 * rounding. */
static enum ft_status
add_balance(struct usage *usage, const struct row *row, double own,
    ft_real room, struct ft_error *err)
{
	struct fimport_balance *balance = usage->site->import->balance;
	const struct ft_usage_mark owner = { .assoc = row->assoc };
	/* with the late charges it must not be less than was printed */
	int32_t more = row->late > 0;
	struct ft_usage_mark raw =
	    fimport_site_mark(&owner, (ft_real)own, more);

	if (row->has_tres)
		fimport_balance_add_one(balance, &raw);
	else
		FT_TRY(fimport_balance_add(balance, &raw, "", err));
	for (size_t i = 0; i < usage->n_tres; i++) {
		struct ft_usage_mark mark =
		    fimport_site_mark(&owner, row->tres[i], more);

		mark.tres = usage->tres[i].here;
		if (row->tres[i] > room && mark.tres &&
		    (!row->account || own > 0))
			fimport_balance_add_one(balance, &mark);
	}
	return FT_OK;
}

static enum ft_status
put(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct fimport *import = usage->site->import;
	double *below FT_CLEANUP(ft_free_at) =
	    ft_calloc(usage->n + 1, sizeof *below);
	size_t *n FT_CLEANUP(ft_free_at) = ft_calloc(usage->n + 1, sizeof *n);
	bool set;

	sum_late(usage, pass);
	estimate(usage);
	take_off_late(usage, pass);
	leave_own(usage);
	for (size_t i = 1; i < usage->n; i++) {
		below[usage->row[i].parent] += usage->row[i].used;
		n[usage->row[i].parent]++;
	}
	import->session.registry->now = pass;
	for (size_t i = 0; i < usage->n; i++) {
		const struct row *row = &usage->row[i];
		double own = row->account
				 ? own_usage(usage, row, below[i], n[i])
				 : row->used;

		FT_TRY(add_balance(usage, row, own,
		    (ft_real)(n[i] + 1) / (ft_real)MICROS, err));
	}
	FT_TRY(fimport_balance_is_set(import->balance, &set, err));
	/* the same snapshot again makes no entry */
	return set ? FT_OK : fimport_balance_write(import->balance, err);
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

/* Have the shares at PASS compared with what they had to become. */
static enum ft_status
drift(struct usage *usage, int64_t pass, struct ft_error *err)
{
	struct fimport_site *site = usage->site;
	struct fimport_since *since = site->since, alone = { .n = 0 };
	enum ft_status status;

	if (!since)
		since = &alone;
	since->partial = usage->partial;
	/* a root that is not shown was made up */
	for (size_t i = usage->partial; i < usage->n; i++)
		*ft_vec_add(since->row, since->n, since->cap) =
		    (struct fimport_drift){ .assoc = usage->row[i].assoc,
			    .real = usage->row[i].whole };
	if (!usage->pass_known)
		pass = 0;
	if (site->since)
		return fimport_since_usage(site, pass, usage->shown, err);
	status = fimport_site_recount(site,
	    &(struct fimport_recount){ alone.row, alone.n, usage->shown, pass },
	    err);
	ft_free(alone.row);
	return status;
}

static void
free_usage(struct usage *usage)
{
	fimport_shares_free(&usage->shares);
	ft_free(usage->tres);
	ft_arena_clear(&usage->arena);
	ft_map_clear(&usage->assoc);
	ft_late_charges_free(&usage->charges);
}

enum ft_status
fimport_site_usage(struct fimport_site *site, struct ft_error *err)
{
	struct fimport *import = site->import;
	struct ft_session *session = &import->session;
	struct usage usage FT_CLEANUP(free_usage) = { .site = site,
		.shown = ft_sitefiles_time(&site->files, "sshare"),
		.decay = ft_conf_decay(&session->conf) };
	int64_t pass;

	if (!ft_sitefiles_have(&site->files, "sshare"))
		return FT_OK;
	FT_TRY(fimport_balance_new(import, session->registry, err));
	FT_TRY(read_table(&usage, err));
	FT_TRY(ft_store_read_late_charges(session->store, session->cluster,
	    site->now - ft_conf_era(&session->conf).period, &usage.charges,
	    err));
	FT_TRY(find_pass(&usage, usage.shown, &pass, err));
	FT_TRY(refine(&usage, pass, err));
	FT_TRY(drift(&usage, pass, err));
	FT_TRY(put(&usage, pass, err));
	fimport_count(import, usage.n, "association");
	ft_str_add(&import->answer, ": usage set\n");
	FT_TRY(fimport_site_qos_usage(site, pass, err));
	return set_clock(&usage, pass, err);
}
