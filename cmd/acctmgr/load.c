/* facctmgr load. */
#include <pwd.h>
#include <time.h>

#include "acctmgr/columns.h"
#include "admin/load.h"
#include "common/infile.h"
#include "io/flatfile.h"

/* ---- words ---------------------------------------------------------------------------- */

struct load_words {
	const char *file, *cluster;
	bool clean;
};

#define TO(member) .to = offsetof(struct load_words, member)
const struct acct_keyword acct_load_keys[] = {
	{ "File", 1, ACCT_KEY_TEXT, ACCT_KEY_BARE | ACCT_KEY_ONCE, TO(file),
	    "file", "File name already set to", FT_COMPLETE_FILE },
	{ "Cluster", 3, ACCT_KEY_NAME, 0, TO(cluster),
	    .complete = FT_COMPLETE_CLUSTER },
	{ "clean", 3, ACCT_KEY_FLAG, 0, TO(clean) },
	{ 0 },
};

/* ---- tables of what is new ------------------------------------------------------------- */

/* A row of what sacctmgr tells of a load; what is not there is NULL. */
struct news {
	const struct news *self;
	struct acct *acct;
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
	enum ft_limit_kind kind = acct_kind_of_limit(value->column, false);
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
		acct_limit_value(value, kind, amount[0].value);
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
		acct_value_number(value, values->shares_given, values->shares);
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
static const struct ft_column shown[ACCT_FIELDS] = {
#define SHOWN(name)                                                            \
	{                                                                      \
		FT_MEMBER(struct news, name)                                   \
	}
	[ACCT_FIELD_NAME] = SHOWN(name),
	[ACCT_FIELD_USER] = SHOWN(user),
	[ACCT_FIELD_ACCOUNT] = SHOWN(account),
	[ACCT_FIELD_PARENT_NAME] = SHOWN(parent),
	[ACCT_FIELD_DESCRIPTION] = SHOWN(description),
	[ACCT_FIELD_ORGANIZATION] = SHOWN(organization),
	[ACCT_FIELD_DEFAULT_ACCOUNT] = SHOWN(default_account),
	[ACCT_FIELD_DEFAULT_WCKEY] = SHOWN(default_wckey),
	[ACCT_FIELD_ADMIN_LEVEL] = SHOWN(level),
	[ACCT_FIELD_COORDINATORS] = SHOWN(coordinator),
	[ACCT_FIELD_SHARE] = { .get = new_shares },
	[ACCT_FIELD_QOSLEVEL] = { .get = new_qos },
	[ACCT_FIELD_DEFAULT_QOS] = { .get = new_default_qos },
};
/* A table of news being printed. */
struct news_table {
	struct ft_columns fields;
	struct ft_out out;
	struct ft_table *rows;
};

static void
open_news(struct news_table *table, struct acct *acct, const char *title,
    const char *names)
{
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	struct ft_columns *fields = &table->fields;
	struct ft_error err;

	if (title)
		acct_say(acct, "%s\n", title);
	*fields = (struct ft_columns){ 0 };
	ft_columns_choose(fields, acct_fields, names, 0, &err);
	for (size_t i = 0; i < fields->n; i++) {
		struct ft_column *column = &fields->item[i];

		column->get = column->get == acct_get_limit
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
close_news(struct news_table *table, struct acct *acct, size_t dashes)
{
	ft_table_close(table->rows);
	ft_out_free(&table->out);
	ft_columns_free(&table->fields);
	for (size_t i = 0; i < dashes; i++)
		fputc('-', acct->context->out);
	acct_say(acct, "\n\n");
}

#define LIMITS                                                                 \
	"Share,GrpTRESMins,GrpTRESRunMins,GrpTRES,GrpJobs,GrpJobsAccrue,"      \
	"GrpMemory,GrpNodes,GrpSubmitJobs,GrpWall,MaxTRESMinsPerJob,"          \
	"MaxTRES,MaxTRESPerNode,MaxJobs,MaxSubmitJobs,MaxNodesPerJob,"         \
	"MaxWallDurationPerJob,QOSLevel,DefaultQOS"

static void
print_cluster(struct acct *acct, const struct ft_admin_load *load)
{
	struct news_table table;

	if (*load->classification)
		acct_say(acct, "Classification: %s\n", load->classification);
	open_news(&table, acct, NULL, "Account,ParentName," LIMITS);
	print_news(&table,
	    (struct news){
		.acct = acct, .account = "root", .values = &load->root });
	close_news(&table, acct, 62);
}

static void
print_accounts(struct acct *acct, const struct ft_admin_load *load)
{
	struct news_table table;
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	if (records)
		open_news(&table, acct, "Accounts",
		    "Name,Description,Organization,QOSLevel");
	for (size_t i = 0; i < load->n_account; i++)
		if (load->account[i].record)
			print_news(&table,
			    (struct news){ .name = load->account[i].name,
				.description = load->account[i].description,
				.organization =
				    load->account[i].organization });
	if (records)
		close_news(&table, acct, 51);
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

static void
print_users(struct acct *acct, const struct ft_admin_load *load)
{
	struct news_table table;

	if (load->n_user)
		open_news(&table, acct, "Users",
		    "Name,DefaultAccount,DefaultWCKey,QOSLevel,AdminLevel,"
		    "Coordinators");
	for (size_t i = 0; i < load->n_user; i++) {
		const struct ft_admin_new_user *user = &load->user[i];

		print_news(&table, (struct news){ .name = user->name,
				       .default_account = user->default_account,
				       .default_wckey = user->default_wckey,
				       .level = acct_levels[user->admin_level],
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

static void
print_change(struct acct *acct, const struct ft_admin_change *change)
{
	char what[64];

	if (change->what == NULL) {
		acct_say(acct,
		    " No parent given creating off root, If incorrect specify "
		    "'Parent - name' before any children in your file\n");
		return;
	}
	if (change->ours && acct->context->slurm)
		return;
	if (strcmp(change->what, "Coordinator") == 0) {
		acct_say(acct,
		    " Making User '%s' coordinator for account(s) %s\n",
		    change->name, change->new);
		return;
	}
	snprintf(what, sizeof what, "%s %s", change->old ? "Changed" : "Added",
	    change->what);
	acct_say(acct, " %-29.29s for %-7.7s %-10.10s %8s", what, change->type,
	    change->name, change->old ? change->old : change->new);
	if (change->old)
		acct_say(acct, " -> %s", change->new);
	acct_say(acct, "\n");
}

/* ---- answers ----------------------------------------------------------------------------- */

static void
print_slurm(struct acct *acct, const struct ft_admin_load *load)
{
	if (*load->cluster)
		acct_say(acct, "For cluster %s\n", load->cluster);
	if (load->cluster_new)
		print_cluster(acct, load);
	for (size_t i = 0; i < load->n_change; i++)
		print_change(acct, &load->change[i]);
	if (load->trouble == FT_TROUBLE_LINE ||
	    load->trouble == FT_TROUBLE_OPTION ||
	    load->trouble == FT_TROUBLE_UNKNOWN ||
	    load->trouble == FT_TROUBLE_CLUSTERS)
		return;
	print_accounts(acct, load);
	print_users(acct, load);
}

/* What went wrong, in sacctmgr's words. */
static void
print_trouble(struct acct *acct, const struct ft_admin_load *load)
{
	static const struct ft_flat_line none = { .name = "", .text = "" };
	const struct ft_flat_line *line = load->line ? load->line : &none;

	switch (load->trouble) {
	case FT_TROUBLE_OK:
	case FT_TROUBLE_DOUBLE:
		return;
	case FT_TROUBLE_LINE:
		acct_complain(acct, " Misformatted line(%" PRIu32 "): %s\n\n",
		    line->line, line->text);
		break;
	case FT_TROUBLE_OPTION:
		acct_error(acct, "%s", load->detail.text);
		/* fall through */
	case FT_TROUBLE_UNKNOWN:
		acct_complain(acct,
		    " Unknown option: %s=%s\n Problem with line(%" PRIu32 ")\n",
		    load->option->key, load->option->value, line->line);
		break;
	case FT_TROUBLE_PARENT:
		acct_complain(acct,
		    " line(%" PRIu32 ") You need to add this parent (%s) as a "
		    "child before you can add children to it.\n",
		    line->line, line->name);
		return;
	case FT_TROUBLE_NO_CLUSTER:
		acct_complain(acct,
		    " You need to specify a cluster name first with 'Cluster "
		    "- $NAME' in your file\n");
		return;
	case FT_TROUBLE_CLUSTERS:
		acct_complain(
		    acct, " You can only add one cluster at a time.\n");
		break;
	}
	acct_complain(acct, " Problem with requests: Unspecified error\n");
}

/* Our own few words instead of tables. */
static void
print_own(struct acct *acct, const struct ft_admin_load *load)
{
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	for (size_t i = 0; i < load->n_change; i++)
		print_change(acct, &load->change[i]);
	acct_say(acct,
	    " Cluster %s: %s%zu accounts, %zu users, %zu associations, %zu "
	    "QOS added, %zu changes\n",
	    load->cluster, load->cluster_new ? "added; " : "", records,
	    load->n_user, load->n_account + load->n_assoc, load->n_qos_new,
	    ft_admin_load_changes(load));
}

static int
finish(struct acct *acct, const struct ft_admin_load *load,
    const struct timespec *start)
{
	struct timespec end;
	int failed = load->trouble != FT_TROUBLE_OK;

	if (!acct->context->slurm) {
		print_own(acct, load);
		return acct_finish(acct, ACCT_COUNTED);
	}
	print_slurm(acct, load);
	print_trouble(acct, load);
	if (ft_admin_load_count(load) + ft_admin_load_changes(load) == 0) {
		acct_say(acct, " Nothing new added.\n");
		return failed;
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	acct_complain(acct, "%s: Done adding cluster in usec=%lld\n",
	    acct->context->program,
	    (long long)(end.tv_sec - start->tv_sec) * 1000000 +
		(end.tv_nsec - start->tv_nsec) / 1000);
	return acct_finish(acct, ACCT_CHANGE) || failed;
}

static void
deny(struct acct *acct)
{
	struct ft_registry *registry = acct->registry;
	const char *name = acct->session.user;
	const struct passwd *entry = getpwnam(name);
	struct ft_user user;
	struct ft_error err;

	if (FT_NAMED(registry, name, &user, &err) == FT_OK)
		acct_complain(acct, " Your user does not have sufficient "
				    "privileges to load files.\n");
	else
		acct_complain(acct,
		    " Your uid (%ld) is not in the accounting system, can't "
		    "load file.\n",
		    entry ? (long)entry->pw_uid : -1);
}

static int
apply(struct acct *acct, const struct ft_flat *flat,
    const struct load_words *words, struct ft_admin_load *load)
{
	struct timespec start;
	struct ft_book book = { 0 };
	struct ft_error err;
	enum ft_status status;

	load->options = (struct ft_admin_load_options){
		.cluster = words->cluster,
		.clean = words->clean,
		.slurm = acct->context->slurm,
	};
	clock_gettime(CLOCK_MONOTONIC, &start);
	status = ft_store_read_book(acct->session.store, false, &book, &err);
	if (status == FT_OK)
		status =
		    ft_admin_load_flat(acct->admin, &book, flat, load, &err);
	if (status == FT_OK) {
		int result = finish(acct, load, &start);

		ft_book_free(&book);
		return result;
	}
	if (acct->context->slurm && load->trouble != FT_TROUBLE_OK) {
		print_slurm(acct, load);
		print_trouble(acct, load);
	} else if (acct->context->slurm && status == FT_EPERM) {
		deny(acct);
	} else {
		ft_cmd_fail(acct->context, &err);
	}
	ft_book_free(&book);
	return 1;
}

/* The word of the command line that named FILE. */
static const char *
word_of(const struct acct *acct, const char *file)
{
	for (int i = 1; i < acct->argc; i++)
		if (strstr(acct->argv[i], file))
			return acct->argv[i];
	return file;
}

static int
load_file(struct acct *acct, const struct load_words *words)
{
	struct ft_admin_load load;
	struct ft_flat flat;
	struct ft_error err;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	int status = 1;

	ft_admin_load_init(&load);
	ft_flat_init(&flat, words->file);
	if (ft_infile_read(FT_BOUND_DUMP, words->file, &text, &err) != FT_OK) {
		if (acct->context->slurm)
			acct_complain(acct, " Unable to read \"%s\": %s\n",
			    word_of(acct, words->file), strerror(errno));
		else
			ft_cmd_fail(acct->context, &err);
	} else if (ft_flatfile_parse(
		       &flat, ft_str_text(&text), text.len, &err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
	} else if (words->clean && acct->context->slurm &&
		   !acct_ask(acct,
		       "You requested to flush the cluster before adding it "
		       "again.\nAre you sure you want to continue?")) {
		acct_say(acct, "Aborted\n Nothing new added.\n");
		status = 0;
	} else if (acct_begin(acct)) {
		status = apply(acct, &flat, words, &load);
	}
	ft_flat_free(&flat);
	ft_admin_load_free(&load);
	return status;
}

int
acct_load(struct acct *acct, int argc, char **argv)
{
	struct load_words words = { 0 };

	if (!acct_read_keys(acct, acct_load_keys, &words, argc, argv)) {
		if (acct->context->slurm)
			acct_complain(acct,
			    " error: Problem with line(1)\n Problem with "
			    "requests: Unspecified error\n");
		return 1;
	}
	if (words.file == NULL)
		return acct_fail(acct,
		    " No filename given, specify one with file=''\n",
		    "no file to load");
	return load_file(acct, &words);
}
