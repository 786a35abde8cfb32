/*
 * make.c - reservations are created, updated and deleted, or that is refused.
 *
 * The order of the checks follows the answers of Slurm 22.05:
 * tests/oracle/cases/w20-reservation-create, w22-reservation-update.
 */

#include "base/text/timefmt.h"
#include "model/reservation/request.h"
#include "sim/reserve/reserve.h"
#include "sim/reserve/private.h"

#define MINUTE     60
#define YEAR       (INT64_C(365) * 24 * 3600)
#define LATE       600 /* seconds that a start time may be in the past */
#define AT(key)    FT_RESERVATION_KEY_##key
#define FLAG(name) FT_RESERVATION_MASK(name)
#define REPLACES   (FLAG(REPLACE) | FLAG(REPLACE_DOWN))

/* A reservation in the making. */
struct making {
	struct ft_world *world;
	struct ft_reservation_request *request;
	ft_reserve_members_fn *members;
	struct ft_reservation *draft;
};
typedef enum ft_refusal step_fn(struct making *making);

static const char *
text_of(const struct making *making, int key)
{
	return ft_world_string(making->world, making->request->text[key]);
}

static bool
has_text(const struct making *making, int key)
{
	return *making->request->text[key] != '\0';
}

/* In an update a list that leaves nobody, or both users and groups, is refused. */
static enum ft_refusal
check_somebody(const struct making *making)
{
	const struct ft_reservation *draft = making->draft;
	const bool *given = making->request->given;
	bool users = *draft->users != '\0', groups = *draft->groups != '\0';

	if (users && groups)
		return FT_REFUSE_RESERVATION_BOTH;
	if (*draft->accounts || *draft->allowed || *draft->qos ||
	    (!making->request->update && (users || groups)))
		return FT_REFUSE_NONE;
	if (!users && !groups)
		return FT_REFUSE_RESERVATION_NOBODY;
	/* the answer to a list that was or becomes empty beside the other one */
	return (users && given[AT(GROUPS)] && !given[AT(USERS)]) ||
		       (groups && given[AT(USERS)])
		   ? FT_REFUSE_UNSPECIFIED
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
set_who(struct making *making)
{
	struct ft_reservation *draft = making->draft;

	if (!ft_reserve_set_names(
		making->world, making->request, AT(ALLOWED), &draft->allowed))
		return FT_REFUSE_PARTITION;
	if (!ft_reserve_set_names(
		making->world, making->request, AT(QOS), &draft->qos))
		return FT_REFUSE_QOS;
	if (!ft_reserve_set_list(
		making->world, making->request, AT(USERS), &draft->users) ||
	    (!making->request->update && making->request->given[AT(USERS)] &&
		!*draft->users))
		return FT_REFUSE_USER;
	if (!ft_reserve_set_list(
		making->world, making->request, AT(ACCOUNTS), &draft->accounts))
		return FT_REFUSE_ACCOUNT;
	return ft_reserve_check_names(making->world, draft);
}

static enum ft_refusal
set_groups(struct making *making)
{
	struct ft_str members FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_reservation *draft = making->draft;

	if (!making->request->given[AT(GROUPS)])
		return check_somebody(making);
	if (!ft_reserve_set_list(
		making->world, making->request, AT(GROUPS), &draft->groups) ||
	    (!making->request->update && *draft->groups == '-') ||
	    !making->members(draft->groups, &members))
		return FT_REFUSE_RESERVATION_GROUP;
	draft->members = ft_world_string(making->world, ft_str_text(&members));
	return check_somebody(making);
}

static enum ft_refusal
check_who(struct making *making)
{
	const struct ft_reservation_request *request = making->request;

	return ft_reserve_check_lists(making->world, making->draft,
	    request->update && strchr(request->text[AT(USERS)], '+'));
}

/* ---- time ---------------------------------------------------------------- */

static int64_t
length_of(const struct ft_reservation_request *request)
{
	return request->duration == FT_TIME_UNLIMITED ||
		       request->duration > YEAR * 100
		   ? YEAR
		   : request->duration;
}

static enum ft_refusal
set_time(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	int64_t now = making->world->now;

	if (request->start < now - LATE)
		return FT_REFUSE_RESERVATION_TIME;
	draft->start = request->start;
	if (!request->given[AT(DURATION)])
		draft->end = request->end;
	else if (!request->duration)
		draft->end = FT_RESERVATION_FOREVER;
	else
		draft->end = draft->start + length_of(request);
	if (request->given[AT(DURATION)] || draft->flags & FLAG(TIME_FLOAT))
		draft->duration = draft->end - draft->start;
	draft->first_start =
	    draft->flags & FLAG(TIME_FLOAT) ? draft->start - now : draft->start;
	if (draft->flags & FLAG(TIME_FLOAT) && ft_reservation_repeats(draft))
		return FT_REFUSE_UNSUPPORTED;
	return draft->end < draft->start ? FT_REFUSE_RESERVATION_TIME
					 : FT_REFUSE_NONE;
}

static enum ft_refusal
move_start(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	int64_t now = making->world->now;

	if (!request->given[AT(START)])
		return FT_REFUSE_NONE;
	if (draft->start <= now)
		return FT_REFUSE_RESERVATION_STARTED;
	if (request->start < now - LATE)
		return FT_REFUSE_RESERVATION_TIME;
	draft->start = draft->first_start = request->start;
	if (draft->flags & FLAG(TIME_FLOAT))
		draft->first_start = draft->start - now;
	return FT_REFUSE_NONE;
}

static enum ft_refusal
move_time(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	char sign = request->sign;

	FT_ADMIT(move_start(making));
	/* an end that was given stays, one that follows from a duration moves */
	if (request->given[AT(START)] && draft->duration)
		draft->end = draft->start + draft->duration;
	if (request->given[AT(END)] && !(draft->flags & FLAG(TIME_FLOAT)))
		draft->duration = 0;
	if (request->given[AT(END)])
		draft->end = request->end;
	if (request->given[AT(DURATION)] && !request->duration)
		return FT_REFUSE_RESERVATION_TIME;
	/* a duration that was never given counts as two minutes less than none */
	if (request->given[AT(DURATION)] && sign && !draft->duration)
		draft->end = draft->start - 2 * MINUTE;
	if (request->given[AT(DURATION)] && sign)
		draft->end +=
		    sign == '+' ? length_of(request) : -length_of(request);
	else if (request->given[AT(DURATION)])
		draft->end = draft->start + length_of(request);
	if (draft->end <= draft->start || draft->end <= making->world->now)
		return request->given[AT(START)] || request->given[AT(END)] ||
			       request->given[AT(DURATION)]
			   ? FT_REFUSE_RESERVATION_TIME
			   : FT_REFUSE_NONE;
	if (draft->duration || (request->given[AT(DURATION)] && !sign))
		draft->duration = draft->end - draft->start;
	return FT_REFUSE_NONE;
}

static enum ft_refusal
skip(struct making *making)
{
	struct ft_reservation *draft = making->draft;
	int64_t start;

	if (!making->request->given[AT(SKIP)])
		return FT_REFUSE_NONE;
	if (!ft_reservation_repeats(draft))
		return FT_REFUSE_RESERVATION_SKIP;
	start = ft_reservation_after(draft->flags, draft->start);
	draft->end += start - draft->start;
	draft->start = start;
	return FT_REFUSE_NONE;
}

/* ---- subjects ------------------------------------------------------------ */

/* Whether more than one flag says how often it repeats. */
static bool
repeats_twice(uint64_t flags)
{
	uint64_t repeats = flags & FT_RESERVATION_REPEATS;

	return repeats && (repeats & (repeats - 1));
}

static enum ft_refusal
set_tres(struct making *making)
{
	if (!ft_reservation_request_tres(making->request))
		return FT_REFUSE_TRES;
	return making->request->gres && !making->request->update
		   ? FT_REFUSE_UNSUPPORTED
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
set_flags(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;

	draft->flags = (draft->flags | request->set) & ~request->clear;
	if (request->set & FLAG(PURGE_COMP))
		draft->purge = request->purge;
	if (request->clear & FLAG(PURGE_COMP))
		draft->purge = -1;
	if (request->given[AT(MAX_START_DELAY)])
		draft->max_start_delay = request->max_start_delay;
	if (request->given[AT(WATTS)])
		draft->watts = request->watts;
	if (request->given[AT(BURST_BUFFER)])
		draft->burst_buffer = text_of(making, AT(BURST_BUFFER));
	if (request->given[AT(COMMENT)])
		draft->comment = text_of(making, AT(COMMENT));
	if (request->update && request->set & FLAG(TIME_FLOAT))
		return FT_REFUSE_RESERVATION_TIME;
	/* nodes that were chosen by name or in part are not exchanged */
	if (request->update && (request->set & REPLACES) &&
	    (draft->core || draft->flags & FLAG(SPEC_NODES)))
		return FT_REFUSE_UNSUPPORTED;
	return repeats_twice(draft->flags) &&
		       ft_release_has(ft_conf_release(making->world->conf),
			   FT_RULE_RESERVATION_REPEATS_ONCE)
		   ? FT_REFUSE_UNSUPPORTED
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
set_partition(struct making *making)
{
	const struct ft_machine *machine = &making->world->machine;
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;

	if (request->given[AT(PARTITION)]) {
		bool clears =
		    request->update && !has_text(making, AT(PARTITION));

		if (clears ? ft_release_has(request->release,
				 FT_RULE_RESERVATION_PARTITION_STAYS)
			   : ft_machine_partition(machine,
				 request->text[AT(PARTITION)]) == UINT32_MAX)
			return FT_REFUSE_PARTITION;
		draft->partition = text_of(making, AT(PARTITION));
	}
	if (!request->update || !(request->set & FLAG(PART_NODES)))
		return FT_REFUSE_NONE;
	if (!*draft->partition)
		return FT_REFUSE_PARTITION;
	return strcasecmp(request->text[AT(NODES)], "ALL") != 0
		   ? FT_REFUSE_NODE_NAME
		   : FT_REFUSE_NONE;
}

static enum ft_refusal
set_features(struct making *making)
{
	if (!making->request->given[AT(FEATURES)])
		return FT_REFUSE_NONE;
	if (making->request->update && has_text(making, AT(FEATURES)))
		return FT_REFUSE_UNSUPPORTED;
	making->draft->features = text_of(making, AT(FEATURES));
	if (strchr(making->draft->features, '['))
		return FT_REFUSE_FEATURE;
	return !has_text(making, AT(NODES)) &&
		       !ft_machine_knows_features(
			   &making->world->machine, making->draft->features)
		   ? FT_REFUSE_FEATURE
		   : FT_REFUSE_NONE;
}

/* Licenses that others have reserved for its time are not available. */
static uint64_t
licenses_left(const struct making *making, uint32_t index)
{
	struct ft_world *world = making->world;
	uint64_t left = world->machine.license[index].count;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *other = world->reservation[i];
		struct ft_job_count *count = NULL;
		size_t n = 0;

		if (!*other->licenses || other->start >= making->draft->end ||
		    other->end <= making->draft->start ||
		    !strcmp(other->name, making->draft->name) ||
		    ft_machine_parse_licenses(&world->machine, other->licenses,
			&count, &n, NULL) != FT_OK)
			n = 0;
		for (size_t j = 0; j < n; j++)
			if (count[j].index == index)
				left -= count[j].count < left ? count[j].count
							      : left;
		ft_free(count);
	}
	return left;
}

static enum ft_refusal
set_licenses(struct making *making)
{
	struct ft_job_count *count = NULL;
	size_t n = 0;
	enum ft_refusal refusal = FT_REFUSE_NONE;

	if (!making->request->given[AT(LICENSES)])
		return FT_REFUSE_NONE;
	making->draft->licenses =
	    ft_world_string(making->world, making->request->licenses);
	if (!*making->request->licenses)
		return making->request->update && !making->draft->n_node
			   ? FT_REFUSE_LICENSE
			   : FT_REFUSE_NONE;
	if (ft_machine_parse_licenses(&making->world->machine,
		making->request->licenses, &count, &n, NULL) != FT_OK)
		return FT_REFUSE_LICENSE;
	for (size_t i = 0; i < n; i++)
		if (count[i].count > licenses_left(making, count[i].index))
			refusal = FT_REFUSE_LICENSE;
	ft_free(count);
	return refusal;
}

/* ---- nodes --------------------------------------------------------------- */

static uint32_t
sum_of(const uint32_t *count, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += count[i];
	return sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
}

/* Without nodes or a number of them it gets the whole partition. */
static enum ft_refusal
set_default_partition(struct making *making)
{
	const struct ft_partition *usual =
	    ft_machine_default(&making->world->machine);

	if (*making->draft->partition)
		return FT_REFUSE_NONE;
	if (!usual)
		return FT_REFUSE_NO_PARTITION;
	making->draft->partition = ft_world_string(making->world, usual->name);
	return FT_REFUSE_NONE;
}

static enum ft_refusal
set_named_nodes(struct making *making, const char *nodes)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	bool all = !strcasecmp(nodes, "ALL");

	if (draft->flags & REPLACES)
		return FT_REFUSE_NODE_NAME;
	draft->flags &= ~FLAG(ALL_NODES);
	draft->flags |= FLAG(SPEC_NODES);
	if (!all)
		draft->flags &= ~FLAG(PART_NODES);
	else if (!(draft->flags & FLAG(PART_NODES)))
		draft->flags |= FLAG(ALL_NODES);
	draft->node_count = 0;
	draft->core_count = sum_of(request->core_count, request->n_core_count);
	if (draft->core_count &&
	    set_default_partition(making) != FT_REFUSE_NONE)
		return FT_REFUSE_NO_PARTITION;
	return ft_reserve_choose(making->world, draft, nodes,
	    request->core_count, request->n_core_count);
}

static enum ft_refusal
set_nodes(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	enum ft_refusal refusal;

	draft->node_count = sum_of(request->node_count, request->n_node_count);
	draft->core_count = sum_of(request->core_count, request->n_core_count);
	if (has_text(making, AT(NODES)))
		return set_named_nodes(making, request->text[AT(NODES)]);
	if (request->n_core_count && !draft->core_count && !draft->node_count)
		return FT_REFUSE_RESERVATION_BUSY;
	if (draft->node_count || request->n_core_count) {
		if (draft->flags & FLAG(ANY_NODES))
			return FT_REFUSE_RESERVATION;
		refusal = set_default_partition(making);
		return refusal != FT_REFUSE_NONE
			   ? refusal
			   : ft_reserve_choose(
				 making->world, draft, "", NULL, 0);
	}
	if (*draft->partition) {
		draft->flags |= FLAG(PART_NODES);
		return set_named_nodes(making, "ALL");
	}
	return draft->flags & FLAG(ANY_NODES) ? FT_REFUSE_NONE
					      : FT_REFUSE_NODE_NAME;
}

/* Add and remove the nodes that have a sign. */
static enum ft_refusal
change_nodes(struct making *making)
{
	struct ft_reservation *draft = making->draft;

	draft->flags &= ~(FLAG(ALL_NODES) | FLAG(PART_NODES));
	draft->flags |= FLAG(SPEC_NODES);
	return ft_reserve_change(
	    making->world, draft, making->request->text[AT(NODES)]);
}

/* Choose nodes again, or only as many more or fewer as make COUNT.  They come from
 * the default partition if none is given; older releases do not keep that. */
static enum ft_refusal
take_nodes(struct making *making, uint32_t count, bool again)
{
	struct ft_reservation *draft = making->draft;
	const char *partition = draft->partition;
	enum ft_refusal refusal;

	if (again || count > draft->n_node)
		FT_ADMIT(set_default_partition(making));
	refusal = again ? ft_reserve_choose(making->world, draft, "", NULL, 0)
			: ft_reserve_resize(making->world, draft, count);
	if (!ft_release_has(
		making->request->release, FT_RULE_RESERVATION_PARTITION_SET))
		draft->partition = partition;
	return refusal;
}

/* An empty Nodes= chooses all nodes again: NodeCnt of them, or as many as
 * before. */
static enum ft_refusal
select_again(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;

	draft->flags &=
	    ~(FLAG(SPEC_NODES) | FLAG(ALL_NODES) | FLAG(PART_NODES));
	draft->node_count = request->n_node_count ? sum_of(request->node_count,
							request->n_node_count)
						  : (uint32_t)draft->n_node;
	return draft->node_count ? take_nodes(making, draft->node_count, true)
				 : FT_REFUSE_NONE;
}

static enum ft_refusal
resize(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	uint32_t count = sum_of(request->node_count, request->n_node_count);

	if (!request->n_node_count)
		return FT_REFUSE_NONE;
	if (!count)
		return draft->n_node ? FT_REFUSE_RESERVATION : FT_REFUSE_NONE;
	draft->flags &= ~(FLAG(PART_NODES) | FLAG(ALL_NODES));
	return take_nodes(making, count, false);
}

static enum ft_refusal
move_nodes(struct making *making)
{
	const struct ft_reservation_request *request = making->request;
	struct ft_reservation *draft = making->draft;
	const char *nodes = request->text[AT(NODES)];
	bool sign = *nodes == '+' || *nodes == '-';

	if (request->n_core_count ||
	    (draft->core &&
		(request->given[AT(NODES)] || request->n_node_count)))
		return FT_REFUSE_RESERVATION_CORE_UPDATE;
	if (sign &&
	    ft_release_has(request->release, FT_RULE_RESERVATION_NODES_SIGNED))
		FT_ADMIT(change_nodes(making));
	else if (*nodes)
		FT_ADMIT(set_named_nodes(making, nodes));
	else if (request->given[AT(NODES)])
		FT_ADMIT(select_again(making));
	FT_ADMIT(resize(making));
	return request->given[AT(START)] || request->given[AT(END)] ||
		       request->given[AT(DURATION)]
		   ? ft_reserve_check_nodes(making->world, draft)
		   : FT_REFUSE_NONE;
}

/* ---- names --------------------------------------------------------------- */

static enum ft_refusal
set_name(struct making *making)
{
	struct ft_world *world = making->world;
	struct ft_reservation *draft = making->draft;
	const char *base = *draft->accounts ? draft->accounts
			   : *draft->users  ? draft->users
			   : *draft->groups ? draft->groups
					    : "resv";
	const char *name = making->request->text[AT(NAME)];
	struct ft_str text = { 0 };

	if (*name && ft_reserve_find(world, ft_word_of(name)))
		return FT_REFUSE_RESERVATION_NAME;
	base += *base == '-';
	world->last_reservation++;
	world->times_dirty = true;
	if (*name)
		ft_str_add(&text, name);
	else
		ft_str_addf(&text, "%.*s_%lu", (int)strcspn(base, ","), base,
		    (unsigned long)world->last_reservation);
	draft->name = ft_world_keep(world, &text);
	return FT_REFUSE_NONE;
}

/* Refuse new lists that shut out a job that names it. */
static enum ft_refusal
check_jobs(struct making *making)
{
	struct ft_world *world = making->world;
	struct ft_reservation_request *request = making->request;

	if (!(request->given[AT(USERS)] || request->given[AT(ACCOUNTS)] ||
		request->given[AT(GROUPS)]) ||
	    !ft_release_has(request->release, FT_RULE_RESERVATION_KEEPS_JOBS))
		return FT_REFUSE_NONE;
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (!ft_job_is_active(job) ||
		    !ft_reserve_is_named(job, making->draft) ||
		    ft_reserve_may(world, job, making->draft))
			continue;
		request->job = job->number;
		return FT_REFUSE_RESERVATION_USED;
	}
	return FT_REFUSE_NONE;
}

/* ---- all together -------------------------------------------------------- */

static enum ft_refusal
go_through(struct making *making, step_fn *const *step)
{
	enum ft_refusal refusal = FT_REFUSE_NONE;

	for (; *step && refusal == FT_REFUSE_NONE; step++)
		refusal = (*step)(making);
	return refusal;
}

enum ft_refusal
ft_reserve_create(struct ft_world *world,
    struct ft_reservation_request *request, ft_reserve_members_fn *members,
    struct ft_reservation **made)
{
	static step_fn *const steps[] = { set_tres, set_flags, set_time,
		set_who, set_groups, set_partition, set_features, set_licenses,
		set_nodes, set_name, check_who, NULL };
	struct making making = { world, request, members,
		ft_alloc(sizeof *making.draft) };
	enum ft_refusal refusal;

	ft_reservation_init(making.draft);
	refusal = go_through(&making, steps);
	if (refusal != FT_REFUSE_NONE) {
		ft_reservation_clear(making.draft);
		ft_free(making.draft);
		return refusal;
	}
	making.draft->dirty = true;
	ft_reserve_add(world, making.draft);
	ft_reserve_changed(world);
	*made = making.draft;
	return FT_REFUSE_NONE;
}

/* Returns a copy with arrays of its own. */
static struct ft_reservation
copy_of(const struct ft_world *world, const struct ft_reservation *from)
{
	struct ft_reservation to = *from;

	to.node = ft_alloc((world->machine.n_node + 1) * sizeof *to.node);
	memcpy(to.node, from->node, from->n_node * sizeof *to.node);
	if (from->core) {
		to.core = ft_alloc((from->n_node + 1) * sizeof *to.core);
		memcpy(to.core, from->core, from->n_node * sizeof *to.core);
	}
	return to;
}

enum ft_refusal
ft_reserve_update(struct ft_world *world,
    struct ft_reservation_request *request, ft_reserve_members_fn *members)
{
	static step_fn *const steps[] = { set_flags, skip, set_partition,
		set_who, set_licenses, set_features, set_groups, move_time,
		move_nodes, check_who, check_jobs, NULL };
	const char *name = request->text[AT(NAME)];
	struct ft_reservation *known = ft_reserve_find(world, ft_word_of(name));
	struct ft_reservation draft, old;
	struct making making = { world, request, members, known };
	enum ft_refusal refusal;

	FT_ADMIT(set_tres(&making));
	if (!known)
		return FT_REFUSE_RESERVATION;
	/* compare with the listed one, not with the draft itself */
	old = copy_of(world, known);
	refusal = go_through(&making, steps);
	draft = *known;
	if (refusal != FT_REFUSE_NONE) {
		*known = old;
		ft_reservation_clear(&draft);
		return refusal;
	}
	ft_reservation_clear(&old);
	known->dirty = true;
	ft_reserve_changed(world);
	return FT_REFUSE_NONE;
}

enum ft_refusal
ft_reserve_delete(struct ft_world *world, const char *name)
{
	struct ft_reservation *known = ft_reserve_find(world, ft_word_of(name));

	if (!known)
		return FT_REFUSE_RESERVATION;
	for (size_t i = 0; i < world->n_job; i++)
		if (ft_job_is_active(world->job[i]) &&
		    ft_reserve_is_named(world->job[i], known))
			return FT_REFUSE_RESERVATION_USED;
	ft_reserve_end_of(world, known);
	ft_reserve_changed(world);
	return FT_REFUSE_NONE;
}
