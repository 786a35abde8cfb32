/* limits.c - the limits that apply, their use, and which one bites first. */
#include "common/limittext.h"
#include "sim/policy/partition.h"
#include "sim/submit/submit.h"
#include "why/private.h"

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

	if (limits->only && room.block.qos != limits->only)
		return;
	/* nothing in particular is asked for */
	if (!limits->job || limits->job->state != FT_JOB_PENDING) {
		room.block.asked = 0;
		if (!room.threshold)
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
	limits->n_usual = limits->n;
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

/* ---- other QOS and partitions ---------------------------------------------- */

/* Add the limits of QOS if jobs like that of QUESTION are in it. */
static void
add_more(struct ft_why_limits *limits,
    const struct ft_policy_question *question, uint32_t qos, bool partition)
{
	size_t from = limits->n;

	if (qos == limits->qos)
		return;
	for (size_t i = 0; i < limits->n_more; i++)
		if (limits->more[i].qos == qos)
			return;
	limits->only = qos;
	ft_policy_rooms(&limits->why->world, question, take_room, limits);
	limits->only = 0;
	if (limits->n > from)
		*ft_vec_add(limits->more, limits->n_more, limits->more_cap) =
		    (struct ft_why_more){ from, qos,
			    partition ? question->partition : NULL };
}

static bool
has_job(const struct ft_world *world, uint32_t assoc, uint32_t qos)
{
	for (size_t i = 0; i < world->n_waiting; i++)
		if (world->waiting[i]->assoc == assoc &&
		    world->waiting[i]->qos == qos)
			return true;
	for (size_t i = 0; i < world->n_running; i++)
		if (world->running[i]->assoc == assoc &&
		    world->running[i]->qos == qos)
			return true;
	return false;
}

/* JOB: that of QUESTION. */
static void
add_other_qos(struct ft_why_limits *limits,
    const struct ft_policy_question *question, struct ft_job *job)
{
	const struct ft_world *world = &limits->why->world;

	for (size_t i = 0; i < world->acctdb.n_qos; i++) {
		const struct ft_qos *qos = &world->acctdb.qos[i];

		if (qos->deleted ||
		    (!ft_world_qos_allowed(world, limits->node, qos->id) &&
			!has_job(world, job->assoc, qos->id)))
			continue;
		job->qos = qos->id;
		add_more(limits, question, qos->id, false);
	}
	job->qos = limits->qos;
}

static void
add_other_partitions(
    struct ft_why_limits *limits, const struct ft_policy_question *question)
{
	struct ft_world *world = &limits->why->world;
	struct ft_policy_question other = *question;
	const char *detail;

	for (uint32_t i = 0; i < world->machine.n_partition; i++) {
		const struct ft_partition *in = &world->machine.partition[i];
		const struct ft_qos *qos =
		    *in->qos ? ft_acctdb_find_qos(&world->acctdb, in->qos)
			     : NULL;

		if (!qos || qos->deleted || in == limits->partition ||
		    in->root_only || in->hidden ||
		    ft_partition_shuts_out(world, in, question->job, &detail) !=
			FT_REASON_NONE)
			continue;
		other.partition = in;
		add_more(limits, &other, qos->id, true);
	}
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
		uint32_t at = ft_machine_partition(&world->machine, name);

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
	if (*like.user) {
		add_other_qos(limits, &question, &like);
		add_other_partitions(limits, &question);
	}
	return FT_OK;
}

void
ft_why_limits_free(struct ft_why_limits *limits)
{
	ft_free(limits->room);
	ft_free(limits->more);
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
		ft_str_add(str, block->kind == FT_LIMIT_MIN_PRIO
				    ? " for nodes to be reserved for a job"
				    : " for a job");
		return;
	}
	ft_limittext_add_amount(str, block, block->used);
	ft_str_add(str, " of ");
	ft_limittext_add_amount(str, block, block->limit);
	ft_str_add(str, " used, ");
	ft_limittext_add_amount(str, block, left_of(block));
	ft_str_add(str, " left");
}

void
ft_why_add_limit(
    const struct ft_why_limits *limits, size_t i, struct ft_str *str)
{
	const struct ft_policy_room *room = &limits->room[i];
	const struct ft_qos *qos =
	    ft_world_qos(&limits->why->world, room->block.qos);

	if (room->threshold) {
		ft_str_addf(str,
		    "UsageThreshold of QOS %s: fair share of at least %g; it "
		    "is %g",
		    qos->name, room->least_share, room->share);
		return;
	}
	ft_limittext_add_name(str, &limits->why->world, &room->block);
	ft_str_add(str, ": ");
	add_use(room, str);
	if (room->block.asked > 0) {
		ft_str_add(str, room->block.kind == FT_LIMIT_MIN_PRIO
				    ? "; the job has "
				    : "; the job asks for ");
		ft_limittext_add_amount(str, &room->block, room->block.asked);
	}
}

/* The one that bites first, in one sentence. */
static void
add_first(const struct ft_why_limits *limits, struct ft_str *str)
{
	const struct ft_policy_room *room;

	if (limits->first == SIZE_MAX) {
		ft_str_add(str, limits->n_usual == 0
				    ? "No limit applies."
				    : "None of the limits that apply is used "
				      "yet.");
		return;
	}
	room = &limits->room[limits->first];
	ft_str_add(
	    str, bites(room) && limits->job ? "The limit that blocks this job: "
		 : bites(room)              ? "The limit that blocks all jobs: "
		 : left_of(&room->block) == 0 ? "The limit that is used up: "
					      : "The limit that bites first: ");
	ft_why_add_limit(limits, limits->first, str);
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

/* "More with QOS long", "More in partition gpu, which has QOS gpu" */
static void
add_more_head(const struct ft_why_limits *limits,
    const struct ft_why_more *more, struct ft_str *str)
{
	const char *qos = ft_world_qos(&limits->why->world, more->qos)->name;

	if (more->partition)
		ft_str_addf(str, "More in partition %s, which has QOS %s",
		    more->partition->name, qos);
	else
		ft_str_addf(str, "More with QOS %s", qos);
}

static void
items(const struct ft_why_limits *limits, size_t from, size_t to,
    struct ft_page *page)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = from; i < to; i++) {
		ft_why_add_limit(limits, i, &str);
		ft_page_take_item(page, &str);
	}
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
	items(limits, 0, limits->n_usual, page);
	for (size_t i = 0; i < limits->n_more; i++) {
		add_more_head(limits, &limits->more[i], &str);
		ft_page_head(page, ft_str_text(&str));
		ft_str_clear(&str);
		items(limits, limits->more[i].from,
		    i + 1 < limits->n_more ? limits->more[i + 1].from
					   : limits->n,
		    page);
	}
}

/* For a threshold: the members that other limits have, as real numbers. */
static void
threshold_members(const struct ft_why_limits *limits,
    const struct ft_policy_room *room, struct ft_doc *doc)
{
	ft_doc_text(doc, "reason",
	    room->reason == FT_REASON_NONE ? NULL
					   : ft_job_reason_name(room->reason));
	ft_doc_text(doc, "name", "UsageThreshold");
	ft_doc_text(doc, "tres", "");
	ft_doc_text(doc, "qos",
	    ft_world_qos(&limits->why->world, room->block.qos)->name);
	ft_doc_text(doc, "account", NULL);
	ft_doc_text(doc, "user", NULL);
	ft_doc_real(doc, "allowed", room->least_share);
	ft_doc_u64(doc, "used", 0);
	ft_doc_real(doc, "asked", room->share);
}

void
ft_why_limits_document(const struct ft_why_limits *limits, struct ft_doc *doc)
{
	size_t more = 0;

	ft_doc_begin_list(doc, "limits");
	for (size_t i = 0; i < limits->n; i++) {
		const struct ft_policy_room *room = &limits->room[i];

		while (more < limits->n_more && limits->more[more].from <= i)
			more++;
		ft_doc_begin(doc, NULL);
		if (room->threshold)
			threshold_members(limits, room, doc);
		else
			ft_limittext_members(doc, &limits->why->world,
			    room->reason, &room->block);
		if (room->of_job)
			ft_doc_null(doc, "left");
		else
			ft_doc_u64(doc, "left", left_of(&room->block));
		ft_doc_bool(doc, "per_job", room->of_job);
		ft_doc_bool(doc, "bites_first", i == limits->first);
		ft_doc_bool(doc, "usual", i < limits->n_usual);
		ft_doc_text(doc, "partition",
		    more > 0 && limits->more[more - 1].partition
			? limits->more[more - 1].partition->name
			: NULL);
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}
