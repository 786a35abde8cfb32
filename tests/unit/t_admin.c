/*
 * Slurm's rules on a store in memory: what is added, changed, deleted with
 * what, and every refusal.  The wording of sacctmgr is tests/oracle's matter.
 */
#include "admin/admin.h"
#include "admin/index/index.h"

#include <stdlib.h>
#include <string.h>

#include "lib/storefile.h"
#include "tap/tap.h"

/* One store, one transaction, one actor at a time. */
static struct ft_store *store;
static struct ft_registry *registry;
static struct ft_admin *admin;
static struct ft_admin_result result;
static struct ft_error err;
static struct ft_admin_set set;

static void
start(const char *actor)
{
	ft_admin_free(admin);
	if (ft_admin_new(&admin, registry, actor, strcmp(actor, "root") == 0,
		&err) != FT_OK)
		bail("%s", err.text);
	ft_admin_result_free(&result);
	ft_admin_set_free(&set);
	ft_admin_set_init(&set, FT_ENTITY_ASSOC);
}

/* "key=value key=value,value": conditions; borrowed for ever. */
static struct ft_admin_where
where(const char *text)
{
	static const char *const name[FT_KEYS] = { [FT_KEY_CLUSTER] = "cluster",
		[FT_KEY_ACCOUNT] = "account",
		[FT_KEY_USER] = "user",
		[FT_KEY_PARTITION] = "partition",
		[FT_KEY_PARENT] = "parent",
		[FT_KEY_QOS] = "qos",
		[FT_KEY_DEFAULT_ACCOUNT] = "default",
		[FT_KEY_ADMIN_LEVEL] = "level" };
	static struct ft_arena arena;
	struct ft_admin_where made = { 0 };
	char *copy = ft_arena_strdup(&arena, text), *save = NULL;

	for (char *word = strtok_r(copy, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		char *value = strchr(word, '='), *inner = NULL;

		if (!value)
			bail("'%s' has no value", word);
		if (!value)
			continue;
		*value++ = 0;
		for (int i = 0; i < FT_KEYS; i++) {
			if (!name[i] || strcmp(name[i], word) != 0)
				continue;
			for (char *one = strtok_r(value, ",", &inner); one;
			     one = strtok_r(NULL, ",", &inner))
				ft_admin_names_add(&made.key[i], one);
		}
	}
	return made;
}

static void
option(const char *name, char op, const char *value)
{
	const struct ft_attr *attr =
	    ft_attr_find(FT_ENTITY_ASSOC, ft_word_of(name));
	struct ft_admin_words given = { op, value };

	if (attr == NULL || ft_admin_set_option(&set, attr,
				ft_admin_lookup(admin), given, &err))
		bail("%s: %s", name, err.text);
}

/* A request: ENTITY, WHERE, and what records and associations are to have. */
static struct ft_admin_request
ask(enum ft_entity entity, const struct ft_admin_where *what,
    const struct ft_admin_set *to)
{
	return (struct ft_admin_request){
		.entity = entity, .where = what, .to = to, .assoc = &set
	};
}

static enum ft_status
modify_users(const struct ft_admin_where *what, const struct ft_admin_set *to)
{
	struct ft_admin_request request = ask(FT_ENTITY_USER, what, to);

	return ft_admin_modify(admin, &request, &result, &err);
}

static enum ft_status
add_account(const char *text, const char *parent)
{
	struct ft_admin_where what = where(text);
	struct ft_admin_request request = ask(FT_ENTITY_ACCOUNT, &what, NULL);
	enum ft_status status;

	set.parent = parent;
	status = ft_admin_add(admin, &request, &result, &err);
	ft_admin_where_free(&what);
	return status;
}

static enum ft_status
add_user(const char *text, const char *home)
{
	struct ft_admin_where what = where(text);
	struct ft_admin_set to = { .entity = FT_ENTITY_USER,
		.default_account = home };
	struct ft_admin_request request = ask(FT_ENTITY_USER, &what, &to);
	enum ft_status status = ft_admin_add(admin, &request, &result, &err);

	ft_admin_where_free(&what);
	return status;
}

/* What was done, "+name", "~account/user", "-account", "?missing". */
static char *
done(void)
{
	static const char mark[] = { '+', '~', '-', '?', '!' };
	struct ft_str str = { 0 };

	for (size_t i = 0; i < result.n; i++) {
		const struct ft_admin_item *item = &result.item[i];

		ft_str_addf(&str, "%s%c", i ? " " : "", mark[item->did]);
		if (item->entity == FT_ENTITY_ASSOC)
			ft_str_addf(&str, "%s/%s%s%s", item->account,
			    item->user, *item->partition ? "@" : "",
			    item->partition);
		else if (item->entity == FT_ENTITY_COORD)
			ft_str_addf(&str, "%s:%s", item->account, item->user);
		else
			ft_str_add(&str, item->name);
	}
	return str.data ? ft_str_take(&str) : ft_strdup("");
}

static void
did(const char *want, const char *name)
{
	char *got = done();

	is_str(got, want, "%s", name);
	ft_free(got);
}

/* The tree below root: "account[user* account[...]]", * default. */
static enum ft_status
draw(void *ctx, const struct ft_assoc *assoc, struct ft_error *error)
{
	struct ft_str *str = ctx;
	struct ft_assoc_filter filter = { .parent = assoc->id };
	struct ft_account account;
	struct ft_user user;

	if (str->len && str->data[str->len - 1] != '[')
		ft_str_add_char(str, ' ');
	if (assoc->user) {
		FT_GET(registry, assoc->user, &user, error);
		ft_str_addf(
		    str, "%s%s", user.name, assoc->is_default ? "*" : "");
		return FT_OK;
	}
	FT_GET(registry, assoc->account, &account, error);
	ft_str_addf(str, "%s[", account.name);
	registry->ops->each_assoc(registry, &filter, draw, str, error);
	ft_str_add_char(str, ']');
	return FT_OK;
}

static void
tree(const char *want, const char *name)
{
	struct ft_assoc root;
	struct ft_str str = { 0 };

	FT_GET(registry, 1, &root, &err);
	draw(&str, &root, &err);
	is_str(ft_str_text(&str), want, "%s", name);
	ft_str_free(&str);
}

/* ---- adding ------------------------------------------------------------------ */

static void
test_add(void)
{
	start("root");
	is_i64(add_account("account=bedrock,managers", NULL), FT_OK, "add");
	did("+bedrock +bedrock/ +managers +managers/", "two accounts");
	start("root");
	add_account("account=bedrock", NULL);
	did("!bedrock", "nothing new: it is there");
	start("root");
	add_account("account=quarry", "bedrock");
	did("+quarry +quarry/", "below another");
	start("root");
	add_account("account=orphan", "nosuch");
	did("?nosuch", "no such parent");
	start("root");
	is_i64(add_account("account=a cluster=nosuch", NULL), FT_EINVAL,
	    "no such cluster");
	is_i64(result.refusal, FT_ADMIN_REFUSE_CLUSTER, "says so");
	start("root");
	add_user("user=fred,barney account=bedrock", NULL);
	did("+fred +bedrock/fred +barney +bedrock/barney", "users");
	start("root");
	add_user("user=fred account=managers,bedrock", NULL);
	did("+managers/fred", "a second account");
	start("root");
	add_user("user=slate account=managers", NULL);
	add_user("user=wilma account=quarry partition=a,b", NULL);
	tree("root[bedrock[fred* barney* quarry[wilma* wilma*]] "
	     "managers[slate* fred] root*]",
	    "runs of siblings in front of the older ones");
	start("root");
	is_i64(add_user("user=x", NULL), FT_EINVAL, "no account");
	is_i64(result.refusal, FT_ADMIN_REFUSE_NO_ACCOUNTS, "says so");
	start("root");
	add_user("user=x account=nosuch", NULL);
	did("?nosuch ?x", "no such account, so no user");
	start("root");
	add_user("user=fred", "quarry");
	did("+quarry/fred", "a default account is an account, too");
	tree("root[bedrock[fred barney* quarry[fred* wilma* wilma*]] "
	     "managers[slate* fred] root*]",
	    "and the only default");
}

static void
test_qos(void)
{
	struct ft_admin_where what = where("qos=gold,normal");
	struct ft_admin_set gold;

	start("root");
	ft_admin_set_init(&gold, FT_ENTITY_QOS);
	ft_admin_add(admin,
	    &(struct ft_admin_request){
		.entity = FT_ENTITY_QOS, .where = &what, .to = &gold },
	    &result, &err);
	did("+gold", "one of them is new");
	ft_admin_set_free(&gold);
	ft_admin_where_free(&what);
}

/* ---- modifying ----------------------------------------------------------------- */

static enum ft_status
modify(enum ft_admin_which which, const char *text)
{
	struct ft_admin_where what = where(text);
	const struct ft_admin_request request = { .entity = FT_ENTITY_ASSOC,
		.which = which,
		.where = &what,
		.to = &set };
	enum ft_status status = ft_admin_modify(admin, &request, &result, &err);

	ft_admin_where_free(&what);
	return status;
}

static void
test_modify(void)
{
	start("root");
	option("fairshare", '=', "30");
	modify(FT_WHICH_USERS, "user=fred");
	did("~bedrock/fred ~quarry/fred ~managers/fred", "all of a user");
	start("root");
	option("fairshare", '=', "30");
	modify(FT_WHICH_USERS, "user=fred account=managers");
	did("~managers/fred", "one of them");
	start("root");
	option("fairshare", '=', "30");
	modify(FT_WHICH_USERS, "user=nosuch");
	did("", "nobody");
	start("root");
	option("maxjobs", '=', "3");
	modify(FT_WHICH_USERS, "user=barney");
	start("root");
	option("maxjobs", '=', "9");
	modify(FT_WHICH_ACCOUNTS, "account=bedrock");
	did("~bedrock/ ~bedrock/fred ~quarry/fred ~quarry/wilma@a "
	    "~quarry/wilma@b",
	    "those who inherit");
	start("root");
	option("grpjobs", '=', "9");
	modify(FT_WHICH_ACCOUNTS, "account=bedrock");
	did("~bedrock/", "nobody inherits group limits");
}

static void
test_parents(void)
{
	start("root");
	option("parent", '=', "managers");
	modify(FT_WHICH_ACCOUNTS, "account=quarry");
	tree("root[bedrock[fred barney*] managers[quarry[fred* wilma* wilma*] "
	     "slate* fred] root*]",
	    "moved in front");
	start("root");
	option("parent", '=', "quarry");
	modify(FT_WHICH_ACCOUNTS, "account=managers");
	tree("root[quarry[managers[slate* fred] fred* wilma* wilma*] "
	     "bedrock[fred barney*] root*]",
	    "below its own child, which goes up first");
	start("root");
	option("parent", '=', "quarry");
	modify(FT_WHICH_ACCOUNTS, "account=quarry");
	did("", "not below itself");
	start("root");
	option("parent", '=', "nosuch");
	is_i64(modify(FT_WHICH_ACCOUNTS, "account=quarry"), FT_EINVAL,
	    "no such parent");
	is_i64(result.refusal, FT_ADMIN_REFUSE_PARENT, "says so");
	start("root");
	option("parent", '=', "bedrock");
	modify(FT_WHICH_ACCOUNTS, "account=root");
	did("", "root stays");
}

static void
test_default_qos(void)
{
	start("root");
	option("defaultqos", '=', "gold");
	is_i64(modify(FT_WHICH_USERS, "user=barney"), FT_EINVAL,
	    "a default QOS outside the list");
	is_i64(result.refusal, FT_ADMIN_REFUSE_QOS_ACCESS, "says so");
	start("root"); /* a command would roll back here */
	option("qoslevel", '+', "gold");
	option("defaultqos", '=', "gold");
	is_i64(modify(FT_WHICH_USERS, "user=barney"), FT_OK, "inside");
}

static void
test_records(void)
{
	struct ft_admin_where what = where("user=fred");
	struct ft_admin_set to = { .entity = FT_ENTITY_USER,
		.default_account = "managers" };

	start("root");
	modify_users(&what, &to);
	tree("root[quarry[managers[slate* fred*] fred wilma* wilma*] "
	     "bedrock[fred barney*] root*]",
	    "another default account");
	start("root");
	to.default_account = "nosuch";
	is_i64(modify_users(&what, &to), FT_EINVAL, "not his");
	is_i64(result.refusal, FT_ADMIN_REFUSE_NOT_MEMBER, "says so");
	start("root");
	to = (struct ft_admin_set){ .entity = FT_ENTITY_USER,
		.new_name = "slate" };
	is_i64(modify_users(&what, &to), FT_EINVAL, "a name that is taken");
	is_i64(result.refusal, FT_ADMIN_REFUSE_NAME, "says so");
	start("root");
	to = (struct ft_admin_set){ .entity = FT_ENTITY_USER };
	ft_admin_set_number(&to, FT_USER_admin_level, FT_ADMIN_OPERATOR);
	modify_users(&what, &to);
	did("~fred", "operator");
	ft_admin_where_free(&what);
}

/* ---- who may -------------------------------------------------------------------- */

static void
test_permissions(void)
{
	struct ft_admin_where coord = where("account=quarry user=slate");
	struct ft_admin_where fred = where("user=fred");
	struct ft_admin_request request = ask(FT_ENTITY_COORD, &coord, NULL);
	struct ft_admin_set to = { .entity = FT_ENTITY_USER };

	ft_admin_set_number(&to, FT_USER_admin_level, FT_ADMIN_NONE);
	start("root");
	ft_admin_add(admin, &request, &result, &err);
	did("+quarry:slate", "a coordinator");
	start("slate");
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_USERS, "user=wilma"), FT_OK, "of a user");
	start("slate");
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_ACCOUNTS, "account=managers"), FT_OK,
	    "of a sub-account");
	start("slate");
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_ACCOUNTS, "account=quarry"), FT_EPERM,
	    "not of the account itself");
	start("slate");
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_USERS, "user=barney"), FT_EPERM,
	    "nor of another's users");
	start("slate");
	is_i64(add_account("account=mine", "quarry"), FT_OK, "may add");
	start("slate");
	is_i64(add_account("account=other", "bedrock"), FT_EPERM, "not there");
	start("wilma");
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_USERS, "user=wilma"), FT_EPERM, "own shares");
	is_i64(result.refusal, FT_ADMIN_REFUSE_OWN, "says so");
	start("fred"); /* operator */
	option("fairshare", '=', "5");
	is_i64(modify(FT_WHICH_USERS, "user=barney"), FT_OK, "an operator");
	start("fred");
	is_i64(modify_users(&fred, &to), FT_EPERM,
	    "levels are the administrators'");
	is_i64(result.refusal, FT_ADMIN_REFUSE_LEVEL, "says so");
	start("root");
	ft_admin_delete(admin, &request, &result, &err);
	did("-quarry:slate", "no longer");
	ft_admin_where_free(&coord);
	ft_admin_where_free(&fred);
}

/* ---- deleting ---------------------------------------------------------------------- */

static enum ft_status delete (enum ft_entity entity, const char *text) {
	struct ft_admin_where what = where(text);
	struct ft_admin_request request = ask(entity, &what, NULL);
	enum ft_status status;

	start("root");
	status = ft_admin_delete(admin, &request, &result, &err);
	ft_admin_where_free(&what);
	return status;
}

static void
test_delete(void)
{
	is_i64(delete (FT_ENTITY_QOS, "qos=gold"), FT_EINVAL,
	    "somebody's default QOS");
	is_i64(result.refusal, FT_ADMIN_REFUSE_DEFAULT_QOS, "says so");
	is_i64(delete (FT_ENTITY_ACCOUNT, "account=root"), FT_EINVAL, "root");
	is_i64(result.refusal, FT_ADMIN_REFUSE_ROOT, "says so");
	is_i64(delete (FT_ENTITY_ACCOUNT, "account=quarry"), FT_EINVAL,
	    "by name a default account comes after one that is not");
	is_i64(result.refusal, FT_ADMIN_REFUSE_DEFAULT_ACCOUNT, "says so");
	is_i64(delete (FT_ENTITY_USER, ""), FT_EINVAL, "everybody");
	is_i64(result.refusal, FT_ADMIN_REFUSE_CONDITION, "says so");
	delete (FT_ENTITY_USER, "user=nosuch");
	did("", "nobody");
	delete (FT_ENTITY_USER, "user=fred account=quarry");
	did("-quarry/fred", "one association");
	delete (FT_ENTITY_USER, "user=slate account=managers");
	did("-managers/slate -slate", "the last one takes the user along");
	delete (FT_ENTITY_USER, "user=fred");
	did("-fred", "a user with all associations");
	is_i64(
	    delete (FT_ENTITY_ACCOUNT, "account=quarry"), FT_OK, "an account");
	did("-quarry", "with all below");
	tree("root[bedrock[barney* other[]] root*]", "what is left");
	delete (FT_ENTITY_CLUSTER, "cluster=cluster");
	did("-cluster", "a cluster");
}

static void
test_revival(void)
{
	struct ft_assoc before, after;
	struct ft_account account;
	struct ft_user user;

	FT_NAMED(registry, "bedrock", &account, &err);
	FT_NAMED(registry, "barney", &user, &err);
	before = (struct ft_assoc){
		.cluster = 1, .account = account.id, .user = user.id
	};
	FT_FIND(registry, &before, &err);
	delete (FT_ENTITY_USER, "user=barney");
	start("root");
	add_user("user=barney account=bedrock", NULL);
	after = (struct ft_assoc){
		.cluster = 1, .account = account.id, .user = user.id
	};
	FT_FIND(registry, &after, &err);
	ok(after.id > before.id, "another association: it was young");
	is_u64(after.default_qos, 0, "without what it had");
}

int
main(void)
{
	store = storefile_memory();
	registry = storefile_begin(store);
	test_add();
	test_qos();
	test_modify();
	test_parents();
	test_default_qos();
	test_records();
	test_permissions();
	test_revival();
	start("root");
	option("qoslevel", '+', "gold");
	option("defaultqos", '=', "gold");
	modify(FT_WHICH_USERS, "user=barney");
	test_delete();
	ft_admin_free(admin);
	ft_admin_result_free(&result);
	ft_admin_set_free(&set);
	ft_store_rollback(store);
	ft_store_close(store);
	return done_testing();
}
