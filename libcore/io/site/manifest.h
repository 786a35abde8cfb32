/*
 * manifest.h - the list of what fairtree-collect collected of a site.
 *
 *     fairtree-site	1
 *     config	1764345600	1764345601	0	scontrol show config
 *
 * Each line after the first: name of a file, when its command began and ended, its
 * exit status, the command; separated by tabs.  Source: fairtree-collect(1).
 */
#ifndef FT_IO_SITE_MANIFEST_H
#define FT_IO_SITE_MANIFEST_H

#include "base/cursor.h"
#include "base/map.h"

struct ft_manifest_part {
	const char *name;     /* "sacct/001": never absolute, without .. */
	const char *command;  /* as it was typed */
	int64_t began, ended; /* s since 1970 */
	int64_t status;       /* of the command; 0 good */
	size_t line;
};

/* Strings are the manifest's. */
struct ft_manifest {
	struct ft_arena arena;
	struct ft_manifest_part *part; /* in the order in which they ran */
	size_t n, cap;
	struct ft_map at; /* index by name */
};

void ft_manifest_free(struct ft_manifest *manifest);
/*
 * Read INPUT into MANIFEST, which is zeroed.
 * FT_EPARSE "file:line:column: ...": a bad first line, a field that is missing or
 * bad, a name outside of the folder or there twice.
 */
enum ft_status ft_manifest_parse(struct ft_manifest *manifest,
    const struct ft_input *input, struct ft_error *err);
/* Returns the part NAME, NULL if there is none. */
const struct ft_manifest_part *ft_manifest_find(
    const struct ft_manifest *manifest, const char *name);
/* Returns whether NAME stays below the folder in which it is looked up. */
bool ft_manifest_is_inside(const char *name);

#endif
