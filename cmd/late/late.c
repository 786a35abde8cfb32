/*
 * late.c - the libraries of JSON, YAML and gzip, loaded when one of their functions
 * is first called: hardly any command does, and loading them takes each start of a
 * program a quarter of a millisecond.
 *
 * Programs are linked with these functions instead of the libraries (the
 * Makefile's BIN_LIBS); users of libfairtree are linked with the libraries.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>
#include <zlib.h>

#include "files/library.h"

static void
load(const char *file, const char *name, void *function)
{
	if (!ft_library_load(file, name, function)) {
		fprintf(stderr, "fairtree: cannot load %s\n", file);
		exit(EXIT_FAILURE);
	}
}

/* Define NAME, which calls the function of that name in FILE; RETURN is empty if it
 * returns nothing. */
#define LATE(file, return_, type, name, parameters, arguments)                 \
	type name parameters                                                   \
	{                                                                      \
		static __typeof__(name) *function;                             \
                                                                               \
		if (!function)                                                 \
			load(file, FT_LIBRARY_NAME(name), &function);          \
		return_ function arguments;                                    \
	}
#include "late/late.def"
