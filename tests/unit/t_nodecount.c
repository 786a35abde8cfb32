/* Numbers of nodes, as sbatch -N takes them (case n20-node-counts). */
#include "model/job/nodecount.h"
#include "tap/tap.h"

static const struct {
	const char *text, *sizes;
	uint32_t least, most;
} good[] = {
	{ "2", "", 2, 2 },
	{ "2-4", "", 2, 4 },
	{ "-4", "", 1, 4 },
	{ " +2 ", "", 2, 2 },
	{ "1k", "", 1024, 1024 },
	{ "2-4k", "", 2, 4096 },
	{ "2m", "", 2097152, 2097152 },
	{ "2,4", "2,4", 2, 4 },
	{ "2,2", "2", 2, 2 },
	{ "4,1-2", "1-2,4", 1, 4 },
	{ "2-6:2", "2,4,6", 2, 6 },
	{ "2-6:3", "2,5", 2, 5 },
	{ "3,", "0,3", 0, 3 },
	{ "65534-65535,1", "1,65534-65535", 1, 65535 },
};

static const struct {
	const char *text, *why, *listed;
} wrong[] = {
	{ "", "\"\" is not a valid node count", NULL },
	{ "x-2", "\"x\" is not a valid node count", NULL },
	{ "2-x", "\"x\" is not a valid node count", NULL },
	{ "2-4-6", "\"4-6\" is not a valid node count", NULL },
	{ "2x", "\"2x\" is not a valid node count", NULL },
	{ "2147483648", "\"2147483648\" is not a valid node count", NULL },
	{ "2-", "Maximum node count -1 is less than minimum node count 2",
	    NULL },
	{ "--3", "Maximum node count -3 is less than minimum node count 1",
	    "Maximum node count -1 is less than minimum node count 1" },
	{ "2,4", "\"2,4\" is not a valid node count", "" },
	{ "1k,2k", "\"1k,2k\" is not a valid node count",
	    "\"1k\" is not a valid node count" },
	{ "2-6:0", "\"6:0\" is not a valid node count",
	    "\"2-6:0\" is not a valid node count" },
	{ "65536,1", "\"65536,1\" is not a valid node count",
	    "\"65536\" is not a valid node count" },
	{ ",3", "\",3\" is not a valid node count",
	    "invalid number of nodes (-N -1--1)" },
};

static void
check_wrong(const char *text, bool lists, const char *why)
{
	struct ft_nodecount count;
	struct ft_error err = { 0 };
	enum ft_status status = ft_nodecount_read(text, lists, &count, &err);

	if (*why)
		is_str(err.text, why, "%s", text);
	else
		ok(status == FT_OK, "%s", text);
	ft_str_free(&count.sizes);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(good); i++) {
		struct ft_nodecount count;
		struct ft_error err = { 0 };

		ok(ft_nodecount_read(good[i].text, true, &count, &err) == FT_OK,
		    "%s", good[i].text);
		ok(count.least == good[i].least, "least");
		ok(count.most == good[i].most, "most");
		is_str(ft_str_text(&count.sizes), good[i].sizes, "sizes");
		ft_str_free(&count.sizes);
	}
	for (size_t i = 0; i < FT_COUNT(wrong); i++) {
		check_wrong(wrong[i].text, false, wrong[i].why);
		check_wrong(wrong[i].text, true,
		    wrong[i].listed ? wrong[i].listed : wrong[i].why);
	}
	return done_testing();
}
