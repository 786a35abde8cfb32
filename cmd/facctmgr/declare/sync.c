/* sync.c - facctmgr sync: accounts and users from UNIX groups, or from a roster. */
#include "facctmgr/declare/sync.h"

#include "facctmgr/declare/declare.h"
#include "facctmgr/parse/keyword.h"
#include "facctmgr/parse/parse.h"
#include "admin/sync/sync.h"
#include "files/infile.h"
#include "io/slurm/flatfile.h"
#include "io/site/groupfile.h"
#include "io/site/mapfile.h"
#include "io/site/rosterfile.h"

#define WARNINGS 20 /* messages printed without -v */

struct words {
	const char *map, *group, *passwd, *csv, *cluster;
	bool apply;
	struct facctmgr_target target; /* its limits */
};

/* Everything that is read. */
struct input {
	struct ft_syncmap map;
	struct ft_people people;
	struct ft_roster roster;
	struct ft_acctdb acctdb;
	struct ft_sync sync;
	struct ft_str file; /* the one being read */
	struct ft_str text; /* the target as a flat file */
};

/* ---- words ------------------------------------------------------------------ */

#define TO(member) .to = offsetof(struct words, member)
const struct facctmgr_keyword facctmgr_sync_keywords[] = {
	{ "map", 0, FACCTMGR_KEY_TEXT,
	    FACCTMGR_KEY_BARE | FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL, TO(map),
	    .complete = FT_COMPLETE_FILE },
	{ "group", 0, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL,
	    TO(group), .complete = FT_COMPLETE_FILE },
	{ "passwd", 0, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL,
	    TO(passwd), .complete = FT_COMPLETE_FILE },
	{ "csv", 0, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL,
	    TO(csv), .complete = FT_COMPLETE_FILE },
	{ "cluster", 0, FACCTMGR_KEY_TEXT,
	    FACCTMGR_KEY_ONCE | FACCTMGR_KEY_FULL, TO(cluster),
	    .complete = FT_COMPLETE_CLUSTER },
	{ "apply", 0, FACCTMGR_KEY_FLAG, 0, TO(apply) },
	FACCTMGR_TARGET_LIMITS(offsetof(struct words, target)),
	{ 0 },
};

/* Standard input can be read only once, and not at all if commands come from
 * it. */
static bool
check_input(struct facctmgr *acct, const struct words *words)
{
	const char *const file[] = { words->map, words->group, words->passwd,
		words->csv };
	size_t n = 0;

	for (size_t i = 0; i < FT_COUNT(file); i++)
		n += file[i] && strcmp(file[i], "-") == 0;
	if (n && acct->reading)
		facctmgr_error(acct, "standard input supplies the commands and "
				     "cannot be a file as well");
	else if (n > 1)
		facctmgr_error(acct, "only one file can be standard input");
	else
		return true;
	return false;
}

static bool
read_words(struct facctmgr *acct, struct words *words, int argc, char **argv)
{
	if (!facctmgr_read_keywords(
		acct, facctmgr_sync_keywords, words, argc, argv))
		return false;
	if (!words->map)
		facctmgr_error(
		    acct, "sync needs a file of rules: facctmgr sync MAP");
	else if (words->apply && acct->read_only)
		facctmgr_error(acct,
		    "'sync --apply' changes the store; this session is "
		    "read-only");
	else
		return check_input(acct, words);
	return false;
}

/* ---- reading ---------------------------------------------------------------- */

static enum ft_status
read_file(struct input *input, enum ft_bound bound, const char *file,
    struct ft_error *err)
{
	ft_str_clear(&input->file);
	return ft_infile_read(bound, file, &input->file, err);
}

static enum ft_status
read_map(struct input *input, const char *file, struct ft_error *err)
{
	FT_TRY(read_file(input, FT_BOUND_MAP, file, err));
	return ft_mapfile_parse(
	    &input->map, ft_str_text(&input->file), input->file.len, err);
}

static enum ft_status
read_roster(struct input *input, const char *file, struct ft_error *err)
{
	FT_TRY(read_file(input, FT_BOUND_PEOPLE, file, err));
	return ft_rosterfile_parse(
	    &input->roster, ft_str_text(&input->file), input->file.len, err);
}

typedef enum ft_status parse_fn(struct ft_people *people, const char *file,
    const char *text, size_t size, struct ft_error *err);

static enum ft_status
read_people(struct input *input, const char *file, parse_fn *parse,
    struct ft_error *err)
{
	FT_TRY(read_file(input, FT_BOUND_PEOPLE, file, err));
	return parse(&input->people, file, ft_str_text(&input->file),
	    input->file.len, err);
}

/* Without any file the groups and users of the system are read; with one, only
 * files are. */
static bool
asks_system(const struct words *words)
{
	return !words->group && !words->passwd && !words->csv;
}

static enum ft_status
check_rules(
    const struct input *input, const struct words *words, struct ft_error *err)
{
	const struct ft_syncmap *map = &input->map;
	const struct ft_sync_place *at = &map->min_uid_at;

	if (asks_system(words) || words->passwd)
		return FT_OK;
	if (map->nologin.n && !at->line)
		at = &map->nologin.item[0].at;
	if (!at->line)
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "%s:%u:%u: this needs the users, too: passwd=FILE", map->file,
	    (unsigned)at->line, (unsigned)at->column);
}

static enum ft_status
read_input(struct facctmgr *acct, struct input *input,
    const struct words *words, struct ft_error *err)
{
	FT_TRY(check_rules(input, words, err));
	FT_TRY(ft_store_read_book(
	    acct->session.store, false, &input->acctdb, err));
	if (asks_system(words)) {
		FT_TRY(
		    facctmgr_system_groups(&input->people, &input->map, err));
		FT_TRY(facctmgr_system_users(
		    &input->people, &input->map, &input->acctdb, err));
	}
	if (words->group)
		FT_TRY(
		    read_people(input, words->group, ft_groupfile_parse, err));
	if (words->passwd)
		FT_TRY(read_people(
		    input, words->passwd, ft_groupfile_parse_passwd, err));
	return words->csv ? read_roster(input, words->csv, err) : FT_OK;
}

/* ---- the target --------------------------------------------------------------- */

static const char *
cluster_of(const struct facctmgr *acct, const struct input *input,
    const struct words *words)
{
	if (words->cluster)
		return words->cluster;
	if (input->map.cluster.text)
		return input->map.cluster.text;
	return acct->session.cluster_name;
}

/* Report skipped groups and users: the first WARNINGS, or all with -v. */
static void
warn(struct facctmgr *acct, const struct ft_sync *sync)
{
	size_t n = sync->n_note;

	if (acct->quiet)
		return;
	if (n > WARNINGS && !acct->verbose)
		n = WARNINGS;
	for (size_t i = 0; i < n; i++)
		facctmgr_complain(acct, "%s: warning: %s\n",
		    acct->context->program, sync->note[i]);
	if (n < sync->n_note)
		facctmgr_complain(acct,
		    "%s: warning: and %zu more: -v prints them\n",
		    acct->context->program, sync->n_note - n);
}

static enum ft_status
make_target(struct facctmgr *acct, struct input *input,
    const struct words *words, struct ft_error *err)
{
	struct ft_sync_source source = {
		.map = &input->map,
		.people = &input->people,
		.groups = words->group || asks_system(words),
		.persons = words->passwd || asks_system(words),
		.roster = words->csv ? &input->roster : NULL,
	};
	enum ft_status status;

	status = read_input(acct, input, words, err);
	if (status == FT_OK)
		status = ft_sync_make(&input->sync, &source, &input->acctdb,
		    cluster_of(acct, input, words), err);
	warn(acct, &input->sync);
	if (status == FT_OK)
		ft_flatfile_write(&input->text, &input->sync.flat);
	return status;
}

static int
run_sync(struct facctmgr *acct, struct input *input, const struct words *words)
{
	struct ft_error err;
	struct facctmgr_target target = words->target;
	bool write = words->apply && !acct->dry_run;

	if (read_map(input, words->map, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	acct->creates = write;
	/* The target is computed from the store, so keep others from changing
	 * it until the commit. */
	if (write ? !facctmgr_begin(acct) : !facctmgr_open(acct, false))
		return 1;
	if (make_target(acct, input, words, &err) != FT_OK)
		return ft_cmd_fail(acct->context, &err);
	target.source = words->map;
	target.flat = &input->sync.flat;
	target.text = ft_str_text(&input->text);
	target.options.prune = true;
	target.options.members = &input->sync.members;
	target.options.cluster = cluster_of(acct, input, words);
	return words->apply ? facctmgr_apply_target(acct, &target)
			    : facctmgr_show_target(acct, &target);
}

int
facctmgr_sync(struct facctmgr *acct, int argc, char **argv)
{
	struct words words = { 0 };
	struct input input = { 0 };
	int status = 1;

	if (read_words(acct, &words, argc, argv)) {
		ft_syncmap_init(&input.map, words.map);
		ft_roster_init(&input.roster, words.csv ? words.csv : "");
		ft_sync_init(&input.sync, words.map);
		status = run_sync(acct, &input, &words);
		ft_sync_free(&input.sync);
		ft_acctdb_free(&input.acctdb);
		ft_roster_free(&input.roster);
		ft_people_free(&input.people);
		ft_syncmap_free(&input.map);
		ft_str_free(&input.text);
		ft_str_free(&input.file);
	}
	return status;
}
