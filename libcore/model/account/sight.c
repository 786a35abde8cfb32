#include "model/account/sight.h"

/* Whose PrivateData decides. */
enum by { CONTROLLER, DATABASE, ASKED };

static const struct {
	const char *word;
	enum by by;
	bool owner, led, above, names;
	const char *where;
} rows[FT_SIGHT_KINDS] = {
#define FT_SIGHT(id, word, by, owner, led, above, names, where)                \
	[FT_SIGHT_##id] = { word, by, owner, led, above, names, where },
#include "model/account/sight.def"
#undef FT_SIGHT
};

void
ft_sight_init(struct ft_sight *sight)
{
	*sight = (struct ft_sight){ .actor = "" };
}

void
ft_sight_free(struct ft_sight *sight)
{
	ft_map_clear(&sight->led);
	ft_map_clear(&sight->above);
	ft_map_clear(&sight->people);
	ft_sight_init(sight);
}

const char *
ft_sight_word(enum ft_sight_kind kind)
{
	return rows[kind].word;
}

const char *
ft_sight_where(enum ft_sight_kind kind)
{
	return rows[kind].where;
}

const char *
ft_sight_whose(enum ft_sight_kind kind)
{
	static const char *const whose[] = { [CONTROLLER] = "slurm.conf",
		[DATABASE] = "slurmdbd.conf",
		[ASKED] = "both" };

	return whose[rows[kind].by];
}

unsigned
ft_sight_words(const struct ft_conf *conf, bool database)
{
	bool own =
	    database && conf->value[FT_CONF_FAIRTREE_DBD_PRIVATE_DATA].set;
	enum ft_conf_key key =
	    own ? FT_CONF_FAIRTREE_DBD_PRIVATE_DATA : FT_CONF_PRIVATE_DATA;
	bool all = ft_conf_has(conf, key, "all");
	unsigned words = 0;

	for (unsigned kind = 0; kind < FT_SIGHT_KINDS; kind++)
		if (all || ft_conf_has(conf, key, rows[kind].word))
			words |= 1U << kind;
	return words;
}

unsigned
ft_sight_private(const struct ft_conf *conf, bool database)
{
	const unsigned of[] = { [CONTROLLER] = ft_sight_words(conf, false),
		[DATABASE] = ft_sight_words(conf, true),
		[ASKED] = ft_sight_words(conf, database) };
	unsigned private = 0;

	for (unsigned kind = 0; kind < FT_SIGHT_KINDS; kind++)
	private |= of[rows[kind].by] & 1U << kind;
	return private;
}

void
ft_sight_add_words(struct ft_str *str, unsigned kinds)
{
	const char *separator = "";

	for (unsigned kind = 0; kind < FT_SIGHT_KINDS; kind++) {
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
put_account(struct ft_map *map, const struct ft_book *book, uint32_t id)
{
	const struct ft_account *account = ft_book_account(book, id);

	if (account && !account->deleted)
		ft_map_put(map, account->name, 1);
}

static bool
has_account(const struct ft_map *map, const struct ft_book *book, uint32_t id)
{
	const struct ft_account *account = ft_book_account(book, id);

	return account && ft_map_get(map, account->name, NULL);
}

/* The accounts above association ASSOC, of as many levels as there can be. */
static void
put_above(struct ft_sight *sight, const struct ft_book *book,
    const struct ft_assoc *assoc)
{
	for (size_t i = 0; assoc && i < book->n_assoc; i++) {
		put_account(&sight->above, book, assoc->account);
		assoc = ft_book_assoc(book, assoc->parent);
	}
}

enum mark { UNKNOWN, NOT_LED, LED };

/*
 * Whether association I is of an account that is led, or below one.  Its way
 * up is walked once: every association on it is marked with the answer.
 */
static void
mark_led(const struct ft_sight *sight, const struct ft_book *book,
    uint8_t *mark, const struct ft_assoc *assoc)
{
	const struct ft_assoc *first = assoc;
	uint8_t answer = NOT_LED;

	for (; assoc && answer == NOT_LED;
	     assoc = ft_book_assoc(book, assoc->parent)) {
		uint8_t *here = &mark[assoc - book->assoc];

		if (*here != UNKNOWN) {
			answer = *here;
			break;
		}
		*here = NOT_LED;
		if (has_account(&sight->led, book, assoc->account))
			answer = LED;
	}
	/* assoc: above the account that is led, or marked before */
	for (; answer == LED && first != assoc;
	     first = ft_book_assoc(book, first->parent))
		mark[first - book->assoc] = LED;
}

/* Lead what is below the accounts that are led, and know its users. */
static void
lead_below(struct ft_sight *sight, const struct ft_book *book)
{
	uint8_t *mark = ft_calloc(book->n_assoc + 1, sizeof *mark);

	for (size_t i = 0; i < book->n_assoc; i++)
		mark_led(sight, book, mark, &book->assoc[i]);
	for (size_t i = 0; i < book->n_assoc; i++) {
		const struct ft_assoc *assoc = &book->assoc[i];
		const struct ft_user *user =
		    assoc->user ? ft_book_user(book, assoc->user) : NULL;

		if (mark[i] != LED || assoc->deleted)
			continue;
		put_account(&sight->led, book, assoc->account);
		if (user)
			ft_map_put(&sight->people, user->name, 1);
	}
	ft_free(mark);
}

void
ft_sight_fill(struct ft_sight *sight, const struct ft_book *book,
    unsigned private, const char *actor)
{
	const struct ft_user *user = ft_book_find_user(book, actor);

	sight->actor = actor;
	if (user && !user->deleted && user->admin_level >= FT_ADMIN_OPERATOR)
		return;
	sight->hidden |= private & ~FT_SIGHT_BIT(CLOUD);
	if (!user || user->deleted)
		return;
	for (size_t i = 0; i < book->n_coord; i++)
		if (book->coord[i].user == user->id)
			put_account(&sight->led, book, book->coord[i].account);
	if (sight->led.n)
		lead_below(sight, book);
	for (size_t i = 0; i < book->n_assoc; i++)
		if (book->assoc[i].user == user->id && !book->assoc[i].deleted)
			put_above(sight, book, &book->assoc[i]);
}

/* ---- the decision --------------------------------------------------------- */

bool
ft_sight_leads(const struct ft_sight *sight, const char *account)
{
	return ft_map_get(&sight->led, account, NULL);
}

bool
ft_sight_sees(const struct ft_sight *sight, enum ft_sight_kind kind,
    const char *owner, const char *account)
{
	if (!(sight->hidden >> kind & 1))
		return true;
	if (owner && rows[kind].owner && strcmp(owner, sight->actor) == 0)
		return true;
	if (!account)
		return false;
	return (rows[kind].led && ft_sight_leads(sight, account)) ||
	       (!owner && rows[kind].above &&
		   ft_map_get(&sight->above, account, NULL));
}

bool
ft_sight_sees_all(const struct ft_sight *sight, unsigned kinds)
{
	return (sight->hidden & kinds) == 0;
}

bool
ft_sight_knows(
    const struct ft_sight *sight, enum ft_sight_kind kind, const char *name)
{
	if (!(sight->hidden >> kind & 1))
		return true;
	if (!rows[kind].names)
		return false;
	if (kind == FT_SIGHT_USERS)
		return strcmp(name, sight->actor) == 0 ||
		       ft_map_get(&sight->people, name, NULL);
	return ft_sight_leads(sight, name) ||
	       ft_map_get(&sight->above, name, NULL);
}
