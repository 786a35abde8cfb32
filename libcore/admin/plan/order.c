/*
 * The lines of the desired state in the order of a dump, so that the order in
 * which they were written makes no difference, and cycles are found.
 */
#include "admin/plan/private.h"

/* ---- order ------------------------------------------------------------------ */

static int
compare_entries(const void *a, const void *b)
{
	const struct ft_plan_entry *left = a, *right = b;
	bool account = left->line->kind == FT_FLAT_ACCOUNT;
	int order;

	if (left->family != right->family)
		return left->family < right->family ? -1 : 1;
	if (account != (right->line->kind == FT_FLAT_ACCOUNT))
		return account ? 1 : -1;
	order = strcmp(left->name, right->name);
	if (order == 0)
		order = strcmp(left->partition, right->partition);
	return order ? order : (left->at > right->at) - (left->at < right->at);
}

/* Sort entries by family, then in the order of a dump. */
static void
group_entries(struct ft_plan_ordering *ordering)
{
	struct ft_plan_order *order = ordering->order;
	struct ft_plan_family *family = ordering->family;
	size_t sorted = 1;

	/* dumps are sorted already */
	while (sorted < order->n && compare_entries(&order->entry[sorted - 1],
					&order->entry[sorted]) < 0)
		sorted++;
	if (sorted < order->n)
		qsort(order->entry, order->n, sizeof *order->entry,
		    compare_entries);
	for (size_t i = 1; i < ordering->n_family; i++)
		family[i].first = family[i - 1].first + family[i - 1].n;
}

static enum ft_status
find_doubles(struct ft_plan_ordering *ordering)
{
	const struct ft_plan_order *order = ordering->order;

	for (size_t i = 1; i < order->n; i++) {
		const struct ft_plan_entry *one = &order->entry[i - 1];
		const struct ft_plan_entry *two = &order->entry[i];

		if (one->line->kind == FT_FLAT_USER &&
		    two->line->kind == FT_FLAT_USER &&
		    one->parent == two->parent &&
		    strcmp(one->name, two->name) == 0 &&
		    strcmp(one->partition, two->partition) == 0)
			return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_DOUBLE,
			    two->line, NULL, "user '%s' in account '%s' again",
			    two->line->name, two->parent);
	}
	return FT_OK;
}

/*
 * The nearest account above NAME, in the store, that the file
 * has a line of; NULL if there is none.
 */
static const char *
defined_above(const struct ft_plan_ordering *ordering, const char *name)
{
	const struct ft_directory *directory = ordering->directory;
	const struct ft_acctdb *acctdb = directory->acctdb;
	uint32_t at = ft_directory_account_assoc(directory, name);
	const struct ft_assoc *assoc =
	    at == FT_DIRECTORY_NONE ? NULL : &acctdb->assoc[at];

	while (assoc && assoc->parent) {
		const struct ft_account *account;

		assoc = ft_acctdb_assoc(acctdb, assoc->parent);
		account =
		    assoc ? ft_acctdb_account(acctdb, assoc->account) : NULL;
		if (account && ft_map_get(&ordering->order->account_at,
				   account->name, NULL))
			return account->name;
	}
	return NULL;
}

static int
by_name(const void *a, const void *b)
{
	const struct ft_plan_family *const *left = a, *const *right = b;

	return strcmp((*left)->name, (*right)->name);
}

/* The family to load before this one: the one with its account's line. */
static void
own_families(struct ft_plan_ordering *ordering)
{
	struct ft_plan_order *order = ordering->order;
	struct ft_plan_family *family = ordering->family;
	struct ft_plan_family **sorted =
	    ft_calloc(ordering->n_family + 1, sizeof *sorted);

	for (size_t i = 0; i < ordering->n_family; i++) {
		const char *above = family[i].name;
		uint64_t default_account = 0;

		sorted[i] = &family[i];
		if (!ft_map_get(&order->account_at, above, &default_account)) {
			above = defined_above(ordering, above);
			if (above)
				ft_map_get(&order->account_at, above,
				    &default_account);
		}
		family[i].owner = (uint32_t)default_account;
	}
	qsort(sorted, ordering->n_family, sizeof *sorted, by_name);
	for (size_t i = 0; i < ordering->n_family; i++) {
		struct ft_plan_family *owner = &family[sorted[i]->owner];

		if (sorted[i] == family) /* root */
			continue;
		sorted[i]->next = owner->child;
		owner->child = (uint32_t)(sorted[i] - family);
	}
	ft_free(sorted);
}

static struct ft_flat_line *
push_line(struct ft_plan_order *order, const struct ft_flat_line *line)
{
	struct ft_flat *flat = &order->flat;

	flat->line = ft_vec_grow(
	    flat->line, &flat->cap, flat->n + 1, sizeof *flat->line);
	flat->line[flat->n] = *line;
	return &flat->line[flat->n++];
}

static void
push_family(struct ft_plan_ordering *ordering, struct ft_plan_family *family)
{
	struct ft_plan_order *order = ordering->order;
	struct ft_flat_line parent = { .kind = FT_FLAT_PARENT,
		.line = 1,
		.title = "Parent",
		.name = family->name,
		.text = "" };

	if (family->line)
		parent = *family->line;
	else if (family->n)
		parent.line = order->entry[family->first].line->line;
	parent.name = family->name;
	push_line(order, &parent);
	for (uint32_t i = 0; i < family->n; i++)
		push_line(order, order->entry[family->first + i].line);
	family->done = true;
}

static enum ft_status
find_circle(struct ft_plan_ordering *ordering)
{
	for (size_t i = 0; i < ordering->n_family; i++) {
		const struct ft_plan_family *family = &ordering->family[i];
		const struct ft_flat_line *line = family->line;

		if (!family->done)
			return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_LINE,
			    line ? line
				 : ordering->order->entry[family->first].line,
			    NULL, "account '%s' would be below itself",
			    family->name);
	}
	return FT_OK;
}

/* The root's lines, then those of its accounts, one after the other. */
static enum ft_status
push_families(struct ft_plan_ordering *ordering)
{
	uint32_t *stack = ft_calloc(ordering->n_family + 1, sizeof *stack);
	size_t top = 0;

	stack[top++] = 0;
	while (top) {
		struct ft_plan_family *family = &ordering->family[stack[--top]];

		push_family(ordering, family);
		/* the last by name is the first of them, and comes last */
		for (uint32_t i = family->child; i != FT_PLAN_NONE;
		     i = ordering->family[i].next)
			stack[top++] = i;
	}
	ft_free(stack);
	return find_circle(ordering);
}

/* ---- QOS and cluster -------------------------------------------------------- */

static bool
is_preempt(const struct ft_flat_option *option)
{
	const struct ft_attr *attr =
	    ft_attr_find(FT_ENTITY_QOS, ft_word_of(option->key));

	return attr && attr->type == FT_ATTR_QOS_LIST;
}

/* Preempt may name a QOS further down: those options come after all QOS. */
static void
push_qos_line(
    struct ft_plan_ordering *ordering, const struct ft_flat_line *line)
{
	struct ft_plan_order *order = ordering->order;
	struct ft_flat_line plain = *line, preempt = *line;

	plain.option = ft_arena_calloc(
	    order->arena, line->n_option + 1, sizeof *plain.option);
	preempt.option = ft_arena_calloc(
	    order->arena, line->n_option + 1, sizeof *preempt.option);
	plain.n_option = preempt.n_option = 0;
	for (uint32_t i = 0; i < line->n_option; i++) {
		struct ft_flat_line *to =
		    is_preempt(&line->option[i]) ? &preempt : &plain;

		to->option[to->n_option++] = line->option[i];
	}
	push_line(order, &plain);
	if (preempt.n_option == 0)
		return;
	*ft_vec_add(ordering->preempt, ordering->n_preempt,
	    ordering->cap_preempt) = preempt;
}

static int
by_qos_name(const void *a, const void *b)
{
	const struct ft_plan_qos_lines *left = a, *right = b;

	return strcmp(left->name, right->name);
}

static void
push_qualities(struct ft_plan_ordering *ordering)
{
	struct ft_plan_order *order = ordering->order;

	if (order->n_qos_lines)
		qsort(order->qos_lines, order->n_qos_lines,
		    sizeof *order->qos_lines, by_qos_name);
	for (size_t i = 0; i < order->n_qos_lines; i++)
		for (size_t k = 0; k < order->qos_lines[i].n; k++)
			push_qos_line(ordering, order->qos_lines[i].line[k]);
	for (size_t i = 0; i < ordering->n_preempt; i++)
		push_line(order, &ordering->preempt[i]);
}

static enum ft_status
push_cluster(struct ft_plan_ordering *ordering)
{
	static const struct ft_flat_line none = { .line = 1, .name = "" };
	struct ft_plan_order *order = ordering->order;
	struct ft_flat_line line = { .kind = FT_FLAT_CLUSTER,
		.line = 1,
		.title = "Cluster",
		.text = "" };

	if (order->cluster == NULL)
		order->cluster = ordering->wanted;
	if (order->cluster == NULL)
		return FT_PLAN_TROUBLE(ordering, FT_TROUBLE_NO_CLUSTER,
		    ordering->flat->n ? &ordering->flat->line[0] : &none, NULL,
		    "no line says \"Cluster - 'name'\"");
	if (order->cluster_line)
		line = *order->cluster_line;
	line.name = order->cluster;
	push_line(order, &line);
	return FT_OK;
}

/* ---- all lines ------------------------------------------------------------- */

/* Find the line that puts each user into his default account; the store has the
 * others. */
static void
find_members(struct ft_plan_order *order)
{
	for (size_t i = 0; i < order->n; i++) {
		const struct ft_plan_entry *entry = &order->entry[i];
		struct ft_plan_person *person;

		if (entry->line->kind != FT_FLAT_USER)
			continue;
		person = &order->person[entry->person];
		if (person->default_account &&
		    strcmp(person->default_account, entry->parent) == 0)
			person->is_member = true;
	}
}

static enum ft_status
put_in_order(struct ft_plan_run *run, struct ft_plan_ordering *ordering)
{
	struct ft_plan_order *order = ordering->order;
	const struct ft_cluster *cluster;

	FT_TRY(ft_plan_read_lines(ordering));
	group_entries(ordering);
	FT_TRY(find_doubles(ordering));
	find_members(order);
	push_qualities(ordering);
	if (run->options->qos)
		return FT_OK;
	FT_TRY(push_cluster(ordering));
	cluster = ft_directory_cluster(run->acctdb, order->cluster);
	ft_directory_fill(
	    &run->directory, run->acctdb, cluster ? cluster->id : 0);
	own_families(ordering);
	return push_families(ordering);
}

enum ft_status
ft_plan_order(struct ft_plan_run *run, struct ft_error *err)
{
	struct ft_plan_ordering ordering = { .order = &run->order,
		.flat = run->desired,
		.directory = &run->directory,
		.load = &run->result->load,
		.err = err,
		.wanted = run->options->cluster };
	enum ft_status status;

	run->order.arena = &run->result->arena;
	ft_flat_init(&run->order.flat, run->desired->file);
	status = put_in_order(run, &ordering);
	ft_free(ordering.family);
	ft_free(ordering.preempt);
	return status;
}

void
ft_plan_order_free(struct ft_plan_order *order)
{
	for (size_t i = 0; i < order->n_qos_lines; i++)
		ft_free(order->qos_lines[i].line);
	ft_free(order->qos_lines);
	ft_free(order->entry);
	ft_free(order->person);
	ft_map_clear(&order->person_at);
	ft_map_clear(&order->account_at);
	ft_map_clear(&order->parent_at);
	ft_flat_free(&order->flat);
}
