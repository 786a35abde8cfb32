/* fwhy --lint */
#include "common/world.h"
#include "report/lint.h"
#include "why/why.h"

static void
print(const struct why_args *args, const struct ft_lint *lint)
{
	struct ft_page page;
	struct ft_out out;
	struct ft_doc *doc;

	if (!why_wants_document(args)) {
		why_page_begin(args, &page, &out);
		ft_lint_page(lint, &page);
		why_page_end(args, &page, &out);
		return;
	}
	doc = why_document_begin(args, FT_LINT_SCHEMA, &out);
	ft_lint_document(lint, "lint", doc);
	why_document_end(doc, &out);
}

/* How many users the other rule for ties would move. */
static enum ft_status
count_differ(struct why_source *source, uint32_t *differ, struct ft_error *err)
{
	struct ft_explain told = { .algo = source->data.algo,
		.input = &source->data.input,
		.share = &source->data.share,
		.names = source->names };
	enum ft_status status = ft_explain_run(&told, err);

	*differ = told.differ;
	ft_explain_free(&told);
	return status;
}

int
why_lint(struct why_args *args)
{
	struct why_source source;
	struct ft_lint_input in = { 0 };
	struct ft_lint lint = { 0 };
	struct ft_world world;
	struct ft_error err = { 0 };
	enum ft_status status = why_source_load(&source, args, &err);
	const unsigned names = FT_SIGHT_BIT(ACCOUNTS) | FT_SIGHT_BIT(USERS);
	int exit_status = 1;

	ft_world_init(&world, &args->session.conf);
	if (status == FT_OK)
		status = ft_session_need_sight(&args->session,
		    names | FT_SIGHT_BIT(USAGE), "--lint", &err);
	if (status == FT_OK)
		status = ft_session_world(&args->session, &world, NULL, &err);
	if (status == FT_OK)
		status = count_differ(&source, &in.differ, &err);
	if (status == FT_OK) {
		in.world = &world;
		in.input = &source.data.input;
		in.share = &source.data.share;
		in.names = source.names;
		ft_lint_run(&lint, &in);
		print(args, &lint);
		exit_status = lint.warnings > 0;
		ft_lint_free(&lint);
	} else {
		ft_cmd_fail(args->context, &err);
	}
	ft_world_free(&world);
	why_source_free(&source);
	return exit_status;
}
