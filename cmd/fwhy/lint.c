/* fwhy --lint */
#include "common/world.h"
#include "report/lint/lint.h"
#include "fwhy/fwhy.h"
#include "sim/run/life.h"

static void
add_page(void *ctx, struct ft_page *page)
{
	ft_lint_page(ctx, page);
}

static void
add_document(void *ctx, struct ft_doc *doc)
{
	ft_lint_document(ctx, "lint", doc);
}

static enum ft_status
look(struct fwhy_args *args, struct ft_lint *lint, struct ft_error *err)
{
	static const unsigned kinds = FT_VISIBILITY_BIT(ACCOUNTS) |
				      FT_VISIBILITY_BIT(USERS) |
				      FT_VISIBILITY_BIT(USAGE);
	struct fwhy_source source FT_CLEANUP(fwhy_source_free) = { 0 };
	struct ft_world world FT_CLEANUP(ft_world_free) = { 0 };
	struct ft_tie_rules rules FT_CLEANUP(ft_tie_rules_free) = { 0 };
	struct ft_lint_input in = { .world = &world };

	ft_world_init(&world, &args->session.conf);
	FT_TRY(fwhy_source_load(&source, args, err));
	FT_TRY(ft_session_need_sight(&args->session, kinds, "--lint", err));
	FT_TRY(ft_session_world(&args->session, &world, NULL, err));
	FT_TRY(ft_tie_rules_run(&rules, &source.data.input, &source.data.share,
	    &source.names->account, err));
	in.rules = &rules;
	in.input = &source.data.input;
	in.share = &source.data.share;
	in.names = source.names;
	ft_lint_run(lint, &in);
	fwhy_show(args, &(struct fwhy_shown){
			    FT_LINT_SCHEMA, add_page, add_document, lint });
	return FT_OK;
}

int
fwhy_lint(struct fwhy_args *args)
{
	struct ft_lint lint FT_CLEANUP(ft_lint_free) = { 0 };
	struct ft_error err = { 0 };

	if (look(args, &lint, &err) != FT_OK)
		return ft_cmd_fail(args->context, &err);
	return lint.warnings > 0;
}
