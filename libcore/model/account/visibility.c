#include "model/account/visibility.h"

/* Which PrivateData decides: slurm.conf's, slurmdbd.conf's, ... */
enum by { CONTROLLER, DATABASE, ASKED };

static const struct {
	const char *word;
	enum by by;
	bool owner, led, above, names;
	const char *where;
} rows[FT_VISIBILITY_KINDS] = {
#define FT_VISIBILITY(id, word, by, owner, led, above, names, where)           \
	[FT_VISIBILITY_##id] = { word, by, owner, led, above, names, where },
#include "model/account/visibility.def"
#undef FT_VISIBILITY
};

void
ft_visibility_init(struct ft_visibility *visibility)
{
	*visibility = (struct ft_visibility){ .actor = "" };
}

void
ft_visibility_free(struct ft_visibility *visibility)
{
	ft_map_clear(&visibility->led);
	ft_map_clear(&visibility->above);
	ft_map_clear(&visibility->members);
	ft_visibility_init(visibility);
}

const char *
ft_visibility_word(enum ft_visibility_kind kind)
{
	return rows[kind].word;
}

const char *
ft_visibility_where(enum ft_visibility_kind kind)
{
	return rows[kind].where;
}

const char *
ft_visibility_whose(enum ft_visibility_kind kind)
{
	static const char *const whose[] = { [CONTROLLER] = "slurm.conf",
		[DATABASE] = "slurmdbd.conf",
		[ASKED] = "both" };

	return whose[rows[kind].by];
}

unsigned
ft_visibility_private_data(const struct ft_conf *conf, bool database)
{
	bool own =
	    database && conf->value[FT_CONF_FAIRTREE_DBD_PRIVATE_DATA].set;
	enum ft_conf_key key =
	    own ? FT_CONF_FAIRTREE_DBD_PRIVATE_DATA : FT_CONF_PRIVATE_DATA;
	bool all = ft_conf_has(conf, key, "all");
	unsigned words = 0;

	for (unsigned kind = 0; kind < FT_VISIBILITY_KINDS; kind++)
		if (all || ft_conf_has(conf, key, rows[kind].word))
			words |= 1U << kind;
	return words;
}

unsigned
ft_visibility_private(const struct ft_conf *conf, bool database)
{
	const unsigned of[] = { [CONTROLLER] =
				    ft_visibility_private_data(conf, false),
		[DATABASE] = ft_visibility_private_data(conf, true),
		[ASKED] = ft_visibility_private_data(conf, database) };
	unsigned private = 0;

	for (unsigned kind = 0; kind < FT_VISIBILITY_KINDS; kind++)
	private |= of[rows[kind].by] & 1U << kind;
	return private;
}

void
ft_visibility_add_words(struct ft_str *str, unsigned kinds)
{
	const char *separator = "";

	for (unsigned kind = 0; kind < FT_VISIBILITY_KINDS; kind++) {
		if (!(kinds >> kind & 1))
			continue;
		ft_str_addf(str, "%s%s", separator, rows[kind].word);
		separator = ",";
	}
	if (!kinds)
		ft_str_add(str, "none");
}

/* ---- accounts that the actor coordinates or belongs to --------------------- */

static void
put_account(struct ft_map *map, const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_account *account = ft_acctdb_account(acctdb, id);

	if (account && !account->deleted)
		ft_map_put(map, account->name, 1);
}

static bool
has_account(
    const struct ft_map *map, const struct ft_acctdb *acctdb, uint32_t id)
{
	const struct ft_account *account = ft_acctdb_account(acctdb, id);

	return account && ft_map_get(map, account->name, NULL);
}

/* The accounts above association ASSOC, of as many levels as there can be. */
static void
put_above(struct ft_visibility *visibility, const struct ft_acctdb *acctdb,
    const struct ft_assoc *assoc)
{
	for (size_t i = 0; assoc && i < acctdb->n_assoc; i++) {
		put_account(&visibility->above, acctdb, assoc->account);
		assoc = ft_acctdb_assoc(acctdb, assoc->parent);
	}
}

enum mark { UNKNOWN, NOT_LED, LED };

/*
 * Whether association I is in an account that the actor coordinates, or below
 * one.  Each path up is walked once: all its associations are marked with the
 * answer.
 */
static void
mark_led(const struct ft_visibility *visibility, const struct ft_acctdb *acctdb,
    uint8_t *mark, const struct ft_assoc *assoc)
{
	const struct ft_assoc *first = assoc;
	uint8_t answer = NOT_LED;

	for (; assoc && answer == NOT_LED;
	     assoc = ft_acctdb_assoc(acctdb, assoc->parent)) {
		uint8_t *here = &mark[assoc - acctdb->assoc];

		if (*here != UNKNOWN) {
			answer = *here;
			break;
		}
		*here = NOT_LED;
		if (has_account(&visibility->led, acctdb, assoc->account))
			answer = LED;
	}
	/* assoc: above the coordinated account, or already marked */
	for (; answer == LED && first != assoc;
	     first = ft_acctdb_assoc(acctdb, first->parent))
		mark[first - acctdb->assoc] = LED;
}

/* Add the accounts below those the actor coordinates, and all their users. */
static void
lead_below(struct ft_visibility *visibility, const struct ft_acctdb *acctdb)
{
	uint8_t *mark = ft_calloc(acctdb->n_assoc + 1, sizeof *mark);

	for (size_t i = 0; i < acctdb->n_assoc; i++)
		mark_led(visibility, acctdb, mark, &acctdb->assoc[i]);
	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		if (mark[i] != LED || assoc->deleted)
			continue;
		put_account(&visibility->led, acctdb, assoc->account);
		if (user)
			ft_map_put(&visibility->members, user->name, 1);
	}
	ft_free(mark);
}

void
ft_visibility_fill(struct ft_visibility *visibility,
    const struct ft_acctdb *acctdb, unsigned private, const char *actor)
{
	const struct ft_user *user = ft_acctdb_find_user(acctdb, actor);

	visibility->actor = actor;
	if (user && !user->deleted && user->admin_level >= FT_ADMIN_OPERATOR)
		return;
	visibility->hidden |= private & ~FT_VISIBILITY_BIT(CLOUD);
	if (!user || user->deleted)
		return;
	for (size_t i = 0; i < acctdb->n_coord; i++)
		if (acctdb->coord[i].user == user->id)
			put_account(
			    &visibility->led, acctdb, acctdb->coord[i].account);
	if (visibility->led.n)
		lead_below(visibility, acctdb);
	for (size_t i = 0; i < acctdb->n_assoc; i++)
		if (acctdb->assoc[i].user == user->id &&
		    !acctdb->assoc[i].deleted)
			put_above(visibility, acctdb, &acctdb->assoc[i]);
}

/* ---- the decision --------------------------------------------------------- */

bool
ft_visibility_shows(const struct ft_visibility *visibility,
    enum ft_visibility_kind kind, const char *owner, const char *account)
{
	if (!(visibility->hidden >> kind & 1))
		return true;
	if (owner && rows[kind].owner && strcmp(owner, visibility->actor) == 0)
		return true;
	if (!account)
		return false;
	return (rows[kind].led &&
		   ft_map_get(&visibility->led, account, NULL)) ||
	       (!owner && rows[kind].above &&
		   ft_map_get(&visibility->above, account, NULL));
}

bool
ft_visibility_shows_all(const struct ft_visibility *visibility, unsigned kinds)
{
	return (visibility->hidden & kinds) == 0;
}

bool
ft_visibility_names(const struct ft_visibility *visibility,
    enum ft_visibility_kind kind, const char *name)
{
	if (!(visibility->hidden >> kind & 1))
		return true;
	if (!rows[kind].names)
		return false;
	if (kind == FT_VISIBILITY_USERS)
		return strcmp(name, visibility->actor) == 0 ||
		       ft_map_get(&visibility->members, name, NULL);
	return ft_map_get(&visibility->led, name, NULL) ||
	       ft_map_get(&visibility->above, name, NULL);
}
