/* real.c - tables of sacct, alone or in a site, as a trace of what really
 * happened. */

#include <sys/stat.h>

#include "files/infile.h"
#include "files/sitefiles.h"
#include "fsim/source.h"

#define TABLES "sacct/" /* of a site: its folder */

bool
fsim_real_is_site(const char *file)
{
	static const char *const ends[] = { ".tar", ".tar.gz", ".tgz" };
	size_t len = strlen(file);
	struct stat info;

	for (size_t i = 0; i < FT_COUNT(ends); i++)
		if (len > strlen(ends[i]) &&
		    strcmp(file + len - strlen(ends[i]), ends[i]) == 0)
			return true;
	return stat(file, &info) == 0 && S_ISDIR(info.st_mode);
}

static enum ft_status
add_table(struct ft_jobtable *table, const struct ft_input *input,
    struct ft_error *err)
{
	FT_TRY(ft_jobtable_parse(table, input, NULL, err));
	return ft_jobtable_check_trace(table, input->file, err);
}

static enum ft_status
add_file(struct ft_jobtable *table, const char *file, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_infile_read(FT_BOUND_TRACE, file, &text, err));
	return add_table(table,
	    &(struct ft_input){ file, ft_str_text(&text), text.len }, err);
}

/* ---- a site -------------------------------------------------------------- */

static enum ft_status
add_part(struct ft_jobtable *table, struct ft_sitefiles *files,
    const char *part, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(ft_sitefiles_read(files, part, FT_BOUND_TRACE, &text, err));
	ft_sitefiles_add_name(files, part, &name);
	return add_table(table,
	    &(struct ft_input){ name.data, ft_str_text(&text), text.len }, err);
}

static enum ft_status
add_parts(
    struct ft_jobtable *table, struct ft_sitefiles *files, struct ft_error *err)
{
	size_t found = 0;

	for (size_t i = 0; i < files->manifest.n; i++) {
		const char *part = files->manifest.part[i].name;

		if (strncmp(part, TABLES, strlen(TABLES)) != 0 ||
		    !ft_sitefiles_have(files, part))
			continue;
		FT_TRY(add_part(table, files, part, err));
		found++;
	}
	return found
		   ? FT_OK
		   : ft_fail(err, FT_ENOENT,
			 "%s: no file '" TABLES "001' in it: fairtree-collect "
			 "could not run sacct",
			 files->path);
}

static enum ft_status
add_site(struct fsim_source *source, struct ft_jobtable *table,
    const char *path, struct ft_error *err)
{
	struct ft_sitefiles files = { 0 };
	enum ft_status status = ft_sitefiles_open(&files, path, err);

	if (status == FT_OK)
		status = add_parts(table, &files, err);
	if (status == FT_OK)
		status = ft_sitefiles_pass(&files, &source->trace.pass, err);
	ft_sitefiles_free(&files);
	return status;
}

/* ---- all ----------------------------------------------------------------- */

static enum ft_status
make(struct fsim_source *source, const struct ft_jobtable *table,
    struct ft_error *err)
{
	FT_TRY(ft_jobtable_real(&source->trace, &source->past, table, err));
	source->real = source->trial.usage = true;
	return FT_OK;
}

enum ft_status
fsim_real_read(struct fsim_source *source, char *const *file, size_t n,
    struct ft_error *err)
{
	struct ft_jobtable table FT_CLEANUP(ft_jobtable_free);

	ft_jobtable_init(&table, FT_JOBTABLE_SACCT);
	for (size_t i = 0; i < n; i++)
		FT_TRY(fsim_real_is_site(file[i])
			   ? add_site(source, &table, file[i], err)
			   : add_file(&table, file[i], err));
	return make(source, &table, err);
}

enum ft_status
fsim_real_read_one(struct fsim_source *source, const char *file,
    const struct ft_input *input, bool real, struct ft_error *err)
{
	struct ft_jobtable table FT_CLEANUP(ft_jobtable_free);
	enum ft_status status = FT_EINVAL;

	ft_jobtable_init(&table, FT_JOBTABLE_SACCT);
	FT_TRY(input ? add_table(&table, input, err)
		     : add_site(source, &table, file, err));
	if (real)
		status = make(source, &table, err);
	if (status != FT_EINVAL)
		return status;
	/* nothing to compare with: its submissions remain */
	ft_trace_free(&source->trace);
	ft_trace_init(&source->trace);
	ft_jobtable_trace(&source->trace, &table);
	return FT_OK;
}
