/* txn_text.c - what slurmdbd says was set: associations, clusters, QOS. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "admin/txn_int.h"

/* A limit and its column. */
struct column {
	const char *name;
	enum ft_limit_kind kind;
};

/* In front of is_def, behind it; TRES. */
static const struct column group_columns[] = {
	{ "grp_jobs", FT_LIMIT_GRP_JOBS },
	{ "grp_jobs_accrue", FT_LIMIT_GRP_JOBS_ACCRUE },
	{ "grp_submit_jobs", FT_LIMIT_GRP_SUBMIT_JOBS },
	{ "grp_wall", FT_LIMIT_GRP_WALL },
};
static const struct column max_columns[] = {
	{ "max_jobs", FT_LIMIT_MAX_JOBS },
	{ "max_jobs_accrue", FT_LIMIT_MAX_JOBS_ACCRUE },
	{ "min_prio_thresh", FT_LIMIT_MIN_PRIO },
	{ "max_submit_jobs", FT_LIMIT_MAX_SUBMIT_JOBS },
	{ "max_wall_pj", FT_LIMIT_MAX_WALL },
	{ "priority", FT_LIMIT_PRIORITY },
};
static const struct column tres_columns[] = {
	{ "grp_tres", FT_LIMIT_GRP_TRES },
	{ "grp_tres_mins", FT_LIMIT_GRP_TRES_MINS },
	{ "grp_tres_run_mins", FT_LIMIT_GRP_TRES_RUN_MINS },
	{ "max_tres_pj", FT_LIMIT_MAX_TRES },
	{ "max_tres_pn", FT_LIMIT_MAX_TRES_PN },
	{ "max_tres_mins_pj", FT_LIMIT_MAX_TRES_MINS },
	{ "max_tres_run_mins", FT_LIMIT_MAX_TRES_RUN_MINS },
};
static const struct column qos_columns[] = {
	{ "max_jobs_pa", FT_LIMIT_MAX_JOBS_PA },
	{ "max_jobs_per_user", FT_LIMIT_MAX_JOBS_PU },
	{ "max_jobs_accrue_pa", FT_LIMIT_MAX_JOBS_ACCRUE_PA },
	{ "max_jobs_accrue_pu", FT_LIMIT_MAX_JOBS_ACCRUE_PU },
	{ "min_prio_thresh", FT_LIMIT_MIN_PRIO },
	{ "max_submit_jobs_pa", FT_LIMIT_MAX_SUBMIT_PA },
	{ "max_submit_jobs_per_user", FT_LIMIT_MAX_SUBMIT_PU },
	{ "max_wall_duration_per_job", FT_LIMIT_MAX_WALL },
};
static const struct column qos_tres_columns[] = {
	{ "grp_tres", FT_LIMIT_GRP_TRES },
	{ "grp_tres_mins", FT_LIMIT_GRP_TRES_MINS },
	{ "grp_tres_run_mins", FT_LIMIT_GRP_TRES_RUN_MINS },
	{ "max_tres_pa", FT_LIMIT_MAX_TRES_PA },
	{ "max_tres_pj", FT_LIMIT_MAX_TRES },
	{ "max_tres_pn", FT_LIMIT_MAX_TRES_PN },
	{ "max_tres_pu", FT_LIMIT_MAX_TRES_PU },
	{ "max_tres_mins_pj", FT_LIMIT_MAX_TRES_MINS },
	{ "max_tres_run_mins_pa", FT_LIMIT_MAX_TRES_RUN_MINS_PA },
	{ "max_tres_run_mins_pu", FT_LIMIT_MAX_TRES_RUN_MINS_PU },
	{ "min_tres_pj", FT_LIMIT_MIN_TRES },
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- what a record has ------------------------------------------------------ */

struct own {
	const struct ft_limit *limit;
	const struct ft_qosref *ref;
	size_t n_limit, n_ref;
};

static enum ft_status
read_own(struct ft_admin *admin, enum ft_entity entity, uint32_t owner,
    struct own *own, struct ft_error *err)
{
	FT_TRY(FT_REG(
	    admin, limits, entity, owner, &own->limit, &own->n_limit, err));
	return FT_REG(
	    admin, qosrefs, entity, owner, &own->ref, &own->n_ref, err);
}

/* Counts and times; full: those that are not set as well. */
static void
add_counts(struct ft_str *str, const struct own *own, const struct column *row,
    size_t n, bool full)
{
	for (size_t i = 0; i < n; i++) {
		const struct ft_limit *limit = NULL;

		for (size_t j = 0; j < own->n_limit && !limit; j++)
			if (own->limit[j].kind == row[i].kind)
				limit = &own->limit[j];
		if (!limit && !full)
			continue;
		ft_txn_add_comma(str);
		ft_str_addf(str, "%s=", row[i].name);
		if (limit)
			ft_str_addf(str, "%" PRIu64, limit->value);
		else
			ft_str_add(str, "NULL");
	}
}

/* '1=5,2=100', by TRES id. */
static void
add_tres(struct ft_str *str, const struct own *own, enum ft_limit_kind kind)
{
	bool first = true;

	ft_str_add_char(str, '\'');
	for (size_t i = 0; i < own->n_limit; i++) {
		if (own->limit[i].kind != kind)
			continue;
		ft_str_addf(str, "%s%" PRIu32 "=%" PRIu64, first ? "" : ",",
		    own->limit[i].tres, own->limit[i].value);
		first = false;
	}
	ft_str_add_char(str, '\'');
}

static void
add_new_tres(struct ft_str *str, const struct own *own,
    const struct column *row, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool has = false;

		for (size_t j = 0; j < own->n_limit && !has; j++)
			has = own->limit[j].kind == row[i].kind;
		if (!has)
			continue;
		ft_txn_add_comma(str);
		ft_str_addf(str, "%s=", row[i].name);
		add_tres(str, own, row[i].kind);
	}
}

/* qos=',1,3,' or delta_qos=',+2,-3,'; nothing for an empty list. */
static void
add_new_list(struct ft_str *str, const struct own *own, const char *column)
{
	bool delta = own->n_ref && own->ref[0].op != '=';

	if (own->n_ref == 0)
		return;
	ft_txn_add_comma(str);
	ft_str_addf(str, "%s%s=',", delta ? "delta_" : "", column);
	for (size_t i = 0; i < own->n_ref; i++) {
		if (delta)
			ft_str_add_char(str, own->ref[i].op);
		ft_str_addf(str, "%" PRIu32 ",", own->ref[i].qos);
	}
	ft_str_add_char(str, '\'');
}

/* ---- new associations, clusters --------------------------------------------- */

static void
add_shares(struct ft_str *str, bool parent, uint32_t shares)
{
	ft_txn_add_comma(str);
	ft_str_addf(
	    str, "shares=%" PRIu32, parent ? (uint32_t)INT32_MAX : shares);
}

/* "acct='physics', user='ann'" */
static enum ft_status
add_place(struct ft_admin *admin, const struct ft_assoc *assoc,
    struct ft_str *str, struct ft_error *err)
{
	struct ft_account account, parent;
	struct ft_assoc above;
	struct ft_user user;

	FT_TRY(FT_REG(admin, get_account, assoc->account, &account, err));
	ft_str_add(str, "acct=");
	ft_txn_add_quoted(str, account.name);
	if (assoc->user) {
		FT_TRY(FT_REG(admin, get_user, assoc->user, &user, err));
		ft_str_add(str, ", user=");
		ft_txn_add_quoted(str, user.name);
		if (assoc->partition && *assoc->partition) {
			ft_str_add(str, ", `partition`=");
			ft_txn_add_quoted(str, assoc->partition);
		}
		return FT_OK;
	}
	if (assoc->parent == 0)
		return FT_OK;
	FT_TRY(FT_REG(admin, get_assoc, assoc->parent, &above, err));
	FT_TRY(FT_REG(admin, get_account, above.account, &parent, err));
	ft_str_add(str, ", parent_acct=");
	ft_txn_add_quoted(str, parent.name);
	return FT_OK;
}

static enum ft_status
assoc_text(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool with_default, struct ft_str *str, struct ft_error *err)
{
	struct own own = { 0 };

	FT_TRY(read_own(admin, FT_ENTITY_ASSOC, assoc->id, &own, err));
	FT_TRY(add_place(admin, assoc, str, err));
	if (assoc->parent_shares || assoc->shares != 1)
		add_shares(str, assoc->parent_shares, assoc->shares);
	add_counts(str, &own, group_columns, COUNT(group_columns), false);
	if (with_default)
		ft_str_add(str, ", is_def=1");
	add_counts(str, &own, max_columns, COUNT(max_columns), false);
	if (assoc->default_qos)
		ft_str_addf(str, ", def_qos_id=%" PRIu32, assoc->default_qos);
	add_new_tres(str, &own, tres_columns, COUNT(tres_columns));
	add_new_list(str, &own, "qos");
	return FT_OK;
}

/* Append "id_assoc=7", the number within the cluster. */
static enum ft_status
add_number(struct ft_admin *admin, uint32_t id, struct ft_str *str,
    struct ft_error *err)
{
	struct ft_assoc assoc;

	FT_TRY(FT_REG(admin, get_assoc, id, &assoc, err));
	ft_str_addf(str, "id_assoc=%" PRIu32, assoc.number);
	return FT_OK;
}

enum ft_status
ft_txn_new_assoc(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool with_default, struct ft_error *err)
{
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	status = add_number(admin, assoc->id, &subject, err);
	if (status == FT_OK)
		status = assoc_text(admin, assoc, with_default, &info, err);
	if (status == FT_OK)
		status = ft_txn_note(admin, FT_TURN_ASSOCS, FT_TXN_ADD_ASSOCS,
		    assoc->cluster, ft_str_text(&subject), ft_str_text(&info),
		    err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_new_cluster(struct ft_admin *admin, const char *name,
    const struct ft_assoc *root, struct ft_error *err)
{
	struct own own = { 0 };
	struct ft_str info;
	enum ft_status status;

	FT_TRY(read_own(admin, FT_ENTITY_ASSOC, root->id, &own, err));
	ft_str_init(&info);
	add_shares(&info, root->parent_shares, root->shares);
	add_counts(&info, &own, group_columns, COUNT(group_columns), true);
	add_counts(&info, &own, max_columns, COUNT(max_columns), true);
	if (root->default_qos)
		ft_str_addf(&info, ", def_qos_id=%" PRIu32, root->default_qos);
	else
		ft_str_add(&info, ", def_qos_id=NULL");
	add_new_tres(&info, &own, tres_columns, COUNT(tres_columns));
	add_new_list(&info, &own, "qos");
	ft_str_add(&info, ", federation='', fed_id=0, fed_state=0, "
			  "features=''");
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_CLUSTERS, 0,
	    name, ft_str_text(&info), err);
	ft_str_free(&info);
	return status;
}

/* ---- QOS -------------------------------------------------------------------- */

/* The bit of each flag of model/qos.c in the table of QOS. */
static const uint32_t flag_bits[] = { 64, 8, 16, 2, 1, 128, 4, 32, 256, 512 };
/* The number of each preempt mode. */
static const uint32_t mode_bits[] = { 0, 1, 2, 8, 32768, 16384, 0 };

static uint32_t
flags_of(uint32_t flags)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < COUNT(flag_bits); i++)
		if (flags & UINT32_C(1) << i)
			bits |= flag_bits[i];
	return bits;
}

static uint32_t
mode_of(uint32_t mode)
{
	return mode < COUNT(mode_bits) ? mode_bits[mode] : 0;
}

static void
add_real(struct ft_str *str, const char *column, bool set, double value)
{
	ft_txn_add_comma(str);
	if (set)
		ft_str_addf(str, "%s=%f", column, value);
	else
		ft_str_addf(str, "%s=NULL", column);
}

static void
qos_text(struct ft_str *str, const struct ft_qos *qos, const struct own *own)
{
	ft_str_add(str, "description=");
	ft_txn_add_quoted(str, qos->description);
	ft_str_addf(str, ", flags=%" PRIu32 ", grace_time=%lld",
	    flags_of(qos->flags), (long long)qos->grace_time);
	add_counts(str, own, group_columns, COUNT(group_columns), true);
	add_counts(str, own, qos_columns, COUNT(qos_columns), true);
	add_new_list(str, own, "preempt");
	if (qos->preempt_exempt_time >= 0)
		ft_str_addf(str, ", preempt_exempt_time=%lld",
		    (long long)qos->preempt_exempt_time);
	else
		ft_str_add(str, ", preempt_exempt_time=NULL");
	ft_str_addf(str, ", preempt_mode=%" PRIu32 ", priority=%" PRIu32,
	    mode_of(qos->preempt_mode), qos->priority);
	add_real(str, "usage_factor", true, qos->usage_factor);
	add_real(str, "usage_thres", qos->usage_threshold >= 0,
	    qos->usage_threshold);
	add_real(
	    str, "limit_factor", qos->limit_factor >= 0, qos->limit_factor);
	add_new_tres(str, own, qos_tres_columns, COUNT(qos_tres_columns));
}

enum ft_status
ft_txn_new_qos(
    struct ft_admin *admin, const struct ft_qos *qos, struct ft_error *err)
{
	struct own own = { 0 };
	struct ft_str info;
	enum ft_status status;

	FT_TRY(read_own(admin, FT_ENTITY_QOS, qos->id, &own, err));
	ft_str_init(&info);
	qos_text(&info, qos, &own);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_QOS, 0,
	    qos->name, ft_str_text(&info), err);
	ft_str_free(&info);
	return status;
}

/* ---- what was set ----------------------------------------------------------- */

static void
set_counts(struct ft_str *str, const struct ft_admin_limit *limit, size_t n,
    const struct column *row, size_t n_row)
{
	for (size_t i = 0; i < n_row; i++) {
		const struct ft_admin_limit *last = NULL;

		for (size_t j = 0; j < n; j++)
			if (limit[j].kind == row[i].kind)
				last = &limit[j];
		if (!last)
			continue;
		ft_txn_add_comma(str);
		if (last->clear)
			ft_str_addf(str, "%s=NULL", row[i].name);
		else
			ft_str_addf(
			    str, "%s=%" PRIu64, row[i].name, last->value);
	}
}

/* "grp_tres = if (id_assoc=7, '1=4', grp_tres)" for each kind in LIMIT. */
static void
set_tres(struct ft_str *str, const struct ft_admin_limit *limit, size_t n,
    const struct own *own, const struct column *row, size_t n_row,
    const char *key, uint32_t number)
{
	for (size_t i = 0; i < n_row; i++) {
		bool given = false;

		for (size_t j = 0; j < n && !given; j++)
			given = limit[j].kind == row[i].kind;
		if (!given)
			continue;
		ft_txn_add_comma(str);
		ft_str_addf(
		    str, "%s = if (%s=%" PRIu32 ", ", row[i].name, key, number);
		add_tres(str, own, row[i].kind);
		ft_str_addf(str, ", %s)", row[i].name);
	}
}

/* One QOS more, or less, in the list of an association. */
static void
change_qos(struct ft_str *str, char op, uint32_t id)
{
	unsigned long qos = id;

	ft_txn_add_comma(str);
	if (op == '+')
		ft_str_addf(str,
		    "qos=if (qos='', '', replace(concat(replace(qos, ',%lu,', "
		    "','), ',%lu,'), ',,', ','))",
		    qos, qos);
	else
		ft_str_addf(str,
		    "qos=if (qos='', '', replace(replace(qos, ',%lu,', ','), "
		    "',,', ',')), qos=if (qos=',', '', qos)",
		    qos);
	ft_str_addf(str,
	    ", delta_qos=if (qos='', replace(concat(replace(replace("
	    "delta_qos, ',+%lu,', ','), ',-%lu,', ','), ',%c%lu,'), ',,', "
	    "','), '')",
	    qos, qos, op, qos);
}

static void
set_qos(struct ft_str *str, const struct ft_admin_qoslist *list)
{
	bool plain = list->n == 0 || list->item[0].op == '=';

	if (!list->given)
		return;
	if (plain) {
		ft_txn_add_comma(str);
		ft_str_add(str, list->n ? "qos='," : "qos='");
		for (size_t i = 0; i < list->n; i++)
			ft_str_addf(str, "%" PRIu32 ",", list->item[i].qos);
		ft_str_add(str, "', delta_qos=''");
		return;
	}
	for (size_t i = 0; i < list->n; i++)
		change_qos(str, list->item[i].op, list->item[i].qos);
}

static void
set_columns(struct ft_str *str, const struct ft_admin_set *set)
{
	if (set->shares_given)
		add_shares(str, set->shares_parent,
		    set->shares_clear ? 1 : set->shares);
	set_counts(
	    str, set->limit, set->n_limit, group_columns, COUNT(group_columns));
	set_counts(
	    str, set->limit, set->n_limit, max_columns, COUNT(max_columns));
	if (set->default_qos) {
		ft_txn_add_comma(str);
		if (set->default_qos_id)
			ft_str_addf(
			    str, "def_qos_id=%" PRIu32, set->default_qos_id);
		else
			ft_str_add(str, "def_qos_id=NULL");
	}
}

/* Those of one cluster.  The list comes behind the first one's TRES. */
static enum ft_status
set_on_cluster(struct ft_admin *admin, const struct ft_assoc *item, size_t n,
    const struct ft_admin_set *set, struct ft_str *subject, struct ft_str *info,
    struct ft_error *err)
{
	struct own own = { 0 };

	set_columns(info, set);
	for (size_t i = 0; i < n; i++) {
		ft_str_addf(subject, "%sid_assoc=%" PRIu32, i ? " || " : "(",
		    item[i].number);
		FT_TRY(read_own(admin, FT_ENTITY_ASSOC, item[i].id, &own, err));
		set_tres(info, set->limit, set->n_limit, &own, tres_columns,
		    COUNT(tres_columns), "id_assoc", item[i].number);
		if (i == 0)
			set_qos(info, &set->qos);
	}
	ft_str_add_char(subject, ')');
	/* a new parent alone is not noted */
	if (info->len == 0)
		return FT_OK;
	return ft_txn_note(admin, FT_TURN_ASSOCS, FT_TXN_MODIFY_ASSOCS,
	    item->cluster, ft_str_text(subject), ft_str_text(info), err);
}

enum ft_status
ft_txn_set_assocs(struct ft_admin *admin, const struct ft_assoc *item, size_t n,
    const struct ft_admin_set *set, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0, end; status == FT_OK && i < n; i = end) {
		struct ft_str subject, info;

		for (end = i; end < n && item[end].cluster == item[i].cluster;)
			end++;
		ft_str_init(&subject);
		ft_str_init(&info);
		status = set_on_cluster(
		    admin, item + i, end - i, set, &subject, &info, err);
		ft_str_free(&subject);
		ft_str_free(&info);
	}
	return status;
}

enum ft_status
ft_txn_default_assoc(
    struct ft_admin *admin, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_addf(&subject, "(id_assoc=%" PRIu32 ")", assoc->number);
	status = ft_txn_note(admin, FT_TURN_ASSOCS, FT_TXN_MODIFY_ASSOCS,
	    assoc->cluster, ft_str_text(&subject), "is_def=1", err);
	ft_str_free(&subject);
	return status;
}

/* ---- what was set of QOS ----------------------------------------------------- */

#define ALL_FLAGS 2415919103u /* as slurmdbd says it */

static void
set_flags(struct ft_str *str, const struct ft_admin_qos_set *set)
{
	uint32_t bits = flags_of(set->flags);

	if (!set->flags_clear && !set->flags_op)
		return;
	ft_txn_add_comma(str);
	if (set->flags_clear)
		ft_str_addf(str, "flags=(flags & ~%u)", ALL_FLAGS);
	else if (set->flags_op == '+')
		ft_str_addf(str, "flags=(flags | %" PRIu32 ")", bits);
	else if (set->flags_op == '-')
		ft_str_addf(str, "flags=(flags & ~%" PRIu32 ")", bits);
	else
		ft_str_addf(str, "flags=%" PRIu32, bits);
}

static void
set_number(struct ft_str *str, const char *column, bool given, bool clear,
    long long value)
{
	if (!given)
		return;
	ft_txn_add_comma(str);
	if (clear)
		ft_str_addf(str, "%s=NULL", column);
	else
		ft_str_addf(str, "%s=%lld", column, value);
}

/* One QOS more, or less, to preempt. */
static void
change_preempt(struct ft_str *str, char op, uint32_t id)
{
	unsigned long qos = id;
	char text[160];

	if (op == '+')
		snprintf(text, sizeof text,
		    "replace(concat(replace(preempt, ',%lu,', ''), ',%lu,'), "
		    "',,', ',')",
		    qos, qos);
	else
		snprintf(
		    text, sizeof text, "replace(preempt, ',%lu,', ',')", qos);
	ft_txn_add_comma(str);
	ft_str_addf(str, "preempt=if(%s=',', '', %s)", text, text);
}

static void
set_preempt(struct ft_str *str, const struct ft_admin_qoslist *list)
{
	if (!list->given)
		return;
	if (list->n && list->item[0].op != '=') {
		for (size_t i = 0; i < list->n; i++)
			change_preempt(
			    str, list->item[i].op, list->item[i].qos);
		return;
	}
	ft_txn_add_comma(str);
	ft_str_add(str, list->n ? "preempt='," : "preempt='");
	for (size_t i = 0; i < list->n; i++)
		ft_str_addf(str, "%" PRIu32 ",", list->item[i].qos);
	ft_str_add_char(str, '\'');
}

static void
set_qos_columns(struct ft_str *str, const struct ft_admin_qos_set *set)
{
	if (set->description) {
		ft_str_add(str, "description=");
		ft_txn_add_quoted(str, set->description);
	}
	set_flags(str, set);
	set_number(str, "grace_time", set->grace_given, set->grace_clear,
	    (long long)set->grace);
	set_counts(
	    str, set->limit, set->n_limit, group_columns, COUNT(group_columns));
	set_counts(
	    str, set->limit, set->n_limit, qos_columns, COUNT(qos_columns));
	set_preempt(str, &set->preempt);
	set_number(str, "preempt_exempt_time", set->exempt_given,
	    set->exempt_clear, (long long)set->exempt);
	set_number(str, "preempt_mode", set->mode_given, false,
	    (long long)mode_of(set->mode));
	set_number(str, "priority", set->priority_given, set->priority_clear,
	    (long long)set->priority);
	if (set->factor_given && set->factor_clear) {
		ft_txn_add_comma(str);
		ft_str_add(str, "usage_factor=1");
	} else if (set->factor_given) {
		add_real(str, "usage_factor", true, set->factor);
	}
	if (set->threshold_given)
		add_real(
		    str, "usage_thres", !set->threshold_clear, set->threshold);
	if (set->limit_factor_given)
		add_real(str, "limit_factor", !set->limit_factor_clear,
		    set->limit_factor);
}

enum ft_status
ft_txn_set_qoses(struct ft_admin *admin, const struct ft_qos *item, size_t n,
    const struct ft_admin_qos_set *set, struct ft_error *err)
{
	struct ft_str subject, info;
	enum ft_status status = FT_OK;
	struct own own = { 0 };

	ft_str_init(&subject);
	ft_str_init(&info);
	set_qos_columns(&info, set);
	for (size_t i = 0; status == FT_OK && i < n; i++) {
		ft_txn_add_key(&subject, "name", item[i].name);
		status = read_own(admin, FT_ENTITY_QOS, item[i].id, &own, err);
		if (status == FT_OK)
			set_tres(&info, set->limit, set->n_limit, &own,
			    qos_tres_columns, COUNT(qos_tres_columns), "id",
			    item[i].id);
	}
	if (status == FT_OK && n && info.len)
		status = ft_txn_note_in(admin, FT_TURN_RECORDS,
		    FT_TXN_MODIFY_QOS, 0, &subject, ft_str_text(&info), err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}
