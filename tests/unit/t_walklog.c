#include "report/explain/walklog.h"

#include <string.h>

#include "lib/fixture.h"
#include "tap/tap.h"

/* Two tied accounts; b1 inherits or is merged. */
static const char tied[] = "a 10\n"
			   "  u:a1 5 usage=10\n"
			   "  u:a2 5 usage=90\n"
			   "b 10\n"
			   "  u:b1 parent usage=40\n"
			   "  u:b2 5 usage=60\n";

static void
trace(const char *text, enum ft_ties ties, bool json, struct ft_out *out)
{
	struct fixture fixture;
	struct ft_share share = { 0 };
	struct ft_share_input input;
	struct ft_walklog state;
	struct ft_error err = { 0 };

	fixture_init(&fixture, text);
	input = fixture_input(&fixture, ties);
	ft_walklog_init(&state, out, fixture.tree, &fixture.names, json);
	if (ft_walklog_run(&state, ft_algo_find("fairtree"), &input, &share,
		&err) != FT_OK)
		bail("%s", err.text);
	ft_share_free(&share);
	fixture_free(&fixture);
}

static void
test_text(void)
{
	struct ft_out out;

	ft_out_init(&out, NULL);
	trace(tied, FT_TIES_SLURM, false, &out);
	is_str(ft_str_text(&out.text),
	    "Fair Tree, starting at root:\n"
	    "    a (a):  1.00000000000000000000\n"
	    "        a1 (a):  5.00000000000000000000\n"
	    "        a2 (a):  0.55555555555555555556\n"
	    "    =b (b):  1.00000000000000000000\n"
	    "        =b1 (b):  parent\n"
	    "        b2 (b):  1.66666666666666666663\n",
	    "ties as Slurm has them");
	ft_str_clear(&out.text);
	trace(tied, FT_TIES_DOCUMENTED, false, &out);
	is_str(ft_str_text(&out.text),
	    "Fair Tree, starting at root:\n"
	    "    =b (b):  1.00000000000000000000, merged with a\n"
	    "    a (a):  1.00000000000000000000\n"
	    "        b1 (b):  parent\n"
	    "        a1 (a):  5.00000000000000000000\n"
	    "        b2 (b):  1.66666666666666666663\n"
	    "        a2 (a):  0.55555555555555555556\n",
	    "ties as documented");
	ft_out_free(&out);
}

static void
test_json(void)
{
	struct ft_out out;

	ft_out_init(&out, NULL);
	trace("u:ann 1 usage=4\n", FT_TIES_SLURM, true, &out);
	is_str(ft_str_text(&out.text),
	    "{\"event\": \"start\", \"schema\": \"fairtree.trace/1\", "
	    "\"users\": 1}\n"
	    "{\"event\": \"enter\", \"depth\": 0, \"id\": 1, \"account\": "
	    "\"root\", \"level\": {\"set\": false, \"infinite\": false, "
	    "\"number\": 0.0}, \"level_exact\": \"0xf.ffffffep+28\"}\n"
	    "{\"event\": \"level_fs\", \"depth\": 1, \"id\": 2, \"account\": "
	    "\"root\", \"user\": \"ann\", \"place\": 0, \"shares\": 1.0, "
	    "\"usage\": {\"set\": true, \"infinite\": false, \"number\": 1.0}, "
	    "\"usage_exact\": \"0x8p-3\", \"level\": {\"set\": true, "
	    "\"infinite\": false, \"number\": 1.0}, \"level_exact\": "
	    "\"0x8p-3\"}\n"
	    "{\"event\": \"sort\", \"depth\": 0, \"id\": 1, \"account\": "
	    "\"root\", \"order\": [2]}\n"
	    "{\"event\": \"rank\", \"depth\": 1, \"id\": 2, \"account\": "
	    "\"root\", \"user\": \"ann\", \"level\": {\"set\": true, "
	    "\"infinite\": false, \"number\": 1.0}, \"level_exact\": "
	    "\"0x8p-3\", \"place\": 1, \"rank\": 1, \"rank_without_ties\": 1, "
	    "\"factor\": 1.0}\n"
	    "{\"event\": \"leave\", \"depth\": 0, \"id\": 1, \"account\": "
	    "\"root\"}\n"
	    "{\"event\": \"end\"}\n",
	    "JSON lines");
	ft_out_free(&out);
}

int
main(void)
{
	test_text();
	test_json();
	return done_testing();
}
