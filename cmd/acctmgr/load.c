/* facctmgr load. */
#include <pwd.h>
#include <time.h>

#include "acctmgr/cells.h"
#include "admin/load.h"
#include "common/infile.h"
#include "io/flatfile.h"

/* ---- words ---------------------------------------------------------------------------- */

struct load_words {
	const char *file, *word; /* the word that named the file */
	const char *cluster;
	bool clean;
};

/* Returns whether all words were understood. */
static bool
read_words(struct acct *acct, int argc, char **argv, struct ft_arena *arena,
    struct load_words *words)
{
	for (int i = 0; i < argc; i++) {
		const char *equal = strchr(argv[i], '=');
		size_t len =
		    equal ? (size_t)(equal - argv[i]) : strlen(argv[i]);
		const char *value = equal ? equal + 1 : argv[i];

		if (!equal && ft_abbreviates(argv[i], len, "clean", 3)) {
			words->clean = true;
		} else if (equal &&
			   ft_abbreviates(argv[i], len, "Cluster", 3)) {
			words->cluster = acct_clean_name(arena, value);
		} else if (!equal || ft_abbreviates(argv[i], len, "File", 1)) {
			if (words->file) {
				acct_complain(acct,
				    " File name already set to %s\n",
				    words->file);
				return false;
			}
			words->file = acct_clean_text(arena, value);
			words->word = argv[i];
		} else {
			acct_complain(acct, " Unknown option: %s\n", argv[i]);
			return false;
		}
	}
	return true;
}

/* ---- tables of what is new ------------------------------------------------------------- */

/* A table of sacctmgr load being printed. */
struct news {
	struct acct *acct;
	const struct ft_admin_load *load;
	struct ft_columns fields;
	struct ft_out out;
	struct ft_table *table;
	struct ft_str text;
};

static void
open_news(struct news *news, const char *title, const char *fields)
{
	struct ft_table_options options = { .format = FT_FORMAT_TABLE };
	struct ft_error err;

	if (title)
		acct_say(news->acct, "%s\n", title);
	ft_columns_choose(&news->fields, acct_fields, fields, 0, &err);
	ft_out_init(&news->out, news->acct->context->out);
	news->table = ft_table_open(
	    &news->out, &options, news->fields.item, news->fields.n);
}

static void
close_news(struct news *news, size_t dashes)
{
	ft_table_close(news->table);
	ft_out_free(&news->out);
	ft_columns_free(&news->fields);
	ft_str_free(&news->text);
	for (size_t i = 0; i < dashes; i++)
		fputc('-', news->acct->context->out);
	acct_say(news->acct, "\n\n");
}

/* The limit of a column; sacctmgr knows no inheritance here. */
static void
limit_cell(struct news *news, const struct ft_admin_values *values,
    const struct acct_source *source)
{
	const struct ft_tres_table *table =
	    &ft_admin_lookup(news->acct->admin)->tres;
	enum ft_limit_kind kind = source->limit[0];
	bool list = !source->tres && ft_limit_infos[kind].type == FT_LIMIT_TRES;
	struct ft_tres_amount *amount =
	    ft_calloc(values->n_limit + 1, sizeof *amount);
	size_t n = 0;

	for (size_t i = 0; i < values->n_limit; i++) {
		const struct ft_admin_limit *limit = &values->limit[i];
		const struct ft_tres *tres = ft_tres_get(table, limit->tres);

		if (limit->kind == kind && !limit->clear &&
		    (!source->tres ||
			(tres && strcmp(tres->type, source->tres) == 0)))
			amount[n++] =
			    (struct ft_tres_amount){ .id = limit->tres,
				    .value = limit->value };
	}
	ft_str_clear(&news->text);
	if (list && n)
		ft_tres_format(&news->text, table, amount, n,
		    FT_TRES_BY_NAME | FT_TRES_UNITS);
	if (list || !n)
		ft_table_text(news->table, n ? ft_str_text(&news->text) : NULL);
	else
		acct_put_limit(news->table, kind, amount[0].value);
	ft_free(amount);
}

static void
qos_cells(struct news *news, const struct ft_admin_values *values)
{
	const struct ft_admin_lookup *lookup =
	    ft_admin_lookup(news->acct->admin);
	const struct ft_qos *qos =
	    ft_admin_get_qos(lookup, values->default_qos);

	ft_str_clear(&news->text);
	ft_admin_add_qoslist(&news->text, lookup, &values->list);
	ft_table_text(
	    news->table, values->list.n ? ft_str_text(&news->text) : NULL);
	ft_table_text(news->table, qos ? qos->name : NULL);
}

#define LIMITS                                                                 \
	"Share,GrpTRESMins,GrpTRESRunMins,GrpTRES,GrpJobs,GrpJobsAccrue,"      \
	"GrpMemory,GrpNodes,GrpSubmitJobs,GrpWall,MaxTRESMinsPerJob,"          \
	"MaxTRES,MaxTRESPerNode,MaxJobs,MaxSubmitJobs,MaxNodesPerJob,"         \
	"MaxWallDurationPerJob,QOSLevel,DefaultQOS"

static void
assoc_row(struct news *news, const char *first, const char *second,
    const struct ft_admin_values *values)
{
	ft_table_text(news->table, first);
	ft_table_text(news->table, second && *second ? second : NULL);
	if (values->shares_given && values->shares == FT_SHARES_PARENT)
		ft_table_text(news->table, "parent");
	else if (values->shares_given)
		ft_table_u64(news->table, values->shares);
	else
		ft_table_unset(news->table);
	for (size_t i = 0; i < news->fields.n; i++)
		if (acct_source(&news->fields.item[i])->limited)
			limit_cell(
			    news, values, acct_source(&news->fields.item[i]));
	qos_cells(news, values);
	ft_table_row(news->table);
}

static void
print_cluster(struct news *news)
{
	if (*news->load->classification)
		acct_say(news->acct, "Classification: %s\n",
		    news->load->classification);
	open_news(news, NULL, "Account,ParentName," LIMITS);
	assoc_row(news, "root", NULL, &news->load->root);
	close_news(news, 62);
}

static void
print_accounts(struct news *news)
{
	const struct ft_admin_load *load = news->load;
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	if (records)
		open_news(
		    news, "Accounts", "Name,Description,Organization,QOSLevel");
	for (size_t i = 0; records && i < load->n_account; i++) {
		if (!load->account[i].record)
			continue;
		ft_table_text(news->table, load->account[i].name);
		ft_table_text(news->table, load->account[i].description);
		ft_table_text(news->table, load->account[i].organization);
		ft_table_unset(news->table);
		ft_table_row(news->table);
	}
	if (records)
		close_news(news, 51);
	if (load->n_account == 0)
		return;
	open_news(news, "Account Associations", "Account,ParentName," LIMITS);
	for (size_t i = 0; i < load->n_account; i++)
		assoc_row(news, load->account[i].name, load->account[i].parent,
		    &load->account[i].values);
	close_news(news, 62);
}

static void
print_users(struct news *news)
{
	const struct ft_admin_load *load = news->load;

	if (load->n_user)
		open_news(news, "Users",
		    "Name,DefaultAccount,DefaultWCKey,QOSLevel,AdminLevel,"
		    "Coordinators");
	for (size_t i = 0; i < load->n_user; i++) {
		const struct ft_admin_new_user *user = &load->user[i];

		ft_table_text(news->table, user->name);
		ft_table_text(news->table, user->default_account);
		ft_table_text(news->table,
		    *user->default_wckey ? user->default_wckey : NULL);
		ft_table_unset(news->table);
		ft_table_text(news->table, acct_levels[user->admin_level]);
		ft_table_text(
		    news->table, *user->coordinator ? user->coordinator : NULL);
		ft_table_row(news->table);
	}
	if (load->n_user)
		close_news(news, 51);
	if (load->n_assoc == 0)
		return;
	open_news(news, "User Associations", "User,Account," LIMITS);
	for (size_t i = 0; i < load->n_assoc; i++)
		assoc_row(news, load->assoc[i].user, load->assoc[i].account,
		    &load->assoc[i].values);
	close_news(news, 62);
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
	struct news news = { .acct = acct, .load = load };

	if (*load->cluster)
		acct_say(acct, "For cluster %s\n", load->cluster);
	if (load->cluster_new)
		print_cluster(&news);
	for (size_t i = 0; i < load->n_change; i++)
		print_change(acct, &load->change[i]);
	if (load->trouble == FT_TROUBLE_LINE ||
	    load->trouble == FT_TROUBLE_OPTION ||
	    load->trouble == FT_TROUBLE_UNKNOWN ||
	    load->trouble == FT_TROUBLE_CLUSTERS)
		return;
	print_accounts(&news);
	print_users(&news);
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
			    words->word, strerror(errno));
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
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	int status = 1;

	if (!read_words(acct, argc, argv, &arena, &words)) {
		acct_complain(acct, " error: Problem with line(1)\n Problem "
				    "with requests: Unspecified error\n");
	} else if (words.file == NULL) {
		(void)acct_fail(acct,
		    " No filename given, specify one "
		    "with file=''\n",
		    "no file to load");
	} else {
		status = load_file(acct, &words);
	}
	return status;
}
