#include "algo/share/levelbased.h"

#include "lib/fixture.h"
#include "tap/tap.h"

/* A factor is rank / N. */
#define SIX_DIGITS 0.5e-6L

struct row {
	const char *name;
	uint64_t bucket;
	double factor;
};

static const struct {
	const char *title, *text;
	uint32_t levels;
	struct row row[8];
} tables[] = {
	/* F of somebody without usage is 1, at its share 1/2, twice over 1/4 */
	{ "the topmost level in the highest bits",
	    "A 1\n"
	    "  u:a1 1 usage=50\n"
	    "  u:a2 1 usage=50\n"
	    "B 1\n"
	    "  u:b1 1\n"
	    "  u:b2 1\n",
	    4,
	    {
		{ "A", 0x3fff000000000000, 0 },
		{ "a1", 0x3fff7fff00000000, .5 },
		{ "a2", 0x3fff7fff00000000, .5 },
		{ "B", 0xffff000000000000, 0 },
		{ "b1", 0xffffffff00000000, 1 },
		{ "b2", 0xffffffff00000000, 1 },
	    } },
	{ "what is left of 64 bits stays 0",
	    "u:a 1\n"
	    "u:b 1 usage=10\n",
	    3,
	    {
		{ "a", 0xfffff80000000000, 1 },
		{ "b", 0x3ffff80000000000, .5 },
	    } },
	{ "below the last level all are tied",
	    "A 1\n"
	    "  X 1\n"
	    "    u:x1 1 usage=99\n"
	    "    u:x2 1\n"
	    "  u:a 1 usage=1\n",
	    2,
	    {
		{ "X", 0x7fffffff40e4b64d, 0 },
		{ "x1", 0x7fffffff40e4b64d, 2 / 3. },
		{ "x2", 0x7fffffff40e4b64d, 2 / 3. },
		{ "a", 0x7ffffffffc79bf1b, 1 },
	    } },
	{ "one level of all bits",
	    "u:a 1\n"
	    "u:b 0\n",
	    1,
	    {
		{ "a", 0xffffffffffffffff, 1 },
		{ "b", 0, .5 },
	    } },
	{ "63 levels of a bit each: only who has no usage at all is told apart",
	    "u:a 1\n"
	    "u:b 1 usage=1\n"
	    "u:c 8 usage=1\n",
	    63,
	    {
		{ "a", 0x8000000000000000, 1 },
		{ "b", 0, 2 / 3. },
		{ "c", 0, 2 / 3. },
	    } },
	{ "parent shares",
	    "A 1 usage=50\n"
	    "  X parent\n"
	    "    u:x 1 usage=50\n"
	    "  u:a parent\n"
	    "B 1\n",
	    4,
	    {
		{ "X", 0x3fffffff00000000, 0 },
		{ "x", 0x3fffb50400000000, .5 },
		{ "a", 0x3fffffff00000000, 1 },
	    } },
};

static void
check_tables(void)
{
	for (size_t i = 0; i < FT_COUNT(tables); i++) {
		struct fixture fixture;
		struct ft_share share = { 0 };
		struct ft_share_input input;

		fixture_init(&fixture, tables[i].text);
		input = fixture_input(&fixture, FT_TIES_SLURM);
		input.params.levels = tables[i].levels;
		is_i64(ft_share_run(
			   &ft_algo_levelbased, &input, &share, NULL, NULL),
		    FT_OK, "%s", tables[i].title);
		for (const struct row *row = tables[i].row; row->name; row++) {
			uint32_t node = fixture_node(&fixture, row->name);

			is_u64(share.bucket[node], row->bucket, "%s: %s",
			    tables[i].title, row->name);
			near(share.factor[node], row->factor, SIX_DIGITS,
			    "%s: factor of %s", tables[i].title, row->name);
		}
		ft_share_free(&share);
		fixture_free(&fixture);
	}
}

static void
check_refused(void)
{
	static const uint32_t levels[] = { 0, 64, UINT32_MAX };
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_error err;

	fixture_init(&fixture, "u:a 1\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	for (size_t i = 0; i < FT_COUNT(levels); i++) {
		input.params.levels = levels[i];
		is_i64(ft_share_run(
			   &ft_algo_levelbased, &input, &share, NULL, &err),
		    FT_EINVAL, "%u levels", levels[i]);
	}
	is_str(err.text, "number of levels '4294967295' is not 1 to 63",
	    "says so");
	input.params.levels = 4;
	fixture.usage[1] = -1;
	is_i64(ft_share_run(&ft_algo_levelbased, &input, &share, NULL, &err),
	    FT_EINVAL, "negative usage");
	ft_share_free(&share);
	fixture_free(&fixture);
}

static void
check_values(void)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_share_values values;

	fixture_init(
	    &fixture, "A 3\n  u:a 1 usage=10\n  u:p parent usage=30\nB 1\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	ft_share_run(&ft_algo_levelbased, &input, &share, NULL, NULL);
	ft_share_values_of(
	    &input, &share, fixture_node(&fixture, "p"), &values);
	near(values.norm_shares, .75, 0, "shares of the parent");
	near(values.effective_usage, .75, 0, "usage among siblings");
	near(values.norm_usage, .75, 0, "usage of all");
	is_u64(values.rank, 1, "rank");
	ok(values.has_factor && !values.has_level_fs, "a user's columns");
	ft_share_values_of(&input, &share, 0, &values);
	ok(!values.has_factor && !values.has_norm_usage, "the root's columns");
	is_str(ft_algo_find("LevelBased")->name, "levelbased",
	    "found by name, any case");
	ok(!ft_algo_find("level"), "not by a part of it");
	ft_share_free(&share);
	fixture_free(&fixture);
}

int
main(void)
{
	check_tables();
	check_values();
	check_refused();
	return done_testing();
}
