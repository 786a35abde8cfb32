/*
 * Numbers to six decimals as sshare of Slurm 22.05.8 printed them for the same
 * trees (the first is the example of Slurm's documentation).
 */
#include "algo/share/classic.h"

#include "lib/fixture.h"
#include "tap/tap.h"

/* Half of the last digit printed. */
#define SIX_DIGITS 0.5001e-6L

struct row {
	const char *name;
	double norm_shares, norm_usage, effective_usage, factor;
};

struct table {
	const char *title;
	const char *text;
	uint32_t dampening;
	int passes; /* depth oblivious: 1 the first, 2 a later one; else 0 */
	struct row row[16];
};

#define DOCUMENTED                                                             \
	"u:root 0 usage=30000\n"                                               \
	"A 40\n"                                                               \
	"  B 30\n"                                                             \
	"    u:u1 1 usage=20000\n"                                             \
	"  C 10\n"                                                             \
	"    u:u2 1 usage=25000\n"                                             \
	"    u:u3 1\n"                                                         \
	"D 60\n"                                                               \
	"  E 25\n"                                                             \
	"    u:u4 1 usage=25000\n"                                             \
	"  F 35\n"                                                             \
	"    u:u5 1\n"

static const struct table tables[] = {
	{ "documented", DOCUMENTED, 1, 0,
	    {
		{ "root", 1, 1, 1, .5 },
		{ "root/root", 0, .3, .3, 0 },
		{ "A", .4, .45, .45, .458502 },
		{ "B", .3, .2, .3875, .408479 },
		{ "u1", .3, .2, .3875, .408479 },
		{ "C", .1, .25, .3, .125 },
		{ "u2", .05, .25, .275, .022097 },
		{ "u3", .05, 0, .15, .125 },
		{ "D", .6, .25, .25, .749154 },
		{ "E", .25, .25, .25, .5 },
		{ "u4", .25, .25, .25, .5 },
		{ "F", .35, 0, .145833, .749154 },
		{ "u5", .35, 0, .145833, .749154 },
	    } },
	{ "dampening 3", DOCUMENTED, 3, 0,
	    {
		{ "root", 1, 1, 1, .793701 },
		{ "root/root", 0, .3, .3, 0 },
		{ "A", .4, .45, .45, .771105 },
		{ "B", .3, .2, .3875, .741976 },
		{ "C", .1, .25, .3, .5 },
		{ "u2", .05, .25, .275, .280616 },
		{ "D", .6, .25, .25, .908218 },
		{ "u4", .25, .25, .25, .793701 },
		{ "u5", .35, 0, .145833, .908218 },
	    } },
	{ "depth oblivious, first pass", DOCUMENTED, 1, 1,
	    {
		{ "root", 1, 1, 1, .5 },
		{ "root/root", 0, .3, .3, 0 },
		{ "A", .4, .45, .45, .458502 },
		{ "B", .3, .2, 0, 1 },
		{ "u1", .3, .2, 0, 1 },
		{ "C", .1, .25, .25, .176777 },
		{ "u2", .05, .25, .044173, .542068 },
		{ "u3", .05, 0, 0, 1 },
		{ "D", .6, .25, .25, .749154 },
		{ "E", .25, .25, 0, 1 },
		{ "u4", .25, .25, 0, 1 },
		{ "F", .35, 0, 0, 1 },
		{ "u5", .35, 0, 0, 1 },
	    } },
	/*
	 * With all siblings known: below A r = .45 / .4 = 1.125.  B has
	 * l = .2 / .3 / 1.125 = .592593, on the other side of 1, so
	 * w = 1 / (1 + (5 ln 1.125)^2) = .742489 and UE = 1.125 x l^w x .3.
	 * C has l = 2.222222 and UE = 1.125 x l x .1, and u2, with 2.5 and 2,
	 * 2.5 x 2 x .05.  E has r = .25 / .6, l = 2.4, w = .049600.
	 */
	{ "depth oblivious, later", DOCUMENTED, 1, 2,
	    {
		{ "A", .4, .45, .45, .458502 },
		{ "B", .3, .2, .228848, .589340 },
		{ "u1", .3, .2, .228848, .589340 },
		{ "C", .1, .25, .25, .176777 },
		{ "u2", .05, .25, .25, .031250 },
		{ "u3", .05, 0, 0, 1 },
		{ "E", .25, .25, .108790, .739613 },
		{ "u4", .25, .25, .108790, .739613 },
		{ "F", .35, 0, 0, 1 },
	    } },
	{ "parent shares",
	    "u:root 1\n"
	    "g1 10\n"
	    "  u:a1 parent usage=100\n"
	    "  u:a2 3 usage=300\n"
	    "  u:a3 1\n"
	    "g2 parent\n"
	    "  u:b1 2 usage=50\n"
	    "  u:b2 parent usage=60\n"
	    "  g3 parent\n"
	    "    u:c1 1 usage=40\n"
	    "    u:c2 4 usage=10\n"
	    "g4 0\n"
	    "  u:d1 1 usage=5\n",
	    1, 0,
	    {
		{ "root", 1, 1, 1, .5 },
		{ "root/root", .055556, 0, 0, 1 },
		{ "g1", .555556, .707965, .707965, .413415 },
		{ "a1", .555556, .176991, .707965, .413415 },
		{ "a2", .416667, .530973, .663717, .331500 },
		{ "a3", .138889, 0, .176991, .413415 },
		{ "g2", 1, .283186, .283186, .821774 },
		{ "b1", .111111, .088496, .088496, .575760 },
		{ "b2", 1, .106195, .106195, .929035 },
		{ "g3", 1, .088496, .088496, .940503 },
		{ "c1", .055556, .070796, .070796, .413415 },
		{ "c2", .222222, .017699, .017699, .946290 },
		{ "g4", 0, .008850, .008850, 0 },
		{ "d1", 0, .008850, .008850, 0 },
	    } },
};

static void
check_table(const struct table *table)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;

	fixture_init(&fixture, table->text);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	input.params.dampening = table->dampening;
	input.params.depth_oblivious = table->passes > 0;
	input.params.first_pass = table->passes == 1;
	is_i64(ft_share_run(&ft_algo_classic, &input, &share, NULL, NULL),
	    FT_OK, "%s", table->title);
	for (const struct row *row = table->row; row->name; row++) {
		uint32_t node = fixture_node(&fixture, row->name);
		struct ft_share_values got;

		ft_share_values_of(&input, &share, node, &got);
		near(got.norm_shares, row->norm_shares, SIX_DIGITS,
		    "%s, %s: normalised shares", table->title, row->name);
		near(got.norm_usage, row->norm_usage, SIX_DIGITS,
		    "%s, %s: normalised usage", table->title, row->name);
		near(got.effective_usage, row->effective_usage, SIX_DIGITS,
		    "%s, %s: effective usage", table->title, row->name);
		near(got.factor, row->factor, SIX_DIGITS, "%s, %s: factor",
		    table->title, row->name);
		is_real(got.level_fs, 0, "level fairshare is not computed");
	}
	ft_share_free(&share);
	fixture_free(&fixture);
}

/* A job of a user with `parent` shares has the factor of its account. */
static void
check_job_factor(void)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;

	fixture_init(&fixture, tables[4].text);
	input = fixture_input(&fixture, FT_TIES_SLURM);
	ft_share_run(&ft_algo_classic, &input, &share, NULL, NULL);
	near(ft_share_job_factor(
		 &share, fixture.tree, fixture_node(&fixture, "a2")),
	    .331500, SIX_DIGITS, "job factor with a number of shares");
	near(ft_share_job_factor(
		 &share, fixture.tree, fixture_node(&fixture, "b2")),
	    .5, SIX_DIGITS, "job factor with the shares of the root");
	ft_share_free(&share);
	fixture_free(&fixture);
}

static void
check_refused(void)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_error err;

	fixture_init(&fixture, "A 1\n  u:a1 1 usage=3\n");
	input = fixture_input(&fixture, FT_TIES_SLURM);
	input.params.dampening = 0;
	is_i64(ft_share_run(&ft_algo_classic, &input, &share, NULL, &err),
	    FT_EINVAL, "dampening 0");
	is_str(err.text, "dampening factor 0 is not 1 or more", "says so");
	input.params.dampening = 1;
	fixture.usage[2] = -1;
	is_i64(ft_share_run(&ft_algo_classic, &input, &share, NULL, &err),
	    FT_EINVAL, "negative usage");
	ft_share_free(&share);
	fixture_free(&fixture);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(tables); i++)
		check_table(&tables[i]);
	check_job_factor();
	check_refused();
	return done_testing();
}
