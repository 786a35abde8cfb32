#include "model/tree/tree.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "lib/fixture.h"
#include "tap/tap.h"

/* ---- numbering ------------------------------------------------------------ */

/* The names of all nodes in their order, families in brackets. */
static const char *
numbering(const struct fixture *fixture)
{
	static char text[1024];
	const struct ft_tree *tree = fixture->tree;
	size_t len =
	    (size_t)snprintf(text, sizeof text, "%s", fixture_name(fixture, 0));

	for (uint32_t a = 0; a < tree->n_acct; a++) {
		len += (size_t)snprintf(text + len, sizeof text - len, " %s(",
		    fixture_name(fixture, tree->node[a]));
		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++)
			len += (size_t)snprintf(text + len, sizeof text - len,
			    "%s%s", i > tree->first[a] ? " " : "",
			    fixture_name(fixture, i));
		len += (size_t)snprintf(text + len, sizeof text - len, ")");
	}
	return text;
}

static const struct {
	const char *title, *text, *numbering;
	bool promoted;
} numberings[] = {
	{ "only a root", "", "root root()", false },
	{ "families in the preorder of their owners",
	    "a 1\n"
	    "  b 1\n"
	    "    u:u 1\n"
	    "  u:v 1\n"
	    "  c 1\n"
	    "u:w 1\n"
	    "d 1\n"
	    "  u:x 1\n",
	    "root root(a w d) a(b v c) b(u) c() d(x)", false },
	{ "children of a parent account follow it",
	    "a 1\n"
	    "  u:u 1\n"
	    "  b parent\n"
	    "    u:v 1\n"
	    "    c parent\n"
	    "      u:w 1\n"
	    "    u:x parent\n"
	    "  u:y 1\n"
	    "d 1\n",
	    "root root(a d) a(u b v c w x y) b() c() d()", true },
	{ "below the root as well",
	    "a parent\n"
	    "  b 1\n"
	    "    u:u 1\n"
	    "c 1\n",
	    "root root(a b c) a() b(u) c()", true },
	{ "a parent account without children promotes nobody",
	    "a parent\n"
	    "u:u parent\n",
	    "root root(a u) a()", false },
};

static void
check_numbering(void)
{
	for (size_t i = 0; i < FT_COUNT(numberings); i++) {
		struct fixture fixture;

		fixture_init(&fixture, numberings[i].text);
		is_str(numbering(&fixture), numberings[i].numbering, "%s",
		    numberings[i].title);
		is_u64(fixture.tree->promoted, numberings[i].promoted,
		    "%s: promoted", numberings[i].title);
		for (uint32_t n = 1; n < fixture.tree->n; n++)
			if (fixture.tree->parent[n] >= n)
				ok(false, "parent before child");
		fixture_free(&fixture);
	}
}

/* ---- questions ------------------------------------------------------------ */

#define NESTED                                                                 \
	"a 1\n"                                                                \
	"  b parent\n"                                                         \
	"    c parent\n"                                                       \
	"      u:u 1\n"                                                        \
	"      d 3\n"                                                          \
	"        u:v parent\n"                                                 \
	"u:w 1\n"

static const struct {
	const char *node, *fs_parent;
	uint32_t depth, shares;
} questions[] = {
	{ "root", NULL, 0, 1 },
	{ "a", "root", 1, 1 },
	{ "b", "a", 2, 0 },
	{ "c", "a", 3, 0 },
	{ "u", "a", 4, 1 },
	{ "d", "a", 4, 3 },
	{ "v", "d", 5, 0 },
	{ "w", "root", 1, 1 },
};

static void
check_questions(void)
{
	struct fixture fixture;
	uint32_t a, b;

	fixture_init(&fixture, NESTED);
	for (size_t i = 0; i < FT_COUNT(questions); i++) {
		const char *name = questions[i].node;
		uint32_t node = fixture_node(&fixture, name);
		uint32_t parent = ft_tree_fs_parent(fixture.tree, node);

		is_str(parent == FT_NODE_NONE ? NULL
					      : fixture_name(&fixture, parent),
		    questions[i].fs_parent, "%s: fair-share parent", name);
		is_u64(ft_tree_depth(fixture.tree, node), questions[i].depth,
		    "%s: depth", name);
		is_u64(fixture.tree->shares[node], questions[i].shares,
		    "%s: shares", name);
		is_u64(ft_tree_find(fixture.tree, fixture.tree->id[node]), node,
		    "%s: found by id", name);
	}
	a = fixture_node(&fixture, "b");
	b = fixture_node(&fixture, "v");
	ok(ft_tree_below(fixture.tree, b, a), "v is below b");
	ok(ft_tree_below(fixture.tree, a, a), "b counts as below b");
	ok(!ft_tree_below(fixture.tree, a, b), "b is not below v");
	ok(!ft_tree_below(fixture.tree, fixture_node(&fixture, "w"), a),
	    "w is not below b");
	is_u64(ft_tree_find(fixture.tree, 99), FT_NODE_NONE, "unknown id");
	fixture_free(&fixture);
}

/* ---- rows ----------------------------------------------------------------- */

#define USER   FT_NODE_USER
#define PARENT FT_NODE_PARENT

static const struct {
	const char *title;
	struct ft_tree_row row[4]; /* up to the first with id 0 and no user */
	uint32_t n;
	const char *message;
} refused[] = {
	{ "no rows", { { 0 } }, 0, "no root association" },
	{ "no root", { { .id = 1, .parent = 2 }, { .id = 2, .parent = 1 } }, 2,
	    "no root association" },
	{ "two roots", { { .id = 4 }, { .id = 2 } }, 2,
	    "associations 4 and 2 both are the root" },
	{ "a user as root", { { .id = 4, .flags = USER } }, 1,
	    "user association 4 has no parent" },
	{ "id 0", { { .id = 1 }, { .id = 0, .parent = 1 } }, 2,
	    "association with id 0" },
	{ "an id twice",
	    { { .id = 1 }, { .id = 7, .parent = 1 }, { .id = 7, .parent = 1 } },
	    3, "two associations have the id 7" },
	{ "unknown parent", { { .id = 1 }, { .id = 2, .parent = 3 } }, 2,
	    "association 2 has the unknown parent 3" },
	{ "unknown parent far away",
	    { { .id = 1 }, { .id = 2, .parent = UINT32_MAX } }, 2,
	    "association 2 has the unknown parent 4294967295" },
	{ "below a user",
	    { { .id = 1 }, { .id = 2, .parent = 1, .flags = USER },
		{ .id = 3, .parent = 2 } },
	    3, "association 3 has the user 2 as its parent" },
	{ "its own parent", { { .id = 1 }, { .id = 2, .parent = 2 } }, 2,
	    "association 2 is below itself or below one that is" },
	{ "a circle",
	    { { .id = 1 }, { .id = 2, .parent = 3 }, { .id = 3, .parent = 2 },
		{ .id = 4, .parent = 1 } },
	    4, "association 2 is below itself or below one that is" },
	{ "a circle of parent shares",
	    { { .id = 1 }, { .id = 2, .parent = 3, .flags = PARENT },
		{ .id = 3, .parent = 2, .flags = PARENT } },
	    3, "association 2 is below itself or below one that is" },
};

static void
check_refused(void)
{
	for (size_t i = 0; i < FT_COUNT(refused); i++) {
		struct ft_tree *tree = NULL;
		struct ft_error err;

		is_i64(ft_tree_build(&tree, refused[i].row, refused[i].n, &err),
		    FT_EINVAL, "%s", refused[i].title);
		is_str(err.text, refused[i].message, "%s: message",
		    refused[i].title);
		ok(!tree, "%s: no tree", refused[i].title);
	}
	is_i64(ft_tree_build(NULL, NULL, (size_t)FT_TREE_MAX + 1, NULL),
	    FT_EINVAL, "more nodes than fit");
}

/* Rows in every order of three siblings, ids that are far apart. */
static void
check_positions(void)
{
	static const int32_t position[][3] = { { 1, 2, 3 }, { 3, 2, 1 },
		{ 2, 3, 1 }, { -5, INT32_MIN, INT32_MAX }, { 7, 7, 7 } };
	static const uint32_t want[][3] = { { 5, 9, 4000000000 },
		{ 4000000000, 9, 5 }, { 4000000000, 5, 9 },
		{ 9, 5, 4000000000 }, { 5, 9, 4000000000 } };

	for (size_t i = 0; i < FT_COUNT(position); i++) {
		struct ft_tree_row row[4] = {
			{ .id = 9, .parent = 3, .position = position[i][1] },
			{ .id = 4000000000,
			    .parent = 3,
			    .position = position[i][2],
			    .partition = 6 },
			{ .id = 3, .shares = 1 },
			{ .id = 5,
			    .parent = 3,
			    .position = position[i][0],
			    .who = 44,
			    .shares = 17,
			    .flags = USER | FT_NODE_DEFAULT },
		};
		struct ft_tree *tree;
		uint32_t at;

		if (ft_tree_build(&tree, row, 4, NULL))
			bail("positions: refused");
		for (uint32_t j = 0; j < 3; j++)
			is_u64(tree->id[j + 1], want[i][j],
			    "positions %zu: child %u", i, j);
		at = ft_tree_find(tree, 5);
		is_u64(tree->who[at], 44, "who");
		is_u64(tree->shares[at], 17, "shares");
		is_u64(tree->flags[at], USER | FT_NODE_DEFAULT, "flags");
		is_u64(tree->acct[at], FT_NODE_NONE, "no account");
		is_u64(tree->partition[at], 0, "no partition");
		at = ft_tree_find(tree, 4000000000);
		is_u64(tree->partition[at], 6, "partition");
		is_u64(tree->node[tree->acct[at]], at, "account");
		ft_tree_free(tree);
	}
}

/* A chain, as deep as it has nodes: nothing may recurse or be quadratic. */
static void
check_deep(void)
{
	const uint32_t n = 300000;
	struct ft_tree_row *row = ft_calloc(n, sizeof *row);
	uint32_t *order = ft_alloc(n * sizeof *order);
	struct ft_names_set names = { 0 };
	struct ft_tree *tree;

	for (uint32_t i = 0; i < n; i++)
		row[n - 1 - i] = (struct ft_tree_row){ .id = i + 1,
			.parent = i,
			.flags = i % 3 ? FT_NODE_PARENT : 0 };
	if (ft_tree_build(&tree, row, n, NULL))
		bail("deep tree: refused");
	is_u64(ft_tree_depth(tree, n - 1), n - 1, "a chain is as deep as long");
	is_u64(tree->id[ft_tree_fs_parent(tree, ft_tree_find(tree, 3001))],
	    2998, "fair-share parent in a chain");
	ft_tree_display_order(tree, &names, FT_SIBLINGS_NAME, order);
	is_u64(tree->id[order[n - 1]], n, "display of a chain");
	ft_tree_free(tree);
	ft_free(order);
	ft_free(row);
}

/* ---- display order -------------------------------------------------------- */

static void
check_display(void)
{
	static const char *const want[] = { "root", "zed", "10lab", "al2",
		"al_1", "alpha", "long-name-1", "long-name-10", "long-name-2",
		"u", "u", "u", "u10", "u9", "sub", "promoted", "p" };
	struct fixture fixture;
	uint32_t order[FT_COUNT(want)];

	fixture_init(&fixture, "alpha 1\n"
			       "  sub parent\n"
			       "    promoted 1\n"
			       "      u:p 1\n"
			       "  u:u9 1\n"
			       "  u:u@night 1\n"
			       "  u:u@debug 1\n"
			       "  u:u 1\n"
			       "  u:u10 1\n"
			       "  u:long-name-2 1\n"
			       "  u:long-name-10 1\n"
			       "  u:long-name-1 1\n"
			       "al_1 1\n"
			       "10lab 1\n"
			       "al2 1\n"
			       "u:zed 1\n");
	is_u64(fixture.tree->n, FT_COUNT(want), "as many nodes as expected");
	ft_tree_display_order(
	    fixture.tree, &fixture.names, FT_SIBLINGS_NAME, order);
	for (size_t i = 0; i < FT_COUNT(want); i++)
		is_str(fixture_name(&fixture, order[i]), want[i], "row %zu", i);
	is_str(ft_names_get(&fixture.names.partition,
		   fixture.tree->partition[order[10]]),
	    "debug", "partitions in order, none first");
	is_str(ft_tree_account(fixture.tree, &fixture.names, order[9]), "alpha",
	    "account of a user");
	is_str(ft_tree_account(fixture.tree, &fixture.names, order[14]), "sub",
	    "account of an account");
	is_str(ft_tree_user(fixture.tree, &fixture.names, order[14]), NULL,
	    "an account has no user");
	fixture_free(&fixture);
}

/* ---- names ---------------------------------------------------------------- */

static void
check_names(void)
{
	struct ft_names names = { 0 };
	char name[16];

	is_str(ft_names_get(&names, 0), NULL, "nothing loaded");
	is_u64(ft_names_find(&names, "a"), 0, "nothing found");
	for (uint32_t id = 1000; id > 0; id--) {
		int len = snprintf(name, sizeof name, "n%u", id);

		ft_names_put(&names, id, name, (size_t)len);
	}
	ft_names_put(&names, 7, "sevenfold", 5);
	is_str(ft_names_get(&names, 1000), "n1000", "first put");
	is_str(ft_names_get(&names, 1), "n1", "last put");
	is_str(ft_names_get(&names, 7), "seven", "replaced");
	is_str(ft_names_get(&names, 0), NULL, "below");
	is_str(ft_names_get(&names, 1001), NULL, "above");
	is_u64(ft_names_find(&names, "n500"), 500, "found");
	is_u64(ft_names_find(&names, "n7"), 0, "the old name is gone");
	ft_names_free(&names);
	is_str(ft_names_get(&names, 1), NULL, "empty after free");
}

int
main(void)
{
	check_numbering();
	check_questions();
	check_refused();
	check_positions();
	check_deep();
	check_display();
	check_names();
	return done_testing();
}
