/* load_table.c - the tables of what sacctmgr load adds. */

#include "facctmgr/flat/flat.h"
#include "facctmgr/list/columns.h"

/* A row: a new record or association; unused members are NULL. */
struct new_row {
	const struct new_row *self;
	struct facctmgr *acct;
	const char *name, *user, *account, *parent, *description, *organization;
	const char *default_account, *default_wckey, *level, *coordinator;
	const struct ft_admin_values *values;
	const struct ft_admin_set *qos;
};

/* Without inheritance, as sacctmgr prints them here. */
static void
new_limit(const void *at, struct ft_value *value)
{
	const struct new_row *row = at;
	const struct ft_tres_table *table =
	    &ft_admin_lookup(row->acct->admin)->tres;
	const char *one = value->column->arg;
	enum ft_limit_kind kind =
	    facctmgr_kind_of_limit(value->column, row->qos != NULL);
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(row->values->n_limit + 1, sizeof *amount);
	bool whole = !one && ft_limit_infos[kind].type == FT_LIMIT_TRES;
	size_t n = 0;

	for (size_t i = 0; i < row->values->n_limit; i++) {
		const struct ft_admin_limit *limit = &row->values->limit[i];
		const struct ft_tres *tres = ft_tres_get(table, limit->tres);

		if (limit->kind == kind && (!limit->clear || whole) &&
		    (!one || (tres && strcmp(tres->type, one) == 0)))
			amount[n++] =
			    (struct ft_tres_amount){ .id = limit->tres,
				    .value = limit->value,
				    .clear = limit->clear };
	}
	if (n && whole)
		ft_tres_format(ft_value_build(value), table, amount, n,
		    FT_TRES_BY_NAME | FT_TRES_UNITS | FT_TRES_NONE);
	else if (n)
		facctmgr_limit_value(value, kind, amount[0].value);
}

static void
new_shares(const void *at, struct ft_value *value)
{
	const struct ft_admin_values *values =
	    ((const struct new_row *)at)->values;

	if (values->shares_given && values->shares == FT_SHARES_PARENT)
		ft_value_text(value, "parent");
	else
		facctmgr_value_number(
		    value, values->shares_given, values->shares);
}

static void
new_qos(const void *at, struct ft_value *value)
{
	const struct new_row *row = at;

	if (row->values && row->values->list.n)
		ft_admin_add_qoslist(ft_value_build(value),
		    ft_admin_lookup(row->acct->admin), &row->values->list);
}

static void
new_default_qos(const void *at, struct ft_value *value)
{
	const struct new_row *row = at;
	const struct ft_qos *qos = ft_admin_get_qos(
	    ft_admin_lookup(row->acct->admin), row->values->default_qos);

	ft_value_text(value, qos ? qos->name : NULL);
}

/* What the line of a new QOS gives for the member in row AT of entity.def. */
static const struct ft_attr *
given(const void *at, size_t place)
{
	const struct new_row *row = at;

	return row->qos && ft_admin_set_has(row->qos, place)
		   ? ft_attr_row(FT_ENTITY_QOS, place)
		   : NULL;
}

static void
add_given(const void *at, struct ft_value *value, size_t place)
{
	const struct ft_attr *attr = given(at, place);

	if (attr)
		ft_flat_add_value(ft_value_build(value), attr,
		    ft_admin_set_value(
			((const struct new_row *)at)->qos, attr));
}

static void
add_time(const void *at, struct ft_value *value, size_t place)
{
	const struct ft_attr *attr = given(at, place);

	if (attr)
		ft_time_add_duration(ft_value_build(value),
		    ft_admin_set_value(((const struct new_row *)at)->qos, attr)
			.number);
}

#define GIVEN(member)                                                          \
	static void new_##member(const void *at, struct ft_value *value)       \
	{                                                                      \
		add_given(at, value, FT_QOS_##member);                         \
	}
GIVEN(priority)
GIVEN(flags)
GIVEN(usage_threshold)
GIVEN(usage_factor)

static void
new_grace_time(const void *at, struct ft_value *value)
{
	add_time(at, value, FT_QOS_grace_time);
}

static void
new_exempt_time(const void *at, struct ft_value *value)
{
	add_time(at, value, FT_QOS_preempt_exempt_time);
}

static void
new_mode(const void *at, struct ft_value *value)
{
	if (given(at, FT_QOS_preempt_mode))
		add_given(at, value, FT_QOS_preempt_mode);
	else
		ft_value_text(value, "cluster");
}

static void
no_preempt(const void *at, struct ft_value *value)
{
	(void)at;
	ft_value_text(value, NULL);
}

/* What the columns of lists show in these tables. */
static const struct ft_column shown[FACCTMGR_FIELDS] = {
#define SHOWN(name)                                                            \
	{                                                                      \
		FT_MEMBER(struct new_row, name)                                \
	}
	[FACCTMGR_FIELD_NAME] = SHOWN(name),
	[FACCTMGR_FIELD_USER] = SHOWN(user),
	[FACCTMGR_FIELD_ACCOUNT] = SHOWN(account),
	[FACCTMGR_FIELD_PARENT_NAME] = SHOWN(parent),
	[FACCTMGR_FIELD_DESCRIPTION] = SHOWN(description),
	[FACCTMGR_FIELD_ORGANIZATION] = SHOWN(organization),
	[FACCTMGR_FIELD_DEFAULT_ACCOUNT] = SHOWN(default_account),
	[FACCTMGR_FIELD_DEFAULT_WCKEY] = SHOWN(default_wckey),
	[FACCTMGR_FIELD_ADMIN_LEVEL] = SHOWN(level),
	[FACCTMGR_FIELD_COORDINATORS] = SHOWN(coordinator),
	[FACCTMGR_FIELD_SHARE] = { .get = new_shares },
	[FACCTMGR_FIELD_QOSLEVEL] = { .get = new_qos },
	[FACCTMGR_FIELD_DEFAULT_QOS] = { .get = new_default_qos },
	[FACCTMGR_FIELD_GRACE_TIME] = { .get = new_grace_time },
	[FACCTMGR_FIELD_PREEMPT] = { .get = no_preempt },
	[FACCTMGR_FIELD_PREEMPT_EXEMPT_TIME] = { .get = new_exempt_time },
	[FACCTMGR_FIELD_PREEMPT_MODE] = { .get = new_mode },
	[FACCTMGR_FIELD_FLAGS] = { .get = new_flags },
	[FACCTMGR_FIELD_USAGE_THRESHOLD] = { .get = new_usage_threshold },
	[FACCTMGR_FIELD_USAGE_FACTOR] = { .get = new_usage_factor },
	[FACCTMGR_FIELD_PRIORITY] = { .get = new_priority },
};
struct new_table {
	struct ft_columns fields;
	struct ft_out out;
	struct ft_table *rows;
};

static void
open_table(struct new_table *table, struct facctmgr *acct, const char *title,
    const char *names)
{
	struct ft_table_options options = { .format = FT_FORMAT_TABLE,
		.no_header = acct->no_header };
	struct ft_columns *fields = &table->fields;
	struct ft_error err;

	if (title)
		facctmgr_print(acct, "%s\n", title);
	*fields = (struct ft_columns){ 0 };
	ft_columns_choose(fields, facctmgr_fields, names,
	    (struct ft_column_rules){ 0 }, &err);
	for (size_t i = 0; i < fields->n; i++) {
		struct ft_column *column = &fields->item[i];

		column->get =
		    column->get == facctmgr_get_limit && !shown[column->id].get
			? new_limit
			: shown[column->id].get;
		column->record = 0;
		column->at = shown[column->id].at;
		column->member = shown[column->id].member;
	}
	ft_out_init(&table->out, acct->context->out);
	table->rows =
	    ft_table_open(&table->out, &options, fields->item, fields->n);
}

static void
print_row(struct new_table *table, struct new_row row)
{
	row.self = &row;
	ft_table_put(table->rows, &row);
}

static void
print_dashes(struct facctmgr *acct, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fputc('-', acct->context->out);
	facctmgr_print(acct, "\n\n");
}

static void
close_table(struct new_table *table, struct facctmgr *acct, size_t dashes)
{
	ft_table_close(table->rows);
	ft_out_free(&table->out);
	ft_columns_free(&table->fields);
	if (dashes)
		print_dashes(acct, dashes);
}

#define LIMITS                                                                 \
	"Share,GrpTRESMins,GrpTRESRunMins,GrpTRES,GrpJobs,GrpJobsAccrue,"      \
	"GrpMemory,GrpNodes,GrpSubmitJobs,GrpWall,MaxTRESMinsPerJob,"          \
	"MaxTRES,MaxTRESPerNode,MaxJobs,MaxSubmitJobs,MaxNodesPerJob,"         \
	"MaxWallDurationPerJob,QOSLevel,DefaultQOS"

void
facctmgr_print_new_cluster(
    struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct new_table table;

	if (*load->classification)
		facctmgr_print(
		    acct, "Classification: %s\n", load->classification);
	open_table(&table, acct, NULL, "Account,ParentName," LIMITS);
	print_row(&table,
	    (struct new_row){
		.acct = acct, .account = "root", .values = &load->root });
	close_table(&table, acct, 62);
}

void
facctmgr_print_new_accounts(
    struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct new_table table;
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	if (records) {
		open_table(&table, acct, "Accounts",
		    "Name,Description,Organization,QOSLevel");
		for (size_t i = 0; i < load->n_account; i++) {
			const struct ft_admin_new_account *new =
			    &load->account[i];

			if (new->record)
				print_row(&table,
				    (struct new_row){ .name = new->name,
					.description = new->description,
					.organization = new->organization });
		}
		close_table(&table, acct, 51);
	}
	if (load->n_account == 0)
		return;
	open_table(
	    &table, acct, "Account Associations", "Account,ParentName," LIMITS);
	for (size_t i = 0; i < load->n_account; i++)
		print_row(&table, (struct new_row){ .acct = acct,
				      .account = load->account[i].name,
				      .parent = load->account[i].parent,
				      .values = &load->account[i].values });
	close_table(&table, acct, 62);
}

void
facctmgr_print_new_users(
    struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct new_table table;

	if (load->n_user)
		open_table(&table, acct, "Users",
		    "Name,DefaultAccount,DefaultWCKey,QOSLevel,AdminLevel,"
		    "Coordinators");
	for (size_t i = 0; i < load->n_user; i++) {
		const struct ft_admin_new_user *user = &load->user[i];

		print_row(
		    &table, (struct new_row){ .name = user->name,
				.default_account = user->default_account,
				.default_wckey = user->default_wckey,
				.level = facctmgr_levels[user->admin_level],
				.coordinator = user->coordinator });
	}
	if (load->n_user)
		close_table(&table, acct, 51);
	if (load->n_assoc == 0)
		return;
	open_table(&table, acct, "User Associations", "User,Account," LIMITS);
	for (size_t i = 0; i < load->n_assoc; i++)
		print_row(&table, (struct new_row){ .acct = acct,
				      .user = load->assoc[i].user,
				      .account = load->assoc[i].account,
				      .values = &load->assoc[i].values });
	close_table(&table, acct, 62);
}

/* Each below the other, and a line of dashes after each. */
void
facctmgr_print_new_qoses(
    struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct new_table table;

	if (load->n_qos == 0)
		return;
	open_table(&table, acct, NULL,
	    "Name%20,Priority,GraceTime,Preempt,PreemptExemptTime,PreemptMode,"
	    "Flags%40,UsageThreshold,UsageFactor,GrpTRES,GrpTRESMins,"
	    "GrpTRESRunMins,GrpJobs,GrpSubmitJobs,GrpWall,MaxTRES,"
	    "MaxTRESPerNode,MaxTRESMinsPerJob,MaxWallDurationPerJob,"
	    "MaxTRESPerUser,MaxJobsPerUser,MaxSubmitJobsPerUser,"
	    "MaxTRESPerAccount,MaxTRESRunMinsPerAccount%22,"
	    "MaxTRESRunMinsPerUser%22,MaxJobsPerAccount,"
	    "MaxSubmitJobsPerAccount,MinTRESPerJob");
	for (size_t i = 0; i < load->n_qos; i++) {
		const struct ft_admin_set *set = &load->qos[i].set;
		const struct ft_admin_values values = { .limit = set->limit,
			.n_limit = set->n_limit };

		print_row(&table, (struct new_row){ .acct = acct,
				      .name = load->qos[i].name,
				      .values = &values,
				      .qos = set });
		ft_out_flush(&table.out);
		print_dashes(acct, 62);
	}
	close_table(&table, acct, 0);
}
