/* solve.c - facctmgr solve: which change of shares brings a user to a place. */

#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"
#include "algo/solve/solve.h"
#include "cli/spelling.h"
#include "load/load.h"
#include "report/explain/advice.h"

#define FEW 5 /* associations named when a user has several */

struct request {
	const char *given;         /* "bob", "bob@physics:night" */
	char *user;                /* the parts of it */
	char *account, *partition; /* NULL: any */
	uint32_t place;
	const char *algorithm, *ties, *now; /* NULL: as the store has it */
};

/* ---- words ------------------------------------------------------------------ */

/* "user X place N", "user=X place=N", "X place N", or rank, the old name; the
 * others come from options of these names, mostly. */
#define TO(member) .to = offsetof(struct request, member)
const struct facctmgr_keyword facctmgr_solve_keywords[] = {
	{ "User", 1, FACCTMGR_KEY_TEXT,
	    FACCTMGR_KEY_BARE | FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL |
		FACCTMGR_KEY_PAIR,
	    TO(given), "user", .complete = FT_COMPLETE_USER },
	{ "Place", 1, FACCTMGR_KEY_COUNT, FACCTMGR_KEY_PAIR, TO(place),
	    "a place" },
	{ "Rank", 1, FACCTMGR_KEY_COUNT, FACCTMGR_KEY_PAIR, TO(place),
	    "a place" },
	{ "Algorithm", 1, FACCTMGR_KEY_TEXT, 0, TO(algorithm) },
	{ "Ties", 1, FACCTMGR_KEY_TEXT, 0, TO(ties) },
	{ "Now", 1, FACCTMGR_KEY_TEXT, 0, TO(now) },
	{ 0 },
};

static bool
read_words(
    struct facctmgr *acct, struct request *request, int argc, char **argv)
{
	if (!facctmgr_read_keywords(
		acct, facctmgr_solve_keywords, request, argc, argv))
		return false;
	if (!request->given || !request->place) {
		facctmgr_error(acct, "solve needs: user NAME@ACCOUNT place N");
		return false;
	}
	request->user = ft_arena_strdup(&acct->arena, request->given);
	request->account = strrchr(request->user, '@');
	if (!request->account)
		return true;
	*request->account++ = '\0';
	request->partition = strchr(request->account, ':');
	if (request->partition)
		*request->partition++ = '\0';
	return true;
}

/* ---- the user ------------------------------------------------------- */

static bool
is_name(const char *have, const char *want)
{
	return have && strcmp(have, want) == 0;
}

static bool
matches(const struct ft_advice *advice, const struct request *request,
    uint32_t node)
{
	const struct ft_tree *tree = advice->tree;
	const struct ft_names *partitions = &advice->names->partition;

	if (!ft_tree_is_user(tree, node) ||
	    !is_name(ft_tree_user(tree, advice->names, node), request->user))
		return false;
	if (request->account &&
	    !is_name(
		ft_tree_account(tree, advice->names, node), request->account))
		return false;
	return !request->partition ||
	       (tree->partition &&
		   is_name(ft_names_get(partitions, tree->partition[node]),
		       request->partition));
}

static size_t
find(const struct ft_advice *advice, const struct request *request,
    uint32_t *node)
{
	size_t n = 0;

	for (uint32_t i = 0; i < advice->tree->n; i++)
		if (matches(advice, request, i) && n++ < FEW)
			node[n - 1] = i;
	return n;
}

static void
complain_unknown(struct facctmgr *acct, const struct ft_advice *advice,
    const struct request *request)
{
	struct ft_spelling near = { .word = request->user };
	bool there = false;

	for (uint32_t i = 0; i < advice->tree->n; i++) {
		const char *name = ft_tree_user(advice->tree, advice->names, i);

		if (!name)
			continue;
		there = there || strcmp(name, request->user) == 0;
		ft_spelling_offer(&near, name);
	}
	if (there)
		facctmgr_error(acct, "user '%s' is not in '%s%s%s'",
		    request->user, request->account,
		    request->partition ? ":" : "",
		    request->partition ? request->partition : "");
	else if (near.best)
		facctmgr_error(acct, "unknown user '%s'; did you mean '%s'?",
		    request->user, near.best);
	else
		facctmgr_error(acct, "unknown user '%s'", request->user);
}

static void
complain_several(struct facctmgr *acct, const struct ft_advice *advice,
    const struct request *request, const uint32_t *node, size_t n)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < n && i < FEW; i++) {
		ft_str_add(&str, i ? ", " : "");
		ft_tree_add_name(advice->tree, advice->names, node[i], &str);
	}
	if (n > FEW)
		ft_str_add(&str, ", ...");
	facctmgr_error(acct, "'%s%s%s' is one of %zu: %s", request->user,
	    request->account ? "@" : "",
	    request->account ? request->account : "", n, ft_str_text(&str));
}

/* ---- output ---------------------------------------------------------------- */

/* A row; the JSON document has more. */
struct solve_row {
	const struct ft_solve_option *option;
	const struct ft_solve *solve;
	const struct ft_advice *advice;
};

static void
get_name(const void *at, struct ft_value *value)
{
	const struct solve_row *row = at;

	ft_tree_add_name(row->advice->tree, row->advice->names,
	    row->option->node, ft_value_build(value));
}

static void
get_answer(const void *at, struct ft_value *value)
{
	const struct solve_row *row = at;
	size_t i = (size_t)(row->option - row->solve->option);

	ft_value_text(value, row->option->kind != FT_SOLVE_FOUND ? "no"
			     : i == row->solve->best             ? "best"
								 : "yes");
}

static void
get_sentence(const void *at, struct ft_value *value)
{
	const struct solve_row *row = at;

	ft_advice_option(
	    row->advice, row->solve, row->option, ft_value_build(value));
}

#define NUMBER(member)                                                         \
	.type = FT_COLUMN_UINT, FT_MEMBER(struct ft_solve_option, member)

static void
print_rows(struct facctmgr *acct, const struct ft_advice *advice,
    const struct ft_solve *solve)
{
	static const struct ft_column columns[] = {
		{ .name = "Name", .width = -20, .get = get_name },
		{ .name = "Answer", .width = -8, .get = get_answer },
		{ .name = "Before", .width = 10, NUMBER(from) },
		{ .name = "After", .width = 10, NUMBER(to) },
		{ .name = "Place", .width = 6, NUMBER(rank) },
		{ .name = "Fall", .width = 6, NUMBER(fall) },
		{ .name = "Rise", .width = 6, NUMBER(rise) },
		{ .name = "Sentence", .width = -20, .get = get_sentence },
	};
	struct solve_row row = { .solve = solve, .advice = advice };
	struct facctmgr_table table;

	facctmgr_table_open(&table, acct, (struct ft_table_options){ 0 },
	    columns, FT_COUNT(columns));
	for (size_t i = 0; i < solve->n; i++) {
		row.option = &solve->option[i];
		ft_table_put(table.rows, &row);
	}
	facctmgr_table_close(&table);
}

static void
print_document(struct facctmgr *acct, const struct ft_advice *advice,
    const struct ft_solve *solve, struct ft_out *out)
{
	struct ft_doc *doc =
	    ft_doc_open_ours(out, acct->format, FT_ADVICE_SCHEMA);

	ft_advice_document(advice, solve, "solve", doc);
	ft_doc_close(doc);
}

static void
print(struct facctmgr *acct, const struct ft_advice *advice,
    const struct ft_solve *solve)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(acct->context->out);

	switch (acct->format) {
	case FT_FORMAT_JSON:
	case FT_FORMAT_YAML:
		print_document(acct, advice, solve, &out);
		break;
	case FT_FORMAT_CSV:
	case FT_FORMAT_PARSABLE:
	case FT_FORMAT_PARSABLE2:
		print_rows(acct, advice, solve);
		break;
	case FT_FORMAT_TABLE:
	case FT_FORMAT_COUNT:
		ft_advice_solve(advice, solve, &out);
		break;
	}
}

/* Do not name a user who blocks the change if their usage is hidden. */
static void
hide_blockers(const struct ft_visibility *visibility,
    const struct ft_advice *advice, struct ft_solve *solve)
{
	const struct ft_tree *tree = advice->tree;

	for (size_t i = 0; i < solve->n; i++) {
		struct ft_solve_option *option = &solve->option[i];
		uint32_t node = option->blocker;

		if (node == FT_NODE_NONE ||
		    ft_visibility_shows(visibility, FT_VISIBILITY_USAGE,
			ft_tree_user(tree, advice->names, node),
			ft_tree_account(tree, advice->names, node)))
			continue;
		option->blocker = FT_NODE_NONE;
		option->why = FT_BLOCK_NONE;
	}
}

/* ---- the command -------------------------------------------------------------- */

static int
solve_for(struct facctmgr *acct, const struct ft_load *load,
    const struct ft_advice *advice, const struct request *request)
{
	struct ft_solve solve FT_CLEANUP(ft_solve_clear) = { 0 };
	uint32_t node[FEW];
	size_t n = find(advice, request, node);
	struct ft_error err;
	int status = 0;

	if (n == 0) {
		complain_unknown(acct, advice, request);
		return 1;
	}
	if (n > 1) {
		complain_several(acct, advice, request, node, n);
		return 1;
	}
	if (ft_solve_rank(load->algo, &load->input,
		&(struct ft_solve_target){ node[0], request->place }, &solve,
		&err) == FT_OK) {
		hide_blockers(&acct->session.visibility, advice, &solve);
		print(acct, advice, &solve);
	} else {
		status = ft_cmd_fail(acct->context, &err);
	}
	return status;
}

static enum ft_status
load_shares(const struct ft_session *session, const struct request *request,
    struct ft_load *load, struct ft_error *err)
{
	struct ft_session at = *session;

	at.algorithm = request->algorithm;
	at.ties = request->ties;
	if (request->now)
		FT_TRY(ft_session_time(session, request->now, &at.now, err));
	return ft_session_shares(&at, load, err);
}

/* The shares of a solution would reveal hidden usage. */
static enum ft_status
keep_private(const struct ft_session *session, const struct request *request,
    struct ft_error *err)
{
	if (ft_visibility_shows(&session->visibility, FT_VISIBILITY_USAGE,
		request->user, request->account))
		return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "PrivateData hides other users: solve works only for yourself");
}

static int
run_solve(struct facctmgr *acct, const struct request *request)
{
	struct ft_session *session = &acct->session;
	struct ft_load load FT_CLEANUP(ft_load_free) = { 0 };
	struct ft_names_set names FT_CLEANUP(ft_names_set_free) = { 0 };
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct ft_advice advice = { .names = &names, .texts = &texts };
	struct ft_error err;
	int status;

	if (!facctmgr_open(acct, false))
		return 1;
	if (keep_private(session, request, &err) != FT_OK ||
	    load_shares(session, request, &load, &err) != FT_OK ||
	    ft_store_read_names(session->store, &names, &err) != FT_OK) {
		status = ft_cmd_fail(acct->context, &err);
	} else {
		advice.tree = load.tree;
		status = solve_for(acct, &load, &advice, request);
	}
	return status;
}

int
facctmgr_solve(struct facctmgr *acct, int argc, char **argv)
{
	struct request request = { 0 };

	return read_words(acct, &request, argc, argv)
		   ? run_solve(acct, &request)
		   : 1;
}
