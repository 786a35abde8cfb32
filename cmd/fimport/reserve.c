/*
 * reserve.c - reservations as scontrol shows them.  They are there already: nothing
 * is chosen or refused as for a new one, which may not begin in the past or have
 * nodes on which jobs run.
 */

#include "base/map.h"
#include "base/text/timefmt.h"
#include "fimport/scontrol.h"
#include "model/reservation/reservation.h"
#include "sim/reserve/reserve.h"

/* A reservation being read. */
struct reading {
	struct fimport_scontrol *scontrol;
	const struct ft_record *record;
	struct ft_reservation draft;
	struct ft_str wrong; /* why it cannot be made */
};

static const char *
text_of(const struct reading *reading, const char *key)
{
	const char *value = ft_record_value(reading->record, key);

	return ft_world_string(&reading->scontrol->world, value ? value : "");
}

static bool
fail(struct reading *reading, const char *what, const char *value)
{
	ft_str_addf(&reading->wrong, "%s '%.60s'", what, value);
	return false;
}

/* ---- time ---------------------------------------------------------------------- */

static bool
read_time(struct reading *reading, const char *key, int64_t *time)
{
	const char *value = text_of(reading, key);

	if (!strcmp(value, "Unknown") && !strcmp(key, "EndTime")) {
		*time = FT_RESERVATION_FOREVER;
		return true;
	}
	return (ft_num_i64(value, time) && *time >= 0) ||
	       ft_time_date(value, 0, true, time) || fail(reading, key, value);
}

static bool
read_times(struct reading *reading)
{
	struct ft_reservation *draft = &reading->draft;
	const char *delay = text_of(reading, "MaxStartDelay");

	if (!read_time(reading, "StartTime", &draft->start) ||
	    !read_time(reading, "EndTime", &draft->end))
		return false;
	if (draft->end < draft->start)
		return fail(reading,
		    "it ends before it begins:", text_of(reading, "EndTime"));
	draft->duration = draft->end - draft->start;
	draft->first_start = draft->flags & FT_RESERVATION_MASK(TIME_FLOAT)
				 ? draft->start - reading->scontrol->world.now
				 : draft->start;
	return !*delay || ft_time_duration(delay, &draft->max_start_delay) ||
	       fail(reading, "MaxStartDelay", delay);
}

/* ---- flags ---------------------------------------------------------------------- */

/* "MAINT,PURGE_COMP=00:05:00": names, or what a user writes for them. */
static bool
read_flags(struct reading *reading)
{
	struct ft_reservation *draft = &reading->draft;
	const char *text = text_of(reading, "Flags");
	const char *at = text;
	struct ft_word word, value;
	char name[40], time[40];
	uint64_t flag;
	bool clears;

	while (ft_word_next(&at, ",", &word)) {
		bool timed = ft_word_split(&word, '=', &value);
		int bit = ft_reservation_word(word, &clears);

		if (!ft_word_copy(word, name, sizeof name))
			return fail(reading, "unknown flag in", text);
		if (ft_reservation_flags_read(name, &flag))
			draft->flags |= flag;
		else if (bit >= 0)
			draft->flags |= UINT64_C(1) << bit;
		else
			return fail(reading, "unknown flag", name);
		if (timed && (!ft_word_copy(value, time, sizeof time) ||
				 !ft_time_duration(time, &draft->purge)))
			return fail(reading, "not a time in", text);
	}
	return true;
}

/* ---- nodes ---------------------------------------------------------------------- */

static int
by_index(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t
cores_of(const struct ft_machine *machine, uint32_t index)
{
	const struct ft_node *node = &machine->node[index];

	return node->cpus / (node->threads ? node->threads : 1);
}

/* "NodeName=n1 CoreIDs=4-7": these are the cores; of the first reservation only. */
static void
read_core_ids(struct reading *reading)
{
	const struct ft_machine *machine = &reading->scontrol->world.machine;
	const struct ft_record *record = reading->record;
	struct ft_reservation *draft = &reading->draft;
	unsigned long first, last;

	for (size_t i = 0; i + 1 < record->n; i++) {
		uint32_t index =
		    ft_machine_node(machine, record->field[i].value);
		int found;

		if (strcmp(record->field[i].key, "NodeName") != 0 ||
		    strcmp(record->field[i + 1].key, "CoreIDs") != 0)
			continue;
		found = sscanf(
		    record->field[i + 1].value, "%9lu-%9lu", &first, &last);
		for (size_t k = 0; k < draft->n_node && found > 0; k++)
			if (draft->node[k] == index)
				draft->core[k] = (struct ft_reservation_cores){
					found > 1 && last >= first
					    ? (uint32_t)(last - first + 1)
					    : 1,
					(uint32_t)first
				};
	}
}

/* If it has fewer cores than its nodes, each has as many of them. */
static void
read_cores(struct reading *reading)
{
	const struct ft_machine *machine = &reading->scontrol->world.machine;
	struct ft_reservation *draft = &reading->draft;
	uint64_t all = 0;
	uint32_t count = 0;

	for (size_t i = 0; i < draft->n_node; i++)
		all += cores_of(machine, draft->node[i]);
	if (!ft_num_u32(text_of(reading, "CoreCnt"), &count) || !count ||
	    count >= all)
		return;
	draft->core_count = count;
	draft->core = ft_alloc((draft->n_node + 1) * sizeof *draft->core);
	for (size_t i = 0; i < draft->n_node; i++) {
		uint32_t left = (uint32_t)(draft->n_node - i);

		draft->core[i] = (struct ft_reservation_cores){
			count / left + (count % left != 0), 0
		};
		count -= draft->core[i].count;
	}
	read_core_ids(reading);
}

static bool
read_nodes(struct reading *reading)
{
	const struct ft_machine *machine = &reading->scontrol->world.machine;
	struct ft_reservation *draft = &reading->draft;

	draft->nodes = text_of(reading, "Nodes");
	if (!*draft->nodes)
		return true;
	if (ft_machine_hosts(machine, draft->nodes, &draft->node,
		&draft->n_node, NULL) != FT_OK)
		return fail(reading, "unknown nodes", draft->nodes);
	qsort(draft->node, draft->n_node, sizeof *draft->node, by_index);
	if (!(draft->flags & FT_RESERVATION_MASK(SPEC_NODES)))
		draft->node_count = (uint32_t)draft->n_node;
	read_cores(reading);
	return true;
}

/* ---- the rest ---------------------------------------------------------------------- */

static bool
read_who(struct reading *reading)
{
	struct ft_reservation *draft = &reading->draft;
	enum ft_refusal refusal;

	draft->users = text_of(reading, "Users");
	draft->accounts = text_of(reading, "Accounts");
	draft->groups = text_of(reading, "Groups");
	refusal = ft_reserve_check_names(&reading->scontrol->world, draft);
	if (refusal == FT_REFUSE_NONE)
		return true;
	ft_str_add(&reading->wrong, ft_refusal_text(refusal));
	return false;
}

/* Since 26.05 licenses are separated by ; */
static void
read_things(struct reading *reading)
{
	struct ft_reservation *draft = &reading->draft;
	struct ft_str licenses = { 0 };

	ft_str_add(&licenses, text_of(reading, "Licenses"));
	for (size_t i = 0; i < licenses.len; i++)
		if (licenses.data[i] == ';')
			licenses.data[i] = ',';
	draft->licenses = ft_world_keep(&reading->scontrol->world, &licenses);
	draft->partition = text_of(reading, "PartitionName");
	draft->features = text_of(reading, "Features");
	draft->burst_buffer = text_of(reading, "BurstBuffer");
	draft->comment = text_of(reading, "Comment");
	draft->allowed = text_of(reading, "AllowedPartitions");
	draft->qos = text_of(reading, "QOS");
}

/* ---- what changes ------------------------------------------------------------------ */

static bool
same_nodes(const struct ft_reservation *a, const struct ft_reservation *b)
{
	if (a->n_node != b->n_node || !a->core != !b->core ||
	    strcmp(a->nodes, b->nodes) != 0)
		return false;
	for (size_t i = 0; i < a->n_node; i++)
		if (a->node[i] != b->node[i] ||
		    (a->core && (a->core[i].count != b->core[i].count ||
				    a->core[i].first != b->core[i].first)))
			return false;
	return true;
}

static bool
is_same(const struct ft_reservation *a, const struct ft_reservation *b)
{
	return a->start == b->start && a->end == b->end &&
	       a->flags == b->flags && a->purge == b->purge &&
	       a->max_start_delay == b->max_start_delay &&
	       !strcmp(a->users, b->users) &&
	       !strcmp(a->accounts, b->accounts) &&
	       !strcmp(a->groups, b->groups) &&
	       !strcmp(a->partition, b->partition) &&
	       !strcmp(a->features, b->features) &&
	       !strcmp(a->licenses, b->licenses) &&
	       !strcmp(a->burst_buffer, b->burst_buffer) &&
	       !strcmp(a->comment, b->comment) &&
	       !strcmp(a->allowed, b->allowed) && !strcmp(a->qos, b->qos) &&
	       same_nodes(a, b);
}

/* The draft becomes the reservation of that name. */
static void
put(struct reading *reading)
{
	struct fimport_scontrol *scontrol = reading->scontrol;
	struct ft_world *world = &scontrol->world;
	struct ft_reservation *draft = &reading->draft, *made;
	const char *name = reading->record->name;
	struct ft_reservation *known = ft_reserve_find(world, ft_word_of(name));

	draft->name = ft_world_string(world, name);
	draft->dirty = true;
	if (known && is_same(known, draft)) {
		ft_reservation_clear(draft);
		return;
	}
	if (known) {
		draft->id = known->id;
		draft->idle_since = known->idle_since;
		draft->members = known->members;
		ft_reservation_clear(known);
		*known = *draft;
		scontrol->changed++;
	} else {
		made = ft_alloc(sizeof *made);
		*made = *draft;
		ft_reserve_add(world, made);
		world->last_reservation++;
		scontrol->made++;
	}
	ft_reserve_changed(world);
}

void
fimport_reserve(
    struct fimport_scontrol *scontrol, const struct ft_record *record)
{
	struct reading reading = { .scontrol = scontrol, .record = record };

	ft_reservation_init(&reading.draft);
	read_things(&reading);
	if (read_flags(&reading) && read_times(&reading) &&
	    read_nodes(&reading) && read_who(&reading)) {
		put(&reading);
	} else {
		ft_str_addf(&scontrol->left_out,
		    "left out: reservation %s: %s\n", record->name,
		    ft_str_text(&reading.wrong));
		ft_reservation_clear(&reading.draft);
	}
	ft_str_free(&reading.wrong);
}

void
fimport_unreserve(struct fimport_scontrol *scontrol)
{
	const struct ft_recordfile *file = &scontrol->file;
	struct ft_world *world = &scontrol->world;
	struct ft_map listed FT_CLEANUP(ft_map_clear) = { 0 };

	for (size_t i = 0; i < file->n; i++)
		if (file->record[i].kind == FT_RECORD_RESERVATION)
			ft_map_put(&listed, file->record[i].name, 1);
	if (!listed.n && !file->no_reservations)
		return;
	for (size_t i = world->n_reservation; i > 0 && i--;) {
		struct ft_reservation *reservation = world->reservation[i];

		if (ft_map_get(&listed, reservation->name, NULL))
			continue;
		ft_reserve_end_of(world, reservation);
		ft_reserve_changed(world);
		scontrol->deleted++;
	}
}
