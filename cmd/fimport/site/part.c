/*
 * part.c - one file of a site, read for the sub-command that imports it.
 */
#include "fimport/site/site.h"

enum ft_status
fimport_site_read(struct fimport_site *site, const char *name,
    enum ft_bound kind, struct ft_error *err)
{
	struct fimport *import = site->import;

	ft_str_clear(&site->name);
	ft_sitefiles_add_name(&site->files, name, &site->name);
	import->file = ft_str_text(&site->name);
	ft_str_clear(&import->text);
	return ft_sitefiles_read(&site->files, name, kind, &import->text, err);
}

enum ft_status
fimport_site_part(struct fimport_site *site, const char *name,
    enum ft_bound kind, fimport_fn *run, struct ft_error *err)
{
	FT_TRY(fimport_site_read(site, name, kind, err));
	return run(site->import, err);
}
