#include "files/sitefiles.h"

#include <sys/stat.h>

#include "cli/sanitize.h"
#include "files/infile.h"
#include "io/text/inflate.h"
#include "io/text/tar.h"

#define MANIFEST "manifest"

/* A file in the tar. */
struct ft_sitefiles_slice {
	size_t at, size;
};

static bool
is_tar(const struct ft_sitefiles *files)
{
	return files->tar.len > 0;
}

void
ft_sitefiles_add_name(
    const struct ft_sitefiles *files, const char *name, struct ft_str *str)
{
	ft_str_addf(str, "%s/%s", files->path, name);
}

/* ---- a tar ---------------------------------------------------------------------- */

static enum ft_status
unpack(struct ft_sitefiles *files, struct ft_error *err)
{
	struct ft_str plain = { 0 };

	if (!ft_is_gzip(files->tar.data, files->tar.len))
		return FT_OK;
	if (ft_inflate(FT_BOUND_SITE, files->tar.data, files->tar.len, &plain,
		err) != FT_OK) {
		ft_error_prefix(err, "%s: ", files->path);
		return FT_EPARSE;
	}
	ft_str_free(&files->tar);
	files->tar = plain;
	return FT_OK;
}

/* Returns the length of the folders before the manifest in NAME; -1: it is not the
 * manifest. */
static int
folders(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *last = slash ? slash + 1 : name;

	return strcmp(last, MANIFEST) == 0 ? (int)(last - name) : -1;
}

/* Set *top to the folder of the manifest, with its slash. */
static enum ft_status
find_top(
    const struct ft_sitefiles *files, struct ft_str *top, struct ft_error *err)
{
	struct ft_tar tar = { { files->path, files->tar.data, files->tar.len },
		0 };
	struct ft_tar_file file;
	enum ft_status status;

	while ((status = ft_tar_next(&tar, &file, err)) == FT_OK) {
		if (folders(file.name) < 0)
			continue;
		ft_str_add_n(top, file.name, (size_t)folders(file.name));
		return FT_OK;
	}
	return status == FT_ENOENT
		   ? ft_fail(err, FT_EPARSE, "%s: no file '%s' in it",
			 files->path, MANIFEST)
		   : status;
}

static enum ft_status
list(struct ft_sitefiles *files, struct ft_error *err)
{
	struct ft_str top FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_tar tar = { { files->path, files->tar.data, files->tar.len },
		0 };
	struct ft_tar_file file;
	enum ft_status status;

	if (!ft_is_tar(files->tar.data, files->tar.len))
		return ft_fail(err, FT_EPARSE,
		    "%s: neither a folder nor a tar archive", files->path);
	FT_TRY(find_top(files, &top, err));
	while ((status = ft_tar_next(&tar, &file, err)) == FT_OK) {
		if (strncmp(file.name, ft_str_text(&top), top.len) != 0)
			continue;
		ft_map_put(&files->at, file.name + top.len, files->n);
		*ft_vec_add(files->slice, files->n, files->cap) =
		    (struct ft_sitefiles_slice){
			    (size_t)(file.data - files->tar.data), file.size
		    };
	}
	return status == FT_ENOENT ? FT_OK : status;
}

/* ---- both ----------------------------------------------------------------------- */

enum ft_status
ft_sitefiles_read(struct ft_sitefiles *files, const char *name,
    enum ft_bound kind, struct ft_str *text, struct ft_error *err)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct stat info;
	uint64_t at;

	ft_sitefiles_add_name(files, name, &path);
	if (!ft_manifest_is_inside(name))
		return ft_fail(err, FT_EINVAL,
		    "'%s' is outside of the site '%s'", name, files->path);
	/* a FIFO may never end */
	if (!is_tar(files) && stat(path.data, &info) == 0 &&
	    !S_ISREG(info.st_mode))
		return ft_fail(
		    err, FT_EPARSE, "%s:1:1: not a regular file", path.data);
	if (!is_tar(files))
		FT_TRY(ft_infile_read_raw(kind, path.data, text, err));
	else if (ft_map_get(&files->at, name, &at))
		ft_str_add_n(text, files->tar.data + files->slice[at].at,
		    files->slice[at].size);
	else
		return ft_fail(err, FT_ENOENT, "no file '%s'", path.data);
	if (kind != FT_BOUND_STATE)
		ft_sanitize_file(path.data, text);
	return FT_OK;
}

enum ft_status
ft_sitefiles_open(
    struct ft_sitefiles *files, const char *path, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct stat info;
	enum ft_status status;

	files->path = path;
	if (stat(path, &info) != 0)
		return ft_fail(err, errno == ENOENT ? FT_ENOENT : FT_EIO,
		    "cannot open '%s': %s", path, strerror(errno));
	/* a FIFO may never end, or never begin */
	if (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))
		return ft_fail(err, FT_EINVAL,
		    "%s: neither a folder nor a tar archive", path);
	if (!S_ISDIR(info.st_mode)) {
		FT_TRY(
		    ft_infile_read_raw(FT_BOUND_SITE, path, &files->tar, err));
		FT_TRY(unpack(files, err));
		FT_TRY(list(files, err));
	}
	status = ft_sitefiles_read(files, MANIFEST, FT_BOUND_MAP, &text, err);
	if (status == FT_ENOENT)
		return ft_fail(err, FT_EPARSE,
		    "%s: no file '%s' in it: this is not a folder of "
		    "fairtree-collect",
		    path, MANIFEST);
	FT_TRY(status);
	ft_sitefiles_add_name(files, MANIFEST, &name);
	return ft_manifest_parse(&files->manifest,
	    &(struct ft_input){ name.data, ft_str_text(&text), text.len }, err);
}

void
ft_sitefiles_free(struct ft_sitefiles *files)
{
	ft_manifest_free(&files->manifest);
	ft_str_free(&files->tar);
	ft_map_clear(&files->at);
	ft_free(files->slice);
}

/* Returns the size of the file NAME, INT64_MAX if it is none that can be read;
 * -1: there is none. */
static int64_t
size_of(struct ft_sitefiles *files, const char *name)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct stat info;
	uint64_t at;

	if (is_tar(files))
		return ft_map_get(&files->at, name, &at)
			   ? (int64_t)files->slice[at].size
			   : -1;
	ft_sitefiles_add_name(files, name, &path);
	if (stat(path.data, &info) != 0)
		return -1;
	return S_ISREG(info.st_mode) ? (int64_t)info.st_size : INT64_MAX;
}

bool
ft_sitefiles_have(struct ft_sitefiles *files, const char *name)
{
	const struct ft_manifest_part *part =
	    ft_manifest_find(&files->manifest, name);

	return part && part->status == 0 && size_of(files, name) > 0;
}

int64_t
ft_sitefiles_time(const struct ft_sitefiles *files, const char *name)
{
	const struct ft_manifest_part *part =
	    ft_manifest_find(&files->manifest, name);

	return part ? part->began : 0;
}

int64_t
ft_sitefiles_instant(const struct ft_sitefiles *files)
{
	static const char *const parts[] = { "squeue", "sshare", "sacct/001" };
	int64_t instant = 0;

	for (size_t i = 0; i < FT_COUNT(parts) && !instant; i++)
		instant = ft_sitefiles_time(files, parts[i]);
	return instant;
}

/* The file is priority_last_decay_ran, whose first eight bytes are a number. */
enum ft_status
ft_sitefiles_pass(
    struct ft_sitefiles *files, int64_t *pass, struct ft_error *err)
{
	struct ft_str decay FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t time = 0;

	*pass = 0;
	if (!ft_sitefiles_have(files, "decay"))
		return FT_OK;
	FT_TRY(ft_sitefiles_read(files, "decay", FT_BOUND_STATE, &decay, err));
	if (decay.len < sizeof time)
		return FT_OK;
	for (size_t i = 0; i < sizeof time; i++)
		time = time << 8 | (unsigned char)decay.data[i];
	if (time <= INT64_MAX)
		*pass = (int64_t)time;
	return FT_OK;
}
