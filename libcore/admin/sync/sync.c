/* The desired state of sync: what exists, and the accounts of a roster. */
#include "admin/index/directory.h"
#include "admin/sync/private.h"

void
ft_sync_init(struct ft_sync *sync, const char *file)
{
	memset(sync, 0, sizeof *sync);
	ft_flat_init(&sync->flat, file);
}

void
ft_sync_free(struct ft_sync *sync)
{
	ft_free(sync->note);
	ft_map_clear(&sync->members);
	ft_flat_free(&sync->flat);
	ft_arena_clear(&sync->arena);
	memset(sync, 0, sizeof *sync);
}

/* ---- as it is --------------------------------------------------------------- */

static const char *
account_name(const struct sync *sync, uint32_t id)
{
	const struct ft_account *account = ft_acctdb_account(sync->acctdb, id);

	return account ? account->name : "";
}

static void
take_book_user(struct sync *sync, uint32_t i)
{
	const struct ft_assoc *assoc = &sync->acctdb->assoc[i];
	const struct ft_user *record =
	    ft_acctdb_user(sync->acctdb, assoc->user);
	uint32_t account, user, at;

	if (record == NULL)
		return;
	account = ft_sync_add_account(sync, account_name(sync, assoc->account));
	user = ft_sync_add_user(sync, record->name);
	at = ft_sync_add_member(sync, account, user);
	sync->next_assoc[i] = sync->member[at].assoc;
	sync->member[at].assoc = i;
	if (assoc->is_default)
		sync->user[user].home = account;
}

static void
take_acctdb(struct sync *sync)
{
	const struct ft_acctdb *acctdb = sync->acctdb;

	sync->next_assoc =
	    ft_calloc(acctdb->n_assoc + 1, sizeof *sync->next_assoc);
	for (uint32_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		uint32_t at;

		if (assoc->cluster != sync->cluster || assoc->deleted ||
		    assoc->user)
			continue;
		at = ft_sync_add_account(
		    sync, account_name(sync, assoc->account));
		sync->account[at].assoc = i;
	}
	for (uint32_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i], *up;

		if (assoc->cluster != sync->cluster || assoc->deleted)
			continue;
		if (assoc->user) {
			take_book_user(sync, i);
			continue;
		}
		up = assoc->parent ? ft_acctdb_assoc(acctdb, assoc->parent)
				   : NULL;
		if (up)
			sync->account[ft_sync_find_account(sync,
					  account_name(sync, assoc->account))]
			    .up = ft_sync_find_account(
			    sync, account_name(sync, up->account));
	}
}

/* ---- rosters ---------------------------------------------------------------- */

static enum ft_status
take_row(
    struct sync *sync, const struct ft_roster_row *row, struct ft_error *err)
{
	struct sync_place place = ft_sync_in_roster(sync, row->user_at);
	const char *name = ft_sync_fold(sync, row->user);
	uint32_t account =
	    ft_sync_find_account(sync, ft_sync_fold(sync, row->account));
	uint32_t user, at;
	char where[256];

	FT_TRY(ft_sync_fill(
	    sync, account, ft_sync_in_roster(sync, row->account_at), err));
	if (!*name)
		return FT_OK;
	if (!ft_sync_is_name(name))
		return ft_sync_fail(
		    place, err, "'%s' cannot be the name of a user", row->user);
	user = ft_sync_add_user(sync, name);
	snprintf(where, sizeof where, "%s:%" PRIu32 ":%" PRIu32 ": the row",
	    place.file, place.at.line, place.at.column);
	if (!ft_sync_is_taken(sync, user, where, row->user))
		return FT_OK;
	at = ft_sync_want(sync, account, user,
	    SIZE_MAX / 2 + (size_t)(row - sync->source->roster->row));
	if (sync->member[at].row)
		return ft_sync_fail(place, err,
		    "user '%s' of account '%s' was in line %" PRIu32 " already",
		    name, sync->account[account].name,
		    sync->member[at].row->user_at.line);
	sync->member[at].row = row;
	return FT_OK;
}

static enum ft_status
take_roster(struct sync *sync, struct ft_error *err)
{
	const struct ft_roster *roster = sync->source->roster;

	for (size_t i = 0; i < roster->n_row; i++)
		FT_TRY(take_row(sync, &roster->row[i], err));
	return FT_OK;
}

/* ---- all of it -------------------------------------------------------------- */

/* Names of users as Slurm keeps them, for those of the system. */
static void
index_persons(struct sync *sync)
{
	const struct ft_people *people = sync->source->people;

	for (size_t i = 0; sync->source->persons && i < people->n_person; i++) {
		const char *name = ft_sync_fold(sync, people->person[i].name);
		uint64_t other;

		if (ft_map_get(&sync->person_at, name, &other))
			ft_sync_note(sync,
			    "users '%s' and '%s' are the same to Slurm",
			    people->person[other].name, people->person[i].name);
		else
			ft_map_put(&sync->person_at, name, i);
	}
}

static enum ft_status
make(struct sync *sync, const char *cluster, struct ft_error *err)
{
	const struct ft_cluster *record =
	    ft_directory_cluster(sync->acctdb, cluster);

	if (record == NULL)
		return ft_fail(err, FT_ENOENT, "no cluster '%s'", cluster);
	sync->cluster = record->id;
	index_persons(sync);
	take_acctdb(sync);
	FT_TRY(ft_sync_check(sync, err));
	FT_TRY(ft_sync_take_rules(sync, err));
	if (sync->source->groups)
		FT_TRY(ft_sync_take_groups(sync, err));
	if (sync->source->roster)
		FT_TRY(take_roster(sync, err));
	FT_TRY(ft_sync_check_parents(sync, err));
	if (sync->out->n_member == 0)
		return ft_fail(err, FT_EINVAL,
		    "%s: no account gets a single member, which would empty "
		    "them all",
		    sync->source->map->file);
	return ft_sync_target(sync, cluster, err);
}

enum ft_status
ft_sync_make(struct ft_sync *out, const struct ft_sync_source *source,
    const struct ft_acctdb *acctdb, const char *cluster, struct ft_error *err)
{
	struct sync sync = { .out = out, .source = source, .acctdb = acctdb };
	struct ft_qos *qos;
	enum ft_status status;

	qos = ft_arena_calloc(&out->arena, acctdb->n_qos + 1, sizeof *qos);
	for (size_t i = 0; i < acctdb->n_qos; i++)
		if (!acctdb->qos[i].deleted)
			qos[sync.lookup.n_qos++] = acctdb->qos[i];
	sync.lookup.qos = qos;
	sync.lookup.tres =
	    (struct ft_tres_table){ acctdb->tres, acctdb->n_tres };
	ft_admin_set_init(&sync.set, FT_ENTITY_ASSOC);
	status = make(&sync, cluster, err);
	ft_admin_set_free(&sync.set);
	for (size_t i = 0; i < sync.n_account; i++)
		ft_free(sync.account[i].choice);
	ft_free(sync.account);
	ft_free(sync.user);
	ft_free(sync.member);
	ft_free(sync.next_assoc);
	ft_map_clear(&sync.account_at);
	ft_map_clear(&sync.user_at);
	ft_map_clear(&sync.member_at);
	ft_map_clear(&sync.person_at);
	ft_str_free(&sync.text);
	return status;
}
