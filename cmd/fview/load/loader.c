#include "fview/load/loader.h"

#include <unistd.h>

#include "facctmgr/line.h"
#include "load/load.h"
#include "fview/load/loader_history.h"
#include "fview/load/loader_queue.h"

void
fview_loader_init(struct fview_loader *loader, struct ft_context *context)
{
	*loader = (struct fview_loader){ .context = context };
	ft_session_init(&loader->options);
	fview_played_init(&loader->played);
}

static void
close_store(struct fview_loader *loader)
{
	fview_loader_drop_job(loader);
	if (loader->forecasting)
		ft_forecaster_close(&loader->queue_forecast);
	loader->forecasting = false;
	if (loader->asked)
		ft_why_close(&loader->why);
	loader->asked = false;
	if (loader->open)
		ft_session_close(&loader->session);
	loader->open = false;
}

void
fview_loader_free(struct fview_loader *loader)
{
	close_store(loader);
	ft_session_close(&loader->options);
	ft_free(loader->cluster_name);
	fview_played_free(&loader->played);
}

/* ---- a store ------------------------------------------------------------------ */

static enum ft_status
open_session(struct fview_loader *loader, struct ft_session *session,
    enum ft_session_mode mode, struct ft_error *err)
{
	ft_session_init(session);
	session->db = loader->options.db;
	session->conf_file = loader->options.conf_file;
	session->now_text = loader->options.now_text;
	session->algorithm = loader->options.algorithm;
	session->ties = loader->options.ties;
	FT_TRY(ft_session_open(session, loader->context, mode, err));
	return loader->cluster ? ft_session_enter(session, loader->cluster, err)
			       : FT_OK;
}

static enum ft_status
read_session(struct fview_loader *loader, struct ft_session *session,
    bool queue, struct fview_data *data, struct ft_error *err)
{
	struct ft_load load FT_CLEANUP(ft_load_free) = { 0 };
	struct ft_load_source source;
	int64_t version;

	FT_TRY(open_session(loader, session, FT_SESSION_READ, err));
	/* the walk shows everybody's usage */
	FT_TRY(ft_session_need_sight(
	    session, FT_VISIBILITY_BIT(USAGE), "fview", err));
	data->now = session->now;
	if (!loader->cluster_name)
		loader->cluster_name = ft_strdup(session->cluster_name);
	data->cluster = loader->cluster_name;
	source = ft_session_source(session);
	FT_TRY(ft_load_input(&load, &source,
	    &(struct ft_load_rules){
		.algorithm = session->algorithm, .ties = session->ties },
	    err));
	FT_TRY(ft_store_read_names(session->store, &data->names, err));
	FT_TRY(ft_store_version(session->store, &version, err));
	fview_data_take(data, &load);
	if (queue)
		FT_TRY(fview_queue_read(session, &data->queue, err));
	/* all is read: a state that was not is tried again */
	loader->version = version;
	return FT_OK;
}

/* Settings, cluster and clock may have changed, too: read everything again. */
static enum ft_status
read_store(struct fview_loader *loader, bool queue, struct fview_data *data,
    struct ft_error *err)
{
	struct ft_session session;
	enum ft_status status =
	    read_session(loader, &session, queue, data, err);

	if (status != FT_OK) {
		ft_session_close(&session);
		return status;
	}
	close_store(loader);
	loader->session = session;
	loader->open = true;
	ft_store_thaw(session.store);
	return FT_OK;
}

enum ft_status
fview_loader_read(struct fview_loader *loader, bool queue,
    struct fview_data **data, struct ft_error *err)
{
	struct fview_data *made = ft_calloc(1, sizeof *made);
	enum ft_status status =
	    loader->lesson_name
		? fview_played_read(&loader->played, loader->lesson_name,
		      &loader->options, made, err)
		: read_store(loader, queue, made, err);

	if (status == FT_OK)
		status = fview_data_record(made, err);
	if (status == FT_OK && loader->lesson_name)
		fview_played_place(&loader->played, made->film);
	if (status == FT_OK)
		*data = made;
	else
		fview_data_free(made);
	return status;
}

enum ft_status
fview_loader_next_lesson(struct fview_loader *loader, const char *name,
    struct fview_data **data, struct fview_played *old, struct ft_error *err)
{
	const char *old_name = loader->lesson_name;
	enum ft_status status;

	*old = loader->played;
	fview_played_init(&loader->played);
	loader->lesson_name = name;
	status = fview_loader_read(loader, false, data, err);
	if (status == FT_OK)
		return FT_OK;
	fview_played_free(&loader->played);
	loader->played = *old;
	loader->lesson_name = old_name;
	return status;
}

bool
fview_loader_hold(
    struct fview_loader *loader, enum ft_status *status, struct ft_error *err)
{
	struct ft_store *store = loader->session.store;
	int64_t version = 0;

	*status = ft_store_freeze(store, err);
	if (*status == FT_OK)
		*status = ft_store_version(store, &version, err);
	return *status == FT_OK && version == loader->version;
}

enum ft_status
fview_loader_read_queue(struct fview_loader *loader, struct fview_queue **queue,
    struct ft_error *err)
{
	enum ft_status status;

	*queue = NULL;
	if (!loader->open)
		return FT_OK;
	if (fview_loader_hold(loader, &status, err))
		status = fview_queue_read(&loader->session, queue, err);
	ft_store_thaw(loader->session.store);
	return status;
}

enum ft_status
fview_loader_read_history(struct fview_loader *loader,
    const struct fview_data *data, struct fview_history **history,
    struct ft_error *err)
{
	enum ft_status status;

	*history = NULL;
	if (!loader->open)
		return FT_OK;
	if (fview_loader_hold(loader, &status, err))
		status =
		    fview_history_read(&loader->session, data, history, err);
	ft_store_thaw(loader->session.store);
	return status;
}

enum fview_store
fview_loader_look(struct fview_loader *loader)
{
	struct ft_store *store = loader->session.store;
	int64_t version;
	struct ft_error err = { 0 };

	if (!loader->open)
		return FVIEW_STORE_SAME;
	if (ft_store_is_gone(store))
		return access(loader->session.path, F_OK) == 0
			   ? FVIEW_STORE_CHANGED
			   : FVIEW_STORE_GONE;
	/* locked right now: the next check will see */
	if (ft_store_version(store, &version, &err) != FT_OK ||
	    version == loader->version)
		return FVIEW_STORE_SAME;
	return FVIEW_STORE_CHANGED;
}

/* ---- writing ------------------------------------------------------------------ */

enum ft_status
fview_loader_may_write(const struct fview_loader *loader, struct ft_error *err)
{
	if (loader->lesson_name)
		return ft_fail(err, FT_EINVAL,
		    "a lesson has no store to write the edits to");
	if (loader->readonly)
		return ft_fail(
		    err, FT_EPERM, "--readonly: nothing is written here");
	/* the edits refer to what is shown */
	if (loader->open && ft_store_is_gone(loader->session.store))
		return ft_fail(err, FT_EABSENT,
		    "the store was deleted or replaced: %s",
		    loader->session.path);
	return FT_OK;
}

/* The first complaint, one line, as an error. */
static enum ft_status
refusal(const char *program, const char *said, struct ft_error *err)
{
	size_t len = strlen(program);

	if (strncmp(said, program, len) == 0)
		said += len;
	said += strspn(said, ": \n");
	if (strncmp(said, "error: ", 7) == 0)
		said += 7;
	return ft_fail(
	    err, FT_EINVAL, "refused: %.*s", (int)strcspn(said, "\n"), said);
}

static enum ft_status
run_line(struct fview_loader *loader, const struct ft_session *session,
    const char *line, struct ft_error *err)
{
	struct ft_context context = *loader->context;
	char *said = NULL;
	size_t size = 0;
	enum ft_status status = FT_OK;

	context.err = ft_cmd_collect(&said, &size);
	if (facctmgr_apply_line(&context, session, line) != 0)
		status = FT_EINVAL;
	ft_cmd_collected(context.err);
	if (status != FT_OK)
		status = refusal(context.program, said ? said : "", err);
	free(said);
	return status;
}

/* The next of COMMANDS; lines that start with # are skipped. */
static bool
next_command(const char **commands, struct ft_word *line)
{
	while (ft_word_next(commands, "\n", line))
		if (line->len > 0 && *line->at != '#')
			return true;
	return false;
}

static enum ft_status
run_lines(struct fview_loader *loader, const struct ft_session *session,
    const char *commands, struct ft_error *err)
{
	static const char head[] = "facctmgr -i ";
	struct ft_word line;

	while (next_command(&commands, &line)) {
		size_t skip = strncmp(line.at, head, sizeof head - 1) == 0
				  ? sizeof head - 1
				  : 0;
		char *command FT_CLEANUP(ft_free_at) =
		    ft_strndup(line.at + skip, line.len - skip);

		FT_TRY(run_line(loader, session, command, err));
	}
	return FT_OK;
}

/* The journal records the commands, not how the viewer was called. */
static void
name_command(struct ft_session *session, const char *commands)
{
	struct ft_str text = { 0 };
	struct ft_word line;

	while (next_command(&commands, &line)) {
		if (text.len > 0)
			ft_str_add(&text, "; ");
		ft_str_add_n(&text, line.at, line.len);
	}
	ft_free(session->command);
	session->command = ft_str_take(&text);
}

static enum ft_status
change(struct fview_loader *loader, const char *commands, uint32_t *id,
    struct ft_error *err)
{
	struct ft_session session FT_CLEANUP(ft_session_close);
	struct ft_registry *registry;
	enum ft_status status;

	FT_TRY(open_session(loader, &session, FT_SESSION_CHANGE, err));
	name_command(&session, commands);
	FT_TRY(ft_session_begin(&session, FT_RIGHT_REQUESTS, &registry, err));
	status = run_lines(loader, &session, commands, err);
	if (status == FT_OK)
		return ft_session_commit(&session, id, err);
	ft_store_rollback(session.store);
	return status;
}

enum ft_status
fview_loader_apply(struct fview_loader *loader, const char *commands,
    uint32_t *id, struct ft_error *err)
{
	*id = 0;
	FT_TRY(fview_loader_may_write(loader, err));
	return change(loader, commands, id, err);
}
