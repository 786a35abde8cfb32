#include "files/library.h"

#include <dlfcn.h>

static void *
open_first(const char *files)
{
	void *library = NULL;

	while (!library && *files) {
		size_t n = strcspn(files, " ");
		char *file FT_CLEANUP(ft_free_at) = ft_strndup(files, n);

		library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
		files += n + (files[n] == ' ');
	}
	return library;
}

bool
ft_library_load(const char *files, const char *names, void *members)
{
	void *library = open_first(files);
	char *member = members;

	for (; library && *names; names += strlen(names) + 1) {
		void *found = dlsym(library, names);

		if (!found)
			return false;
		/* C has no conversion of it to a pointer to a function */
		memcpy(member, &found, sizeof found);
		member += sizeof found;
	}
	return library != NULL;
}
