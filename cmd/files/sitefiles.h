/*
 * sitefiles.h - the files of a site: a folder that fairtree-collect made, or a tar of
 * it, which may be compressed with gzip.
 */
#ifndef FT_CMD_FILES_SITEFILES_H
#define FT_CMD_FILES_SITEFILES_H

#include "base/bound.h"
#include "io/site/manifest.h"

struct ft_sitefiles {
	const char *path; /* as given; borrowed */
	struct ft_manifest manifest;
	/* of a tar: all its bytes, and where each file is; else empty */
	struct ft_str tar;
	struct ft_map at;
	struct ft_sitefiles_slice *slice;
	size_t n, cap;
};

/*
 * Find the site at PATH and read its manifest.  FILES is zeroed, and to be freed even
 * on failure.  FT_ENOENT: no file PATH; FT_EPARSE: it is no site.
 */
enum ft_status ft_sitefiles_open(
    struct ft_sitefiles *files, const char *path, struct ft_error *err);
void ft_sitefiles_free(struct ft_sitefiles *files);
/* Returns whether the file NAME was collected: its command succeeded, and what it
 * printed is not empty. */
bool ft_sitefiles_have(struct ft_sitefiles *files, const char *name);
/* Append the file NAME to TEXT, masked unless it is of FT_BOUND_STATE, which is no
 * text.  FT_ENOENT: there is none. */
enum ft_status ft_sitefiles_read(struct ft_sitefiles *files, const char *name,
    enum ft_bound kind, struct ft_str *text, struct ft_error *err);
/* Append PATH/NAME, as messages name the file. */
void ft_sitefiles_add_name(
    const struct ft_sitefiles *files, const char *name, struct ft_str *str);
/* Returns when the command of NAME began; 0 unknown. */
int64_t ft_sitefiles_time(const struct ft_sitefiles *files, const char *name);
/* Returns the instant of the snapshot: when the queue was printed, or the shares; 0:
 * neither was collected. */
int64_t ft_sitefiles_instant(const struct ft_sitefiles *files);
/* Set *pass to the last decay pass of the site, which only root can collect; 0
 * unknown. */
enum ft_status ft_sitefiles_pass(
    struct ft_sitefiles *files, int64_t *pass, struct ft_error *err);

#endif
