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
};

/* Without inheritance, as sacctmgr prints them here. */
static void
new_limit(const void *at, struct ft_value *value)
{
	const struct new_row *row = at;
	const struct ft_tres_table *table =
	    &ft_admin_lookup(row->acct->admin)->tres;
	const char *one = value->column->arg;
	enum ft_limit_kind kind = facctmgr_kind_of_limit(value->column, false);
	struct ft_tres_amount *amount =
	    ft_calloc(row->values->n_limit + 1, sizeof *amount);
	size_t n = 0;

	for (size_t i = 0; i < row->values->n_limit; i++) {
		const struct ft_admin_limit *limit = &row->values->limit[i];
		const struct ft_tres *tres = ft_tres_get(table, limit->tres);

		if (limit->kind == kind && !limit->clear &&
		    (!one || (tres && strcmp(tres->type, one) == 0)))
			amount[n++] =
			    (struct ft_tres_amount){ .id = limit->tres,
				    .value = limit->value };
	}
	if (n && !one && ft_limit_infos[kind].type == FT_LIMIT_TRES)
		ft_tres_format(ft_value_build(value), table, amount, n,
		    FT_TRES_BY_NAME | FT_TRES_UNITS);
	else if (n)
		facctmgr_limit_value(value, kind, amount[0].value);
	ft_free(amount);
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
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	struct ft_columns *fields = &table->fields;
	struct ft_error err;

	if (title)
		facctmgr_print(acct, "%s\n", title);
	*fields = (struct ft_columns){ 0 };
	ft_columns_choose(fields, facctmgr_fields, names,
	    (struct ft_column_rules){ 0 }, &err);
	for (size_t i = 0; i < fields->n; i++) {
		struct ft_column *column = &fields->item[i];

		column->get = column->get == facctmgr_get_limit
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
close_table(struct new_table *table, struct facctmgr *acct, size_t dashes)
{
	ft_table_close(table->rows);
	ft_out_free(&table->out);
	ft_columns_free(&table->fields);
	for (size_t i = 0; i < dashes; i++)
		fputc('-', acct->context->out);
	facctmgr_print(acct, "\n\n");
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
