/*
 * library.h - a shared library that is loaded only when it is used.
 *
 * Loading a library costs each start of a program about 0.1 ms; the libraries of
 * terminals are several, and hardly any command talks to a terminal.
 */
#ifndef FT_CMD_FILES_LIBRARY_H
#define FT_CMD_FILES_LIBRARY_H

#include "base/base.h"

/*
 * A list of what is used of a library, LIST(X) with X(name) for each, makes
 *     struct { LIST(FT_LIBRARY_MEMBER) } library;
 * whose members point to the functions and variables of those names, and their
 * names for ft_library_load(): LIST(FT_LIBRARY_NAME).
 */
#define FT_LIBRARY_MEMBER(name) __typeof__(name) *name;
#define FT_LIBRARY_NAME(name)   #name "\0"

/*
 * Load the first of FILES (separated by blanks) that exists and set MEMBERS, the
 * struct made of the list that NAMES was made of.  Returns false if there is
 * none or it lacks a name.  A loaded library stays until the program ends.
 */
bool ft_library_load(const char *files, const char *names, void *members);

#endif
