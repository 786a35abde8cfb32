/* Between which two times it is known what ran. */
#include "lib/storefile.h"
#include "store/store.h"
#include "store/usage/usage.h"
#include "tap/tap.h"

#define T   STOREFILE_NOW
#define DAY 86400

static struct ft_error err;

static void
put(struct ft_store *store, uint32_t assoc, int64_t at)
{
	const struct ft_usage_mark mark = { assoc, 5, 0, 0 };

	if (ft_store_put_opening(store, at, &mark, 1, &err))
		bail("opening: %s", err.text);
}

static void
check(struct ft_store *store, int64_t now, int64_t wish, int64_t from,
    int64_t until, const char *name)
{
	struct ft_span got = { now - wish, now };

	is_i64(ft_store_usage_span(store, 1, &got, &err),
	    from ? FT_OK : FT_ENOENT, "%s: status", name);
	is_i64(got.until == now && !until ? 0 : got.until, until, "%s: until",
	    name);
	if (from)
		is_i64(got.from, from, "%s: from", name);
}

int
main(void)
{
	struct ft_store *store = storefile_memory();
	struct ft_registry *registry = storefile_begin(store);
	uint32_t chem = storefile_account(registry, "chem", 1);
	uint32_t ann = storefile_user(registry, "ann", chem);

	check(store, T, DAY, 0, 0, "no usage");
	is_i64(ft_store_first_charge(store, 1, &(int64_t){ 0 }, &err),
	    FT_ENOENT, "no charge");
	put(store, ann, T);
	check(store, T, DAY, 0, T, "one time");
	check(store, T - 1, DAY, 0, 0, "before it");
	put(store, chem, T + 3 * DAY);
	put(store, ann, T + 3 * DAY);
	put(store, ann, T + 10 * DAY);
	check(store, T + 20 * DAY, 7 * DAY, T + 3 * DAY, T + 10 * DAY,
	    "the last that is a week before");
	check(store, T + 20 * DAY, 8 * DAY, T, T + 10 * DAY,
	    "further back if need be");
	check(store, T + 20 * DAY, 30 * DAY, T, T + 10 * DAY,
	    "the first if none is");
	check(store, T + 9 * DAY, DAY, T, T + 3 * DAY, "at an earlier time");
	/* a reset is no balance */
	if (registry->ops->set_usage(registry,
		(struct ft_owner){ FT_ENTITY_ASSOC, ann }, 0, 0, &err))
		bail("%s", err.text);
	check(store, T + 20 * DAY, 7 * DAY, T + 3 * DAY, T + 10 * DAY,
	    "a reset in between");
	ft_store_rollback(store);
	ft_store_close(store);
	return done_testing();
}
