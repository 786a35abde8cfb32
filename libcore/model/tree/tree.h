/*
 * tree.h - the association tree of one cluster, as plain arrays.
 *
 * Nodes are numbered so that the fair-share children of an account are one
 * stretch of memory ("family"): node 0 is the root, then come the families, in
 * the preorder of their owners; inside a family, nested-set order (position).
 * A node's parent always has a smaller number than the node.
 *
 * The fair-share parent is the direct parent, except below accounts whose
 * shares are `parent`: their children are promoted into the family of the
 * nearest ancestor with numeric shares (or the root).  Usage and names always
 * follow the direct parent.  Source: man/fairtree.7, sshare(1).
 *
 * The tree is read-only once built.  Results of algorithms are arrays indexed
 * by node beside it, never fields in it.
 */
#ifndef FT_MODEL_TREE_TREE_H
#define FT_MODEL_TREE_TREE_H

#include "base/idmap.h"

#define FT_NODE_NONE UINT32_MAX
#define FT_TREE_MAX  (UINT32_C(1) << 30) /* nodes a tree may have */

enum ft_node_flag {
	FT_NODE_USER = 1,   /* a user association (always a leaf) */
	FT_NODE_PARENT = 2, /* shares are `parent`; shares[] is 0 then */
	FT_NODE_DEFAULT = 4 /* the user's default account */
};

struct ft_tree {
	struct ft_arena arena; /* all arrays below */
	uint32_t n;            /* nodes */
	uint32_t n_user;       /* user associations: the N of Fair Tree */
	uint32_t n_acct;       /* accounts, root included */
	bool promoted;         /* some family holds promoted children */

	/* by node */
	uint32_t *parent;    /* direct parent; FT_NODE_NONE for the root */
	uint32_t *shares;    /* raw shares, 0 when FT_NODE_PARENT */
	uint32_t *acct;      /* account ordinal, FT_NODE_NONE for users */
	uint32_t *id;        /* association id */
	uint32_t *who;       /* store id of the account, or of the user */
	uint8_t *flags;      /* enum ft_node_flag */
	uint32_t *partition; /* store id of the partition name, 0 none;
	                        NULL when no node has one */
	int32_t *position;   /* in the nested set, whatever the tree's order */

	/* by account ordinal */
	uint32_t *first; /* [n_acct + 1]; family of ordinal a is the nodes
	                        first[a] .. first[a + 1] - 1 */
	uint32_t *node;  /* node of the account */
};

/* One association as the store or a test gives it, in any order. */
struct ft_tree_row {
	uint32_t id;      /* > 0 */
	uint32_t parent;  /* id of the direct parent, 0 for the root */
	int32_t position; /* among its siblings; smaller is first */
	int32_t nested;   /* that in the nested set, if PLACED */
	uint32_t shares;
	uint32_t who;
	uint32_t partition;
	uint8_t flags;
	bool placed; /* position is that of another order */
};

/*
 * Build *tree (the caller's, to be freed with ft_tree_free) of ROWS.
 * rows: [n], not kept; exactly one root.  Equal positions: smaller id first.
 * FT_EINVAL: no or several roots, a parent that is unknown, a user, or part of
 * a circle, an id that is 0 or there twice, more than FT_TREE_MAX rows.
 */
enum ft_status ft_tree_build(struct ft_tree **tree,
    const struct ft_tree_row *rows, size_t n, struct ft_error *err);
void ft_tree_free(struct ft_tree *tree);

static inline bool
ft_tree_is_user(const struct ft_tree *tree, uint32_t node)
{
	return tree->flags[node] & FT_NODE_USER;
}

/*
 * In which order Slurm visits tied siblings (fairtree.7, TIES); only that of
 * accounts matters.  A lineage is "/physics/optics/", and MariaDB sorts it by a
 * collation when slurmctld starts.
 */
struct ft_names;
enum ft_siblings {
	FT_SIBLINGS_LFT,     /* the nested set of slurmdbd: positions */
	FT_SIBLINGS_NAME,    /* bytes of names */
	FT_SIBLINGS_LINEAGE, /* bytes of lineages: "a-b/" is before "a/" */
	FT_SIBLINGS_UCA1400, /* lineages, by uca1400_ai_ci */
	FT_SIBLINGS_LATIN1   /* lineages, by latin1_swedish_ci */
};
/* Compares two texts as a column of that collation; other orders: bytes. */
int ft_collate(enum ft_siblings collation, const char *left, const char *right);
/* Give the accounts among ROWS positions in ORDER; accounts: their names. */
void ft_tree_place_accounts(struct ft_tree_row *rows, size_t n,
    const struct ft_names *accounts, enum ft_siblings order);
/* Returns the rows of which TREE was built, the caller's, in its order. */
struct ft_tree_row *ft_tree_rows(const struct ft_tree *tree);
/*
 * Build *other, the caller's, of TREE with its accounts in ORDER; accounts: their
 * names.
 */
enum ft_status ft_tree_reorder(const struct ft_tree *tree,
    const struct ft_names *accounts, enum ft_siblings order,
    struct ft_tree **other, struct ft_error *err);
/*
 * Returns by node of FROM the node of the same association in TO, the caller's;
 * FT_NODE_NONE: there is none.
 */
uint32_t *ft_tree_match(const struct ft_tree *from, const struct ft_tree *to);

/* Returns the fair-share parent of NODE, FT_NODE_NONE for the root. */
uint32_t ft_tree_fs_parent(const struct ft_tree *tree, uint32_t node);
/* Returns the number of ancestors of NODE (root: 0). */
uint32_t ft_tree_depth(const struct ft_tree *tree, uint32_t node);
/* Returns whether NODE is ANCESTOR or below it (direct parents). */
bool ft_tree_below(
    const struct ft_tree *tree, uint32_t node, uint32_t ancestor);
/* Returns the node of association ID, FT_NODE_NONE if there is none.  O(n). */
uint32_t ft_tree_find(const struct ft_tree *tree, uint32_t id);

/*
 * Names of accounts or users (or partitions) by store id.  Only those asked
 * for are loaded; get of another id returns NULL.
 */
struct ft_names {
	struct ft_idmap at;   /* place in item, by id */
	struct ft_name *item; /* [at.n], in the order they came */
	size_t cap_item;
	char *text;
	size_t len, cap;
};

struct ft_name {
	size_t offset; /* into text */
	uint32_t id;
};

void ft_names_free(struct ft_names *names);
void ft_names_put(
    struct ft_names *names, uint32_t id, const char *name, size_t len);
/* Returns the name of ID, NULL when not loaded; valid until the next put. */
const char *ft_names_get(const struct ft_names *names, uint32_t id);
/* Returns the id of NAME (exact bytes), 0 if there is none.  O(n). */
uint32_t ft_names_find(const struct ft_names *names, const char *name);

/* A tree with the names that go with it. */
struct ft_names_set {
	struct ft_names account, user, partition;
};
void ft_names_set_free(struct ft_names_set *names);
/* Add the names of FROM whose ids NAMES has not. */
void ft_names_set_add(
    struct ft_names_set *names, const struct ft_names_set *from);
/* Returns the account name of NODE: its own, or for a user its parent's. */
const char *ft_tree_account(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node);
/* Returns the user name of NODE, NULL for accounts. */
const char *ft_tree_user(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node);
/* Returns whether NODE is the user root of the account root, who runs no jobs: who
 * asks about places asks about others. */
bool ft_tree_is_root_user(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node);
/* Returns the partition of NODE's association, NULL for any. */
const char *ft_tree_partition(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node);
/*
 * Append "bob@physics", or "bob@physics:night" for an association with a
 * partition; "physics" for an account.
 */
struct ft_str;
void ft_tree_add_name(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node, struct ft_str *str);
/* The same as a text of ARENA. */
const char *ft_tree_name(struct ft_arena *arena, const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node);
/* Append "root/bedrock/fred": the names from the root down to NODE. */
void ft_tree_add_path(const struct ft_tree *tree,
    const struct ft_names_set *names, uint32_t node, struct ft_str *str);

/*
 * Fill order[n] with the nodes in the order of sshare: depth first along direct
 * parents; below an account its users first, then its sub-accounts, all in byte
 * order of their names; those of one user in nested-set order, whatever their
 * partitions (case y03).  siblings: FT_SIBLINGS_NAME, or FT_SIBLINGS_LINEAGE: as
 * since 23.11, in byte order of lineages, where a user is "0-bob/".
 * All names must be loaded.
 */
void ft_tree_display_order(const struct ft_tree *tree,
    const struct ft_names_set *names, enum ft_siblings siblings,
    uint32_t *order);

#endif
