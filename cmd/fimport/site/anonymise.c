/*
 * anonymise.c - fimport --anonymise=OUT site DIR: a copy of a site with other names.
 * No store is opened.  The files are copied twice: first to find the names.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "algo/share/share.h"
#include "base/text/part.h"
#include "files/infile.h"
#include "files/newfolder.h"
#include "fimport/site/site.h"
#include "io/site/anonymise.h"

#define HEAD "fairtree-site\t1\n"

struct text {
	const struct ft_manifest_part *part;
	const struct ft_anonymise_part *row;
	struct ft_str in, out;
	bool there; /* it was collected */
};

struct copy {
	struct fimport_site *site;
	struct ft_pseudonyms names;
	struct ft_conf conf;
	struct ft_str folder, map; /* paths */
	struct text *text;         /* in the order of the manifest */
	size_t n, cap;
	struct ft_str left_out; /* names of files, each after a comma */
};

/* ---- reading ------------------------------------------------------------------- */

static enum ft_status
read_conf(struct copy *copy, struct ft_str *text, struct ft_error *err)
{
	struct fimport_site *site = copy->site;

	FT_TRY(fimport_site_version(site, text, err));
	return ft_slurmconf_expand(&copy->conf,
	    &(struct ft_slurmconf_source){ site->import->file,
		ft_str_text(text), text->len, fimport_site_include, site },
	    NULL, err);
}

/* Without a slurm.conf the version alone. */
static enum ft_status
read_version(struct copy *copy, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_sitefiles_have(&copy->site->files, FIMPORT_SITE_CONF))
		return FT_OK;
	copy->site->import->file = copy->site->files.path;
	return read_conf(copy, &text, err);
}

static void
leave_out(struct copy *copy, const char *name)
{
	/* they are part of slurm.conf now */
	if (strncmp(name, "conf/", strlen("conf/")) == 0)
		return;
	ft_str_addf(
	    &copy->left_out, "%s%s", copy->left_out.len ? ", " : "", name);
}

static enum ft_status
read_part(struct copy *copy, const struct ft_manifest_part *part,
    struct ft_error *err)
{
	struct fimport_site *site = copy->site;
	const struct ft_anonymise_part *row = ft_anonymise_find(part->name);
	struct text *text;

	if (!row) {
		leave_out(copy, part->name);
		return FT_OK;
	}
	text = ft_vec_add(copy->text, copy->n, copy->cap);
	*text = (struct text){ .part = part,
		.row = row,
		.there = ft_sitefiles_have(&site->files, part->name) };
	if (!text->there)
		return FT_OK;
	FT_TRY(fimport_site_read(site, part->name,
	    row->shape == FT_ANONYMISE_COPY ? FT_BOUND_STATE : FT_BOUND_JOBS,
	    err));
	text->in = site->import->text;
	site->import->text = (struct ft_str){ 0 };
	return row->shape == FT_ANONYMISE_CONF ? read_conf(copy, &text->in, err)
					       : FT_OK;
}

static enum ft_status
read_map(struct copy *copy, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *path = ft_str_text(&copy->map);
	struct stat info;

	if (stat(path, &info) != 0 && errno == ENOENT)
		return FT_OK;
	FT_TRY(ft_infile_read(FT_BOUND_MAP, path, &text, err));
	return ft_pseudonyms_parse(&copy->names,
	    &(struct ft_input){ path, ft_str_text(&text), text.len }, err);
}

static enum ft_status
read_all(struct copy *copy, struct ft_error *err)
{
	const struct ft_manifest *manifest = &copy->site->files.manifest;

	FT_TRY(read_map(copy, err));
	FT_TRY(read_version(copy, err));
	for (size_t i = 0; i < manifest->n; i++)
		FT_TRY(read_part(copy, &manifest->part[i], err));
	return FT_OK;
}

/* ---- names --------------------------------------------------------------------- */

/* Make all copies with the names as they are. */
static enum ft_status
rename_all(struct copy *copy, struct ft_error *err)
{
	struct ft_str file FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < copy->n; i++) {
		struct text *text = &copy->text[i];

		ft_str_clear(&text->out);
		ft_str_clear(&file);
		ft_sitefiles_add_name(
		    &copy->site->files, text->part->name, &file);
		if (!text->there)
			continue;
		if (text->row->shape == FT_ANONYMISE_CONF)
			ft_anonymise_conf(
			    &copy->conf, &copy->names, &text->out);
		else
			FT_TRY(ft_anonymise(text->row,
			    &(struct ft_input){ file.data,
				ft_str_text(&text->in), text->in.len },
			    &copy->names, &text->out, err));
	}
	return FT_OK;
}

/* Returns what decides between tied accounts once the site is imported; a copy of
 * its settings says it. */
static enum ft_siblings
order_of_ties(const struct copy *copy)
{
	static const char key[] = "SLURM_VERSION";
	struct ft_conf conf = copy->conf;
	struct ft_share_params params = { 0 };
	enum ft_release release;

	for (size_t i = 0; i < conf.n_line; i++) {
		const char *value = strchr(conf.line[i].text, '=');

		if (!strcmp(conf.line[i].key, key) && value &&
		    ft_release_parse(value + 1, &release))
			conf.value[FT_CONF_FAIRTREE_SLURM].number = release;
	}
	return ft_share_params_of(&conf, "slurm", &params)
		   ? ft_share_siblings(&params)
		   : FT_SIBLINGS_LFT;
}

static enum ft_status
give(struct copy *copy, struct ft_error *err)
{
	if (ft_pseudonyms_give(&copy->names, order_of_ties(copy), err) == FT_OK)
		return FT_OK;
	ft_error_prefix(err, "%s: ", ft_str_text(&copy->map));
	return err->status;
}

/* ---- writing ------------------------------------------------------------------- */

/* Nobody but its owner may read the map. */
static enum ft_status
write_map(struct copy *copy, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	const char *path = ft_str_text(&copy->map);
	struct ft_error why = { 0 };
	struct ft_part part;
	size_t done = 0;

	ft_pseudonyms_write(&copy->names, &text);
	if (ft_part_open(&part, path, 0600, NULL, &why) != FT_OK)
		return ft_fail(
		    err, FT_EIO, "cannot write '%s': %s", path, why.text);
	while (done < text.len) {
		ssize_t n = write(part.fd, text.data + done, text.len - done);

		if (n < 0) {
			ft_fail(err, FT_EIO, "cannot write '%s': %s", path,
			    strerror(errno));
			ft_part_drop(&part);
			return FT_EIO;
		}
		done += (size_t)n;
	}
	if (ft_part_finish(&part, true, &why) == FT_OK)
		return FT_OK;
	return ft_fail(err, FT_EIO, "cannot write '%s': %s", path, why.text);
}

/* Append OPTION and the time after it, if COMMAND has both. */
static void
add_time(struct ft_str *str, const char *command, const char *option)
{
	const char *at = strstr(command, option);
	size_t n = at ? strspn(at + strlen(option), "0123456789-:T") : 0;

	if (n && strchr(" ", at[strlen(option) + n]))
		ft_str_add_n(str, at, strlen(option) + n);
}

/* Write the file of TEXT, and add its line to MANIFEST. */
static enum ft_status
write_part(struct ft_newfolder *folder, const struct text *text,
    struct ft_str *manifest, struct ft_error *err)
{
	const struct ft_manifest_part *part = text->part;

	ft_str_addf(manifest, "%s\t%lld\t%lld\t%lld\t%s", part->name,
	    (long long)part->began, (long long)part->ended,
	    (long long)part->status, text->row->command);
	/* of what time all jobs are there */
	if (strncmp(part->name, "sacct/", strlen("sacct/")) == 0) {
		add_time(manifest, part->command, " -S ");
		add_time(manifest, part->command, " -E ");
	}
	ft_str_add_char(manifest, '\n');
	return text->there
		   ? ft_newfolder_write(folder, part->name, &text->out, err)
		   : FT_OK;
}

static enum ft_status
write_parts(
    struct copy *copy, struct ft_newfolder *folder, struct ft_error *err)
{
	struct ft_str manifest FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&manifest, HEAD);
	for (size_t i = 0; i < copy->n; i++)
		FT_TRY(write_part(folder, &copy->text[i], &manifest, err));
	FT_TRY(ft_newfolder_write(folder, "manifest", &manifest, err));
	return write_map(copy, err);
}

static enum ft_status
write_all(struct copy *copy, struct ft_error *err)
{
	struct ft_newfolder folder;
	enum ft_status status;

	FT_TRY(ft_newfolder_open(&folder, ft_str_text(&copy->folder), err));
	status = write_parts(copy, &folder, err);
	if (status == FT_OK)
		return ft_newfolder_finish(&folder, true, err);
	(void)ft_newfolder_finish(&folder, false, err);
	return status;
}

/* ---- all of it ------------------------------------------------------------------- */

/* Set the paths of the copy and of the map. */
static enum ft_status
find_paths(struct copy *copy, struct ft_error *err)
{
	struct fimport *import = copy->site->import;
	struct ft_str *folder = &copy->folder;
	struct stat info;

	ft_str_add(folder, import->anonymise);
	while (folder->len > 1 && folder->data[folder->len - 1] == '/')
		folder->data[--folder->len] = '\0';
	if (lstat(ft_str_text(folder), &info) == 0)
		return ft_fail(err, FT_EEXIST,
		    "'%s' is there already (choose another --anonymise)",
		    folder->data);
	if (import->map)
		ft_str_add(&copy->map, import->map);
	else
		ft_str_addf(&copy->map, "%s.map", ft_str_text(folder));
	return FT_OK;
}

static void
add_answer(struct copy *copy)
{
	static const char *const words[FT_PSEUDONYM_KINDS] = { "user",
		"account", "node", "wckey", "reservation", "partition",
		"QOS name", "license", "feature" };
	struct fimport *import = copy->site->import;
	struct ft_str *answer = &import->answer;
	size_t files = 0;

	for (size_t i = 0; i < copy->n; i++)
		files += copy->text[i].there;
	ft_str_addf(answer, "%s: ", ft_str_text(&copy->folder));
	fimport_count(import, files, "file");
	ft_str_add(answer, "\nrenamed: ");
	for (size_t i = 0; i < FT_PSEUDONYM_KINDS; i++)
		if (i < FT_PSEUDONYM_PARTITION || copy->names.all)
			fimport_count(import, copy->names.list[i].n, words[i]);
	ft_str_addf(answer,
	    " (%s has their names: keep it at the site)\n"
	    "unchanged: names of %s\n",
	    ft_str_text(&copy->map),
	    copy->names.all ? "TRES and generic resources"
			    : "QOS, partitions, TRES, features and licenses");
	if (copy->left_out.len)
		ft_str_addf(
		    answer, "left out: %s\n", ft_str_text(&copy->left_out));
}

static void
free_copy(struct copy *copy)
{
	ft_pseudonyms_free(&copy->names);
	ft_conf_free(&copy->conf);
	ft_str_free(&copy->folder);
	ft_str_free(&copy->map);
	ft_str_free(&copy->left_out);
	for (size_t i = 0; i < copy->n; i++) {
		ft_str_free(&copy->text[i].in);
		ft_str_free(&copy->text[i].out);
	}
	ft_free(copy->text);
}

enum ft_status
fimport_site_anonymise(struct fimport_site *site, struct ft_error *err)
{
	struct copy copy FT_CLEANUP(free_copy) = { .site = site };

	ft_conf_init(&copy.conf);
	copy.names.all = site->import->all_names;
	FT_TRY(find_paths(&copy, err));
	if (!ft_sitefiles_have(&site->files, "assoc"))
		return ft_fail(err, FT_EPARSE,
		    "%s: no list of associations was collected, and a dump "
		    "cannot be anonymised (collect 'assoc' too)",
		    site->files.path);
	FT_TRY(read_all(&copy, err));
	FT_TRY(rename_all(&copy, err));
	FT_TRY(give(&copy, err));
	FT_TRY(rename_all(&copy, err));
	if (!site->import->dry_run)
		FT_TRY(write_all(&copy, err));
	add_answer(&copy);
	return FT_OK;
}
