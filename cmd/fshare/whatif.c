/* whatif.c - fshare --what-if, and who changes places: --diff. */
#include "algo/compare.h"
#include "common/suggest.h"
#include "report/explain/diff.h"
#include "fshare/fshare.h"

#define ROWS 20 /* of a table, without --top */

enum ft_status
fshare_what_if(struct fshare_args *args, struct ft_error *err)
{
	return ft_whatif_apply(
	    args->context, &args->session, &args->what_if, err);
}

/* ---- --diff ----------------------------------------------------------------- */

enum ft_status
fshare_diff_check(const struct fshare_args *args, struct ft_error *err)
{
	const struct {
		bool given;
		const char *name;
	} others[] = {
		{ args->depth != UINT64_MAX, "--depth" },
		{ args->sort != NULL, "--sort" },
		{ args->trace, "--trace" },
		{ args->tree, "--tree" },
	};

	if (!args->diff)
		return FT_OK;
	if (!ft_whatif_given(&args->what_if))
		return ft_fail(err, FT_EINVAL,
		    "nothing to compare: --diff needs --what-if, "
		    "--what-if-conf or --what-if-slurm");
	for (size_t i = 0; i < FT_COUNT(others); i++) {
		if (others[i].given)
			return ft_fail(err, FT_EINVAL,
			    "--diff cannot be combined with %s",
			    others[i].name);
	}
	if (args->clusters.n > 1)
		return ft_fail(
		    err, FT_EINVAL, "--diff compares one cluster, not several");
	return FT_OK;
}

static enum ft_status
load_ranks(struct ft_load_ranks *ranks, const struct fshare_args *args,
    struct ft_error *err)
{
	const struct ft_session *session = &args->session;
	const struct ft_load_source source = ft_session_source(session);
	const struct ft_load_rules rules = { .algorithm = session->algorithm,
		.ties = session->ties };

	return ft_load_ranks(ranks, &source, &rules, err);
}

static enum ft_status
choose_columns(const struct fshare_args *args, const struct ft_compare *compare,
    struct ft_columns *fields, struct ft_error *err)
{
	enum ft_status status;
	struct ft_error name;

	if (!args->fields_given) {
		ft_diff_default_fields(compare, fields);
		return FT_OK;
	}
	status = ft_columns_choose(fields, ft_diff_fields,
	    ft_str_text(&args->fields),
	    (struct ft_column_rules){ FT_COLUMN_RULE_SHARE, FT_RELEASE_ANY },
	    err);
	if (status != FT_ENOENT)
		return status;
	name = *err;
	return ft_fail(
	    err, FT_ENOENT, "unknown field '%s' of --diff", name.text);
}

/* For people: no table without rows, and the paragraph below it. */
static void
print_table(const struct ft_compare *compare,
    const struct ft_diff_options *options, const struct ft_table_options *table,
    const struct ft_columns *fields, struct ft_out *out)
{
	size_t rows = ft_diff_count(compare, options);

	if (rows > 0)
		ft_diff_print(compare, options, table, fields, out);
	if (rows > options->limit)
		ft_str_addf(&out->text, "(%zu more, --top N shows them)\n",
		    rows - options->limit);
	if (rows > 0)
		ft_str_add_char(&out->text, '\n');
	ft_diff_summary(compare, &out->text);
	ft_str_add_char(&out->text, '\n');
	if (!options->no_sentence && ft_diff_sentence(compare, &out->text))
		ft_str_add_char(&out->text, '\n');
}

/* --accounts and --users choose rows; the paragraph is about all. */
static bool
is_wanted(void *ctx, const char *account, const char *user)
{
	const struct fshare_args *args = ctx;

	return (args->accounts.n == 0 ||
		   (account && fshare_words_have(&args->accounts, account))) &&
	       (args->users.n == 0 ||
		   (user && fshare_words_have(&args->users, user)));
}

static enum ft_status
print_moves(struct fshare_args *args, const struct ft_load_ranks *before,
    const struct ft_load_ranks *after, struct ft_out *out, struct ft_error *err)
{
	const struct ft_compare_side sides[] = { ft_load_side(before),
		ft_load_side(after) };
	struct ft_diff_options options = { .order = FT_ORDER_SIZE,
		.limit = (size_t)args->top,
		.no_sentence = args->what_if.conf.n > 0 || args->what_if.slurm,
		.wants = is_wanted,
		.ctx = args };
	struct ft_table_options table = { .format = args->format,
		.no_header = args->no_header,
		.grow = true,
		.paint = ft_color_paint(args->context, args->color) };
	bool people = args->format == FT_FORMAT_TABLE;
	struct ft_columns fields FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_compare compare;
	enum ft_status status;

	/* programs apply their own limit */
	if (args->top == 0 && people)
		options.limit = ROWS;
	ft_compare_init(&compare, &sides[0], &sides[1], FT_MATCH_ID);
	status = choose_columns(args, &compare, &fields, err);
	if (status == FT_OK && people)
		print_table(&compare, &options, &table, &fields, out);
	else if (status == FT_OK)
		ft_diff_print(&compare, &options, &table, &fields, out);
	ft_compare_clear(&compare);
	return status;
}

/*
 * Report names of --users and --accounts that neither side has; what --what-if
 * adds or deletes exists on one side only.
 */
struct unknown {
	const enum ft_complete kind;
	const struct fshare_words *words;
	bool *known; /* [words->n] */
};

static void
look_up(struct ft_session *session, struct unknown *unknown)
{
	for (size_t i = 0; i < unknown->words->n; i++)
		unknown->known[i] |= ft_suggest_known(
		    session, unknown->kind, unknown->words->item[i]);
}

static enum ft_status
refuse_unknown(struct fshare_args *args, const struct unknown *unknown,
    struct ft_error *err)
{
	for (size_t i = 0; i < unknown->words->n; i++)
		if (!unknown->known[i])
			return ft_suggest_check(args->context, &args->session,
			    unknown->kind,
			    &(struct ft_arglist){
				.item = &unknown->words->item[i], .n = 1 },
			    err);
	return FT_OK;
}

/* Load both sides, and the change between them. */
static enum ft_status
load_sides(struct fshare_args *args, struct ft_load_ranks *before,
    struct ft_load_ranks *after, struct ft_error *err)
{
	struct unknown unknown[] = {
		{ FT_COMPLETE_USER, &args->users,
		    ft_calloc(args->users.n + 1, sizeof(bool)) },
		{ FT_COMPLETE_ACCOUNT, &args->accounts,
		    ft_calloc(args->accounts.n + 1, sizeof(bool)) },
	};
	enum ft_status status = load_ranks(before, args, err);

	for (size_t i = 0; i < 2 && status == FT_OK; i++)
		look_up(&args->session, &unknown[i]);
	if (status == FT_OK)
		status = fshare_what_if(args, err);
	for (size_t i = 0; i < 2 && status == FT_OK; i++) {
		look_up(&args->session, &unknown[i]);
		status = refuse_unknown(args, &unknown[i], err);
	}
	if (status == FT_OK)
		status = load_ranks(after, args, err);
	ft_free(unknown[0].known);
	ft_free(unknown[1].known);
	return status;
}

static enum ft_status
need_usage(const struct fshare_args *args, struct ft_error *err)
{
	return ft_session_need_sight(
	    &args->session, FT_VISIBILITY_BIT(USAGE), "--diff", err);
}

enum ft_status
fshare_diff(struct fshare_args *args, struct ft_out *out, struct ft_error *err)
{
	struct ft_load_ranks before FT_CLEANUP(ft_load_ranks_free) = { 0 },
				    after FT_CLEANUP(
					ft_load_ranks_free) = { 0 };

	FT_TRY(need_usage(args, err));
	FT_TRY(load_sides(args, &before, &after, err));
	/* the tried settings may hide it, too */
	FT_TRY(need_usage(args, err));
	return print_moves(args, &before, &after, out, err);
}
