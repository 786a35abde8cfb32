/*
 * facctmgr save: the store as one clean file, to be mailed or kept.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "acctmgr/acctmgr.h"

/* A store has its latest changes beside it: a file in its place would get
 * them. */
static bool
has_changes_beside(const char *path)
{
	struct ft_str wal = { 0 };
	struct stat about;
	bool has;

	ft_str_addf(&wal, "%s-wal", path);
	has = stat(ft_str_text(&wal), &about) == 0 && about.st_size > 0;
	ft_str_free(&wal);
	return has;
}

/* Returns whether what is at PATH may be replaced; complains if not. */
static bool
may_replace(struct acct *acct, const char *path, const struct stat *there)
{
	struct ft_str question = { 0 };
	struct stat store;
	bool yes = false;

	if (stat(acct->session.path, &store) == 0 &&
	    store.st_dev == there->st_dev && store.st_ino == there->st_ino) {
		acct_error(acct, "'%s' is the store itself", path);
	} else if (!S_ISREG(there->st_mode)) {
		acct_error(acct, "'%s' is no regular file", path);
	} else if (has_changes_beside(path)) {
		acct_error(acct, "'%s' is a store that is in use", path);
	} else if (!acct->immediate && !isatty(fileno(acct->context->in))) {
		acct_error(acct, "'%s' exists; -i replaces it", path);
	} else {
		ft_str_addf(&question, "'%s' exists.  Replace it?", path);
		yes = acct_ask(acct, ft_str_text(&question));
	}
	ft_str_free(&question);
	return yes;
}

/* Save beside PATH, then put it in its place. */
static enum ft_status
replace(struct acct *acct, const char *path, struct ft_error *err)
{
	struct ft_str beside = { 0 };
	enum ft_status status;

	ft_str_addf(&beside, "%s-new", path);
	(void)unlink(ft_str_text(&beside));
	status = ft_store_save(acct->session.store, ft_str_text(&beside), err);
	if (status == FT_OK && rename(ft_str_text(&beside), path)) {
		status = ft_fail(err, FT_EIO, "%s: cannot be saved: %s", path,
		    strerror(errno));
		(void)unlink(ft_str_text(&beside));
	}
	ft_str_free(&beside);
	return status;
}

static int
save(struct acct *acct, const char *path)
{
	struct ft_error err;
	struct stat there;
	enum ft_status status = FT_OK;
	bool exists = stat(path, &there) == 0;

	if (!acct_open(acct, false) ||
	    (exists && !may_replace(acct, path, &there)))
		return 1;
	if (acct->dry_run) {
		acct_say(acct, " Would save the store as '%s'\n", path);
		return 0;
	}
	/* what others commit until then is in it, too */
	ft_store_thaw(acct->session.store);
	status = exists ? replace(acct, path, &err)
			: ft_store_save(acct->session.store, path, &err);
	if (status != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	acct_say(acct, " Saved the store as '%s'\n", path);
	return 0;
}

int
acct_save(struct acct *acct, int argc, char **argv)
{
	const char *path = argc > 0 ? argv[0] : NULL;

	if (path && strncmp(path, "file=", 5) == 0)
		path += 5;
	if (argc == 1 && path && *path)
		return save(acct, path);
	acct_error(acct, argc > 1 ? "too many words: one file is written"
				  : "no file to save the store to");
	return 1;
}
