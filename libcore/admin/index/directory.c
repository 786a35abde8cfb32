#include "admin/index/directory.h"

#define NONE FT_DIRECTORY_NONE

const struct ft_cluster *
ft_directory_cluster(const struct ft_acctdb *acctdb, const char *name)
{
	for (size_t i = 0; i < acctdb->n_cluster; i++)
		if (!acctdb->cluster[i].deleted &&
		    strcmp(acctdb->cluster[i].name, name) == 0)
			return &acctdb->cluster[i];
	return NULL;
}

static uint32_t *
nones(struct ft_directory *directory, size_t n)
{
	uint32_t *index =
	    ft_arena_alloc(&directory->arena, (n + 1) * sizeof *index);

	memset(index, 0xff, (n + 1) * sizeof *index);
	return index;
}

static void
take_assoc(struct ft_directory *directory, uint32_t i)
{
	const struct ft_acctdb *acctdb = directory->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[i];
	const struct ft_account *account =
	    ft_acctdb_account(acctdb, assoc->account);
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	if (assoc->cluster != directory->cluster || assoc->deleted)
		return;
	if (assoc->parent == 0)
		directory->root = i;
	if (assoc->user == 0 && account)
		directory->account_assoc[account - acctdb->account] = i;
	if (user == NULL)
		return;
	directory->next[i] = directory->user_assoc[user - acctdb->user];
	directory->user_assoc[user - acctdb->user] = i;
}

void
ft_directory_fill(struct ft_directory *directory,
    const struct ft_acctdb *acctdb, uint32_t cluster)
{
	*directory = (struct ft_directory){
		.acctdb = acctdb, .cluster = cluster, .root = NONE
	};
	directory->account_assoc = nones(directory, acctdb->n_account);
	directory->user_assoc = nones(directory, acctdb->n_user);
	directory->next = nones(directory, acctdb->n_assoc);
	for (size_t i = 0; i < acctdb->n_account; i++)
		if (!acctdb->account[i].deleted)
			ft_map_put(
			    &directory->account_at, acctdb->account[i].name, i);
	for (size_t i = 0; i < acctdb->n_user; i++)
		if (!acctdb->user[i].deleted)
			ft_map_put(
			    &directory->user_at, acctdb->user[i].name, i);
	for (size_t i = acctdb->n_assoc; i > 0; i--)
		take_assoc(directory, (uint32_t)(i - 1));
}

void
ft_directory_free(struct ft_directory *directory)
{
	ft_map_clear(&directory->account_at);
	ft_map_clear(&directory->user_at);
	ft_arena_clear(&directory->arena);
}

uint32_t
ft_directory_account_assoc(
    const struct ft_directory *directory, const char *name)
{
	uint64_t at;

	return ft_map_get(&directory->account_at, name, &at)
		   ? directory->account_assoc[at]
		   : NONE;
}

uint32_t
ft_directory_user_assoc(const struct ft_directory *directory, uint32_t user,
    const char *account, const char *partition)
{
	const struct ft_acctdb *acctdb = directory->acctdb;
	uint64_t above;
	uint32_t i;

	if (user == NONE ||
	    !ft_map_get(&directory->account_at, account, &above))
		return NONE;
	for (i = directory->user_assoc[user]; i != NONE; i = directory->next[i])
		if (acctdb->assoc[i].account == acctdb->account[above].id &&
		    strcmp(acctdb->assoc[i].partition, partition) == 0)
			break;
	return i;
}
