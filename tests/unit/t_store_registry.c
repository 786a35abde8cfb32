/*
 * Every operation of model/account/registry.h on the store: what it answers, what it
 * refuses, what the journal keeps; and the places of associations.
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static struct ft_error err;

/* ---- records -------------------------------------------------------------- */

static void
test_first_content(struct ft_registry *r)
{
	struct ft_cluster cluster;
	struct ft_account account;
	struct ft_user user;
	struct ft_assoc assoc;
	struct ft_qos qos;
	struct ft_tres tres;

	is_i64(r->now, STOREFILE_NOW, "time of the transaction");
	ok(!FT_NAMED(r, "cluster", &cluster, &err), "cluster");
	is_str(cluster.control_host, "127.0.0.1", "its host");
	ok(!FT_NAMED(r, "root", &account, &err), "account");
	is_str(account.description, "default root account", "description");
	ok(!FT_NAMED(r, "root", &user, &err), "user");
	is_i64(user.admin_level, FT_ADMIN_ADMINISTRATOR, "administrator");
	ok(!FT_NAMED(r, "normal", &qos, &err), "qos");
	is_real(qos.usage_factor, 1, "usage factor");
	ok(qos.usage_threshold < 0 && qos.limit_factor < 0, "unset");
	is_i64(qos.preempt_exempt_time, -1, "unset");
	tres = (struct ft_tres){ .type = "fs", .name = "disk" };
	ok(!FT_FIND(r, &tres, &err), "tres");
	is_u64(tres.id, 6, "id of fs/disk");
	assoc = (struct ft_assoc){ .cluster = 1, .account = 1, .user = 1 };
	ok(!FT_FIND(r, &assoc, &err), "assoc");
	is_u64(assoc.id, 2, "the one of user root");
	ok(assoc.is_default && assoc.parent == 1,
	    "default, below account root");
	assoc = (struct ft_assoc){ .cluster = 1, .account = 1 };
	ok(!FT_FIND(r, &assoc, &err), "assoc");
	is_u64(assoc.id, 1, "the one of account root");
}

static void
test_absent(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_cluster cluster;
	struct ft_account account;
	struct ft_user user;
	struct ft_assoc assoc;
	struct ft_qos qos;
	struct ft_tres tres;

	err.text[0] = '\0';
	cluster.name = "x";
	is_i64(ops->find(r, FT_ENTITY_CLUSTER, &cluster, true, &err), FT_ENOENT,
	    "x");
	account.name = "x";
	is_i64(ops->find(r, FT_ENTITY_ACCOUNT, &account, true, &err), FT_ENOENT,
	    "x");
	user.name = "x";
	is_i64(ops->find(r, FT_ENTITY_USER, &user, true, &err), FT_ENOENT, "x");
	qos.name = "x";
	is_i64(ops->find(r, FT_ENTITY_QOS, &qos, true, &err), FT_ENOENT, "x");
	tres = (struct ft_tres){ .type = "x", .name = "" };
	is_i64(FT_FIND(r, &tres, &err), FT_ENOENT, "x");
	assoc = (struct ft_assoc){ .cluster = 1, .account = 1, .user = 9 };
	is_i64(ops->find(r, FT_ENTITY_ASSOC, &assoc, true, &err), FT_ENOENT,
	    "no such user");
	assoc = (struct ft_assoc){
		.cluster = 1, .account = 1, .user = 1, .partition = "night"
	};
	is_i64(ops->find(r, FT_ENTITY_ASSOC, &assoc, true, &err), FT_ENOENT,
	    "no such partition");
	is_i64(FT_GET(r, 9, &cluster, &err), FT_ENOENT, "9");
	is_i64(FT_GET(r, 9, &account, &err), FT_ENOENT, "9");
	is_i64(FT_GET(r, 9, &user, &err), FT_ENOENT, "9");
	is_i64(FT_GET(r, 9, &qos, &err), FT_ENOENT, "9");
	is_i64(FT_GET(r, 9, &tres, &err), FT_ENOENT, "9");
	is_i64(FT_GET(r, 9, &assoc, &err), FT_ENOENT, "9");
	is_str(err.text,
	    ":memory:: a row of table assoc is missing (see facctmgr check)",
	    "what is missing has a text, for who expected it");
}

static void
test_accounts(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_account account = { .name = "phys",
		.description = "d",
		.organization = "o",
		.flags = 1 };
	struct ft_account got;
	uint32_t id = 0, again = 0;

	ok(!FT_ADD(r, &account, &id, &err), "added");
	is_u64(id, 2, "the next id");
	is_i64(FT_ADD(r, &account, &again, &err), FT_EEXIST, "not twice");
	is_str(err.text, "account 'phys' exists already", "message");
	ok(!FT_GET(r, id, &got, &err), "read back");
	is_str(got.organization, "o", "organization");
	is_u64(got.flags, 1, "flags");
	is_i64(got.created, STOREFILE_NOW, "made now");
	got.description = "new";
	ok(!FT_PUT(r, &got, &err), "changed");
	ok(!FT_NAMED(r, "phys", &got, &err), "read back");
	is_str(got.description, "new", "description");
	ok(!ops->add_coord(r, &(struct ft_coord){ id, 1 }, &err), "coord");
	ok(!ops->drop(r, FT_ENTITY_ACCOUNT, &id, 1, &err), "deleted");
	is_i64(FT_NAMED(r, "phys", &got, &err), FT_ENOENT, "not found");
	got.name = "phys";
	ok(!ops->find(r, FT_ENTITY_ACCOUNT, &got, true, &err),
	    "but still there");
	ok(got.deleted, "deleted");
	ok(!FT_ADD(r, &account, &again, &err), "added again");
	is_u64(again, id, "with the same id");
	ok(!FT_NAMED(r, "phys", &got, &err), "it lives");
	is_str(got.description, "d", "as given now");
	got.id = 77;
	got.name = "other";
	is_i64(FT_PUT(r, &got, &err), FT_ENOENT, "no account 77");
	is_i64(ops->drop(r, FT_ENTITY_ACCOUNT, (uint32_t[]){ 77 }, 1, &err),
	    FT_ENOENT, "no account 77");
}

static void
test_users(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_user user = { .name = "ann",
		.default_wckey = "k",
		.admin_level = FT_ADMIN_OPERATOR };
	struct ft_user got;
	const struct ft_coord *coord;
	uint32_t id = 0, again = 0;
	size_t n = 9;

	ok(!FT_ADD(r, &user, &id, &err), "added");
	is_i64(FT_ADD(r, &user, &again, &err), FT_EEXIST, "not twice");
	is_str(err.text, "user 'ann' exists already", "message");
	ok(!ops->add_coord(r, &(struct ft_coord){ 2, id }, &err), "coord");
	ok(!ops->add_coord(r, &(struct ft_coord){ 1, id }, &err), "coord");
	ok(!ops->add_coord(r, &(struct ft_coord){ 1, id }, &err), "twice");
	ok(!ft_list_coords(r, FT_NO_OWNER, &coord, &n, &err), "coordinators");
	is_u64(n, 2, "two of them");
	ok(coord[0].account == 1 && coord[1].account == 2, "by account");
	ok(!ops->drop_coord(r, &(struct ft_coord){ 1, id }, &err), "dropped");
	is_i64(ops->drop_coord(r, &(struct ft_coord){ 1, id }, &err), FT_ENOENT,
	    "once");
	ok(!ops->drop(r, FT_ENTITY_USER, &id, 1, &err), "deleted");
	ok(!ft_list_coords(r, FT_NO_OWNER, &coord, &n, &err), "coordinators");
	is_u64(n, 0, "none is left");
	ok(!FT_ADD(r, &user, &again, &err), "added again");
	is_u64(again, id, "the same id");
	ok(!FT_GET(r, id, &got, &err), "read back");
	is_str(got.default_wckey, "k", "wckey");
	is_i64(got.admin_level, FT_ADMIN_OPERATOR, "level");
	got.name = "anna";
	ok(!FT_PUT(r, &got, &err), "renamed");
	got.name = "ann";
	is_i64(ops->find(r, FT_ENTITY_USER, &got, true, &err), FT_ENOENT,
	    "the old name is free");
	is_i64(ops->drop(r, FT_ENTITY_USER, (uint32_t[]){ 77 }, 1, &err),
	    FT_ENOENT, "no user 77");
	/* a name another one has */
	got.id = id;
	got.name = "root";
	got.default_wckey = "";
	is_i64(FT_PUT(r, &got, &err), FT_EEXIST, "a name twice");
}

static void
test_clusters(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_cluster cluster = {
		.name = "other", .classification = "c", .control_host = ""
	};
	struct ft_cluster got;
	const struct ft_cluster *list;
	uint32_t id = 0, again = 0;
	size_t n = 0;

	ok(!FT_ADD(r, &cluster, &id, &err), "added");
	is_u64(id, 2, "id");
	is_i64(FT_ADD(r, &cluster, &again, &err), FT_EEXIST, "not twice");
	is_str(err.text, "cluster 'other' exists already", "message");
	ok(!ft_list_clusters(r, FT_NO_OWNER, &list, &n, &err), "list");
	is_u64(n, 2, "two");
	is_str(list[1].name, "other", "by id");
	ok(!ops->drop(r, FT_ENTITY_CLUSTER, &id, 1, &err), "deleted");
	ok(!ft_list_clusters(r, FT_NO_OWNER, &list, &n, &err), "list");
	is_u64(n, 1, "only live ones");
	cluster.classification = "new";
	ok(!FT_ADD(r, &cluster, &again, &err), "added again");
	is_u64(again, id, "the same id");
	ok(!FT_GET(r, id, &got, &err), "read");
	is_str(got.classification, "new", "as given now");
	ok(!got.deleted, "alive");
	is_i64(ops->drop(r, FT_ENTITY_CLUSTER, (uint32_t[]){ 77 }, 1, &err),
	    FT_ENOENT, "no cluster 77");
}

static void
test_qos(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_qos qos = { .name = "high",
		.description = "d",
		.priority = 4000000000u,
		.flags = 5,
		.grace_time = 60,
		.preempt_mode = 2,
		.preempt_exempt_time = 30,
		.usage_factor = 0.25,
		.usage_threshold = 0.1,
		.limit_factor = 2 };
	struct ft_qos got;
	const struct ft_qos *list;
	const struct ft_qosref *ref;
	const struct ft_limit *limit;
	uint32_t id = 0, again = 0;
	size_t n = 0;

	ok(!FT_ADD(r, &qos, &id, &err), "added");
	is_u64(id, 2, "id");
	is_i64(FT_ADD(r, &qos, &again, &err), FT_EEXIST, "not twice");
	ok(!FT_GET(r, id, &got, &err), "read");
	qos.id = id;
	is_u64(got.priority, qos.priority, "priority");
	is_i64(got.grace_time, 60, "grace time");
	is_i64(got.preempt_exempt_time, 30, "exempt time");
	is_real(got.usage_factor, 0.25, "usage factor");
	is_real(got.usage_threshold, 0.1, "usage threshold");
	is_real(got.limit_factor, 2, "limit factor");
	got.flags = 8;
	ok(!FT_PUT(r, &got, &err), "changed");
	ok(!ft_list_qoses(r, FT_NO_OWNER, &list, &n, &err), "list");
	is_u64(n, 2, "two");
	is_u64(list[1].flags, 8, "flags");

	ok(!ops->put_qosrefs(r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 },
	       (struct ft_qosref[]){ { 1, '=', 2 }, { 1, '=', 1 } }, 2, &err),
	    "a list");
	ok(!ops->put_qosrefs(r, (struct ft_owner){ FT_ENTITY_ASSOC, 2 },
	       (struct ft_qosref[]){ { 2, '-', 2 } }, 1, &err),
	    "another");
	ok(!ops->put_qosrefs(r, (struct ft_owner){ FT_ENTITY_QOS, 2 },
	       (struct ft_qosref[]){ { 2, '=', 1 } }, 1, &err),
	    "a preempt list");
	ok(!ops->put_limit(r, FT_ENTITY_QOS,
	       &(struct ft_limit){ 2, FT_LIMIT_MAX_WALL, 0, 90 }, true, &err),
	    "a limit");
	ok(!ft_list_qosrefs(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 }, &ref, &n, &err),
	    "read");
	ok(n == 2 && ref[0].qos == 1 && ref[1].qos == 2 && ref[1].op == '=',
	    "by id");
	is_i64(ops->put_qosrefs(r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 },
		   (struct ft_qosref[]){ { 1, '=', 99 } }, 1, &err),
	    FT_EINVAL, "no QOS 99");
	ok(!ops->put_qosrefs(r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 },
	       (struct ft_qosref[]){ { 1, '=', 2 }, { 1, '=', 1 } }, 2, &err),
	    "a list");
	ok(!ops->drop(r, FT_ENTITY_QOS, &id, 1, &err), "deleted");
	ok(!ft_list_qosrefs(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 }, &ref, &n, &err),
	    "read");
	ok(n == 2 && ref[0].qos == 1 && ref[1].qos == 2,
	    "a list of several keeps its place");
	ok(!ft_list_qosrefs(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 2 }, &ref, &n, &err),
	    "read");
	is_u64(n, 0, "and the other");
	ok(!ft_list_limits(
	       r, (struct ft_owner){ FT_ENTITY_QOS, id }, &limit, &n, &err),
	    "limits");
	is_u64(n, 0, "its limits are gone");
	ok(!ft_list_qosrefs(
	       r, (struct ft_owner){ FT_ENTITY_QOS, id }, &ref, &n, &err),
	    "read");
	is_u64(n, 0, "and its preempt list");
	got.name = "high";
	is_i64(ops->find(r, FT_ENTITY_QOS, &got, true, &err), FT_ENOENT,
	    "no trace of one so young");
	is_i64(FT_GET(r, id, &got, &err), FT_ENOENT, "not by id");
	is_i64(FT_PUT(r, &qos, &err), FT_ENOENT, "not to be changed");
	is_i64(ops->drop(r, FT_ENTITY_QOS, &id, 1, &err), FT_ENOENT,
	    "nor deleted again");
	ok(!FT_ADD(r, &qos, &again, &err), "added again");
	is_u64(again, 3, "with an id of its own");
}

static void
test_wckeys(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_wckey wckey = { .cluster = 1, .user = 1, .name = "w" };
	const struct ft_wckey *list;
	struct ft_wckey got;
	uint32_t id = 0, again = 0;
	size_t n = 0;

	ok(!FT_ADD(r, &wckey, &id, &err), "a wckey");
	is_i64(FT_ADD(r, &wckey, &again, &err), FT_EEXIST, "not twice");
	is_str(err.text, "wckey 'w' exists already", "message");
	wckey.name = "v";
	ok(!FT_ADD(r, &wckey, &again, &err), "another");
	got = (struct ft_wckey){ .cluster = 1, .user = 1, .name = "w" };
	ok(!FT_FIND(r, &got, &err), "found");
	is_u64(got.id, id, "by its name");
	ok(!ft_list_wckeys(
	       r, (struct ft_owner){ FT_ENTITY_USER, 1 }, &list, &n, &err),
	    "those of root");
	ok(n == 2 && !strcmp(list[1].name, "v"), "by id");
	ok(!ops->drop(r, FT_ENTITY_WCKEY, &id, 1, &err), "deleted");
	is_i64(FT_GET(r, id, &got, &err), FT_ENOENT, "gone");
	is_i64(ops->drop(r, FT_ENTITY_WCKEY, &id, 1, &err), FT_ENOENT, "once");
	is_str(err.text, "no wckey 1", "message");
	ok(!ft_list_wckeys(r, FT_NO_OWNER, &list, &n, &err), "of all users");
	is_u64(n, 1, "the other");
	wckey.name = "w";
	ok(!FT_ADD(r, &wckey, &again, &err), "added again");
	is_u64(again, 3, "with an id of its own");
}

static void
test_resources(struct ft_registry *r)
{
	const struct ft_registry_ops *ops = r->ops;
	struct ft_resource resource = { .name = "matlab",
		.server = "s",
		.server_type = "flexlm",
		.type = 1,
		.description = "d",
		.flags = 1,
		.count = 4000000000u,
		.last_consumed = 7 };
	const struct ft_resource_share *share;
	const struct ft_resource *list;
	struct ft_resource got;
	uint32_t id = 0, again = 0;
	size_t n = 0;

	ok(!FT_ADD(r, &resource, &id, &err), "a resource");
	is_i64(FT_ADD(r, &resource, &again, &err), FT_EEXIST, "not twice");
	is_str(err.text, "resource 'matlab' at 's' exists already", "message");
	got = (struct ft_resource){ .name = "matlab", .server = "s" };
	ok(!FT_FIND(r, &got, &err), "found");
	ok(got.count == 4000000000u && got.flags == 1 &&
		got.last_consumed == 7 && got.type == 1,
	    "its numbers");
	is_str(got.server_type, "flexlm", "and words");
	got.count = 5;
	ok(!FT_PUT(r, &got, &err), "changed");
	ok(!ft_list_resources(r, FT_NO_OWNER, &list, &n, &err), "list");
	ok(n == 1 && list[0].count == 5, "with it");
	ok(!ops->put_resource_share(
	       r, &(struct ft_resource_share){ id, 1, 40 }, true, &err),
	    "a share");
	ok(!ops->put_resource_share(
	       r, &(struct ft_resource_share){ id, 1, 30 }, true, &err),
	    "another");
	ok(!ft_list_shares(r, (struct ft_owner){ FT_ENTITY_RESOURCE, id },
	       &share, &n, &err),
	    "shares");
	ok(n == 1 && share[0].cluster == 1 && share[0].allowed == 30,
	    "the last word counts");
	ok(!ops->drop(r, FT_ENTITY_RESOURCE, &id, 1, &err), "deleted");
	ok(!ft_list_shares(r, FT_NO_OWNER, &share, &n, &err), "shares");
	is_u64(n, 0, "none is left");
	ok(!FT_ADD(r, &resource, &again, &err), "added again");
	is_u64(again, 2, "with an id of its own");
}

static void
test_limits(struct ft_registry *r)
{
	static const struct ft_limit limits[] = {
		{ 1, FT_LIMIT_MAX_WALL, 0, 60 },
		{ 1, FT_LIMIT_GRP_TRES, 4, 10 },
		{ 1, FT_LIMIT_GRP_TRES, 1, UINT64_MAX - 16 },
		{ 1, FT_LIMIT_GRP_JOBS, 0, 0 },
	};
	const struct ft_limit *got;
	size_t n = 0;

	for (size_t i = 0; i < 4; i++)
		ok(!r->ops->put_limit(
		       r, FT_ENTITY_ASSOC, &limits[i], true, &err),
		    "put %s", ft_limit_infos[limits[i].kind].name);
	ok(!ft_list_limits(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 }, &got, &n, &err),
	    "read");
	is_u64(n, 4, "four");
	is_u64(got[0].kind, FT_LIMIT_GRP_JOBS, "by kind");
	is_u64(got[1].tres, 1, "then TRES");
	is_u64(got[1].value, UINT64_MAX - 16, "all 64 bits");
	is_u64(got[3].value, 60, "minutes");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
	       &(struct ft_limit){ 1, FT_LIMIT_GRP_TRES, 4, 11 }, true, &err),
	    "replaced");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC, &limits[2], false, &err),
	    "cleared");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC, &limits[2], false, &err),
	    "clearing twice does no harm");
	ok(!ft_list_limits(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 }, &got, &n, &err),
	    "read");
	ok(n == 3 && got[1].tres == 4 && got[1].value == 11, "both seen");
}

static void
test_records(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);

	test_first_content(r);
	test_absent(r);
	test_accounts(r);
	test_users(r);
	test_clusters(r);
	test_qos(r);
	test_wckeys(r);
	test_resources(r);
	test_limits(r);
	storefile_commit(store);
	ft_store_close(store);
}

/* ---- associations --------------------------------------------------------- */

struct seen {
	char text[512];
};

static enum ft_status
see(void *ctx, const struct ft_assoc *assoc, struct ft_error *e)
{
	struct seen *seen = ctx;
	size_t len = strlen(seen->text);

	(void)e;
	snprintf(seen->text + len, sizeof seen->text - len, "%s%lu",
	    len ? " " : "", (unsigned long)assoc->id);
	return FT_OK;
}

static void
visits(struct ft_registry *r, const struct ft_assoc_filter *filter,
    const char *want, const char *name)
{
	struct seen seen = { "" };

	ok(!r->ops->each_assoc(r, filter, see, &seen, &err), "each");
	is_str(seen.text, want, "%s", name);
}

static void
test_assocs(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	uint32_t phys = storefile_account(r, "phys", 1);  /* 3 */
	uint32_t lab = storefile_account(r, "lab", phys); /* 4 */
	uint32_t ann = storefile_user(r, "ann", phys);    /* 5 */
	struct ft_assoc assoc, got;
	uint32_t id = 0, night = 0;

	ok(!FT_GET(r, ann, &assoc, &err), "read");
	assoc.partition = "night";
	assoc.created = STOREFILE_NOW - 86400; /* old enough to be revived */
	assoc.shares = FT_SHARES_PARENT;
	assoc.comment = "c";
	assoc.default_qos = 1;
	ok(!FT_ADD(r, &assoc, &night, &err), "with a partition");
	is_i64(FT_ADD(r, &assoc, &id, &err), FT_EEXIST, "once");
	got = (struct ft_assoc){ .cluster = 1,
		.account = assoc.account,
		.user = assoc.user,
		.partition = "night" };
	ok(!FT_FIND(r, &got, &err), "found by its partition");
	is_u64(got.id, night, "this one");
	ok(got.shares == FT_SHARES_PARENT, "parent shares");
	is_str(got.partition, "night", "partition");
	is_str(got.comment, "c", "comment");
	is_u64(got.default_qos, 1, "default QOS");
	assoc.partition = "day";
	assoc.parent = 99;
	is_i64(FT_ADD(r, &assoc, &id, &err), FT_EINVAL,
	    "a parent that is not there");

	visits(r, &(struct ft_assoc_filter){ 0 }, "1 2 3 4 5 6", "all");
	visits(r, &(struct ft_assoc_filter){ .accounts_only = true }, "1 3 4",
	    "accounts");
	visits(r, &(struct ft_assoc_filter){ .users_only = true }, "2 5 6",
	    "users");
	visits(r, &(struct ft_assoc_filter){ .user = 2 }, "5 6", "of a user");
	visits(r, &(struct ft_assoc_filter){ .user = 2, .partition = "" }, "5",
	    "without partition");
	visits(r, &(struct ft_assoc_filter){ .partition = "night" }, "6",
	    "with one");
	visits(r, &(struct ft_assoc_filter){ .account = 2 }, "3 5 6",
	    "of an account");
	visits(r, &(struct ft_assoc_filter){ .parent = phys }, "4 5 6",
	    "children in the order added");
	visits(r, &(struct ft_assoc_filter){ .parent = 1 }, "3 2",
	    "new children in front");
	visits(r, &(struct ft_assoc_filter){ .cluster = 2 }, "",
	    "of another cluster");
	visits(r,
	    &(struct ft_assoc_filter){ .parent = phys, .accounts_only = true },
	    "4", "two conditions");

	ok(!r->ops->drop_assocs(r, (uint32_t[]){ night }, 1, &err), "deleted");
	is_i64(r->ops->drop_assocs(r, (uint32_t[]){ 77 }, 1, &err), FT_ENOENT,
	    "no such");
	visits(r, &(struct ft_assoc_filter){ .user = 2 }, "5", "without it");
	visits(r, &(struct ft_assoc_filter){ .user = 2, .with_deleted = true },
	    "5 6", "with deleted ones");
	got.partition = "night";
	is_i64(FT_FIND(r, &got, &err), FT_ENOENT, "not found");
	ok(!r->ops->find(r, FT_ENTITY_ASSOC, &got, true, &err),
	    "but as a deleted one");
	assoc.partition = "night";
	assoc.parent = phys;
	assoc.shares = 9;
	assoc.comment = "";
	ok(!FT_ADD(r, &assoc, &id, &err), "added again");
	is_u64(id, night, "it is the same");
	ok(!FT_GET(r, id, &got, &err), "read");
	ok(!got.deleted && got.shares == 9 && !*got.comment, "but reset");

	ok(!r->ops->batch(r, &err), "the next batch");
	ok(!FT_GET(r, lab, &got, &err), "read");
	got.parent = 1;
	ok(!FT_PUT(r, &got, &err), "moved");
	visits(r, &(struct ft_assoc_filter){ .parent = 1 }, "4 3 2",
	    "to the front of its new siblings");
	ok(!FT_GET(r, ann, &got, &err), "read");
	got.shares = 3;
	ok(!FT_PUT(r, &got, &err), "changed");
	visits(r, &(struct ft_assoc_filter){ .parent = phys }, "5 6",
	    "and not moved");
	got.id = 77;
	is_i64(FT_PUT(r, &got, &err), FT_ENOENT, "no such");
	is_str(err.text, "no association 77", "message");
	storefile_commit(store);
	ft_store_close(store);
}

static void
test_active_jobs(void)
{
	char *path = storefile_path("jobs.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r;
	const struct ft_active_job *jobs;
	size_t n = 7;

	storefile_do(path,
	    "INSERT INTO job (cluster, number, state, assoc, user, account, "
	    "partitions, submitted) VALUES (1, 12, 0, 2, 'root', 'root', '', "
	    "1),"
	    "(1, 11, 1, 2, 'root', 'root', '', 1),"
	    "(1, 10, 3, 2, 'root', 'root', '', 1)");
	r = storefile_begin(store);
	ok(!ft_list_active_jobs(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 1 }, &jobs, &n, &err),
	    "jobs");
	is_u64(n, 0, "none");
	ok(!ft_list_active_jobs(
	       r, (struct ft_owner){ FT_ENTITY_ASSOC, 2 }, &jobs, &n, &err),
	    "jobs");
	ok(n == 2 && jobs[0].number == 11 && jobs[1].number == 12,
	    "the running and the pending one, by number");
	ok(!ft_list_active_jobs(
	       r, (struct ft_owner){ FT_ENTITY_QOS, 1 }, &jobs, &n, &err),
	    "of a QOS");
	is_u64(n, 0, "none");
	storefile_commit(store);
	ft_store_close(store);
	ft_free(path);
}

/* ---- positions ------------------------------------------------------------ */

static void
children(struct ft_store *store, uint32_t parent, struct seen *seen)
{
	struct ft_registry *r = storefile_begin(store);

	seen->text[0] = '\0';
	if (r->ops->each_assoc(r, &(struct ft_assoc_filter){ .parent = parent },
		see, seen, &err))
		bail("%s", err.text);
	ft_store_rollback(store);
}

/* Oracle c09: newest command first, inside a command as given. */
static void
test_batches(void)
{
	struct ft_store *store = storefile_memory();
	struct seen seen;
	struct ft_registry *r = storefile_begin(store);

	storefile_account(r, "a", 1); /* 3 */
	storefile_account(r, "b", 1); /* 4 */
	storefile_commit(store);
	r = storefile_begin(store);
	storefile_account(r, "c", 1); /* 5 */
	storefile_begin(store);
	storefile_account(r, "lost", 1);
	ft_store_rollback(store);
	storefile_account(r, "d", 1); /* 6 */
	r->ops->batch(r, &err);
	storefile_account(r, "e", 1); /* 7 */
	storefile_commit(store);
	children(store, 1, &seen);
	is_str(seen.text, "7 5 6 3 4 2", "batches in front of each other");
	ft_store_close(store);
}

/* More batches than the range of positions has blocks for. */
static void
test_many_batches(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	const uint32_t batches = 33000;
	struct ft_tree *tree = NULL;
	uint32_t wrong = 0;
	char name[32];

	for (uint32_t i = 0; i < batches; i++) {
		snprintf(name, sizeof name, "a%u", (unsigned)i);
		storefile_account(r, name, 1);
		r->ops->batch(r, &err);
	}
	storefile_commit(store);
	ok(!ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err),
	    "tree: %s", err.text);
	is_u64(tree->n, batches + 2, "all there");
	/* family of the root: newest first, root's user (id 2) at the end */
	for (uint32_t i = 0; i <= batches; i++)
		wrong += tree->id[1 + i] != batches + 2 - i;
	is_u64(wrong, 0, "newest first");
	ft_tree_free(tree);
	ft_store_close(store);
}

/* More children in one batch than fit into a block. */
static void
test_large_batch(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	const uint32_t size = 70000;
	struct ft_tree *tree = NULL;
	uint32_t wrong = 0;
	char name[32];

	storefile_account(r, "old", 1); /* 3 */
	storefile_commit(store);
	r = storefile_begin(store);
	for (uint32_t i = 0; i < size; i++) {
		snprintf(name, sizeof name, "a%u", (unsigned)i);
		storefile_account(r, name, 1);
	}
	r->ops->batch(r, &err);
	storefile_account(r, "new", 1);
	storefile_commit(store);
	ok(!ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err),
	    "tree: %s", err.text);
	is_u64(tree->n, size + 4, "all there");
	is_u64(tree->id[1], size + 4, "the next batch is in front");
	for (uint32_t i = 0; i < size; i++)
		wrong += tree->id[2 + i] != 4 + i;
	is_u64(wrong, 0, "the large one in its order");
	ok(tree->id[2 + size] == 3 && tree->id[3 + size] == 2,
	    "in front of the older ones");
	ft_tree_free(tree);
	ft_store_close(store);
}

static enum ft_status
add_users(struct ft_registry *r, const char *const names[3], uint32_t id[3])
{
	struct ft_user user[3];
	enum ft_status status;

	for (int i = 0; i < 3; i++)
		user[i] = (struct ft_user){ .name = names[i],
			.admin_level = FT_ADMIN_NONE,
			.default_wckey = "" };
	status = r->ops->add_all(r, FT_ENTITY_USER, user, 3, &err);
	for (int i = 0; i < 3; i++)
		id[i] = user[i].id;
	return status;
}

/* Records that are added at once are as if they were added one by one. */
static void
test_users_at_once(void)
{
	char *path = storefile_path("once.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	uint32_t id[3];

	ok(!add_users(r, (const char *const[]){ "a", "b", "c\33c" }, id),
	    "new users");
	ok(id[0] == 2 && id[1] == 3 && id[2] == 4, "their ids");
	storefile_commit(store);
	r = storefile_begin(store);
	ok(!r->ops->drop(r, FT_ENTITY_USER, &id[1], 1, &err), "one goes");
	ok(!add_users(r, (const char *const[]){ "d", "b", "e" }, id),
	    "one comes back");
	ok(id[0] == 5 && id[1] == 3 && id[2] == 6, "with its id");
	is_i64(add_users(r, (const char *const[]){ "f", "g", "a" }, id),
	    FT_EEXIST, "one is there");
	is_str(err.text, "user 'a' exists already", "and is named");
	is_i64(r->ops->add_all(r, FT_ENTITY_USER, id, 0, &err), FT_OK, "none");
	storefile_commit(store);
	storefile_answers(path,
	    "SELECT id, name, created, deleted, removed FROM user",
	    "1|root|1700000000|NULL|NULL 2|a|1700000000|NULL|NULL "
	    "3|b|1700000000|NULL|NULL 4|c\\u001Bc|1700000000|NULL|NULL "
	    "5|d|1700000000|NULL|NULL 6|e|1700000000|NULL|NULL "
	    "7|f|1700000000|NULL|NULL 8|g|1700000000|NULL|NULL");
	storefile_answers(path,
	    "SELECT journal, key, last FROM journal_row WHERE entity = 'user'",
	    "1|2|4 2|5|8");
	ft_store_close(store);
	ft_free(path);
}

/* As test_large_batch, of users' associations at once. */
static void
test_assocs_at_once(void)
{
	enum { SIZE = 70000, AT_ONCE = 1000 };
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	struct ft_tree *tree = NULL;
	struct ft_assoc assoc[AT_ONCE], got;
	char names[AT_ONCE][32];
	uint32_t wrong = 0;

	(void)storefile_user(r, "old", 1); /* 3 */
	storefile_commit(store);
	r = storefile_begin(store);
	for (uint32_t i = 0; i < SIZE; i += AT_ONCE) {
		for (uint32_t k = 0; k < AT_ONCE; k++) {
			snprintf(names[k], sizeof names[k], "p%u",
			    (unsigned)(i + k));
			assoc[k] = (struct ft_assoc){ .cluster = 1,
				.account = 1,
				.user = 2,
				.parent = 1,
				.shares = 1,
				.partition = names[k] };
		}
		ok(!r->ops->add_all(r, FT_ENTITY_ASSOC, assoc, AT_ONCE, &err),
		    "%s", err.text);
		for (uint32_t k = 0; k < AT_ONCE; k++)
			wrong += assoc[k].id != 4 + i + k ||
				 assoc[k].number != 4 + i + k;
	}
	is_u64(wrong, 0, "ids and numbers follow each other");
	storefile_commit(store);
	ok(!ft_store_read_tree(store, 1, FT_SIBLINGS_LFT, &tree, &err),
	    "tree: %s", err.text);
	is_u64(tree->n, SIZE + 3, "all there");
	for (uint32_t i = 0; i < SIZE; i++)
		wrong += tree->id[1 + i] != 4 + i;
	is_u64(wrong, 0, "in their order");
	ok(tree->id[1 + SIZE] == 3 && tree->id[2 + SIZE] == 2,
	    "in front of the older ones");
	ok(!FT_GET(r, 4 + 2, &got, &err) && !strcmp(got.partition, "p2") &&
		got.created == STOREFILE_NOW,
	    "with its partition");
	ft_tree_free(tree);
	ft_store_close(store);
}

/* A savepoint in which positions were spread is rolled back. */
static void
test_spread_rolled_back(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *r = storefile_begin(store);
	struct seen seen;
	char name[32];

	storefile_account(r, "a", 1); /* 3 */
	storefile_begin(store);
	for (uint32_t i = 0; i < 66000; i++) {
		snprintf(name, sizeof name, "x%u", (unsigned)i);
		storefile_account(r, name, 1);
	}
	ft_store_rollback(store);
	storefile_account(r, "b", 1); /* 4 */
	storefile_commit(store);
	children(store, 1, &seen);
	is_str(seen.text, "4 3 2", "positions still make sense");
	ft_store_close(store);
}

/* ---- journal -------------------------------------------------------------- */

static void
test_journal(void)
{
	char *path = storefile_path("journal.db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *r = storefile_begin(store);
	struct ft_assoc assoc;
	struct ft_account account;
	char name[32];

	for (unsigned i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "u%u", i);
		storefile_user(r, name, 1);
	}
	/* new rows have no image, however often they change */
	ok(!FT_GET(r, 3, &assoc, &err), "get");
	ok(!FT_PUT(r, &assoc, &err), "put");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
	       &(struct ft_limit){ 3, FT_LIMIT_GRP_JOBS, 0, 1 }, true, &err),
	    "limit");
	storefile_commit(store);
	storefile_answers(path, "SELECT * FROM journal_row",
	    "1|assoc|3|1002|NULL 1|user|2|1001|NULL");

	r = storefile_begin(store);
	ok(!FT_GET(r, 1, &account, &err), "get");
	account.description = "x\"y";
	ok(!FT_PUT(r, &account, &err), "put");
	account.description = "z";
	ok(!FT_PUT(r, &account, &err), "put again");
	ok(!r->ops->put_limit(r, FT_ENTITY_ASSOC,
	       &(struct ft_limit){ 1, FT_LIMIT_GRP_TRES, 1, 1 }, true, &err),
	    "limit");
	ok(!r->ops->drop_assocs(r, (uint32_t[]){ 3 }, 1, &err), "drop");
	storefile_commit(store);
	storefile_answers(path,
	    "SELECT entity, key, before FROM journal_row WHERE journal = 2",
	    "assoc_limit|1|[] "
	    "assoc_limit|3|[[\"GrpJobs\",0,1]]"); /* its list of QOS is empty */
	/* the first image of account 1 is kept, not that of  put again  */
	storefile_answers(path,
	    "SELECT entity, first, last, instr(images, CAST('default root "
	    "account' AS BLOB)) > 0 FROM journal_image WHERE journal = 2 ORDER "
	    "BY entity",
	    "account|1|1|1 assoc|3|3|0");
	ft_store_close(store);
	ft_free(path);
}

int
main(void)
{
	test_records();
	test_assocs();
	test_active_jobs();
	test_batches();
	test_many_batches();
	test_large_batch();
	test_users_at_once();
	test_assocs_at_once();
	test_spread_rolled_back();
	test_journal();
	return done_testing();
}
