#include "files/siblings.h"

#include <limits.h>
#include <unistd.h>

#include "base/base.h"

/* From the folder of the programs, and back; the Makefile installs it there. */
#define TO_SHELL   "/../libexec/fairtree/facctmgr-shell"
#define FROM_SHELL "/../../bin"

char *
ft_siblings_folder(void)
{
	static const char shell[] = "/facctmgr-shell";
	char own[PATH_MAX + sizeof FROM_SHELL] = "";
	ssize_t len = readlink("/proc/self/exe", own, PATH_MAX - 1);
	char *slash = strrchr(own, '/');

	if (len < 0 || !slash)
		return NULL;
	if (strcmp(slash, shell) == 0)
		memcpy(slash, FROM_SHELL, sizeof FROM_SHELL);
	else
		*slash = '\0';
	return ft_strdup(own);
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
