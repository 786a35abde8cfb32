/*
 * dump.c - fimport dump: load a flat file, as facctmgr load does, quietly.
 */

#include "admin/flat/flat.h"
#include "base/map.h"
#include "base/text/word.h"
#include "fimport/fimport.h"
#include "io/slurm/flatfile.h"

/* ---- QOS that nothing defines ---------------------------------------------------- */

/* How many names a refusal gives. */
#define NAMED_MAX 10

struct missing {
	struct ft_map
	    known; /* QOS of the store, of the file, and those found */
	struct ft_str names; /* "'debug', 'long'" */
	size_t n;
	uint32_t line, column; /* of the first */
};

static void
free_missing(struct missing *missing)
{
	ft_map_clear(&missing->known);
	ft_str_free(&missing->names);
}

static enum ft_status
find_known(struct missing *missing, const struct ft_flat *flat,
    struct ft_registry *registry, struct ft_error *err)
{
	const struct ft_qos *qos;
	size_t n;

	FT_TRY(ft_list_qoses(registry, FT_NO_OWNER, &qos, &n, err));
	for (size_t i = 0; i < n; i++)
		if (!qos[i].deleted)
			ft_map_put(&missing->known, qos[i].name, 1);
	for (size_t i = 0; i < flat->n; i++) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

		if (flat->line[i].kind != FT_FLAT_QOS)
			continue;
		fimport_add_lower(&name, flat->line[i].name);
		ft_map_put(&missing->known, ft_str_text(&name), 1);
	}
	return FT_OK;
}

/* Look at one element of a list, and make a line of FLAT if it is missing. */
static void
look_at(struct missing *missing, struct ft_flat *flat, struct ft_word word)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	char *copy;

	if (word.len && (*word.at == '+' || *word.at == '-')) {
		word.at++;
		word.len--;
	}
	copy = ft_strndup(word.at, word.len);
	fimport_add_lower(&name, copy);
	ft_free(copy);
	/* a number is that of a QOS */
	if (!word.len || !name.data[strspn(name.data, "0123456789")] ||
	    !ft_map_put(&missing->known, name.data, 1))
		return;
	if (missing->n++ < NAMED_MAX)
		ft_str_addf(&missing->names, "%s'%s'",
		    missing->names.len ? ", " : "", name.data);
	ft_flat_add(flat, FT_FLAT_QOS, name.data, name.len);
}

static void
look_at_line(struct missing *missing, struct ft_flat *flat, size_t i)
{
	/* adding a line moves them, but not their options */
	const struct ft_flat_line line = flat->line[i];

	if (line.kind != FT_FLAT_CLUSTER && line.kind != FT_FLAT_ACCOUNT &&
	    line.kind != FT_FLAT_USER)
		return;
	for (uint32_t k = 0; k < line.n_option; k++) {
		const struct ft_flat_option *option = &line.option[k];
		const struct ft_attr *attr =
		    ft_attr_find(FT_ENTITY_ASSOC, ft_word_of(option->key));
		const char *text = option->value;
		size_t before = missing->n;
		struct ft_word word;

		if (!attr || (attr->type != FT_ATTR_QOS &&
				 attr->type != FT_ATTR_QOS_LIST))
			continue;
		while (ft_word_next(&text, ",", &word))
			look_at(missing, flat, word);
		if (!before && missing->n) {
			missing->line = line.line;
			missing->column = option->column;
		}
	}
}

enum ft_status
fimport_define_qos(struct fimport *import, struct ft_flat *flat,
    struct ft_registry *registry, struct ft_error *err)
{
	struct missing missing FT_CLEANUP(free_missing) = { .n = 0 };
	size_t n = flat->n;

	FT_TRY(find_known(&missing, flat, registry, err));
	for (size_t i = 0; i < n; i++)
		look_at_line(&missing, flat, i);
	if (missing.n > NAMED_MAX)
		ft_str_addf(
		    &missing.names, " and %zu more", missing.n - NAMED_MAX);
	if (missing.n && !import->create)
		return ft_fail(err, FT_EPARSE,
		    "%s:%" PRIu32 ":%" PRIu32 ": no QOS %s (%sfimport qos, "
		    "with what sacctmgr -P show qos prints, sets them)",
		    import->file, missing.line, missing.column,
		    ft_str_text(&missing.names),
		    import->more ? "" : "--create adds them; ");
	if (missing.n)
		ft_str_addf(&import->answer,
		    "QOS with default settings: %s; fimport qos sets theirs\n",
		    ft_str_text(&missing.names));
	return FT_OK;
}

/* ---- the file --------------------------------------------------------------------- */

/* Append the name of the cluster that the file is about, if it names one. */
static void
find_cluster(const struct fimport *import, const struct ft_flat *flat,
    struct ft_str *name)
{
	const char *found = import->cluster;

	for (size_t i = 0; i < flat->n && !found; i++)
		if (flat->line[i].kind == FT_FLAT_CLUSTER)
			found = flat->line[i].name;
	if (found)
		fimport_add_lower(name, found);
}

/* Set *name, the registry's, to the cluster that commands show by default from
 * now on. */
static enum ft_status
shown_cluster(const struct fimport *import, struct ft_registry *registry,
    const char **name, struct ft_error *err)
{
	const struct ft_conf_value *value =
	    &import->session.conf.value[FT_CONF_CLUSTER_NAME];
	const struct ft_cluster *cluster;
	size_t n;

	*name = import->session.cluster_name;
	/* a name from the settings stays; fimport_open_new only fills a gap */
	if (strcmp(value->origin, import->file) != 0)
		return FT_OK;
	FT_TRY(ft_list_clusters(registry, FT_NO_OWNER, &cluster, &n, err));
	for (size_t i = 0; i < n; i++) {
		if (!cluster[i].deleted) {
			*name = cluster[i].name;
			break;
		}
	}
	return FT_OK;
}

static void
add_answer(
    struct fimport *import, const struct ft_admin_load *load, const char *shown)
{
	ft_str_addf(&import->answer, "cluster '%s'%s: ", load->cluster,
	    load->cluster_new ? " added" : "");
	fimport_count(import, load->n_account, "new account");
	fimport_count(import, load->n_user, "new user");
	fimport_count(import, load->n_assoc, "new user association");
	fimport_count(import, load->n_change, "change");
	if (load->n_qos_new)
		ft_str_addf(&import->answer, ", %zu new QOS", load->n_qos_new);
	ft_str_add_char(&import->answer, '\n');
	if (strcmp(load->cluster, shown) != 0)
		ft_str_addf(&import->answer,
		    "commands show cluster '%s' unless given -M %s\n", shown,
		    load->cluster);
}

static enum ft_status
change(struct fimport *import, struct ft_flat *flat, const char *name,
    struct ft_error *err)
{
	struct ft_admin_load load FT_CLEANUP(ft_admin_load_free);
	struct ft_registry *registry;
	const char *shown = name;
	enum ft_status status;

	ft_admin_load_init(&load);
	FT_TRY(fimport_begin(import, FT_RIGHT_TREE, &registry, err));
	status = fimport_define_qos(import, flat, registry, err);
	if (status == FT_OK)
		status = fimport_load(import, registry,
		    &(struct fimport_tree){ .flat = flat, .cluster = name },
		    &load, err);
	if (status == FT_OK)
		status = shown_cluster(import, registry, &shown, err);
	if (status == FT_OK)
		add_answer(import, &load, shown);
	return fimport_end(import, status, err);
}

enum ft_status
fimport_dump(struct fimport *import, struct ft_error *err)
{
	struct ft_flat flat FT_CLEANUP(ft_flat_free);
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_flat_init(&flat, import->file);
	FT_TRY(ft_flatfile_parse(
	    &flat, ft_str_text(&import->text), import->text.len, err));
	find_cluster(import, &flat, &name);
	if (!name.len)
		return ft_fail(err, FT_EPARSE,
		    "%s:1:1: no line names the cluster", import->file);
	FT_TRY(fimport_open_new(import, name.data, err));
	return change(import, &flat, name.data, err);
}
