/* limits.c - the limits that apply, their use, and which one bites first. */
#include "common/limittext.h"
#include "sim/submit/submit.h"
#include "why/why.h"

/* ---- which ----------------------------------------------------------------- */

static uint64_t
left_of(const struct ft_policy_block *block)
{
	return block->limit > block->used ? block->limit - block->used : 0;
}

/* How much of it would be used with the job: 1 is all. */
static double
part_of(const struct ft_policy_block *block)
{
	double all = (double)block->used + (double)block->asked;

	return block->limit ? all / (double)block->limit : HUGE_VAL;
}

static bool
bites(const struct ft_policy_room *room)
{
	return room->starts && room->reason != FT_REASON_NONE;
}

/* Under PrivateData a user sees what only its own jobs use, and what blocks
 * one. */
static bool
may_see(const struct ft_why_limits *limits, const struct ft_policy_room *room)
{
	const struct ft_why *why = limits->why;

	return (why->sees_jobs && why->sees_usage) || room->of_job ||
	       bites(room) || room->block.user ||
	       room->block.node == limits->node;
}

static void
take_room(void *ctx, const struct ft_policy_room *found)
{
	struct ft_why_limits *limits = ctx;
	struct ft_policy_room room = *found;

	/* nothing in particular is asked for */
	if (!limits->job || limits->job->state != FT_JOB_PENDING) {
		room.block.asked = 0;
		room.reason = FT_REASON_NONE;
	}
	if (may_see(limits, &room))
		*ft_vec_add(limits->room, limits->n, limits->cap) = room;
}

/* The one that blocks the job, the first that Slurm tests; else the one of which
 * most is used. */
static void
find_first(struct ft_why_limits *limits)
{
	double most = 0;

	limits->first = SIZE_MAX;
	for (size_t i = 0; i < limits->n; i++)
		if (bites(&limits->room[i])) {
			limits->first = i;
			return;
		}
	for (size_t i = 0; i < limits->n; i++) {
		const struct ft_policy_room *room = &limits->room[i];
		double part = part_of(&room->block);

		if (room->of_job || part <= most)
			continue;
		limits->first = i;
		most = part;
	}
}

static void
fill(struct ft_why_limits *limits, const struct ft_policy_question *question)
{
	ft_policy_rooms(&limits->why->world, question, take_room, limits);
	find_first(limits);
}

/* Returns the question about a job like JOB, as if it asked for nothing. */
static struct ft_policy_question
idle(const struct ft_why_limits *limits, const struct ft_job *job,
    const uint64_t *none)
{
	return (struct ft_policy_question){ .job = job,
		.partition = limits->partition,
		.tres = none,
		.limit = FT_TIME_NONE };
}

void
ft_why_ask_job_limits(struct ft_why_limits *limits, struct ft_why *why,
    const struct ft_job *job, uint32_t partition)
{
	struct ft_world *world = &why->world;
	const struct ft_partition *in = &world->machine.partition[partition];
	uint64_t *none FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n, sizeof *none);
	struct ft_policy_question question =
	    ft_policy_question_of(world, job, in);

	*limits = (struct ft_why_limits){ .why = why,
		.job = job,
		.node = ft_world_node(world, job),
		.qos = job->qos,
		.partition = in };
	if (job->state != FT_JOB_PENDING)
		question = idle(limits, job, none);
	fill(limits, &question);
}

enum ft_status
ft_why_ask_limits(struct ft_why_limits *limits, struct ft_why *why, uint32_t id,
    struct ft_error *err)
{
	struct ft_world *world = &why->world;
	const struct ft_tree *tree = world->tree;
	uint32_t node = ft_idmap_get(&world->node_of, id);
	uint64_t *none FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n, sizeof *none);
	struct ft_policy_question question;
	struct ft_job like;

	*limits = (struct ft_why_limits){ .why = why,
		.node = node,
		.partition = ft_machine_default(&world->machine),
		.first = SIZE_MAX };
	if (node == FT_NODE_NONE)
		return ft_fail(err, FT_ENOENT,
		    "no association has the number %" PRIu32, id);
	if (tree->partition && tree->partition[node]) {
		const char *name = ft_names_get(
		    &world->names.partition, tree->partition[node]);
		uint32_t at =
		    ft_machine_partition(&world->machine, name, strlen(name));

		if (at != UINT32_MAX)
			limits->partition = &world->machine.partition[at];
	}
	limits->qos = ft_world_usual_qos(world, node);
	ft_job_init(&like);
	like.assoc = id;
	like.qos = limits->qos;
	like.account = ft_tree_account(tree, &world->names, node);
	if (ft_tree_is_user(tree, node))
		like.user = ft_tree_user(tree, &world->names, node);
	question = idle(limits, &like, none);
	fill(limits, &question);
	return FT_OK;
}

void
ft_why_limits_free(struct ft_why_limits *limits)
{
	ft_free(limits->room);
}

/* ---- in words -------------------------------------------------------------- */

/* "20 of 24 used, 4 left" */
static void
add_use(const struct ft_policy_room *room, struct ft_str *str)
{
	const struct ft_policy_block *block = &room->block;

	if (room->of_job) {
		ft_str_add(str, room->least ? "at least " : "at most ");
		ft_limittext_add_amount(str, block, block->limit);
		ft_str_add(str, " for a job");
		return;
	}
	ft_limittext_add_amount(str, block, block->used);
	ft_str_add(str, " of ");
	ft_limittext_add_amount(str, block, block->limit);
	ft_str_add(str, " used, ");
	ft_limittext_add_amount(str, block, left_of(block));
	ft_str_add(str, " left");
}

static void
add_limit(const struct ft_why_limits *limits, size_t i, struct ft_str *str)
{
	const struct ft_policy_room *room = &limits->room[i];

	ft_limittext_add_name(str, &limits->why->world, &room->block);
	ft_str_add(str, ": ");
	add_use(room, str);
	if (room->block.asked > 0) {
		ft_str_add(str, "; the job asks for ");
		ft_limittext_add_amount(str, &room->block, room->block.asked);
	}
}

/* The one that bites first, in one sentence. */
static void
add_first(const struct ft_why_limits *limits, struct ft_str *str)
{
	const struct ft_policy_room *room;

	if (limits->first == SIZE_MAX) {
		ft_str_add(str, "None of the limits that apply is used yet.");
		return;
	}
	room = &limits->room[limits->first];
	ft_str_add(str, bites(room) ? "The limit that blocks this job: "
			: left_of(&room->block) == 0
			    ? "The limit that is used up: "
			    : "The limit that bites first: ");
	add_limit(limits, limits->first, str);
	ft_str_add_char(str, '.');
}

/* "Limits of jobs of ann in account chem, QOS normal, partition batch" */
static void
add_head(const struct ft_why_limits *limits, struct ft_str *str)
{
	const struct ft_world *world = &limits->why->world;
	const struct ft_qos *qos = ft_world_qos(world, limits->qos);

	ft_str_add(str, "Limits of ");
	if (limits->job) {
		ft_str_addf(str, "job %" PRIu32, limits->job->number);
	} else if (!ft_tree_is_user(world->tree, limits->node)) {
		ft_str_addf(str, "account %s",
		    ft_tree_account(world->tree, &world->names, limits->node));
		return;
	} else {
		ft_str_add(str, "jobs of ");
		ft_tree_add_name(world->tree, &world->names, limits->node, str);
	}
	if (qos)
		ft_str_addf(str, ", QOS %s", qos->name);
	if (limits->partition)
		ft_str_addf(str, ", partition %s", limits->partition->name);
}

void
ft_why_limits_page(const struct ft_why_limits *limits, struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (limits->n == 0)
		return;
	add_head(limits, &str);
	ft_page_head(page, ft_str_text(&str));
	ft_str_clear(&str);
	add_first(limits, &str);
	if (!(limits->why->world.enforce & FT_ENFORCE_LIMITS))
		ft_str_add(&str, "  None is enforced: "
				 "AccountingStorageEnforce does not name "
				 "limits.");
	ft_page_take_text(page, &str);
	for (size_t i = 0; i < limits->n; i++) {
		add_limit(limits, i, &str);
		ft_page_take_item(page, &str);
	}
}

void
ft_why_limits_document(const struct ft_why_limits *limits, struct ft_doc *doc)
{
	ft_doc_begin_list(doc, "limits");
	for (size_t i = 0; i < limits->n; i++) {
		const struct ft_policy_room *room = &limits->room[i];

		ft_doc_begin(doc, NULL);
		ft_limittext_members(
		    doc, &limits->why->world, room->reason, &room->block);
		if (room->of_job)
			ft_doc_null(doc, "left");
		else
			ft_doc_u64(doc, "left", left_of(&room->block));
		ft_doc_bool(doc, "per_job", room->of_job);
		ft_doc_bool(doc, "bites_first", i == limits->first);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}
