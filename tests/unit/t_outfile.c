/* Files that commands write: whole or not at all, in the place of the old one. */
#include "files/outfile.h"

#include <stdlib.h>
#include <string.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/storefile.h"
#include "tap/tap.h"

static char *folder;

static char *
place(const char *name)
{
	struct ft_str str = { 0 };

	ft_str_addf(&str, "%s/%s", folder, name);
	return str.data;
}

/* Whether FILE has TEXT in it, and MODE. */
static void
holds(const char *path, const char *text, unsigned mode, const char *what)
{
	unsigned char *data;
	long size = storefile_read(path, &data);
	struct stat info = { 0 };

	ok(size == (long)strlen(text) && !memcmp(data, text, strlen(text)),
	    "%s: content", what);
	ft_free(data);
	ok(stat(path, &info) == 0 && (info.st_mode & 0777) == mode,
	    "%s: mode %o", what, (unsigned)info.st_mode & 0777);
}

static void
write_text(const char *path, const char *text)
{
	struct ft_str str = { 0 };
	struct ft_error err;

	ft_str_add(&str, text);
	ok(ft_outfile_write(path, &str, &err) == FT_OK, "%s is written", path);
	ft_str_free(&str);
}

/* How many names there are in the folder. */
static int
names(void)
{
	DIR *dir = opendir(folder);
	int n = 0;

	if (!dir)
		bail("%s", folder);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

static void
test_places(void)
{
	char *path = place("a"), *link = place("link"), *second = place("b");
	struct stat info;

	umask(027);
	write_text(path, "new\n");
	holds(path, "new\n", 0640, "a new file");
	if (chmod(path, 0604) || symlink("a", link))
		bail("links");
	write_text(link, "by a link, and longer\n");
	holds(path, "by a link, and longer\n", 0604, "through a link");
	ok(lstat(link, &info) == 0 && S_ISLNK(info.st_mode), "still a link");
	write_text(path, "");
	holds(path, "", 0604, "nothing");
	if (rename(link, second) || unlink(second) ||
	    linkat(AT_FDCWD, path, AT_FDCWD, second, 0))
		bail("links");
	write_text(second, "both\n");
	holds(path, "both\n", 0604, "a file of two names");
	is_i64(names(), 2, "nothing else is left");
	unlink(second);
	unlink(path);
	ft_free(path);
	ft_free(link);
	ft_free(second);
}

static void
test_failures(void)
{
	struct ft_error err = { 0 };
	struct ft_outfile file;
	struct ft_str str = { 0 };
	char *path = place("a"), *none = place("none/a");

	write_text(path, "old\n");
	if (ft_outfile_open(&file, path, &err))
		bail("%s", err.text);
	fputs("half", file.file);
	fflush(file.file);
	holds(path, "old\n", 0640, "while it is written");
	ok(ft_outfile_finish(&file, false, &err) == FT_OK, "dropped");
	holds(path, "old\n", 0640, "dropped");
	is_i64(names(), 1, "nothing else is left");
	ok(ft_outfile_write(none, &str, &err) == FT_EIO, "no such folder");
	ft_str_free(&str);
	ft_str_addf(&str, "cannot write '%s': No such file or directory", none);
	is_str(err.text, str.data, "and says so");
	ft_str_free(&str);
	ft_str_add(&str, "x");
	write_text("/dev/null", "x");
	ok(ft_outfile_write("/dev/full", &str, &err) == FT_EIO, "no room");
	is_str(err.text, "cannot write '/dev/full': No space left on device",
	    "and says so");
	ft_str_free(&str);
	unlink(path);
	ft_free(path);
	ft_free(none);
}

/* The old file stays when the new one has no room. */
static void
test_limit(void)
{
	struct rlimit limit, small = { 0 };
	struct ft_error err = { 0 };
	struct ft_str str = { 0 };
	char *path = place("a");
	enum ft_status status;

	write_text(path, "old\n");
	if (getrlimit(RLIMIT_FSIZE, &limit))
		bail("limit");
	small.rlim_max = limit.rlim_max;
	small.rlim_cur = 4096;
	for (int i = 0; i < 10000; i++)
		ft_str_add_char(&str, 'x');
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	status = ft_outfile_write(path, &str, &err);
	setrlimit(RLIMIT_FSIZE, &limit);
	ok(status == FT_EIO, "no room: %s", err.text);
	holds(path, "old\n", 0640, "no room");
	is_i64(names(), 1, "nothing else is left");
	unlink(path);
	ft_str_free(&str);
	ft_free(path);
}

int
main(void)
{
	char *name = storefile_path("files");

	folder = name;
	if (mkdir(folder, 0700))
		bail("%s", folder);
	test_places();
	test_failures();
	test_limit();
	rmdir(folder);
	ft_free(name);
	return done_testing();
}
