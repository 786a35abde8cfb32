/*
 * scontrol.c - fimport scontrol: what scontrol show node, partition, reservation
 * and license print.  Nodes, partitions and licenses that the settings lack are
 * added to them; of the others only what changed since then is taken.
 */

#include "fimport/scontrol.h"
#include "io/slurm/slurmconf.h"
#include "sim/run/life.h"

/* Whether the settings have a line of KEY; without any, the world has a small
 * machine of its own. */
static bool
has_line(const struct fimport_scontrol *scontrol, const char *key)
{
	const struct ft_conf *conf = &scontrol->import->session.conf;

	for (size_t i = 0; i < conf->n_line; i++)
		if (!strcasecmp(conf->line[i].key, key))
			return true;
	return false;
}

static bool
has_node(const struct fimport_scontrol *scontrol, const char *name)
{
	return has_line(scontrol, "NodeName") &&
	       ft_machine_node(&scontrol->world.machine, name) != UINT32_MAX;
}

static bool
has_partition(const struct fimport_scontrol *scontrol, const char *name)
{
	return has_line(scontrol, "PartitionName") &&
	       ft_machine_partition(&scontrol->world.machine, name) !=
		   UINT32_MAX;
}

static enum ft_status
load(struct fimport_scontrol *scontrol, struct ft_error *err)
{
	struct ft_load_source source =
	    ft_session_source(&scontrol->import->session);

	if (scontrol->has_world)
		ft_world_free(&scontrol->world);
	scontrol->has_world = true;
	source.now = 0;
	return ft_load_world(&scontrol->world, &source, NULL, err);
}

/* ---- settings ---------------------------------------------------------------- */

static bool
has_license(const struct ft_world *world, const char *name)
{
	for (size_t i = 0; i < world->machine.n_license; i++)
		if (!strcmp(world->machine.license[i].name, name))
			return true;
	return false;
}

/* Append a line with all licenses, those that are known first, if some are not. */
static void
add_licenses(struct fimport_scontrol *scontrol, struct ft_str *lines)
{
	const struct ft_recordfile *file = &scontrol->file;
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&list,
	    ft_conf_text(&scontrol->import->session.conf, FT_CONF_LICENSES));
	for (size_t i = 0; i < file->n; i++) {
		const struct ft_record *record = &file->record[i];
		const char *total = ft_record_value(record, "Total");

		if (record->kind != FT_RECORD_LICENSE || !total ||
		    has_license(&scontrol->world, record->name))
			continue;
		ft_str_addf(
		    &list, "%s%s:%s", list.len ? "," : "", record->name, total);
		scontrol->new_licenses++;
	}
	if (scontrol->new_licenses)
		ft_str_addf(lines, "Licenses=%s\n", list.data);
}

/* Append lines for what the world lacks. */
static void
add_lines(struct fimport_scontrol *scontrol, struct ft_str *lines)
{
	const struct ft_recordfile *file = &scontrol->file;

	add_licenses(scontrol, lines);
	for (size_t i = 0; i < file->n; i++)
		if (file->record[i].kind == FT_RECORD_NODE &&
		    !has_node(scontrol, file->record[i].name)) {
			fimport_add_node(lines, &file->record[i]);
			scontrol->new_nodes++;
		}
	for (size_t i = 0; i < file->n; i++)
		if (file->record[i].kind == FT_RECORD_PARTITION &&
		    !has_partition(scontrol, file->record[i].name)) {
			fimport_add_partition(lines, &file->record[i],
			    ft_conf_text(&scontrol->import->session.conf,
				FT_CONF_PREEMPT_MODE));
			scontrol->new_partitions++;
		}
}

/* Add LINES to the settings that are stored, and to those of this run. */
static enum ft_status
put_lines(struct fimport_scontrol *scontrol, const struct ft_str *lines,
    struct ft_error *err)
{
	struct ft_session *session = &scontrol->import->session;
	struct ft_str all FT_CLEANUP(ft_str_free) = { 0 };
	char *text FT_CLEANUP(ft_free_at) = NULL;

	FT_TRY(ft_slurmconf_parse_kept(&session->conf, scontrol->import->file,
	    lines->data, lines->len, err));
	FT_TRY(ft_store_read_conf(session->store, &text, err));
	ft_str_add(&all, text);
	if (all.len && all.data[all.len - 1] != '\n')
		ft_str_add_char(&all, '\n');
	ft_str_add(&all, lines->data);
	FT_TRY(ft_store_put_conf(session->store, all.data, err));
	return load(scontrol, err);
}

/* ---- states --------------------------------------------------------------------- */

static enum ft_status
change_record(struct fimport_scontrol *scontrol, const struct ft_record *record,
    struct ft_error *err)
{
	switch (record->kind) {
	case FT_RECORD_NODE:
		return fimport_change_node(scontrol, record, err);
	case FT_RECORD_PARTITION:
		return fimport_change_partition(scontrol, record, err);
	case FT_RECORD_RESERVATION:
		fimport_reserve(scontrol, record);
		break;
	case FT_RECORD_LICENSE:
	case FT_RECORD_KINDS:
		break;
	}
	return FT_OK;
}

static enum ft_status
change(struct fimport_scontrol *scontrol, struct ft_error *err)
{
	struct ft_world *world = &scontrol->world;
	struct ft_store *store = scontrol->import->session.store;
	struct ft_str lines FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(load(scontrol, err));
	add_lines(scontrol, &lines);
	if (lines.len)
		FT_TRY(put_lines(scontrol, &lines, err));
	/* how nodes were before is remembered, too */
	FT_TRY(ft_save_node_events(world, store, err));
	for (size_t i = 0; i < scontrol->file.n; i++) {
		const struct ft_record *record = &scontrol->file.record[i];

		if (change_record(scontrol, record, err) == FT_OK)
			continue;
		return ft_error_locate(
		    err, scontrol->import->file, record->line, 1);
	}
	fimport_unreserve(scontrol);
	if (!lines.len && !scontrol->deleted && !scontrol->nodes &&
	    !scontrol->partitions && !scontrol->made && !scontrol->changed)
		return FT_OK;
	world->times.wanted = true;
	world->times_dirty = true;
	return ft_save_world(world, store, err);
}

/* ---- all of it ---------------------------------------------------------------------- */

/* A line of the answer; of a site only what there was. */
struct line {
	const char *lead, *tail;
	struct {
		size_t n;
		const char *word; /* NULL: no more */
	} count[4];
};

static void
add_line(struct fimport *import, const struct line *line)
{
	size_t all = 0;

	for (size_t i = 0; line->count[i].word; i++)
		all += line->count[i].n;
	if (import->more && !all)
		return;
	ft_str_add(&import->answer, line->lead);
	for (size_t i = 0; line->count[i].word; i++)
		fimport_count(import, line->count[i].n, line->count[i].word);
	ft_str_addf(&import->answer, "%s\n", line->tail);
}

static void
add_answer(struct fimport_scontrol *scontrol)
{
	struct fimport *import = scontrol->import;
	struct ft_str where FT_CLEANUP(ft_str_free) = { 0 };
	const struct line added = { "added to the settings: ", "",
		{ { scontrol->new_nodes, "node" },
		    { scontrol->new_partitions, "partition" },
		    { scontrol->new_licenses, "license" }, { 0, NULL } } };
	const struct line changed = { "changed: ", "",
		{ { scontrol->nodes, "node" },
		    { scontrol->partitions, "partition" },
		    { scontrol->changed, "reservation" }, { 0, NULL } } };
	const struct line deleted = { "deleted: ", "",
		{ { scontrol->deleted, "reservation" }, { 0, NULL } } };
	struct line made = { "made: ", NULL,
		{ { scontrol->made, "reservation" }, { 0, NULL } } };

	ft_str_addf(&where, " in cluster '%s'", import->session.cluster_name);
	made.tail = ft_str_text(&where);
	add_line(import, &added);
	add_line(import, &changed);
	add_line(import, &made);
	if (scontrol->deleted)
		add_line(import, &deleted);
	ft_str_add(&import->answer, ft_str_text(&scontrol->left_out));
}

static void
free_scontrol(struct fimport_scontrol *scontrol)
{
	if (scontrol->has_world)
		ft_world_free(&scontrol->world);
	ft_recordfile_free(&scontrol->file);
	ft_str_free(&scontrol->left_out);
}

enum ft_status
fimport_scontrol(struct fimport *import, struct ft_error *err)
{
	struct fimport_scontrol scontrol FT_CLEANUP(
	    free_scontrol) = { .import = import };
	struct ft_registry *registry;
	enum ft_status status;

	FT_TRY(ft_recordfile_parse(&scontrol.file,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    err));
	FT_TRY(fimport_open(import, err));
	FT_TRY(fimport_begin(import, FT_RIGHT_NODES, &registry, err));
	status = change(&scontrol, err);
	if (status == FT_OK)
		add_answer(&scontrol);
	return fimport_end(import, status, err);
}
