/*
 * save.c - facctmgr save: write the store as one clean file, to keep or to mail.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "facctmgr/parse/keyword.h"
#include "facctmgr/store/store.h"

bool
facctmgr_names_store(struct facctmgr *acct, const char *path)
{
	if (strcmp(path, "-") == 0)
		facctmgr_error(acct,
		    "a store cannot be written to standard output, which has "
		    "what the command prints (give a name)");
	return strcmp(path, "-") != 0;
}

/* Returns whether what is at PATH may be replaced; complains if not. */
static bool
may_replace(struct facctmgr *acct, const char *path, const struct stat *there)
{
	struct ft_str question FT_CLEANUP(ft_str_free) = { 0 };
	struct stat store;
	bool yes = false;

	if (stat(acct->session.path, &store) == 0 &&
	    store.st_dev == there->st_dev && store.st_ino == there->st_ino) {
		facctmgr_error(acct, "'%s' is the store itself", path);
	} else if (!S_ISREG(there->st_mode)) {
		facctmgr_error(acct, "'%s' is not a regular file", path);
	} else if (!acct->immediate && !isatty(fileno(acct->context->in))) {
		facctmgr_error(acct, "'%s' exists; -i replaces it", path);
	} else {
		ft_str_addf(&question, "'%s' exists.  Replace it?", path);
		yes = facctmgr_ask(acct, ft_str_text(&question));
	}
	return yes;
}

static int
save(struct facctmgr *acct, const char *path)
{
	struct ft_error err;
	struct stat there;
	enum ft_status status = FT_OK;
	bool exists = stat(path, &there) == 0;

	if (!facctmgr_open(acct, false) ||
	    (exists && !may_replace(acct, path, &there)))
		return 1;
	if (acct->dry_run) {
		facctmgr_print(acct, " Would save the store as '%s'\n", path);
		return 0;
	}
	/* include what others have committed since it was opened */
	ft_store_thaw(acct->session.store);
	status = ft_store_save(acct->session.store, path, exists, &err);
	if (status != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	if (!acct->quiet)
		facctmgr_print(acct, " Saved the store as '%s'\n", path);
	return 0;
}

const struct facctmgr_keyword facctmgr_save_keywords[] = {
	{ "file", 0, FACCTMGR_KEY_TEXT,
	    FACCTMGR_KEY_BARE | FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL, 0,
	    .complete = FT_COMPLETE_FILE },
	{ 0 },
};

int
facctmgr_save(struct facctmgr *acct, int argc, char **argv)
{
	const char *path = NULL;

	if (!facctmgr_read_keywords(
		acct, facctmgr_save_keywords, &path, argc, argv))
		return 1;
	if (path)
		return facctmgr_names_store(acct, path) ? save(acct, path) : 1;
	facctmgr_error(acct, "no file to save the store to");
	return 1;
}
