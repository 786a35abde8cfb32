#include "io/research/gamefile.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

/* "name nodes planned real/..." or the message */
static const char *
read_all(const char *text)
{
	static struct ft_str str;
	struct ft_game_jobs jobs = { 0 };
	struct ft_error err = { 0 };

	ft_str_clear(&str);
	if (ft_gamefile_read(&jobs, "g", text, strlen(text), &err) != FT_OK)
		ft_str_add(&str, err.text);
	else
		for (size_t i = 0; i < jobs.n; i++)
			ft_str_addf(&str,
			    "%s %" PRIu32 " %" PRId64 " %" PRId64 "/",
			    jobs.job[i].name, jobs.job[i].nodes,
			    jobs.job[i].planned, jobs.job[i].real);
	ft_game_jobs_free(&jobs);
	return ft_str_text(&str);
}

int
main(void)
{
	/* clang-format off */
	static const struct { const char *text, *want; } row[] = {
		{ "name,nodes,planned,real\nA,4,100,50\n", "A 4 100 50/" },
		{ "Real,W,x,MIN\r\n5,1,?,7\r\n\r\n6,2,,8", "1 1 7 5/2 2 8 6/" },
		{ "width,min\n3,9\n", "1 3 9 9/" },
		{ "name,nodes,planned\n,1,1\n\"b,c\",1000000,100000000\n",
		    "1 1 1 1/b,c 1000000 100000000 100000000/" },
		{ "nodes,planned\n", "" },
		{ "", "g:1:1: the first line must name the columns" },
		{ "a,b\n1,2\n", "g:1:1: no column 'nodes' in the first line" },
		{ "nodes,b\n1,2\n", "g:1:1: no column 'planned' in the first line" },
		{ "nodes,w,planned\n", "g:1:7: duplicate column nodes" },
		{ "nodes,planned\n1\n", "g:2:1: 1 fields, but 2 columns in the first line" },
		{ "nodes,planned\n1,2,3\n", "g:2:5: 3 fields, but 2 columns in the first line" },
		{ "nodes,planned\n0,2\n", "g:2:1: nodes: expected a whole number from 1 to 1000000, not '0'" },
		{ "nodes,planned\n1,2.5\n", "g:2:3: planned: expected a whole number from 1 to 100000000, not '2.5'" },
		{ "nodes,planned,real\n1,2,100000001\n", "g:2:5: real: expected a whole number from 1 to 100000000, not '100000001'" },
		{ "nodes,planned\n1,\"2\n3\"\n", "g:2:3: planned: expected a whole number from 1 to 100000000, not '2'" },
		{ "nodes,planned,name\n1,1,\"a\nb\"\n", "g:2:5: a name must be a single line, not 'a...'" },
		{ "nodes,planned\n1,\"2\n", "g:2:3: this quote is not closed" },
	};
	static const struct { const char *text; bool want; } is[] = {
		{ "name,nodes,planned,real\n", true },
		{ "x,Min\n", true },
		{ "; Version: 2.2\n1 0 -1 ...", false },
		{ "JobID|User|State\n", false },
		{ "1,2,3\n", false },
		{ "\"nodes", false },
		{ "", false },
	};
	/* clang-format on */

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(read_all(row[i].text), row[i].want, "row %zu", i);
	for (size_t i = 0; i < FT_COUNT(is); i++)
		ok(ft_gamefile_is(is[i].text, strlen(is[i].text)) == is[i].want,
		    "is one: row %zu", i);
	return done_testing();
}
