/* Names that start with something: which, in which order, how many. */
#include "base/mem.h"
#include "base/text/str.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static struct ft_error err;

static void
add(void *ctx, const char *name)
{
	struct ft_str *all = ctx;

	ft_str_addf(all, "%s%s", all->len ? " " : "", name);
}

static void
gives(struct ft_store *store, enum ft_store_names what, const char *prefix,
    size_t most, const char *want)
{
	struct ft_str all = { 0 };

	ok(!ft_store_each_name(store,
	       &(struct ft_store_name_range){ what, 1, prefix, most }, add,
	       &all, &err),
	    "asked for '%s'", prefix);
	is_str(ft_str_text(&all), want, "'%s', at most %zu", prefix, most);
	ft_str_free(&all);
}

static void
test_kinds(struct ft_store *store)
{
	gives(store, FT_STORE_CLUSTERS, "", 10, "cluster");
	gives(store, FT_STORE_ACCOUNTS, "", 10, "optics physics root");
	gives(store, FT_STORE_QOS, "", 10, "normal");
	gives(store, FT_STORE_TRES, "", 20,
	    "billing cpu energy fs/disk mem node pages vmem");
	gives(store, FT_STORE_TRES, "fs", 20, "fs/disk");
	gives(store, FT_STORE_RESOURCES, "", 10, "");
	gives(store, FT_STORE_WCKEYS, "", 10, "");
	gives(store, FT_STORE_RESERVATIONS, "", 10, "");
	gives(store, FT_STORE_JOBS, "", 10, "");
}

/* u1 .. u9, and two that sort around them bytewise. */
static void
test_ranges(struct ft_store *store)
{
	gives(store, FT_STORE_USERS, "u", 10, "u1 u2 u3 u4 u5 u6 u7 u8 u9");
	gives(store, FT_STORE_USERS, "u", 9, "u1 u2 u3 u4 u5 u6 u7 u8 u9");
	gives(store, FT_STORE_USERS, "u", 8, "u1 u2 u3 u4 u5 u6 u7 u9");
	gives(store, FT_STORE_USERS, "u", 2, "u1 u9");
	gives(store, FT_STORE_USERS, "u5", 2, "u5");
	gives(store, FT_STORE_USERS, "u55", 2, "");
	gives(store, FT_STORE_USERS, "U", 2, "");
	gives(store, FT_STORE_USERS, "t", 9, "t");
	gives(store, FT_STORE_USERS, "v", 9, "v\xc3\xa9ro");
	gives(store, FT_STORE_USERS, "v\xc3", 9, "v\xc3\xa9ro");
	gives(store, FT_STORE_USERS, "'; --", 9, "");
	gives(store, FT_STORE_USERS, "%", 9, "");
}

int
main(void)
{
	char *path = storefile_path("db");
	struct ft_store *store = storefile_open(path);
	struct ft_registry *registry = storefile_begin(store);
	uint32_t physics = storefile_account(registry, "physics", 1);

	storefile_account(registry, "optics", physics);
	storefile_user(registry, "t", physics);
	storefile_user(registry, "v\xc3\xa9ro", physics);
	for (int i = 9; i > 0; i--) {
		char name[] = { 'u', (char)('0' + i), '\0' };

		storefile_user(registry, name, physics);
	}
	storefile_commit(store);
	test_kinds(store);
	test_ranges(store);
	ft_store_close(store);
	storefile_do(path, "UPDATE user SET deleted = 1 WHERE name = 'u3'");
	storefile_do(path, "UPDATE user SET removed = 1 WHERE name = 'u4'");
	store = storefile_open(path);
	gives(store, FT_STORE_USERS, "u", 10, "u1 u2 u5 u6 u7 u8 u9");
	ft_store_close(store);
	ft_free(path);
	return done_testing();
}
