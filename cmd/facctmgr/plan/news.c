/* Tables of what sacctmgr load adds. */

#include "facctmgr/plan/news.h"
#include "facctmgr/list/columns.h"

/* A row of what sacctmgr tells of a load; what is not there is NULL. */
struct news {
	const struct news *self;
	struct facctmgr *acct;
	const char *name, *user, *account, *parent, *description, *organization;
	const char *default_account, *default_wckey, *level, *coordinator;
	const struct ft_admin_values *values;
};

/* sacctmgr knows no inheritance here. */
static void
new_limit(const void *at, struct ft_value *value)
{
	const struct news *news = at;
	const struct ft_tres_table *table =
	    &ft_admin_lookup(news->acct->admin)->tres;
	const char *one = value->column->arg;
	enum ft_limit_kind kind = facctmgr_kind_of_limit(value->column, false);
	struct ft_tres_amount *amount =
	    ft_calloc(news->values->n_limit + 1, sizeof *amount);
	size_t n = 0;

	for (size_t i = 0; i < news->values->n_limit; i++) {
		const struct ft_admin_limit *limit = &news->values->limit[i];
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
	    ((const struct news *)at)->values;

	if (values->shares_given && values->shares == FT_SHARES_PARENT)
		ft_value_text(value, "parent");
	else
		facctmgr_value_number(
		    value, values->shares_given, values->shares);
}

static void
new_qos(const void *at, struct ft_value *value)
{
	const struct news *news = at;

	if (news->values && news->values->list.n)
		ft_admin_add_qoslist(ft_value_build(value),
		    ft_admin_lookup(news->acct->admin), &news->values->list);
}

static void
new_default_qos(const void *at, struct ft_value *value)
{
	const struct news *news = at;
	const struct ft_qos *qos = ft_admin_get_qos(
	    ft_admin_lookup(news->acct->admin), news->values->default_qos);

	ft_value_text(value, qos ? qos->name : NULL);
}

/* What the columns of these tables show of a row of news. */
static const struct ft_column shown[FACCTMGR_FIELDS] = {
#define SHOWN(name)                                                            \
	{                                                                      \
		FT_MEMBER(struct news, name)                                   \
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
/* A table of news being printed. */
struct news_table {
	struct ft_columns fields;
	struct ft_out out;
	struct ft_table *rows;
};

static void
open_news(struct news_table *table, struct facctmgr *acct, const char *title,
    const char *names)
{
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	struct ft_columns *fields = &table->fields;
	struct ft_error err;

	if (title)
		facctmgr_say(acct, "%s\n", title);
	*fields = (struct ft_columns){ 0 };
	ft_columns_choose(fields, facctmgr_fields, names, 0, &err);
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
print_news(struct news_table *table, struct news news)
{
	news.self = &news;
	ft_table_put(table->rows, &news);
}

static void
close_news(struct news_table *table, struct facctmgr *acct, size_t dashes)
{
	ft_table_close(table->rows);
	ft_out_free(&table->out);
	ft_columns_free(&table->fields);
	for (size_t i = 0; i < dashes; i++)
		fputc('-', acct->context->out);
	facctmgr_say(acct, "\n\n");
}

#define LIMITS                                                                 \
	"Share,GrpTRESMins,GrpTRESRunMins,GrpTRES,GrpJobs,GrpJobsAccrue,"      \
	"GrpMemory,GrpNodes,GrpSubmitJobs,GrpWall,MaxTRESMinsPerJob,"          \
	"MaxTRES,MaxTRESPerNode,MaxJobs,MaxSubmitJobs,MaxNodesPerJob,"         \
	"MaxWallDurationPerJob,QOSLevel,DefaultQOS"

void
facctmgr_news_cluster(struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct news_table table;

	if (*load->classification)
		facctmgr_say(
		    acct, "Classification: %s\n", load->classification);
	open_news(&table, acct, NULL, "Account,ParentName," LIMITS);
	print_news(&table,
	    (struct news){
		.acct = acct, .account = "root", .values = &load->root });
	close_news(&table, acct, 62);
}

void
facctmgr_news_accounts(struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct news_table table;
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	if (records) {
		open_news(&table, acct, "Accounts",
		    "Name,Description,Organization,QOSLevel");
		for (size_t i = 0; i < load->n_account; i++) {
			const struct ft_admin_new_account *new =
			    &load->account[i];

			if (new->record)
				print_news(&table,
				    (struct news){ .name = new->name,
					.description = new->description,
					.organization = new->organization });
		}
		close_news(&table, acct, 51);
	}
	if (load->n_account == 0)
		return;
	open_news(
	    &table, acct, "Account Associations", "Account,ParentName," LIMITS);
	for (size_t i = 0; i < load->n_account; i++)
		print_news(&table, (struct news){ .acct = acct,
				       .account = load->account[i].name,
				       .parent = load->account[i].parent,
				       .values = &load->account[i].values });
	close_news(&table, acct, 62);
}

void
facctmgr_news_users(struct facctmgr *acct, const struct ft_admin_load *load)
{
	struct news_table table;

	if (load->n_user)
		open_news(&table, acct, "Users",
		    "Name,DefaultAccount,DefaultWCKey,QOSLevel,AdminLevel,"
		    "Coordinators");
	for (size_t i = 0; i < load->n_user; i++) {
		const struct ft_admin_new_user *user = &load->user[i];

		print_news(
		    &table, (struct news){ .name = user->name,
				.default_account = user->default_account,
				.default_wckey = user->default_wckey,
				.level = facctmgr_levels[user->admin_level],
				.coordinator = user->coordinator });
	}
	if (load->n_user)
		close_news(&table, acct, 51);
	if (load->n_assoc == 0)
		return;
	open_news(&table, acct, "User Associations", "User,Account," LIMITS);
	for (size_t i = 0; i < load->n_assoc; i++)
		print_news(&table, (struct news){ .acct = acct,
				       .user = load->assoc[i].user,
				       .account = load->assoc[i].account,
				       .values = &load->assoc[i].values });
	close_news(&table, acct, 62);
}
