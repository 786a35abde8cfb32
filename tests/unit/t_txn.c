/*
 * What slurmdbd notes of changes: names of actions, quoting, the whole text of
 * new associations, and what loads and requests about resources leave.
 * The texts are those of `sacctmgr list transactions` of Slurm 22.05.
 */
#include "admin/txn/txn.h"

#include <stdio.h>
#include <string.h>

#include "admin/flat/flat.h"
#include "lib/book.h"
#include "lib/storefile.h"
#include "store/journal/journal.h"
#include "tap/tap.h"

static struct ft_error err;

static enum ft_status
see(void *ctx, const struct ft_transaction *txn, struct ft_error *e)
{
	(void)e;
	ft_str_addf(ctx, "%u|%s|%s|%s\n", (unsigned)txn->action, txn->cluster,
	    txn->subject, txn->info);
	return FT_OK;
}

/* The transactions behind the first *AT; *AT then stands at their end. */
static const char *
fresh(struct ft_store *store, size_t *at)
{
	static struct ft_str text;
	size_t from = *at;

	ft_str_clear(&text);
	if (ft_store_each_transaction(store, &(struct ft_span){ 0, INT64_MAX },
		see, &text, &err) != FT_OK)
		bail("%s", err.text);
	*at = text.len;
	return ft_str_text(&text) + from;
}

static void
test_names(void)
{
	is_str(ft_txn_name(1402), "Add Accounts", "name");
	ok(ft_txn_name(1484) == NULL, "shares of resources have no name");
	ok(ft_txn_find("add ACCOUNTS") == 1402, "found in any case");
	ok(ft_txn_find("MsgType=1484") == 0, "without a name: not found");
	ok(ft_txn_find("Add") == 0, "a part is none");
}

static void
test_info(void)
{
	struct ft_transaction txn = { .action = 1404,
		.at = 5,
		.info = "acct='a', user='u', shares=3, max_jobs=7" };
	struct ft_str text = { 0 };

	ft_txn_add_info(&text, &txn);
	is_str(ft_str_text(&text),
	    "mod_time=5, acct='a', user='u', `partition`='', shares=3, "
	    "grp_jobs=NULL, grp_jobs_accrue=NULL, grp_submit_jobs=NULL, "
	    "grp_wall=NULL, max_jobs=7, max_jobs_accrue=NULL, "
	    "min_prio_thresh=NULL, max_submit_jobs=NULL, max_wall_pj=NULL, "
	    "priority=NULL, def_qos_id=NULL, qos='', delta_qos=''",
	    "a new association tells what it has not as well");
	ft_str_clear(&text);
	txn.action = 1429;
	txn.info = "shares=3";
	ft_txn_add_info(&text, &txn);
	is_str(ft_str_text(&text), "shares=3", "a change tells what it is");
	ft_str_free(&text);
}

static void
test_load(struct ft_store *store, size_t *at)
{
	book_fill(store, "Cluster - 'c1':Fairshare=1:QOS='normal'\n"
			 "Parent - 'root'\n"
			 "Account - 'a':Description='old':Fairshare=40\n"
			 "Parent - 'a'\n"
			 "User - 'ann':DefaultAccount='a':Fairshare=10\n");
	ok(strstr(fresh(store, at), "1404|c1|id_assoc=3|acct='a', "
				    "parent_acct='root', shares=40\n"),
	    "a new account's association");
	book_fill(store, "Cluster - 'c1':Fairshare=2:QOS='normal'\n"
			 "Parent - 'root'\n"
			 "Account - 'a':Description='new':Fairshare=7:MaxJobs=3"
			 ":GrpTRES=cpu=4\n"
			 "Parent - 'a'\n"
			 "User - 'ann':DefaultAccount='a':Fairshare=10"
			 ":AdminLevel='Operator'\n");
	is_str(fresh(store, at),
	    "1428||(name='a')|description='new'\n"
	    "1431||(name='ann')|admin_level=2\n"
	    "1429|c1|(id_assoc=1)|shares=2\n"
	    "1429|c1|(id_assoc=3)|shares=7, max_jobs=3, "
	    "grp_tres = if (id_assoc=3, '1=4', grp_tres)\n",
	    "a load notes what it changes, not what stays");
	book_fill(store, "Cluster - 'c1':Fairshare=2:QOS='normal'\n"
			 "Parent - 'root'\n"
			 "Account - 'a':Description='new':Fairshare=7\n");
	is_str(fresh(store, at), "", "the same again is no transaction");
}

/* One request about resource "m"; as recorded, with two clusters' shares. */
static void
ask(struct ft_store *store, char what, bool with_cluster,
    const struct ft_admin_set *set)
{
	struct ft_registry *registry = storefile_begin(store);
	struct ft_admin_result result = { 0 };
	struct ft_admin_where where;
	const struct ft_admin_request request = {
		.entity = FT_ENTITY_RESOURCE, .where = &where, .to = set
	};
	struct ft_admin *admin;
	enum ft_status status;

	ft_admin_where_init(&where);
	ft_admin_names_add(&where.key[FT_KEY_RESOURCE], "m");
	if (with_cluster)
		ft_admin_names_add(&where.key[FT_KEY_CLUSTER], "c1");
	if (ft_admin_new(&admin, registry, "root", true, &err) != FT_OK)
		bail("%s", err.text);
	status = (what == '+' ? ft_admin_add
		  : what == '='
		      ? ft_admin_modify
		      : ft_admin_delete)(admin, &request, &result, &err);
	if (status != FT_OK)
		bail("%s", err.text);
	ft_admin_free(admin);
	storefile_commit(store);
	ft_admin_where_free(&where);
	ft_admin_result_free(&result);
}

static void
test_resources(struct ft_store *store, size_t *at)
{
	struct ft_resource_share share = { .allowed = 40 };
	struct ft_admin_set to = { .entity = FT_ENTITY_RESOURCE,
		.share = &share };

	to.to.resource.server = "s1";
	ft_admin_set_text(&to, FT_RESOURCE_description, "mat lab");
	ft_admin_set_text(&to, FT_RESOURCE_server_type, "flexlm");
	ft_admin_set_number(&to, FT_RESOURCE_count, 50);
	ft_admin_set_number(&to, FT_RESOURCE_type, 1);
	ask(store, '+', true, &to);
	is_str(fresh(store, at),
	    "1477||1|count=50, description='mat lab', manager='flexlm', "
	    "type=1\n"
	    "1477||1@c1|percent_allowed=40\n",
	    "a new resource and its share");
	to = (struct ft_admin_set){ .entity = FT_ENTITY_RESOURCE };
	ft_admin_set_number(&to, FT_RESOURCE_count, 60);
	ask(store, '=', false, &to);
	is_str(fresh(store, at), "1481||id='1'|count=60\n", "its count");
	share.allowed = 30;
	ask(store, '=', true,
	    &(struct ft_admin_set){
		.entity = FT_ENTITY_RESOURCE, .share = &share });
	is_str(fresh(store, at),
	    "1484||(res_id='1' && cluster='c1')|percent_allowed=30\n",
	    "a share");
	ask(store, '-', true, NULL);
	is_str(fresh(store, at), "1483||(res_id='1' && cluster='c1')|\n",
	    "a share is gone");
	ask(store, '-', false, NULL);
	is_str(fresh(store, at), "1483||res_id='1'|\n1480||id='1'|\n",
	    "all is gone");
}

int
main(void)
{
	struct ft_store *store = storefile_memory();
	size_t at = 0;

	test_names();
	test_info();
	test_load(store, &at);
	test_resources(store, &at);
	ft_store_close(store);
	return done_testing();
}
