#include "admin/index/roll.h"

#define NONE FT_ROLL_NONE

const struct ft_cluster *
ft_roll_cluster(const struct ft_book *book, const char *name)
{
	for (size_t i = 0; i < book->n_cluster; i++)
		if (!book->cluster[i].deleted &&
		    strcmp(book->cluster[i].name, name) == 0)
			return &book->cluster[i];
	return NULL;
}

static uint32_t *
nones(struct ft_roll *roll, size_t n)
{
	uint32_t *index = ft_arena_alloc(&roll->arena, (n + 1) * sizeof *index);

	memset(index, 0xff, (n + 1) * sizeof *index);
	return index;
}

static void
take_assoc(struct ft_roll *roll, uint32_t i)
{
	const struct ft_book *book = roll->book;
	const struct ft_assoc *assoc = &book->assoc[i];
	const struct ft_account *account =
	    ft_book_account(book, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_book_user(book, assoc->user) : NULL;

	if (assoc->cluster != roll->cluster || assoc->deleted)
		return;
	if (assoc->parent == 0)
		roll->root = i;
	if (assoc->user == 0 && account)
		roll->account_assoc[account - book->account] = i;
	if (user == NULL)
		return;
	roll->next[i] = roll->user_assoc[user - book->user];
	roll->user_assoc[user - book->user] = i;
}

void
ft_roll_take(struct ft_roll *roll, const struct ft_book *book, uint32_t cluster)
{
	*roll =
	    (struct ft_roll){ .book = book, .cluster = cluster, .root = NONE };
	roll->account_assoc = nones(roll, book->n_account);
	roll->user_assoc = nones(roll, book->n_user);
	roll->next = nones(roll, book->n_assoc);
	for (size_t i = 0; i < book->n_account; i++)
		if (!book->account[i].deleted)
			ft_map_put(&roll->account_at, book->account[i].name, i);
	for (size_t i = 0; i < book->n_user; i++)
		if (!book->user[i].deleted)
			ft_map_put(&roll->user_at, book->user[i].name, i);
	for (size_t i = book->n_assoc; i > 0; i--)
		take_assoc(roll, (uint32_t)(i - 1));
}

void
ft_roll_free(struct ft_roll *roll)
{
	ft_map_clear(&roll->account_at);
	ft_map_clear(&roll->user_at);
	ft_arena_clear(&roll->arena);
}

uint32_t
ft_roll_account_assoc(const struct ft_roll *roll, const char *name)
{
	uint64_t at;

	return ft_map_get(&roll->account_at, name, &at)
		   ? roll->account_assoc[at]
		   : NONE;
}

uint32_t
ft_roll_user_assoc(const struct ft_roll *roll, const char *name,
    const char *account, const char *partition)
{
	const struct ft_book *book = roll->book;
	uint64_t user, above;
	uint32_t i;

	if (!ft_map_get(&roll->user_at, name, &user) ||
	    !ft_map_get(&roll->account_at, account, &above))
		return NONE;
	for (i = roll->user_assoc[user]; i != NONE; i = roll->next[i])
		if (book->assoc[i].account == book->account[above].id &&
		    strcmp(book->assoc[i].partition, partition) == 0)
			break;
	return i;
}
