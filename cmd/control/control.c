#include "control/control.h"

#include <string.h>
#include <strings.h>

/* ---- the store of one verb -------------------------------------------------- */

enum ft_status
control_read(struct control *control, const struct ft_world_load *how,
    struct ft_error *err)
{
	enum ft_status status = ft_session_open(
	    &control->session, control->context, FT_SESSION_READ, err);

	if (status == FT_OK) {
		control->loaded = true;
		status = ft_session_world(
		    &control->session, &control->world, how, err);
	}
	if (status == FT_OK)
		ft_session_asker(
		    &control->session, &control->world, &control->asker);
	return status;
}

enum ft_status
control_begin(struct control *control, const struct ft_world_load *how,
    struct ft_error *err)
{
	enum ft_status status = ft_session_open(
	    &control->session, control->context, FT_SESSION_WRITE, err);

	if (status == FT_OK) {
		control->loaded = true;
		status = ft_session_world_begin(
		    &control->session, &control->world, how, err);
	}
	if (status == FT_OK)
		ft_session_asker(
		    &control->session, &control->world, &control->asker);
	return status;
}

enum ft_status
control_commit(struct control *control, struct ft_error *err)
{
	return ft_session_world_commit(&control->session, &control->world, err);
}

void
control_close(struct control *control)
{
	struct ft_session wishes = {
		.db = control->session.db,
		.conf_file = control->session.conf_file,
		.now_text = control->session.now_text,
	};

	if (control->loaded)
		ft_world_free(&control->world);
	control->loaded = false;
	ft_session_close(&control->session);
	ft_session_init(&control->session);
	control->session.db = wishes.db;
	control->session.conf_file = wishes.conf_file;
	control->session.now_text = wishes.now_text;
}

int
control_fail(struct control *control, const struct ft_error *err)
{
	return ft_cmd_fail(control->context, err);
}

bool
control_is(const char *word, size_t len, const char *name, size_t least)
{
	return len >= least && len <= strlen(name) &&
	       strncasecmp(word, name, len) == 0;
}
