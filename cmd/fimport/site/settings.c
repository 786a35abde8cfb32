/*
 * settings.c - the settings of a site: its slurm.conf with all includes; without one,
 * what `scontrol show config` printed.
 */
#include "fimport/site/site.h"

#define ABSOLUTE "conf/root"
#define RELATIVE "conf/"
#define VERSION  "SLURM_VERSION"
#define PRINTED  "slurm" /* what a command prints before its version */

enum ft_status
fimport_site_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err)
{
	struct fimport_site *site = ctx;
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&path, *name == '/' ? ABSOLUTE : RELATIVE);
	ft_str_add(&path, name);
	return ft_sitefiles_read(
	    &site->files, ft_str_text(&path), FT_BOUND_CONF, text, err);
}

/* Append the line of CONFIG that begins with KEY. */
static void
add_line(struct ft_str *text, const struct ft_str *config, const char *key)
{
	struct ft_cursor cursor;

	ft_cursor_init(&cursor, "", ft_str_text(config), config->len);
	while (ft_cursor_line(&cursor)) {
		if (cursor.len < strlen(key) ||
		    strncmp(cursor.at, key, strlen(key)) != 0)
			continue;
		ft_str_add_char(text, '\n');
		ft_str_add_n(text, cursor.at, cursor.len);
		ft_str_add_char(text, '\n');
	}
}

enum ft_status
fimport_site_version(
    struct fimport_site *site, struct ft_str *text, struct ft_error *err)
{
	struct ft_str config FT_CLEANUP(ft_str_free) = { 0 };
	const char *at;

	if (ft_sitefiles_have(&site->files, "config")) {
		FT_TRY(ft_sitefiles_read(
		    &site->files, "config", FT_BOUND_CONF, &config, err));
		add_line(text, &config, VERSION);
		return FT_OK;
	}
	if (!ft_sitefiles_have(&site->files, "version"))
		return FT_OK;
	FT_TRY(ft_sitefiles_read(
	    &site->files, "version", FT_BOUND_CONF, &config, err));
	/* Debian: "slurm-wlm 24.11.5" */
	at = ft_str_text(&config);
	if (strncmp(at, PRINTED, strlen(PRINTED)) != 0)
		return FT_OK;
	at += strcspn(at, " \r\n");
	if (*at == ' ')
		ft_str_addf(text, "\n%s=%.*s\n", VERSION,
		    (int)strcspn(at + 1, "\r\n"), at + 1);
	return FT_OK;
}

enum ft_status
fimport_site_settings(struct fimport_site *site, struct ft_error *err)
{
	struct fimport *import = site->import;

	import->include = fimport_site_include;
	import->include_ctx = site;
	if (ft_sitefiles_have(&site->files, FIMPORT_SITE_CONF)) {
		FT_TRY(fimport_site_read(
		    site, FIMPORT_SITE_CONF, FT_BOUND_CONF, err));
		FT_TRY(fimport_site_version(site, &import->text, err));
		return fimport_conf(import, err);
	}
	return fimport_site_part(
	    site, "config", FT_BOUND_CONF, fimport_conf, err);
}
