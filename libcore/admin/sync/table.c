/* The accounts, users and members of a desired state. */
#include "admin/sync/private.h"

/* ---- small things ----------------------------------------------------------- */

enum ft_status
ft_sync_fail(
    struct sync_place place, struct ft_error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(err, FT_EPARSE, format, args);
	va_end(args);
	return ft_error_locate(err, place.file, place.at.line, place.at.column);
}

struct sync_place
ft_sync_in_map(const struct sync *sync, struct ft_sync_place at)
{
	return (struct sync_place){ sync->source->map->file, at };
}

struct sync_place
ft_sync_in_roster(const struct sync *sync, struct ft_sync_place at)
{
	return (struct sync_place){ sync->source->roster->file, at };
}

void
ft_sync_note(struct sync *sync, const char *format, ...)
{
	struct ft_sync *out = sync->out;
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	*ft_vec_add(out->note, out->n_note, out->cap_note) =
	    ft_arena_strdup(&out->arena, text);
}

const char *
ft_sync_fold(struct sync *sync, const char *text)
{
	return ft_arena_lower(&sync->out->arena, text);
}

bool
ft_sync_is_name(const char *text)
{
	return *text && strpbrk(text, " \t\n,:=|@*\"'") == NULL;
}

uint32_t
ft_sync_find_account(const struct sync *sync, const char *name)
{
	uint64_t at;

	return ft_map_get(&sync->account_at, name, &at) ? (uint32_t)at
							: SYNC_NONE;
}

uint32_t
ft_sync_add_account(struct sync *sync, const char *name)
{
	uint64_t at = ft_map_add(&sync->account_at, name, sync->n_account);

	if (at < sync->n_account)
		return (uint32_t)at;
	*ft_vec_add(sync->account, sync->n_account, sync->cap_account) =
	    (struct sync_account){ .name = name,
		    .assoc = SYNC_NONE,
		    .up = SYNC_NONE,
		    .first = SYNC_NONE };
	return (uint32_t)sync->n_account - 1;
}

/* The entry of the system for a user of that name. */
static void
look_up(struct sync *sync, struct sync_user *user)
{
	const struct ft_syncmap *map = sync->source->map;
	const struct ft_person *person = NULL;
	uint64_t at;

	if (ft_sync_words_match(&map->exclude, user->name)) {
		user->stand = SYNC_EXCLUDED;
		return;
	}
	if (!sync->source->persons)
		return;
	if (ft_map_get(&sync->person_at, user->name, &at))
		person = &sync->source->people->person[at];
	if (person == NULL) {
		user->stand = SYNC_UNKNOWN;
		return;
	}
	user->gid = person->gid;
	user->has_gid = true;
	if (person->uid < map->min_uid)
		user->stand = SYNC_LOW;
	else if (ft_sync_words_match(&map->nologin, person->shell))
		user->stand = SYNC_NO_LOGIN;
}

uint32_t
ft_sync_add_user(struct sync *sync, const char *name)
{
	struct sync_user *user;
	uint64_t at = ft_map_add(&sync->user_at, name, sync->n_user);

	if (at < sync->n_user)
		return (uint32_t)at;
	user = ft_vec_add(sync->user, sync->n_user, sync->cap_user);
	*user = (struct sync_user){ .name = name,
		.home = SYNC_NONE,
		.wanted = SYNC_NONE,
		.first = SYNC_NONE };
	look_up(sync, user);
	return (uint32_t)sync->n_user - 1;
}

uint32_t
ft_sync_add_member(struct sync *sync, uint32_t account, uint32_t user)
{
	struct sync_member *member;
	char key[32];
	uint64_t at;

	snprintf(key, sizeof key, "%" PRIx32 ",%" PRIx32, account, user);
	at = ft_map_add(&sync->member_at, key, sync->n_member);
	if (at < sync->n_member)
		return (uint32_t)at;
	member = ft_vec_add(sync->member, sync->n_member, sync->cap_member);
	*member = (struct sync_member){ .account = account,
		.user = user,
		.assoc = SYNC_NONE,
		.next_of_account = sync->account[account].first,
		.next_of_user = sync->user[user].first,
		.order = SIZE_MAX };
	sync->account[account].first = sync->user[user].first = (uint32_t)at;
	return (uint32_t)at;
}

/* ---- who is to be where ----------------------------------------------------- */

enum ft_status
ft_sync_fill(struct sync *sync, uint32_t account, struct sync_place place,
    struct ft_error *err)
{
	struct sync_account *to = &sync->account[account];

	if (strcmp(to->name, "root") == 0)
		return ft_sync_fail(
		    place, err, "account 'root' has no members from groups");
	if (!to->filled)
		ft_map_put(&sync->out->members, to->name, 1);
	to->filled = true;
	return FT_OK;
}

bool
ft_sync_is_taken(
    struct sync *sync, uint32_t user, const char *where, const char *who)
{
	switch (sync->user[user].stand) {
	case SYNC_GOOD:
		return true;
	case SYNC_UNKNOWN:
		ft_sync_note(
		    sync, "%s names the unknown user '%s'", where, who);
		return false;
	case SYNC_EXCLUDED:
	case SYNC_LOW:
	case SYNC_NO_LOGIN:
		return false;
	}
	return false;
}

uint32_t
ft_sync_want(struct sync *sync, uint32_t account, uint32_t user, size_t order)
{
	uint32_t at = ft_sync_add_member(sync, account, user);

	if (!sync->member[at].wanted)
		sync->out->n_member++;
	sync->member[at].wanted = true;
	if (order < sync->member[at].order)
		sync->member[at].order = order;
	sync->user[user].member = true;
	return at;
}
