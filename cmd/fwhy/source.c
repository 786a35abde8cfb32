/* What is explained: the state of a store, or a lesson. */

#include "common/lesson.h"
#include "fwhy/fwhy.h"

static enum ft_status
load_lesson(struct fwhy_source *source, const struct fwhy_args *args,
    struct ft_error *err)
{
	size_t bytes;

	if (ft_whatif_given(&args->what_if) || args->cluster)
		return ft_fail(err, FT_EINVAL,
		    "--what-if, --what-if-conf, --what-if-slurm and --cluster "
		    "need a store, not a lesson");
	FT_TRY(ft_lesson_open(&source->lesson, args->lesson, err));
	source->names = &source->lesson.names;
	source->conf = &source->lesson.conf;
	FT_TRY(ft_load_lesson(&source->data, &source->lesson,
	    &(struct ft_load_rules){ .algorithm = args->session.algorithm,
		.ties = args->session.ties },
	    err));
	bytes = source->data.tree->n * sizeof *source->own;
	source->own = ft_alloc(bytes);
	memcpy(source->own, source->lesson.own, bytes);
	return FT_OK;
}

static enum ft_status
load_store(
    struct fwhy_source *source, struct fwhy_args *args, struct ft_error *err)
{
	struct ft_session *session = &args->session;
	struct ft_load_source from;

	FT_TRY(ft_whatif_apply(args->context, session, &args->what_if, err));
	if (args->cluster)
		FT_TRY(ft_session_enter(session, args->cluster, err));
	source->self = ft_visibility_shows_all(
			   &session->visibility, FT_VISIBILITY_BIT(USAGE))
			   ? NULL
			   : session->user;
	source->names = &source->own_names;
	source->conf = &session->conf;
	FT_TRY(ft_session_shares(session, &source->data, err));
	FT_TRY(ft_store_read_names(session->store, &source->own_names, err));
	source->own = ft_calloc(source->data.tree->n, sizeof *source->own);
	from = ft_session_source(session);
	return ft_load_own_usage(&from, source->data.tree,
	    &(struct ft_load_usage){ .at_pass = source->own }, err);
}

enum ft_status
fwhy_source_load(
    struct fwhy_source *source, struct fwhy_args *args, struct ft_error *err)
{
	*source = (struct fwhy_source){ 0 };
	ft_lesson_init(&source->lesson);
	return args->lesson ? load_lesson(source, args, err)
			    : load_store(source, args, err);
}

void
fwhy_source_free(struct fwhy_source *source)
{
	ft_load_free(&source->data);
	ft_lesson_free(&source->lesson);
	ft_names_set_free(&source->own_names);
	ft_free(source->own);
}
