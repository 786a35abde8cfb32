#include "files/siblings.h"

#include <limits.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/base.h"

/* From the folder of the programs; the Makefile installs it there. */
#define TO_SHELL "/../libexec/fairtree/facctmgr-shell"

/* Cut END off PATH; false: it does not end so. */
static bool
cut_end(char *path, const char *end)
{
	const size_t len = strlen(path), n = strlen(end);

	if (len < n || strcmp(path + len - n, end) != 0)
		return false;
	path[len - n] = '\0';
	return true;
}

char *
ft_siblings_folder(void)
{
	char own[PATH_MAX] = "";
	char *started = ft_strdup((const char *)getauxval(AT_EXECFN)), *slash;

	/* the shell, which does not know the name of that folder */
	if (cut_end(started, TO_SHELL))
		return started;
	ft_free(started);
	if (readlink("/proc/self/exe", own, sizeof own - 1) < 0)
		return NULL;
	slash = strrchr(own, '/');
	return slash ? ft_strndup(own, (size_t)(slash - own)) : NULL;
}

void
ft_siblings_become_shell(char *const *argv)
{
	char *folder FT_CLEANUP(ft_free_at) = ft_siblings_folder();
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	if (!folder || !argv)
		return;
	ft_str_addf(&path, "%s" TO_SHELL, folder);
	(void)execv(ft_str_text(&path), argv);
}
