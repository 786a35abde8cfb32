#include "common/suggest.h"

#include "common/complete.h"
#include "cli/spelling.h"
#include "common/session.h"
#include "cli/arglist.h"
#include "cli/slurmlist.h"
#include "report/format/column.h"

/* The name of each kind in messages. */
static const struct {
	enum ft_complete kind;
	const char *one;
} kinds[] = {
	{ FT_COMPLETE_ACCOUNT, "account" },
	{ FT_COMPLETE_USER, "user" },
	{ FT_COMPLETE_CLUSTER, "cluster" },
	{ FT_COMPLETE_QOS, "QOS" },
	{ FT_COMPLETE_PARTITION, "partition" },
	{ FT_COMPLETE_NODE, "node" },
	{ FT_COMPLETE_RESERVATION, "reservation" },
	{ FT_COMPLETE_WCKEY, "wckey" },
	{ FT_COMPLETE_RESOURCE, "resource" },
};

/* A search among names of the store. */
struct search {
	struct ft_spelling spelling;
	char best[FT_SPELLING_LENGTH + 1];
	bool found;
};

static void
look(void *ctx, const char *name)
{
	struct search *search = ctx;

	search->found =
	    search->found || strcasecmp(name, search->spelling.word) == 0;
	ft_spelling_offer(&search->spelling, name);
	if (search->spelling.best != name)
		return;
	snprintf(search->best, sizeof search->best, "%s", name);
	search->spelling.best = search->best;
}

static const char *
name_of(enum ft_complete kind)
{
	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (kinds[i].kind == kind)
			return kinds[i].one;
	return "name";
}

static enum ft_status
append(const char *best, struct ft_error *err)
{
	size_t len = strlen(err->text);

	if (best)
		snprintf(err->text + len, sizeof err->text - len,
		    "; did you mean '%s'?", best);
	return err->status;
}

enum ft_status
ft_suggest(const struct ft_context *context, struct ft_session *session,
    enum ft_complete kind, const char *word, struct ft_error *err)
{
	struct search search = { .spelling = { .word = word } };

	if (context->slurm || !session->store)
		return err->status;
	ft_complete_each(session, kind, look, &search);
	return append(search.spelling.best, err);
}

bool
ft_suggest_known(
    struct ft_session *session, enum ft_complete kind, const char *word)
{
	struct search search = { .spelling = { .word = word } };

	if (!session->store)
		return true;
	ft_complete_start(session, kind, word, look, &search);
	return search.found;
}

bool
ft_suggest_any(
    struct ft_session *session, enum ft_complete kind, const char *word)
{
	struct search search = { .spelling = { .word = word } };

	ft_complete_each(session, kind, look, &search);
	return search.spelling.best;
}

enum ft_status
ft_suggest_check(const struct ft_context *context, struct ft_session *session,
    enum ft_complete kind, const struct ft_arglist *words, struct ft_error *err)
{
	for (size_t i = 0; i < words->n && !context->slurm; i++) {
		const char *word = words->item[i];

		if (ft_suggest_known(session, kind, word))
			continue;
		(void)ft_fail(
		    err, FT_ENOENT, "unknown %s '%s'", name_of(kind), word);
		return ft_suggest(context, session, kind, word, err);
	}
	return FT_OK;
}

enum ft_status
ft_suggest_field(const struct ft_context *context,
    const struct ft_column *fields, const char *word, struct ft_error *err)
{
	struct ft_spelling spelling = { .word = word };

	for (; fields->name && !context->slurm; fields++)
		ft_spelling_offer(&spelling, fields->name);
	return append(spelling.best, err);
}

enum ft_status
ft_suggest_unreached(
    const char *names, const char *option, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT,
	    "'%s' can't be reached now, or it is an invalid entry for %s.  Use "
	    "'sacctmgr list clusters' to see available clusters.",
	    names, option);
}

enum ft_status
ft_suggest_no_cluster(const struct ft_context *context, const char *names,
    const char *option, struct ft_error *err)
{
	const char *variable = ft_cmd_variable_as(context, "SLURM_CLUSTERS");

	if (!option)
		option = variable && !strcmp(names, variable) &&
				 !ft_release_has(
				     context->release, FT_RULE_NO_CLUSTER)
			     ? "SLURM_CLUSTERS"
			     : "--cluster";
	(void)ft_suggest_unreached(names, option, err);
	if (!ft_release_has(context->release, FT_RULE_NO_CLUSTER))
		return FT_ENOENT;
	(void)ft_cmd_fail(context, err);
	fprintf(context->err, "%s: fatal: Could not get cluster information\n",
	    context->program);
	err->text[0] = '\0';
	return FT_ENOENT;
}

void
ft_suggest_unknown_clusters(const struct ft_context *context,
    struct ft_session *session, const struct ft_arglist *names)
{
	struct ft_error unknown = { 0 };
	uint32_t id;

	for (size_t i = 0; i < names->n; i++)
		if (ft_store_cluster(
			session->store, names->item[i], &id, &unknown) != FT_OK)
			ft_cmd_error(context,
			    "No cluster '%s' known by database.",
			    names->item[i]);
}

enum ft_status
ft_suggest_enter_first(const struct ft_context *context,
    struct ft_session *session, const struct ft_arglist *names,
    struct ft_error *err)
{
	enum ft_status status = FT_ENOENT;

	ft_suggest_unknown_clusters(context, session, names);
	for (size_t i = 0; i < names->n && status == FT_ENOENT; i++)
		status = ft_session_enter(session, names->item[i], err);
	return status;
}

enum ft_status
ft_suggest_enter(const struct ft_context *context, struct ft_session *session,
    const char *names, const char *option, struct ft_error *err)
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };
	enum ft_status status;

	if (!names || (context->slurm && strcasecmp(names, "all") == 0))
		return FT_OK;
	if (!context->slurm) {
		status = ft_session_enter(session, names, err);
		return status == FT_ENOENT
			   ? ft_suggest(context, session, FT_COMPLETE_CLUSTER,
				 names, err)
			   : status;
	}
	ft_slurmlist_words(context, &words, names);
	status = ft_suggest_enter_first(context, session, &words, err);
	return status == FT_ENOENT
		   ? ft_suggest_no_cluster(context, names, option, err)
		   : status;
}

enum ft_status
ft_suggest_enter_cluster(const struct ft_context *context,
    struct ft_session *session, const char *names, struct ft_error *err)
{
	const char *variable = ft_cmd_variable_as(context, "SLURM_CLUSTERS");

	/* 22.05 wants to know those of the variable in any case */
	if (context->slurm &&
	    !ft_release_has(context->release, FT_RULE_NO_CLUSTER))
		FT_TRY(ft_suggest_enter(
		    context, session, variable, "SLURM_CLUSTERS", err));
	else if (!names)
		names = variable;
	return ft_suggest_enter(context, session, names, "--cluster", err);
}

/* ---- an empty store -------------------------------------------------------------- */

const char *
ft_suggest_next(const struct ft_cmd_stock *stock, enum ft_cmd_shows shows)
{
	if (shows == FT_CMD_SHOWS_ANY ||
	    (shows == FT_CMD_SHOWS_JOBS ? stock->jobs : stock->users))
		return NULL;
	if (!stock->users)
		return "the store has no users yet: import them with `fimport "
		       "sshare FILE`, or add some with `facctmgr add account "
		       "physics` and `facctmgr add user ann account=physics`";
	return "the store has no jobs yet: submit some with `fbatch "
	       "--wrap true`, or import them with `fimport squeue FILE` and "
	       "`fimport sacct FILE`";
}

void
ft_suggest_print_next(const struct ft_context *context, enum ft_cmd_shows shows)
{
	const char *next = context->stock && context->stock->known
			       ? ft_suggest_next(context->stock, shows)
			       : NULL;

	if (next)
		fprintf(context->err, "%s: %s\n", context->program, next);
}
