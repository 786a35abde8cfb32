#include "shell/history.h"

#include <fcntl.h>
#include <unistd.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/text/part.h"
#include "base/text/path.h"
#include "base/text/text.h"
#include "cli/cmd.h"
#include "files/infile.h"
#include "common/session.h"

#define PRIVATE 0600
#define SLACK   500 /* surplus lines before the file is rewritten */

/* ---- the list --------------------------------------------------------------- */

static void
drop(struct ft_history *history, size_t i)
{
	ft_free(history->line[i]);
	history->n--;
	memmove(&history->line[i], &history->line[i + 1],
	    (history->n - i) * sizeof *history->line);
}

static void
append(struct ft_history *history, const char *line, size_t len)
{
	*ft_vec_add(history->line, history->n, history->cap) =
	    ft_strndup(line, len);
}

/* Whether a line is kept: not empty, and without a leading blank. */
static bool
is_worth_it(const char *line, size_t len)
{
	return len > 0 && *line != ' ' &&
	       !ft_text_unsafe(line, len, FT_TEXT_WORD);
}

static int
by_text(const void *a, const void *b)
{
	const char *const *x = *(const char *const *const *)a;
	const char *const *y = *(const char *const *const *)b;
	int order = strcmp(*x, *y);

	return order ? order : (x > y) - (x < y);
}

/* Keep the last of equal lines; then drop the oldest lines. */
static void
drop_doubles(struct ft_history *history)
{
	char ***sorted = ft_calloc(history->n + 1, sizeof *sorted);
	size_t kept = 0, skip;

	for (size_t i = 0; i < history->n; i++)
		sorted[i] = &history->line[i];
	if (history->n)
		qsort(sorted, history->n, sizeof(char **), by_text);
	for (size_t i = 0; i + 1 < history->n; i++)
		if (strcmp(*sorted[i], *sorted[i + 1]) == 0) {
			ft_free(*sorted[i]);
			*sorted[i] = NULL;
		}
	ft_free(sorted);
	for (size_t i = 0; i < history->n; i++)
		if (history->line[i])
			history->line[kept++] = history->line[i];
	history->n = kept;
	skip = kept > FT_HISTORY_MOST ? kept - FT_HISTORY_MOST : 0;
	for (size_t i = 0; i < skip; i++)
		ft_free(history->line[i]);
	history->n -= skip;
	if (skip)
		memmove(history->line, history->line + skip,
		    history->n * sizeof *history->line);
}

/* ---- the file --------------------------------------------------------------- */

/*
 * Open and lock PATH; returns its descriptor, or -1.  While this shell waited
 * for the lock, another may have replaced the file: then open the new one.
 */
static int
open_locked(const char *path)
{
	struct ft_error err;
	char *real = NULL;
	bool good = false;
	int fd = -1;

	for (int tries = 0; !good && tries < 10; tries++) {
		ft_free(real);
		if (ft_path_open(path, PRIVATE, &fd, &real, &err) != FT_OK)
			break;
		good = flock(fd, LOCK_EX) == 0 && ft_beside_is(real, "", fd);
		if (!good)
			close(fd);
	}
	ft_free(real);
	return good ? fd : -1;
}

static bool
write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t did = write(fd, text, len);

		if (did <= 0)
			return false;
		text += did;
		len -= (size_t)did;
	}
	return true;
}

/* Replace the file by one without the dropped lines, while it is locked. */
static void
write_anew(const struct ft_history *history)
{
	struct ft_str text = { 0 };
	struct ft_path place;
	struct ft_part part;
	struct ft_error err;

	if (ft_path_find(&place, history->path, &err) != FT_OK)
		return;
	for (size_t i = 0; i < history->n; i++)
		ft_str_addf(&text, "%s\n", history->line[i]);
	if (ft_part_open(&part, place.path, PRIVATE, NULL, &err) == FT_OK) {
		if (write_all(part.fd, ft_str_text(&text), text.len))
			(void)ft_part_finish(&part, true, &err);
		ft_part_drop(&part);
	}
	ft_str_free(&text);
	ft_free(place.path);
}

static void
load(struct ft_history *history, int fd)
{
	struct ft_str text = { 0 };
	size_t lines = 0;

	/* keep what could be read before an error */
	(void)ft_infile_read_fd(
	    FT_BOUND_HISTORY, fd, history->path, &text, NULL);
	for (const char *at = ft_str_text(&text); *at;) {
		size_t len = strcspn(at, "\n");

		if (is_worth_it(at, len))
			append(history, at, len);
		lines++;
		at += len + (at[len] == '\n');
	}
	ft_str_free(&text);
	drop_doubles(history);
	if (lines > history->n + SLACK)
		write_anew(history);
}

/* ---- the history ------------------------------------------------------------ */

void
ft_history_open(struct ft_history *history, const char *path)
{
	struct ft_error err;
	int fd;

	*history = (struct ft_history){ 0 };
	if (!path)
		return;
	history->path = ft_strdup(path);
	(void)ft_session_make_folders(path, &err);
	fd = open_locked(path);
	if (fd < 0)
		return;
	load(history, fd);
	close(fd);
}

void
ft_history_free(struct ft_history *history)
{
	for (size_t i = 0; i < history->n; i++)
		ft_free(history->line[i]);
	ft_free(history->line);
	ft_free(history->path);
	*history = (struct ft_history){ 0 };
}

/* One write, preceded by a line end if the last line of the file is
 * incomplete. */
static void
append_to_file(const char *path, const char *line)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	char last = '\n';
	off_t size;
	int fd = open_locked(path);

	if (fd < 0)
		return;
	size = lseek(fd, 0, SEEK_END);
	if (size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n')
		ft_str_add_char(&text, '\n');
	ft_str_addf(&text, "%s\n", line);
	(void)write_all(fd, ft_str_text(&text), text.len);
	close(fd);
}

void
ft_history_add(struct ft_history *history, const char *line)
{
	size_t len = strlen(line);

	if (!is_worth_it(line, len))
		return;
	if (history->n && strcmp(history->line[history->n - 1], line) == 0)
		return;
	for (size_t i = history->n; i > 0 && i--;)
		if (strcmp(history->line[i], line) == 0)
			drop(history, i);
	if (history->n == FT_HISTORY_MOST)
		drop(history, 0);
	append(history, line, len);
	if (history->path)
		append_to_file(history->path, line);
}

char *
ft_history_path(void)
{
	const char *state = ft_cmd_variable("XDG_STATE_HOME");
	const char *home = ft_cmd_variable("HOME");
	struct ft_str path = { 0 };

	if (state && *state == '/')
		ft_str_add(&path, state);
	else if (home && *home == '/')
		ft_str_addf(&path, "%s/.local/state", home);
	else
		return NULL;
	ft_str_add(&path, "/fairtree/history");
	return ft_str_take(&path);
}
