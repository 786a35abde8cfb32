/*
 * qosusage.c - the usage of the QOS of a site, which only a file of slurmctld has: the
 * opening balance is that of the last decay pass before it was saved.
 */
#include "fimport/site/site.h"
#include "io/slurm/listtable.h"
#include "io/slurm/usagestate.h"
#include "model/account/acctdb.h"
#include "model/account/qos.h"

struct qos_usage {
	struct fimport_site *site;
	struct ft_acctdb acctdb;
	struct ft_map name; /* index of our QOS by its number there */
	struct ft_map tres; /* number of a TRES here by that there */
	struct ft_late_charges charges;
	struct ft_usagestate head;
	int64_t at; /* the pass */
	/* of one QOS, raw usage first: it voids the others */
	struct amount {
		uint32_t tres; /* as in struct ft_usage_mark */
		ft_real value;
	} * amount;
	size_t n, cap;
	size_t n_set;
};

/* ---- numbers of the site --------------------------------------------------------- */

static void
note_tres(void *ctx, uint32_t there, uint32_t here)
{
	struct qos_usage *usage = ctx;

	ft_map_put_n(&usage->tres, (const char *)&there, sizeof there, here);
}

static void
note_qos(struct qos_usage *usage, const struct ft_listtable *table)
{
	const struct ft_qos *qos = ft_acctdb_find_qos(&usage->acctdb,
	    ft_listtable_cell(table, ft_listtable_find(table, "Name")));
	uint32_t id;

	if (qos && !qos->deleted &&
	    ft_num_u32(
		ft_listtable_cell(table, ft_listtable_find(table, "ID")), &id))
		ft_map_put_n(&usage->name, (const char *)&id, sizeof id,
		    (uint64_t)(qos - usage->acctdb.qos));
}

static enum ft_status
read_names(struct qos_usage *usage, struct ft_error *err)
{
	const struct fimport *import = usage->site->import;
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	bool more;

	FT_TRY(fimport_site_read(usage->site, "qos", FT_BOUND_DUMP, err));
	FT_TRY(ft_listtable_open(&table,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    "sacctmgr -P show qos", err));
	for (;;) {
		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			return FT_OK;
		note_qos(usage, &table);
	}
}

/* ---- amounts --------------------------------------------------------------------- */

static void
add(struct qos_usage *usage, uint32_t tres, int64_t whole, int32_t micro)
{
	*ft_vec_add(usage->amount, usage->n, usage->cap) =
	    (struct amount){ tres,
		    (ft_real)whole + (ft_real)micro / (ft_real)1e6 };
}

/* What the file does not have was not used. */
static void
take_off(void *ctx, uint32_t tres, ft_real value)
{
	struct qos_usage *usage = ctx;

	for (size_t i = 0; i < usage->n; i++)
		if (usage->amount[i].tres == tres)
			usage->amount[i].value -= value;
}

/* Take off what QOS was charged between the pass and the saving; returns whether
 * that is something. */
static bool
take_off_late(struct qos_usage *usage, const struct ft_qos *qos)
{
	const struct ft_decay decay =
	    ft_conf_decay(&usage->site->import->session.conf);
	bool any = false;

	for (size_t i = 0; i < usage->charges.n; i++) {
		const struct ft_late_charge *charge = &usage->charges.item[i];
		int64_t from =
		    charge->starts > usage->at ? charge->starts : usage->at;
		int64_t length = charge->ends - from;
		double seconds = (double)length;

		if ((charge->qos != qos->id && charge->part_qos != qos->id) ||
		    length <= 0 || charge->ends > usage->head.at)
			continue;
		if (!(qos->flags & FT_QOS_NO_DECAY))
			seconds *= ft_decay_factor(&decay, length);
		take_off(usage, 0, (ft_real)(seconds * charge->weight));
		fimport_site_charge(charge, seconds, take_off, usage);
		any = true;
	}
	return any;
}

/* Set the usage of QOS, unless it is that already. */
static enum ft_status
put(struct qos_usage *usage, const struct ft_qos *qos, struct ft_error *err)
{
	struct ft_store *store = usage->site->import->session.store;
	const struct ft_usage_mark owner = { .assoc = qos->id };
	bool late = take_off_late(usage, qos), set = true;
	struct ft_usage_mark *mark FT_CLEANUP(ft_free_at) =
	    ft_calloc(usage->n, sizeof *mark);

	for (size_t i = 0; i < usage->n; i++) {
		mark[i] =
		    fimport_site_mark(&owner, usage->amount[i].value, late);
		mark[i].tres = usage->amount[i].tres;
		if (set)
			FT_TRY(ft_store_has_qos_opening(
			    store, usage->at, &mark[i], &set, err));
	}
	usage->n_set++;
	return set ? FT_OK
		   : ft_store_put_qos_opening(
			 store, usage->at, mark, usage->n, err);
}

static enum ft_status
take_record(
    void *ctx, const struct ft_usagestate_record *record, struct ft_error *err)
{
	struct qos_usage *usage = ctx;
	uint64_t at, here;

	if (!ft_map_get_n(&usage->name, (const char *)&record->assoc,
		sizeof record->assoc, &at))
		return FT_OK;
	usage->n = 0;
	add(usage, 0, record->whole, record->micro);
	if (record->wall)
		add(usage, FT_USAGE_WALL, record->wall, 0);
	for (size_t i = 0; i < record->n_tres; i++) {
		const struct ft_usagestate_tres *tres = &record->tres[i];

		if (ft_map_get_n(&usage->tres, (const char *)&tres->id,
			sizeof tres->id, &here) &&
		    here)
			add(usage, (uint32_t)here, tres->whole, tres->micro);
	}
	return put(usage, &usage->acctdb.qos[at], err);
}

static enum ft_status
ignore(
    void *ctx, const struct ft_usagestate_record *record, struct ft_error *err)
{
	(void)ctx;
	(void)record;
	(void)err;
	return FT_OK;
}

/* ---- all of it --------------------------------------------------------------------- */

/* Set usage->at to the last of the passes, of which PASS is one, before the file was
 * saved, and read what was charged since. */
static enum ft_status
read_charges(struct qos_usage *usage, int64_t pass, struct ft_error *err)
{
	struct ft_session *session = &usage->site->import->session;
	int64_t period = ft_conf_era(&session->conf).period;

	usage->at = pass;
	if (usage->head.at < pass)
		usage->at -=
		    (pass - usage->head.at + period - 1) / period * period;
	return ft_store_read_late_charges(
	    session->store, session->cluster, usage->at, &usage->charges, err);
}

static void
free_usage(struct qos_usage *usage)
{
	ft_acctdb_free(&usage->acctdb);
	ft_map_clear(&usage->name);
	ft_map_clear(&usage->tres);
	ft_late_charges_free(&usage->charges);
	ft_free(usage->amount);
}

/* Without the file: say which limits count from nothing. */
static void
add_unknown(struct qos_usage *usage)
{
	const struct ft_acctdb *acctdb = &usage->acctdb;
	uint32_t last = 0;

	for (size_t i = 0; i < acctdb->n_qos_limit; i++) {
		const struct ft_limit *limit = &acctdb->qos_limit[i];
		const struct ft_qos *qos;

		if ((limit->kind != FT_LIMIT_GRP_TRES_MINS &&
			limit->kind != FT_LIMIT_GRP_WALL) ||
		    limit->owner == last)
			continue;
		last = limit->owner;
		qos = ft_acctdb_qos(acctdb, last);
		if (qos)
			ft_str_addf(&usage->site->notes,
			    "usage of QOS '%s' is not known (only root can "
			    "collect it): here its GrpTRESMins and GrpWall "
			    "begin unused, so jobs may start earlier\n",
			    qos->name);
	}
}

static enum ft_status
read_state(struct qos_usage *usage, int64_t pass, struct ft_error *err)
{
	struct fimport *import = usage->site->import;
	struct ft_input input;

	FT_TRY(read_names(usage, err));
	FT_TRY(fimport_site_tres(usage->site, note_tres, usage, err));
	FT_TRY(fimport_site_read(usage->site, "qosusage", FT_BOUND_STATE, err));
	input = (struct ft_input){ import->file, ft_str_text(&import->text),
		import->text.len };
	FT_TRY(ft_usagestate_parse(&input, &usage->head, ignore, NULL, err));
	FT_TRY(read_charges(usage, pass, err));
	FT_TRY(
	    ft_usagestate_parse(&input, &usage->head, take_record, usage, err));
	ft_str_addf(&import->answer, "%zu QOS: usage set\n", usage->n_set);
	return FT_OK;
}

enum ft_status
fimport_site_qos_usage(
    struct fimport_site *site, int64_t pass, struct ft_error *err)
{
	struct qos_usage usage FT_CLEANUP(free_usage) = { .site = site };

	FT_TRY(ft_store_read_book(
	    site->import->session.store, false, &usage.acctdb, err));
	if (ft_sitefiles_have(&site->files, "qosusage") &&
	    ft_sitefiles_have(&site->files, "qos"))
		return read_state(&usage, pass, err);
	add_unknown(&usage);
	return FT_OK;
}
