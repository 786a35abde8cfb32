/*
 * import.c - how every sub-command of fimport opens the store, counts what it
 * brings in, and commits.
 */

#include "files/progress.h"
#include "fimport/fimport.h"

enum ft_status
fimport_open(struct fimport *import, struct ft_error *err)
{
	struct ft_session *session = &import->session;

	/* by an earlier part of a site */
	if (session->registry)
		return FT_OK;
	return ft_session_open(session, import->context,
	    import->dry_run ? FT_SESSION_TRY : FT_SESSION_WRITE, err);
}

enum ft_status
fimport_open_new(
    struct fimport *import, const char *cluster, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	enum ft_status status;

	if (cluster && !session->registry)
		ft_conf_set(&session->conf, FT_CONF_CLUSTER_NAME, cluster,
		    import->file, NULL);
	status = fimport_open(import, err);
	if (status == FT_ENOENT && session->store && session->cluster_name)
		status = FT_OK;
	return status;
}

enum ft_status
fimport_begin(struct fimport *import, enum ft_right right,
    struct ft_registry **registry, struct ft_error *err)
{
	struct ft_session *session = &import->session;

	if (session->registry) {
		*registry = session->registry;
		return FT_OK;
	}
	FT_TRY(ft_session_begin(session, right, registry, err));
	/* of a site, jobs and the clock can be undone, too */
	return import->more ? ft_store_watch_work(session->store, err) : FT_OK;
}

void
fimport_count(struct fimport *import, size_t n, const char *word)
{
	struct ft_str *answer = &import->answer;

	if (answer->len && !strchr(" \n", answer->data[answer->len - 1]))
		ft_str_add(answer, ", ");
	ft_str_addf(answer, "%zu %s%s", n, word, n == 1 ? "" : "s");
}

void
fimport_add_lower(struct ft_str *str, const char *name)
{
	size_t from = str->len;

	ft_str_add(str, name);
	ft_word_lower(str->data + from);
}

enum ft_status
fimport_end(struct fimport *import, enum ft_status status, struct ft_error *err)
{
	if (import->more)
		return status;
	/* importing the same file twice must not add an entry to undo */
	if (status == FT_OK)
		status = ft_store_drop_unchanged(import->session.store, err);
	/* it is what slurmctld finds when it starts */
	ft_store_restart(import->session.store);
	ft_meter_begin(ft_progress_meter(), "saving", NULL, 0);
	if (status == FT_OK && !import->dry_run)
		return ft_session_commit(&import->session, NULL, err);
	ft_store_rollback(import->session.store);
	return status;
}
