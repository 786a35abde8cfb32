/* tree.c - the tree and usage of a lesson, from lines of flat and usage files. */
#include "io/lesson/private.h"

#include "base/map.h"
#include "io/slurm/flatfile.h"
#include "io/slurm/usagefile.h"
#include "model/tree/usage.h"

/* What dumps write for the shares of the parent. */
#define SHARES_PARENT UINT32_C(2147483647)

struct building {
	struct ft_lesson *lesson;
	struct ft_tree_row *row; /* id is the index + 1 */
	size_t n, cap;
	/* keys to ids: names, and associations as account, user, partition */
	struct ft_map account, user, partition, assoc;
	uint32_t parent; /* id of the account whose children follow */
	const char *parent_name;
	uint32_t *node; /* by id - 1, once the tree is built */
	bool *used;     /* by node: usage was given */
	struct ft_str key;
};

/* ---- names ---------------------------------------------------------------- */

/* Returns the id of NAME, which may be new. */
static uint32_t
name_id(struct ft_map *map, struct ft_names *names, const char *name)
{
	uint64_t id;

	if (ft_map_get(map, name, &id))
		return (uint32_t)id;
	id = map->n + 1;
	ft_map_put(map, name, id);
	ft_names_put(names, (uint32_t)id, name, strlen(name));
	return (uint32_t)id;
}

/* Returns the key of an association; names contain no newlines. */
static const char *
key_of(struct building *building, const char *account, const char *user,
    const char *partition)
{
	ft_str_clear(&building->key);
	ft_str_addf(&building->key, "%s\n%s\n%s", account, user, partition);
	return building->key.data;
}

/* ---- the tree ------------------------------------------------------------- */

static enum ft_status
fail_line(const struct building *building, const struct ft_flat_line *line,
    const char *text, const char *name, struct ft_error *err)
{
	return ft_fail(err, FT_EPARSE, "%s:%" PRIu32 ":1: %s '%s'",
	    building->lesson->file, line->line, text, name);
}

static enum ft_status
read_shares(const struct building *building, const struct ft_flat_line *line,
    const struct ft_flat_option *option, struct ft_tree_row *row,
    struct ft_error *err)
{
	if (strcasecmp(option->value, "parent") == 0) {
		row->shares = 0;
		row->flags |= FT_NODE_PARENT;
		return FT_OK;
	}
	if (!ft_num_u32(option->value, &row->shares) ||
	    row->shares > SHARES_PARENT)
		return ft_fail(err, FT_EPARSE,
		    "%s:%" PRIu32 ":%" PRIu32 ": not a number of shares: '%s'",
		    building->lesson->file, line->line, option->column,
		    option->value);
	if (row->shares == SHARES_PARENT) {
		row->shares = 0;
		row->flags |= FT_NODE_PARENT;
	}
	return FT_OK;
}

/* Add the association of LINE; partition: of a user. */
static enum ft_status
add_assoc(struct building *building, const struct ft_flat_line *line,
    struct ft_error *err)
{
	struct ft_lesson *lesson = building->lesson;
	bool user = line->kind == FT_FLAT_USER;
	const char *partition = "";
	struct ft_tree_row row = { .id = (uint32_t)building->n + 1,
		.parent = building->parent,
		.position = (int32_t)building->n,
		.shares = 1,
		.flags = user ? FT_NODE_USER : 0 };

	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];

		if (strcasecmp(option->key, "Fairshare") == 0)
			FT_TRY(read_shares(building, line, option, &row, err));
		else if (user && strcasecmp(option->key, "Partition") == 0)
			partition = option->value;
	}
	if (!ft_map_put(&building->assoc,
		user ? key_of(building, building->parent_name, line->name,
			   partition)
		     : key_of(building, line->name, "", ""),
		row.id))
		return fail_line(building, line,
		    user ? "a second user" : "a second account", line->name,
		    err);
	row.who =
	    user ? name_id(&building->user, &lesson->names.user, line->name)
		 : name_id(
		       &building->account, &lesson->names.account, line->name);
	if (*partition)
		row.partition = name_id(
		    &building->partition, &lesson->names.partition, partition);
	*ft_vec_add(building->row, building->n, building->cap) = row;
	return FT_OK;
}

static enum ft_status
add_line(struct building *building, const struct ft_flat_line *line,
    struct ft_error *err)
{
	uint64_t id;

	switch (line->kind) {
	case FT_FLAT_CLUSTER:
		if (*building->lesson->cluster)
			return fail_line(building, line, "a second cluster",
			    line->name, err);
		building->lesson->cluster =
		    ft_arena_strdup(&building->lesson->arena, line->name);
		return FT_OK;
	case FT_FLAT_PARENT:
		if (!ft_map_get(&building->assoc,
			key_of(building, line->name, "", ""), &id))
			return fail_line(
			    building, line, "no account", line->name, err);
		building->parent = (uint32_t)id;
		building->parent_name = line->name;
		return FT_OK;
	case FT_FLAT_ACCOUNT:
	case FT_FLAT_USER:
		return add_assoc(building, line, err);
	case FT_FLAT_QOS:
	case FT_FLAT_OTHER:
	case FT_FLAT_NOTHING:
	case FT_FLAT_QUOTE:
		break;
	}
	return fail_line(building, line,
	    "a lesson may only have clusters, accounts and users, not",
	    line->title, err);
}

static enum ft_status
build_tree(struct building *building, const char *text, size_t size,
    struct ft_error *err)
{
	static const struct ft_flat_line root = {
		.kind = FT_FLAT_ACCOUNT, .line = 1, .name = "root"
	};
	struct ft_lesson *lesson = building->lesson;
	struct ft_flat flat FT_CLEANUP(ft_flat_free);
	enum ft_status status;

	ft_flat_init(&flat, lesson->file);
	status = add_assoc(building, &root, err);
	building->parent = 1;
	building->parent_name = "root";
	if (status == FT_OK)
		status = ft_flatfile_parse(&flat, text, size, err);
	for (size_t i = 0; i < flat.n && status == FT_OK; i++)
		status = add_line(building, &flat.line[i], err);
	if (status == FT_OK && building->n == 1)
		status = ft_fail(err, FT_EPARSE,
		    "%s:1:1: missing section [tree]", lesson->file);
	if (status == FT_OK)
		status = ft_tree_build(
		    &lesson->tree, building->row, building->n, err);
	return status;
}

/* ---- usage ---------------------------------------------------------------- */

static enum ft_status
put_usage(void *ctx, const struct ft_usage_line *line, struct ft_error *err)
{
	struct building *building = ctx;
	uint32_t node;
	uint64_t id;

	if (!ft_map_get(&building->assoc,
		key_of(building, line->account, line->user, line->partition),
		&id))
		return ft_fail(err, FT_EPARSE,
		    "%s:%zu:%zu: no '%s' in account '%s'",
		    building->lesson->file, line->line, line->user_column,
		    *line->user ? line->user : "-", line->account);
	node = building->node[id - 1];
	if (building->used[node])
		return ft_fail(err, FT_EPARSE,
		    "%s:%zu:%zu: a second usage of '%s'",
		    building->lesson->file, line->line, line->account_column,
		    *line->user ? line->user : line->account);
	building->used[node] = true;
	building->lesson->own[node] =
	    ft_real_from_micro(line->whole, line->micro);
	return FT_OK;
}

static enum ft_status
read_usage(struct building *building, const char *text, size_t size,
    struct ft_error *err)
{
	struct ft_lesson *lesson = building->lesson;
	const struct ft_tree *tree = lesson->tree;
	enum ft_status status;

	building->node = ft_alloc(tree->n * sizeof *building->node);
	building->used = ft_calloc(tree->n, sizeof *building->used);
	lesson->own = ft_calloc(tree->n, sizeof *lesson->own);
	lesson->usage = ft_alloc(tree->n * sizeof *lesson->usage);
	for (uint32_t i = 0; i < tree->n; i++)
		building->node[tree->id[i] - 1] = i;
	status =
	    ft_usagefile_parse(&(struct ft_input){ lesson->file, text, size },
		put_usage, building, err);
	memcpy(lesson->usage, lesson->own, tree->n * sizeof *lesson->usage);
	if (status == FT_OK)
		ft_usage_roll_up(tree, lesson->usage);
	return status;
}

enum ft_status
ft_lesson_build(struct ft_lesson *lesson, const char *tree, const char *usage,
    size_t size, struct ft_error *err)
{
	struct building building = { .lesson = lesson };
	enum ft_status status = build_tree(&building, tree, size, err);

	if (status == FT_OK)
		status = read_usage(&building, usage, size, err);
	ft_map_clear(&building.account);
	ft_map_clear(&building.user);
	ft_map_clear(&building.partition);
	ft_map_clear(&building.assoc);
	ft_str_free(&building.key);
	ft_free(building.row);
	ft_free(building.node);
	ft_free(building.used);
	return status;
}
