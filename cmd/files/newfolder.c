#include "files/newfolder.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/outfile.h"

static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

/* ---- signals ---------------------------------------------------------------- */

static void
hold_signals(struct ft_newfolder *folder)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < FT_COUNT(ends); i++)
		sigaddset(&set, ends[i]);
	sigprocmask(SIG_BLOCK, &set, &folder->signals);
}

static void
release_signals(struct ft_newfolder *folder)
{
	sigprocmask(SIG_SETMASK, &folder->signals, NULL);
}

static bool
is_interrupted(void)
{
	sigset_t set;

	sigpending(&set);
	for (size_t i = 0; i < FT_COUNT(ends); i++)
		if (sigismember(&set, ends[i]) == 1)
			return true;
	return false;
}

/* ---- files ------------------------------------------------------------------ */

static void
note(struct ft_newfolder *folder, const char *path)
{
	ft_str_add_n(&folder->made, path, strlen(path) + 1);
}

/* Remove all that was made, files before their folders. */
static void
clear(struct ft_newfolder *folder)
{
	const char *text = ft_str_text(&folder->made);

	for (size_t end = folder->made.len; end;) {
		size_t at = end - 1;

		while (at && text[at - 1])
			at--;
		(void)remove(text + at);
		end = at;
	}
}

static enum ft_status
fail(const char *what, const char *path, struct ft_error *err)
{
	return ft_fail(
	    err, FT_EIO, "cannot %s '%s': %s", what, path, strerror(errno));
}

enum ft_status
ft_newfolder_open(
    struct ft_newfolder *folder, const char *path, struct ft_error *err)
{
	*folder = (struct ft_newfolder){ .path = path };
	ft_str_addf(&folder->part, "%s.XXXXXX", path);
	hold_signals(folder);
	if (mkdtemp(folder->part.data)) {
		note(folder, folder->part.data);
		return FT_OK;
	}
	fail("make the folder", path, err);
	release_signals(folder);
	ft_str_free(&folder->part);
	return FT_EIO;
}

/* Make the folder in which the file NAME is, unless it is there. */
static enum ft_status
make_below(struct ft_newfolder *folder, const char *name, struct ft_error *err)
{
	const char *slash = strchr(name, '/');
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	if (!slash)
		return FT_OK;
	ft_str_addf(
	    &path, "%s/%.*s", folder->part.data, (int)(slash - name), name);
	if (mkdir(path.data, 0777) == 0)
		note(folder, path.data);
	else if (errno != EEXIST)
		return fail("make the folder", path.data, err);
	return FT_OK;
}

enum ft_status
ft_newfolder_write(struct ft_newfolder *folder, const char *name,
    const struct ft_str *text, struct ft_error *err)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	if (is_interrupted())
		return ft_fail(err, FT_EIO, "interrupted");
	FT_TRY(make_below(folder, name, err));
	FT_TRY(ft_outfile_write_in(folder->part.data, name, text, err));
	ft_str_addf(&path, "%s/%s", folder->part.data, name);
	note(folder, path.data);
	return FT_OK;
}

/* ---- the end ------------------------------------------------------------------ */

/* mkdtemp lets nobody else in. */
static enum ft_status
put(struct ft_newfolder *folder, struct ft_error *err)
{
	mode_t mask = umask(0);

	(void)umask(mask);
	if (chmod(folder->part.data, 0777 & ~mask) == 0 &&
	    rename(folder->part.data, folder->path) == 0)
		return FT_OK;
	return fail("make the folder", folder->path, err);
}

enum ft_status
ft_newfolder_finish(
    struct ft_newfolder *folder, bool good, struct ft_error *err)
{
	enum ft_status status = good ? put(folder, err) : FT_OK;

	if (!good || status != FT_OK)
		clear(folder);
	ft_str_free(&folder->part);
	ft_str_free(&folder->made);
	release_signals(folder);
	return status;
}
