/*
 * What the viewer says about who is at its cursor: the path is read from the
 * film, and must be the one that fwhy records; places of accounts, and what is
 * said about the root, are worked out by hand.
 */
#include "fview/internal.h"

#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "lib/fixture.h"
#include "report/explain/explain.h"
#include "tap/tap.h"

/* Ties of users, of accounts, of a user with an account, promoted children,
 * and the user root, who has used nothing. */
static const char *const trees[] = {
	FIXTURE_THREE_TIED,
	FIXTURE_USER_TIED,
	FIXTURE_PROMOTED,
	FIXTURE_TIE_LOST,
	"u:root 1\nx 2\n  u:x1 1 usage=7\n  y 3\n    u:y1 1 usage=90\n"
	"    u:y2 1 usage=30\n  u:x2 1 usage=1\nz 1\n  u:z1 1 usage=9\n"
	"  u:z2 1\n  u:z3 1\n",
};

/* The sentence that fwhy prints about NODE. */
static void
add_recorded(const struct fview_data *data, uint32_t node, struct ft_str *str)
{
	struct ft_share_input input = {
		.tree = data->tree, .usage = data->usage, .params = data->params
	};
	struct ft_share share = { 0 };
	struct ft_explain explain = { .algo = data->algo,
		.input = &input,
		.share = &share,
		.names = &data->names,
		.n_path = 1,
		.path[0].user = node };
	struct ft_error err;

	if (ft_explain_run(&explain, &err) != FT_OK)
		bail("%s", err.text);
	ft_explain_add_standing(&explain, &explain.path[0], str);
	ft_explain_free(&explain);
	ft_share_free(&share);
}

static void
check_all(const char *text, enum ft_ties ties)
{
	struct fview_data *data = filmed_new(text, &ft_algo_fairtree, ties);

	for (uint32_t i = 1; i < data->tree->n; i++) {
		struct ft_str got FT_CLEANUP(ft_str_free) = { 0 },
				  want FT_CLEANUP(ft_str_free) = { 0 };

		add_recorded(data, i, &want);
		fview_add_standing(data, i, &got);
		is_str(ft_str_text(&got), ft_str_text(&want), "as fwhy: %s",
		    ft_str_text(&got));
	}
	fview_data_free(data);
}

/* The node that NAME means. */
static uint32_t
find(const struct fview_data *data, const char *name)
{
	for (uint32_t i = 0; i < data->tree->n; i++)
		if (strcmp(fview_name(data, i), name) == 0)
			return i;
	bail("no %s", name);
	return FT_NODE_NONE;
}

/*
 * The last tree: shares at the top 1, 2, 1; x .5 / (128/137) = .535, z .25 /
 * (9/137) = 3.81.  Under x: y 3/5 / (120/128) = .64, x1 1/5 / (7/128) = 3.66, x2
 * 1/5 / (1/128) = 25.6.  So root 1, z2 z3 2, z1 4, x2 5, x1 6, y2 7, y1 8.
 */
static const struct {
	const char *who, *want;
} accounts[] = {
	{ "z", "z has places 2 to 4 of 8, behind the user "
	       "root at the top." },
	{ "x", "x has places 5 to 8 of 8, behind z at the "
	       "top." },
	/* three are ahead because of x, and root; two in x */
	{ "y", "y has places 7 to 8 of 8, because x stands behind z at the "
	       "top." },
};

static void
check_accounts(void)
{
	struct fview_data *data =
	    filmed_new(trees[4], &ft_algo_fairtree, FT_TIES_SLURM);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < FT_COUNT(accounts); i++) {
		ft_str_clear(&str);
		fview_add_standing(data, find(data, accounts[i].who), &str);
		is_str(ft_str_text(&str), accounts[i].want, "account %s",
		    accounts[i].who);
	}
	fview_data_free(data);
}

static void
check_others(void)
{
	struct fview_data *data =
	    filmed_new(trees[2], &ft_algo_fairtree, FT_TIES_SLURM);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	/* q1 q2 xp y1 x2 x1, as t_view_frames.c has it */
	fview_add_standing(data, 0, &str);
	is_str(ft_str_text(&str),
	    "q1 is 1st of 6, because Q stands ahead of P at the top.",
	    "at the root: who is first");
	ft_str_clear(&str);
	fview_add_standing(data, find(data, "X"), &str);
	is_str(ft_str_text(&str), "X has places 3 to 6 of 6.",
	    "an account with parent shares stands nowhere itself");
	fview_data_free(data);

	ft_str_clear(&str);
	data = filmed_new(trees[3], &ft_algo_fairtree, FT_TIES_SLURM);
	fview_add_standing(data, find(data, "Ae"), &str);
	is_str(ft_str_text(&str), "Ae has no users, so no place.", "empty");
	fview_data_free(data);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(trees); i++) {
		check_all(trees[i], FT_TIES_SLURM);
		check_all(trees[i], FT_TIES_DOCUMENTED);
	}
	check_accounts();
	check_others();
	return done_testing();
}
