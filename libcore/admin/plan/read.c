/* Reading the lines of the desired state: parents, and settings that may be spread
 * over several lines of one user, one QOS or the cluster. */
#include "admin/plan/private.h"

/* The number of a line, and its file where there are several. */
static const char *
place_of(struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (line->file)
		ft_str_addf(&str, "%s:", line->file);
	ft_str_addf(&str, "%u", (unsigned)line->line);
	return ft_arena_strdup(ordering->order->arena, ft_str_text(&str));
}

/* ---- families --------------------------------------------------------------- */

static uint32_t
find_family(struct ft_plan_ordering *ordering, const char *name)
{
	uint64_t at =
	    ft_map_add(&ordering->order->parent_at, name, ordering->n_family);

	if (at < ordering->n_family)
		return (uint32_t)at;
	*ft_vec_add(ordering->family, ordering->n_family,
	    ordering->cap_family) = (struct ft_plan_family){ .name = name,
		.owner = FT_PLAN_NONE,
		.child = FT_PLAN_NONE,
		.next = FT_PLAN_NONE };
	return (uint32_t)ordering->n_family - 1;
}

/* ---- users over all their lines --------------------------------------------- */

static uint32_t
find_person(struct ft_plan_order *order, const char *name)
{
	uint64_t at = ft_map_add(&order->person_at, name, order->n_person);

	if (at < order->n_person)
		return (uint32_t)at;
	*ft_vec_add(order->person, order->n_person, order->cap_person) =
	    (struct ft_plan_person){ .name = name, .user = FT_PLAN_NONE };
	return (uint32_t)order->n_person - 1;
}

static enum ft_status
contradiction(struct ft_plan_ordering *ordering,
    const struct ft_flat_line *line, const struct ft_flat_option *option,
    const char *user, const char *before)
{
	return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_OPTION, line, option,
	    "%s of user '%s' is '%s' here and '%s' elsewhere", option->key,
	    user, option->value, before);
}

static enum ft_status
read_person_option(struct ft_plan_ordering *ordering,
    struct ft_plan_person *person, const struct ft_plan_entry *entry,
    const struct ft_flat_option *option)
{
	struct ft_arena *arena = ordering->order->arena;
	enum ft_loader_word word = ft_loader_find_word(option->key);
	const char **kept = NULL, *value = option->value;

	if (*value == 0)
		return FT_OK;
	if (word == FT_LOAD_COORDINATOR)
		person->coordinator = true;
	else if (word == FT_LOAD_ADMIN_LEVEL)
		kept = &person->level;
	else if (word == FT_LOAD_DEFAULT_WCKEY)
		kept = &person->wckey;
	else if (word == FT_LOAD_DEFAULT_ACCOUNT)
		kept = &person->default_account;
	if (kept == NULL)
		return FT_OK;
	if (word == FT_LOAD_ADMIN_LEVEL &&
	    ft_admin_level_find(value) == FT_ADMIN_NOTSET)
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_OPTION, entry->line,
		    option,
		    "unknown admin level '%s': expected None, Operator, "
		    "Administrator",
		    value);
	value =
	    word == FT_LOAD_ADMIN_LEVEL ? value : ft_loader_lower(arena, value);
	if (*kept && strcasecmp(*kept, value) != 0)
		return contradiction(
		    ordering, entry->line, option, person->name, *kept);
	if (*kept == NULL && word == FT_LOAD_DEFAULT_ACCOUNT) {
		person->default_line = entry->line;
		person->default_option = option;
	}
	*kept = value;
	return FT_OK;
}

/* A letter that one of the options above may begin with. */
static bool
is_personal(const char *key)
{
	return strchr("aAcCdD", *key) != NULL;
}

static enum ft_status
read_person(struct ft_plan_ordering *ordering, struct ft_plan_entry *entry)
{
	struct ft_plan_order *order = ordering->order;

	entry->person = find_person(order, entry->name);
	for (uint32_t i = 0; i < entry->line->n_option; i++) {
		const struct ft_flat_option *option = &entry->line->option[i];

		if (is_personal(option->key))
			FT_TRY(read_person_option(ordering,
			    &order->person[entry->person], entry, option));
	}
	return FT_OK;
}

static const char *
partition_of(struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	const char *partition = "";

	for (uint32_t i = 0; i < line->n_option; i++) {
		const struct ft_flat_option *option = &line->option[i];

		if ((*option->key | 0x20) == 'p' && *option->value &&
		    ft_loader_find_word(option->key) == FT_LOAD_PARTITION)
			partition = ft_loader_lower(
			    ordering->order->arena, option->value);
	}
	return partition;
}

/* ---- reading ---------------------------------------------------------------- */

static enum ft_status
read_entry(struct ft_plan_ordering *ordering, const struct ft_flat_line *line,
    uint32_t family, uint32_t at)
{
	struct ft_plan_order *order = ordering->order;
	const char *name = ft_loader_lower(order->arena, line->name);
	struct ft_plan_entry *entry;

	ordering->family[family].n++;
	entry = ft_vec_add(order->entry, order->n, order->cap);
	*entry = (struct ft_plan_entry){ .line = line,
		.name = name,
		.parent = ordering->family[family].name,
		.partition = "",
		.at = at,
		.family = family };
	if (line->kind == FT_FLAT_USER) {
		entry->partition = partition_of(ordering, line);
		return read_person(ordering, entry);
	}
	if (strcmp(name, "root") == 0)
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_LINE, line, NULL,
		    "the account root is the Cluster line");
	if (!ft_map_put(&order->account_at, name, family))
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_DOUBLE, line, NULL,
		    "account '%s' again", line->name);
	return FT_OK;
}

/* Each file may have a Cluster line; all must name the same cluster. */
static enum ft_status
read_cluster(struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	struct ft_plan_order *order = ordering->order;
	const char *name = ordering->wanted
			       ? ordering->wanted
			       : ft_loader_lower(order->arena, line->name);

	if (order->cluster_line && strcmp(order->cluster, name) != 0)
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_CLUSTERS, line,
		    NULL, "cluster '%s' here and '%s' in line %s", line->name,
		    order->cluster, place_of(ordering, order->cluster_line));
	order->cluster = name;
	if (order->cluster_line && order->cluster_line->n_option &&
	    line->n_option)
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_DOUBLE, line,
		    &line->option[0],
		    "cluster '%s' has options in line %s already", line->name,
		    place_of(ordering, order->cluster_line));
	if (order->cluster_line == NULL || line->n_option)
		order->cluster_line = line;
	return FT_OK;
}

static void
read_qos_line(
    struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	struct ft_plan_order *order = ordering->order;
	const char *name = ft_loader_lower(order->arena, line->name);
	struct ft_plan_qos_lines *qos_lines = NULL;

	for (size_t i = 0; i < order->n_qos_lines && !qos_lines; i++)
		if (strcmp(order->qos_lines[i].name, name) == 0)
			qos_lines = &order->qos_lines[i];
	if (qos_lines == NULL) {
		qos_lines = ft_vec_add(
		    order->qos_lines, order->n_qos_lines, order->cap_qos_lines);
		*qos_lines = (struct ft_plan_qos_lines){ .name = name };
	}
	*ft_vec_add(qos_lines->line, qos_lines->n, qos_lines->cap) = line;
}

/* A line that gives one option twice, with two values. */
static enum ft_status
check_options(
    struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	for (uint32_t i = 1; i < line->n_option; i++)
		for (uint32_t k = 0; k < i; k++) {
			const struct ft_flat_option *one = &line->option[k];
			const struct ft_flat_option *two = &line->option[i];

			if (strcasecmp(one->key, two->key) == 0 &&
			    strcmp(one->value, two->value) != 0)
				return FT_PLAN_TROUBLE(ordering,
				    FT_TROUBLE_OPTION, line, two,
				    "%s is '%s' here and '%s' before", two->key,
				    two->value, one->value);
		}
	return FT_OK;
}

enum ft_status
ft_plan_read_lines(struct ft_plan_ordering *ordering)
{
	const struct ft_flat *flat = ordering->flat;
	const char *file = NULL;
	uint32_t parent = find_family(ordering, "root");

	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[i];

		if (line->file != file)
			parent = find_family(ordering, "root");
		file = line->file;
		FT_TRY(check_options(ordering, line));
		switch (line->kind) {
		case FT_FLAT_CLUSTER:
			FT_TRY(read_cluster(ordering, line));
			break;
		case FT_FLAT_PARENT:
			parent = find_family(
			    ordering, ft_loader_lower(
					  ordering->order->arena, line->name));
			if (ordering->family[parent].line == NULL)
				ordering->family[parent].line = line;
			break;
		case FT_FLAT_QOS:
			read_qos_line(ordering, line);
			break;
		case FT_FLAT_ACCOUNT:
		case FT_FLAT_USER:
			FT_TRY(read_entry(ordering, line, parent, (uint32_t)i));
			break;
		case FT_FLAT_OTHER:
		case FT_FLAT_NOTHING:
		case FT_FLAT_QUOTE:
			return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_LINE, line,
			    NULL, "unknown kind of line");
		}
	}
	return FT_OK;
}
