/* lack.c - what a job is short of on the nodes, by name. */
#include "common/jobtext.h"
#include "why/private.h"

/* Their names, or only their number if PrivateData hides nodes. */
static void
add_hosts(const struct ft_why_lack *lack, const uint32_t *node, size_t n,
    struct ft_str *str)
{
	if (ft_visibility_shows_all(lack->visibility, FT_VISIBILITY_BIT(NODES)))
		ft_machine_add_hosts(str, &lack->world->machine, node, n);
	else
		ft_str_addf(str, "%zu node%s", n, n == 1 ? "" : "s");
}

/* Whether the nodes have it, but other jobs use it. */
static bool
is_busy(const struct ft_shortage_item *item)
{
	return item->kind <= FT_SHORTAGE_ALONE;
}

static bool
is_counted(const struct ft_shortage_item *item)
{
	return item->kind <= FT_SHORTAGE_GRES;
}

/* ---- one resource ---------------------------------------------------------- */

static void
add_amount(
    const struct ft_shortage_item *item, uint64_t amount, struct ft_str *str)
{
	if (item->kind == FT_SHORTAGE_MEMORY)
		ft_jobtext_add_memory(str, amount);
	else
		ft_str_addf(str, "%" PRIu64, amount);
}

/* "4 CPUs", "5000M of memory"; "all memory": a job without a size of memory
 * takes all of it. */
static void
add_asked(const struct ft_why_lack *lack, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	static const char *const other[FT_SHORTAGE_KINDS] = {
		[FT_SHORTAGE_ALONE] = "nodes of its own",
		[FT_SHORTAGE_RESERVED] = "reserved nodes",
		[FT_SHORTAGE_DOWN] = "nodes that are down or drained",
		[FT_SHORTAGE_EXCLUDED] = "nodes it excludes",
		[FT_SHORTAGE_UNFIT] = "nodes that fit",
	};

	if (item->kind == FT_SHORTAGE_CPUS)
		ft_str_addf(str, "%" PRIu64 " CPU%s", item->asked,
		    item->asked == 1 ? "" : "s");
	else if (item->kind == FT_SHORTAGE_GRES)
		ft_jobtext_add_resource(
		    str, &lack->world->machine.gres[item->gres], item->asked);
	else if (item->kind != FT_SHORTAGE_MEMORY)
		ft_str_add(str, other[item->kind]);
	else if (item->asked == 0)
		ft_str_add(str, "all memory");
	else {
		ft_jobtext_add_memory(str, item->asked);
		ft_str_add(str, " of memory");
	}
}

/* "at most 3 are free, on g03", "3 are free", "none is free" */
static void
add_most(const struct ft_why_lack *lack, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	if (item->most == 0) {
		ft_str_add(str, "none is free");
		return;
	}
	ft_str_add(str, item->n > 1 ? "at most " : "");
	add_amount(item, item->most, str);
	ft_str_addf(str, " %s free", item->most == 1 ? "is" : "are");
	if (item->n > 1) {
		ft_str_add(str, ", on ");
		add_hosts(lack, &item->most_on, 1, str);
	}
}

/* " on g[01-16]" */
static void
add_where(const struct ft_why_lack *lack, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	ft_str_add(str, is_counted(item) ? " on " : ": ");
	add_hosts(lack, item->node, item->n, str);
}

/* "4 GPUs on g[01-16] (at most 3 are free, on g03)", "n4 (down or drained)" */
static void
add_item(const struct ft_why_lack *lack, const struct ft_shortage_item *item,
    struct ft_str *str)
{
	static const char *const other[FT_SHORTAGE_KINDS] = {
		[FT_SHORTAGE_ALONE] =
		    "other jobs run there, and nodes are not shared",
		[FT_SHORTAGE_RESERVED] = "reserved for others",
		[FT_SHORTAGE_DOWN] = "down or drained",
		[FT_SHORTAGE_EXCLUDED] = "excluded by the job",
		[FT_SHORTAGE_UNFIT] = "too small or without what it asks for",
	};

	if (is_counted(item)) {
		add_asked(lack, item, str);
		add_where(lack, item, str);
	} else {
		add_hosts(lack, item->node, item->n, str);
	}
	if (lack->brief)
		return;
	ft_str_add(str, " (");
	if (is_counted(item))
		add_most(lack, item, str);
	else
		ft_str_add(str, other[item->kind]);
	ft_str_add_char(str, ')');
}

static void
add_license(const struct ft_why_lack *lack, struct ft_str *str)
{
	const struct ft_shortage *of = lack->lack;

	ft_str_addf(str, "%" PRIu64 " of license %s (%" PRIu64 " free)",
	    of->license_asked, lack->world->machine.license[of->license].name,
	    of->license_free);
}

/* ---- all of them ----------------------------------------------------------- */

/* Returns the resource that is missing on the most busy nodes; NULL: two are on
 * as many.  *n: the number of resources that are missing anywhere. */
static const struct ft_shortage_item *
main_lack(const struct ft_shortage *lack, size_t *n)
{
	const struct ft_shortage_item *best = NULL;
	size_t second = 0;

	*n = 0;
	for (size_t i = 0; i < lack->n; i++) {
		const struct ft_shortage_item *item = &lack->item[i];

		if (!is_busy(item))
			continue;
		++*n;
		if (!best || item->n > best->n) {
			second = best ? best->n : 0;
			best = item;
		} else if (item->n > second) {
			second = item->n;
		}
	}
	return best && best->n > second ? best : NULL;
}

static bool
on_same(const struct ft_shortage_item *a, const struct ft_shortage_item *b)
{
	return is_counted(a) && is_counted(b) && a->n == b->n &&
	       memcmp(a->node, b->node, a->n * sizeof *a->node) == 0;
}

/* "4 CPUs on g2 and 2 GPUs on g1", "4 CPUs and 2 GPUs on g1" */
static void
add_busy(const struct ft_why_lack *lack, size_t n, struct ft_str *str)
{
	/* busy ones come first */
	for (size_t i = 0; i < n; i++) {
		const struct ft_shortage_item *item = &lack->lack->item[i];

		ft_str_add(str, i == 0 ? "" : i + 1 == n ? " and " : ", ");
		add_asked(lack, item, str);
		if (i + 1 == n || !on_same(item, item + 1))
			add_where(lack, item, str);
	}
}

/* Some nodes have room, but not enough: "128 CPUs (18 free)". */
static void
add_too_few_briefly(const struct ft_shortage *lack, struct ft_str *str)
{
	if (lack->nodes < lack->nodes_asked)
		ft_str_addf(str, "%" PRIu32 " nodes (%" PRIu32 " ha%s room)",
		    lack->nodes_asked, lack->nodes,
		    lack->nodes == 1 ? "s" : "ve");
	else if (lack->cpus < lack->cpus_asked)
		ft_str_addf(str, "%" PRIu64 " CPUs (%" PRIu64 " free)",
		    lack->cpus_asked, lack->cpus);
	else
		ft_str_add(str, "room on fewer nodes");
}

static void
add_too_few(const struct ft_shortage *lack, struct ft_str *str)
{
	if (lack->nodes < lack->nodes_asked)
		ft_str_addf(str,
		    "nodes: it asks for %" PRIu32 ", and %" PRIu32
		    " ha%s room for it",
		    lack->nodes_asked, lack->nodes,
		    lack->nodes == 1 ? "s" : "ve");
	else if (lack->cpus < lack->cpus_asked)
		ft_str_addf(str,
		    "CPUs: it asks for %" PRIu64 ", and %" PRIu64
		    " are free for it, on %" PRIu32 " node%s",
		    lack->cpus_asked, lack->cpus, lack->nodes,
		    lack->nodes == 1 ? "" : "s");
	else
		ft_str_add(str, "more room on fewer nodes");
}

void
ft_why_add_lack(const struct ft_why_lack *lack, struct ft_str *str)
{
	const struct ft_shortage *of = lack->lack;
	size_t n;
	const struct ft_shortage_item *item = main_lack(of, &n);

	if (of->license != UINT32_MAX)
		add_license(lack, str);
	else if (of->nodes > 0 && lack->brief)
		add_too_few_briefly(of, str);
	else if (of->nodes > 0)
		add_too_few(of, str);
	else if (item && is_counted(item))
		add_item(lack, item, str);
	else if (n > 0)
		add_busy(lack, n, str);
	else
		ft_str_add(str, lack->brief ? "reserved nodes"
					    : "nodes that are reserved for "
					      "others");
}

void
ft_why_add_down(const struct ft_why_lack *lack, struct ft_str *str)
{
	const struct ft_shortage *of = lack->lack;

	for (size_t i = 0; i < of->n; i++)
		if (of->item[i].kind == FT_SHORTAGE_DOWN) {
			ft_str_add(str, ": ");
			add_hosts(lack, of->item[i].node, of->item[i].n, str);
		}
}

void
ft_why_add_lacks(const struct ft_why_lack *lack, struct ft_str *str)
{
	const struct ft_shortage *of = lack->lack;
	const char *and = "";

	for (size_t i = 0; i < of->n; i++) {
		ft_str_add(str, and);
		add_item(lack, &of->item[i], str);
		and = "; ";
	}
	if (of->license != UINT32_MAX) {
		ft_str_add(str, and);
		add_license(lack, str);
		and = "; ";
	}
	if (of->nodes > 0)
		ft_str_addf(str,
		    "%sonly %" PRIu64 " CPU%s free for it, on %" PRIu32
		    " node%s (it asks for %" PRIu64 " on at least %" PRIu32 ")",
		    and, of->cpus, of->cpus == 1 ? " is" : "s are", of->nodes,
		    of->nodes == 1 ? "" : "s", of->cpus_asked, of->nodes_asked);
}
