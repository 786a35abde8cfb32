#include "common/whatif.h"

#include "alter/alter.h"
#include "facctmgr/line.h"

enum ft_status
ft_whatif_release(const struct ft_opt_use *use)
{
	enum ft_release release;

	if (!ft_release_parse(use->arg, &release))
		return ft_fail(use->err, FT_EINVAL,
		    "bad value '%s' of --%s: want a release such as 22.05",
		    use->arg, use->row->name);
	*(const char **)ft_opt_member(use) = use->arg;
	return FT_OK;
}

bool
ft_whatif_given(const struct ft_whatif *whatif)
{
	return whatif->command.n + whatif->conf.n > 0 || whatif->from_now ||
	       whatif->slurm;
}

enum ft_status
ft_whatif_apply(const struct ft_context *context, struct ft_session *session,
    const struct ft_whatif *whatif, struct ft_error *err)
{
	const struct ft_args *lines = &whatif->command;

	if (whatif->from_now && !whatif->conf.n)
		return ft_fail(
		    err, FT_EINVAL, "--from-now needs --what-if-conf");
	FT_TRY(ft_alter_settings(context, session,
	    &(struct ft_alter){
		&whatif->conf, "--what-if-conf", whatif->from_now },
	    err));
	if (lines->n > 0)
		FT_TRY(ft_alter_copy(session, err));
	for (size_t i = 0; i < lines->n; i++) {
		if (facctmgr_apply_line(context, session, lines->item[i]) == 0)
			continue;
		err->text[0] = '\0'; /* the message was printed */
		return FT_EINVAL;
	}
	if (whatif->slurm)
		FT_TRY(ft_alter_release(context, session, whatif->slurm, err));
	return ft_whatif_given(whatif) ? ft_session_hide(session, err) : FT_OK;
}
