/*
 * conf.c - fimport conf: check a slurm.conf and keep its text; fimport dbdconf:
 * keep what is used of a slurmdbd.conf.
 */

#include "fimport/fimport.h"
#include "io/slurm/shownconf.h"
#include "io/slurm/slurmconf.h"
#include "load/world/world.h"

/* As `scontrol show config` prints the version of slurmctld. */
#define VERSION "SLURM_VERSION"

/* Parse the file into CONF; COPY: its whole text. */
static enum ft_status
parse(struct fimport *import, struct ft_conf *conf, struct ft_str *copy,
    struct ft_error *err)
{
	struct ft_str file FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&file, import->file);
	return ft_slurmconf_expand(conf,
	    &(struct ft_slurmconf_source){ import->file,
		ft_str_text(&import->text), import->text.len,
		import->include ? import->include : ft_session_include,
		import->include ? import->include_ctx : file.data },
	    copy, err);
}

/* The output of scontrol show config becomes the slurm.conf that it shows. */
static void
take_shown(struct fimport *import)
{
	struct ft_str conf = { 0 };

	if (!ft_shownconf_convert(
		ft_str_text(&import->text), import->text.len, &conf))
		return;
	ft_str_free(&import->text);
	import->text = conf;
}

/* A message that starts with file and line stands alone, as the parser's do. */
static enum ft_status
fail_at_place(struct ft_error *err)
{
	if (err->place)
		err->status = FT_EPARSE;
	return err->status;
}

/* Parse the file into the session's settings; COPY: its whole text. */
static enum ft_status
read_conf(struct fimport *import, struct ft_str *copy, struct ft_error *err)
{
	struct ft_session *session = &import->session;

	take_shown(import);
	FT_TRY(parse(import, &session->conf, copy, err));
	if (ft_conf_check(&session->conf, err) != FT_OK)
		return fail_at_place(err);
	session->conf_named = session->new_conf = true;
	return FT_OK;
}

static size_t
count_used(const struct ft_conf *conf)
{
	size_t n = 0;

	for (int i = 0; i < FT_CONF_KEYS; i++)
		n += conf->value[i].set;
	return n;
}

/*
 * A file without a single known parameter is probably the wrong file, and would
 * remove all stored settings.
 */
static enum ft_status
check_used(const struct fimport *import, struct ft_error *err)
{
	const struct ft_conf *conf = &import->session.conf;
	size_t used = count_used(conf);

	for (size_t i = 0; i < conf->n_line; i++)
		used += conf->line[i].known;
	if (used)
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:1:1: no settings: it has no parameter that fairtree uses "
	    "(%zu ignored)",
	    import->file, conf->n_line);
}

/* Report which parameters are used. */
static void
add_used(struct fimport *import)
{
	const struct ft_conf *conf = &import->session.conf;
	const char *comma = ": ";

	ft_str_add(&import->answer, "used ");
	fimport_count(import, count_used(conf), "parameter");
	for (int i = 0; i < FT_CONF_KEYS; i++) {
		if (!conf->value[i].set)
			continue;
		ft_str_addf(
		    &import->answer, "%s%s", comma, ft_conf_infos[i].name);
		comma = ", ";
	}
	ft_str_add_char(&import->answer, '\n');
}

/* The version is read, as a setting of ours. */
static bool
is_counted(const struct ft_conf_line *line, bool known)
{
	return line->known == known && strcmp(line->key, VERSION) != 0;
}

static void
add_lines(struct fimport *import, bool known)
{
	const struct ft_conf *conf = &import->session.conf;
	const char *comma = ": ";
	size_t n = 0;

	for (size_t i = 0; i < conf->n_line; i++)
		n += is_counted(&conf->line[i], known);
	if (!n)
		return;
	ft_str_add(&import->answer, known ? "kept " : "ignored ");
	fimport_count(import, n, known ? "line" : "parameter");
	if (known)
		ft_str_add(&import->answer, " of nodes and partitions");
	for (size_t i = 0; i < conf->n_line && !known; i++) {
		if (!is_counted(&conf->line[i], known))
			continue;
		ft_str_addf(&import->answer, "%s%s", comma, conf->line[i].key);
		comma = ", ";
	}
	ft_str_add_char(&import->answer, '\n');
}

static enum ft_status
add_cluster(
    struct fimport *import, struct ft_registry *registry, struct ft_error *err)
{
	const char *name = import->session.cluster_name;

	FT_TRY(fimport_add_cluster(import, registry, name, err));
	ft_str_addf(&import->answer, "cluster '%s' added\n", name);
	return FT_OK;
}

/* What the file says of settings that the store keeps apart, NULL: nothing.
 * Taken before the session is opened: then those of the store are there. */
struct kept {
	const char *value[FT_CONF_KEYS];
};

/* Report which release is mirrored because of the version in the file. */
static void
take_version(struct fimport *import, struct kept *kept)
{
	const struct ft_conf *conf = &import->session.conf;
	const char **release = &kept->value[FT_CONF_FAIRTREE_SLURM];
	const char *version = NULL;
	enum ft_release mirrored;

	for (size_t i = 0; i < conf->n_line; i++)
		if (strcmp(conf->line[i].key, VERSION) == 0)
			version = strchr(conf->line[i].text, '=') + 1;
	if (!version || *release)
		return;
	if (!ft_release_parse(version, &mirrored)) {
		ft_cmd_warning(import->context,
		    "%s: %s=%s names no release: FairTreeSlurm stays",
		    import->file, VERSION, version);
		return;
	}
	*release = ft_releases[mirrored].name;
	ft_session_check_release(import->context, version);
	ft_str_addf(&import->answer, "FairTreeSlurm=%s, as %s is %s\n",
	    *release, VERSION, version);
}

static void
find_kept(struct fimport *import, struct kept *kept)
{
	const struct ft_conf *conf = &import->session.conf;

	*kept = (struct kept){ { NULL } };
	for (const enum ft_conf_key *key = ft_conf_kept; *key != FT_CONF_KEYS;
	     key++)
		/* scontrol's dampening lasts until settings are read again */
		if (conf->value[*key].set &&
		    *key != FT_CONF_FAIR_SHARE_DAMPENING_FACTOR)
			kept->value[*key] = ft_conf_text(conf, *key);
	if (kept->value[FT_CONF_FAIRTREE_SLURM])
		ft_session_check_release(
		    import->context, kept->value[FT_CONF_FAIRTREE_SLURM]);
	take_version(import, kept);
}

/* The transaction. */
static enum ft_status
change(struct fimport *import, const struct ft_str *copy,
    const struct kept *kept, struct ft_error *err)
{
	struct ft_store *store = import->session.store;
	size_t ended = 0;

	/* a later part of a site says what became of its jobs */
	if (ft_load_put_conf(store, ft_str_text(copy), &import->session.conf,
		import->more ? NULL : &ended, err) != FT_OK)
		return fail_at_place(err);
	if (ended) {
		ft_str_add(&import->answer, "ended or requeued ");
		fimport_count(import, ended, "job");
		ft_str_add(
		    &import->answer, " on nodes that are no longer there\n");
	}
	/* otherwise the store's own settings would override the file */
	for (int key = 0; key < FT_CONF_KEYS; key++)
		if (kept->value[key])
			FT_TRY(ft_store_put_setting(store,
			    ft_conf_infos[key].name, kept->value[key], err));
	return FT_OK;
}

enum ft_status
fimport_conf(struct fimport *import, struct ft_error *err)
{
	struct ft_session *session = &import->session;
	struct ft_registry *registry;
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	struct kept kept;
	enum ft_status status;
	bool new_cluster;

	FT_TRY(read_conf(import, &copy, err));
	FT_TRY(check_used(import, err));
	ft_str_addf(&import->answer, "settings of cluster '%s' stored\n",
	    ft_conf_text(&session->conf, FT_CONF_CLUSTER_NAME));
	add_used(import);
	add_lines(import, true);
	add_lines(import, false);
	find_kept(import, &kept);
	status = fimport_open(import, err);
	new_cluster =
	    status == FT_ENOENT && session->store && session->cluster_name;
	if (!new_cluster)
		FT_TRY(status);
	FT_TRY(fimport_begin(import, FT_RIGHT_SETTINGS, &registry, err));
	status = new_cluster ? add_cluster(import, registry, err) : FT_OK;
	if (status == FT_OK)
		status = change(import, &copy, &kept, err);
	return fimport_end(import, status, err);
}

/* ---- slurmdbd.conf --------------------------------------------------------- */

/* StorageType is mandatory in slurmdbd.conf, and unknown in slurm.conf. */
static enum ft_status
check_database(const struct fimport *import, const struct ft_conf *conf,
    struct ft_error *err)
{
	for (size_t i = 0; i < conf->n_line; i++)
		if (strcasecmp(conf->line[i].key, "StorageType") == 0)
			return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:1:1: no StorageType: this is not a slurmdbd.conf",
	    import->file);
}

static void
add_database(struct fimport *import, const struct ft_conf *conf, unsigned words)
{
	size_t ignored = count_used(conf) + conf->n_line;

	ft_str_add(&import->answer, "PrivateData of facctmgr and facct: ");
	ft_visibility_add_words(&import->answer, words);
	ft_str_add_char(&import->answer, '\n');
	ignored -= conf->value[FT_CONF_PRIVATE_DATA].set;
	ft_str_add(&import->answer, "ignored ");
	fimport_count(import, ignored, "other parameter");
	ft_str_add_char(&import->answer, '\n');
}

/* The transaction. */
static enum ft_status
put_private(
    struct fimport *import, const struct ft_conf *conf, struct ft_error *err)
{
	unsigned words = ft_visibility_private_data(conf, false);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_visibility_add_words(&text, words);
	add_database(import, conf, words);
	return ft_store_put_setting(import->session.store,
	    ft_conf_infos[FT_CONF_FAIRTREE_DBD_PRIVATE_DATA].name,
	    ft_str_text(&text), err);
}

enum ft_status
fimport_dbdconf(struct fimport *import, struct ft_error *err)
{
	struct ft_registry *registry;
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_conf conf FT_CLEANUP(ft_conf_free);

	ft_conf_init(&conf);
	FT_TRY(parse(import, &conf, &copy, err));
	FT_TRY(check_database(import, &conf, err));
	FT_TRY(fimport_open(import, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_SETTINGS, &registry, err));
	return fimport_end(import, put_private(import, &conf, err), err);
}
