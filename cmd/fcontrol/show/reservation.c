/*
 * reservation.c - fcontrol show reservation: times, nodes, users.
 * Source: scontrol(1); layout and order of Slurm 22.05.
 */

#include "base/text/timefmt.h"
#include "common/jobtext.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "fcontrol/reservation.h"
#include "sim/reserve/reserve.h"

/* Seconds without a job after which PURGE_COMP deletes one. */
enum { PURGE_DEFAULT = 300 };

/* CPUs and cores of its nodes. */
static void
count(const struct ft_world *world, const struct ft_reservation *reservation,
    uint64_t *cpus, uint64_t *cores)
{
	*cpus = *cores = 0;
	for (size_t i = 0; i < reservation->n_node; i++) {
		const struct ft_node *node =
		    &world->machine.node[reservation->node[i]];
		uint32_t threads = node->threads ? node->threads : 1;
		uint32_t own = reservation->core ? reservation->core[i].count
						 : node->cpus / threads;

		*cores += own;
		*cpus +=
		    reservation->core ? (uint64_t)own * threads : node->cpus;
	}
}

/* CPUs, and the licenses that are tracked. */
static const char *
tres(struct fcontrol_records *records, const struct ft_reservation *reservation,
    uint64_t cpus)
{
	const struct ft_world *world = &records->control->world;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(world->tres.n + 1, sizeof *count);
	struct ft_job_count *need = NULL;
	struct ft_str text = { 0 };
	size_t n = 0;

	count[FT_TRES_CPU] = cpus;
	if (ft_machine_parse_licenses(&world->machine, reservation->licenses,
		&need, &n, NULL) == FT_OK)
		for (size_t i = 0; i < n; i++) {
			uint32_t one =
			    world->machine.license[need[i].index].tres;

			if (one != UINT32_MAX)
				count[one] += need[i].count;
		}
	ft_free(need);
	ft_jobtext_add_tres(&text, &world->tres, count, FT_TRES_UNITS);
	return fcontrol_take(records, &text);
}

/* As they were requested, since 26.05 with their numbers: "tool:2;flex:1". */
static const char *
licenses(
    struct fcontrol_records *records, const struct ft_reservation *reservation)
{
	const struct ft_machine *machine = &records->control->world.machine;
	struct ft_job_count *need FT_CLEANUP(ft_free_at) = NULL;
	struct ft_str text = { 0 };
	size_t n = 0;

	if (!ft_release_has(records->release, FT_RULE_LICENSES_COUNTED) ||
	    ft_machine_parse_licenses(
		machine, reservation->licenses, &need, &n, NULL) != FT_OK)
		return reservation->licenses;
	for (size_t i = 0; i < n; i++)
		ft_str_addf(&text, "%s%s:%" PRIu64, i ? ";" : "",
		    machine->license[need[i].index].name, need[i].count);
	return fcontrol_take(records, &text);
}

#define FCONTROL_THING struct shown

/* A reservation, and values for rows that are not members of it. */
struct shown {
	struct ft_reservation of;
	int64_t start, end, duration;
	const char *flags, *tres, *state, *watts, *delay, *licenses;
	uint64_t cores, n_node;
};

/* A time; 0 if it is not known. */
static int64_t
known(int64_t time)
{
	return time == FT_RESERVATION_FOREVER ? 0 : time;
}

static const char *
duration(struct fcontrol_records *records, int64_t seconds)
{
	char text[40];

	return fcontrol_text(
	    records, "%s", ft_time_format_duration(text, sizeof text, seconds));
}

static const char *
flags(
    struct fcontrol_records *records, const struct ft_reservation *reservation)
{
	struct ft_str text = { 0 };

	for (unsigned i = 0; i < FT_RESERVATION_BITS; i++) {
		if (!(reservation->flags >> i & 1))
			continue;
		ft_str_addf(&text, "%s%s", text.len ? "," : "",
		    ft_reservation_flag_name((enum ft_reservation_bit)i));
		if (i == FT_RESERVATION_BIT_PURGE_COMP && reservation->purge)
			ft_str_addf(&text, "=%s",
			    duration(records,
				reservation->purge == FT_RESERVATION_FOREVER
				    ? FT_TIME_UNLIMITED
				    : reservation->purge));
	}
	return fcontrol_take(records, &text);
}

/* The numbers of CORES cores of NODE, as "0-1,4": one of each socket in turn. */
static void
add_core_ids(struct ft_str *text, const struct ft_node *node,
    struct ft_reservation_cores cores)
{
	uint64_t all = (uint64_t)node->sockets * node->cores;
	uint64_t last = (uint64_t)cores.first + cores.count, from = 0;
	bool own = false;

	/* no node has more CPUs */
	all = all < UINT16_MAX ? all : UINT16_MAX;
	for (uint64_t id = 0; id <= all; id++) {
		/* its place among the cores that are taken */
		uint64_t place =
		    id % node->cores * node->sockets + id / node->cores;
		bool now = id < all && place >= cores.first && place < last;

		if (now && !own)
			from = id;
		if (own && !now) {
			ft_str_addf(
			    text, "%s%" PRIu64, text->len ? "," : "", from);
			if (id - 1 > from)
				ft_str_addf(text, "-%" PRIu64, id - 1);
		}
		own = now;
	}
}

static void
add_cores(
    struct fcontrol_records *records, const struct ft_reservation *reservation)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_reservation_cores *core = reservation->core;
	struct ft_str *text = &records->out.text;

	/* before, Slurm lists cores only for the first reservation it ever
	 * created */
	bool shown =
	    ft_release_has(records->release, FT_RULE_RESERVATION_CORES_ALL) ||
	    (reservation->id == 1 &&
		world->last_reservation <= world->n_reservation);

	if (!core || records->doc || records->columns || !shown)
		return;
	for (size_t i = 0; i < reservation->n_node; i++) {
		const struct ft_node *node =
		    &world->machine.node[reservation->node[i]];
		struct ft_str ids FT_CLEANUP(ft_str_free) = { 0 };

		add_core_ids(&ids, node, core[i]);
		ft_str_addf(text, "%sNodeName=%s CoreIDs=%s",
		    records->control->one_line ? "   " : "\n     ", node->name,
		    ft_str_text(&ids));
	}
}

static const struct ft_column first_rows[] = {
	{ "ReservationName", FCONTROL_MEMBER(of.name) },
	{ "StartTime", FCONTROL_DATE(start, "Unknown") },
	{ "EndTime", FCONTROL_DATE(end, "Unknown") },
	{ "Duration", FCONTROL_DURATION(duration) },
	{ "Nodes", FCONTROL_TEXT(of.nodes), .own = FCONTROL_LINE },
	{ "NodeCnt", FCONTROL_MEMBER(n_node) },
	{ "CoreCnt", FCONTROL_MEMBER(cores) },
	{ "Features", FCONTROL_TEXT(of.features) },
	{ "PartitionName", FCONTROL_TEXT(of.partition) },
	{ "Flags", FCONTROL_MEMBER(flags) },
	{ 0 },
};

static const struct ft_column last_rows[] = {
	{ "TRES", FCONTROL_TEXT(tres), .own = FCONTROL_LINE },
	{ "AllowedPartitions", FCONTROL_TEXT(of.allowed), .own = FCONTROL_LINE,
	    .since = FT_RELEASE_26_05 },
	{ "QOS", FCONTROL_TEXT(of.qos), .since = FT_RELEASE_26_05 },
	{ "Users", FCONTROL_TEXT(of.users), .own = FCONTROL_LINE },
	{ "Groups", FCONTROL_TEXT(of.groups) },
	{ "Accounts", FCONTROL_TEXT(of.accounts) },
	{ "Licenses", FCONTROL_TEXT(licenses) },
	{ "State", FCONTROL_TEXT(state) },
	{ "BurstBuffer", FCONTROL_TEXT(of.burst_buffer) },
	{ "Watts", FCONTROL_MEMBER(watts), .own = FCONTROL_LOOK,
	    .until = FT_RELEASE_24_11 },
	{ "MaxStartDelay", FCONTROL_TEXT(delay), .own = FCONTROL_LINE },
	/* scontrol of older releases sets none of these */
	{ "AllowedPartitions", FCONTROL_GIVEN(of.allowed), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_26_05 },
	{ "QOS", FCONTROL_GIVEN(of.qos), .own = FCONTROL_LINE,
	    .until = FT_RELEASE_26_05 },
	{ "Comment", FCONTROL_GIVEN(of.comment), .own = FCONTROL_LINE },
	{ 0 },
};

/* ---- in Slurm's own JSON --------------------------------------------------- */

static const struct ft_reservation *
reservation_of(const void *row)
{
	return &((const struct shown *)fcontrol_thing_of(row))->of;
}

/* Their order is that of the bits in slurmctld; older data parsers do not know
 * the one that the row names. */
static void
flag_list(const void *row, struct ft_value *value)
{
	static const enum ft_reservation_bit order[] = {
		FT_RESERVATION_BIT_MAINT, FT_RESERVATION_BIT_DAILY,
		FT_RESERVATION_BIT_WEEKLY, FT_RESERVATION_BIT_IGNORE_JOBS,
		FT_RESERVATION_BIT_ANY_NODES, FT_RESERVATION_BIT_STATIC,
		FT_RESERVATION_BIT_PART_NODES, FT_RESERVATION_BIT_OVERLAP,
		FT_RESERVATION_BIT_SPEC_NODES, FT_RESERVATION_BIT_FIRST_CORES,
		FT_RESERVATION_BIT_TIME_FLOAT, FT_RESERVATION_BIT_REPLACE,
		FT_RESERVATION_BIT_ALL_NODES, FT_RESERVATION_BIT_PURGE_COMP,
		FT_RESERVATION_BIT_WEEKDAY, FT_RESERVATION_BIT_WEEKEND,
		FT_RESERVATION_BIT_FLEX, FT_RESERVATION_BIT_NO_HOLD,
		FT_RESERVATION_BIT_REPLACE_DOWN, FT_RESERVATION_BIT_MAGNETIC,
		FT_RESERVATION_BIT_HOURLY, FT_RESERVATION_BIT_USER_DELETE
	};
	struct ft_str *str = ft_value_build(value);

	_Static_assert(
	    FT_COUNT(order) == FT_RESERVATION_BITS, "a flag has no place");
	for (size_t i = 0; i < FT_RESERVATION_BITS; i++) {
		const char *name = ft_reservation_flag_name(order[i]);

		if (reservation_of(row)->flags >> order[i] & 1 &&
		    strcmp(name, value->column->arg) != 0)
			ft_str_addf(str, "%s%s", str->len ? "," : "", name);
	}
}

static void
purge_time(const void *row, struct ft_value *value)
{
	const struct ft_reservation *reservation = reservation_of(row);

	ft_value_i64(
	    value, reservation->purge > 0 ? reservation->purge : PURGE_DEFAULT);
}

static void
write_cores(struct ft_doc *doc, const char *key, const void *row)
{
	const struct fcontrol_thing *thing = row;
	const struct ft_machine *machine =
	    &thing->records->control->world.machine;
	const struct ft_reservation *reservation = reservation_of(row);
	const struct ft_reservation_cores *core = reservation->core;

	ft_doc_begin_list(doc, key);
	for (size_t i = 0; core && i < reservation->n_node; i++) {
		const struct ft_node *node =
		    &machine->node[reservation->node[i]];
		struct ft_str ids FT_CLEANUP(ft_str_free) = { 0 };

		add_core_ids(&ids, node, core[i]);
		ft_doc_begin(doc, NULL);
		ft_doc_text(doc, "node", node->name);
		ft_doc_text(doc, "core", ft_str_text(&ids));
		ft_doc_end(doc);
	}
	ft_doc_end(doc);
}

static const struct ft_column members[] = {
#include "fcontrol/show/reservation_member.def"
};

static void
show(struct fcontrol_records *records, const struct ft_reservation *reservation)
{
	const struct ft_world *world = &records->control->world;
	int64_t start = ft_reserve_start(world, reservation);
	int64_t end = ft_reserve_end(world, reservation);
	bool active = ft_reserve_is_active(world, reservation);
	struct shown shown = {
		.of = *reservation,
		.start = known(start),
		.end = known(end),
		.duration = end - start,
		.n_node = reservation->n_node,
		.flags = flags(records, reservation),
		.state = active ? "ACTIVE" : "INACTIVE",
		.watts = "n/a",
		.licenses = licenses(records, reservation),
	};
	uint64_t cpus;

	count(world, reservation, &cpus, &shown.cores);
	shown.tres = tres(records, reservation, cpus);
	if (reservation->watts != FT_RESERVATION_NO_WATTS)
		shown.watts =
		    fcontrol_text(records, "%" PRId64, reservation->watts);
	if (reservation->max_start_delay)
		shown.delay = duration(records, reservation->max_start_delay);
	if (records->paper) {
		fcontrol_record_paper(
		    records, members, FT_COUNT(members), &shown);
		return;
	}
	fcontrol_record_begin(records);
	fcontrol_record_rows(records, first_rows, &shown);
	add_cores(records, reservation);
	fcontrol_record_rows(records, last_rows, &shown);
	fcontrol_record_end(records);
}

/* Returns whether the acting user could run jobs in it with one of their
 * accounts. */
static bool
may_use(
    const struct fcontrol *control, const struct ft_reservation *reservation)
{
	const struct ft_world *world = &control->world;
	const struct ft_acctdb *acctdb = &world->acctdb;
	const struct ft_user *user =
	    ft_acctdb_find_user(acctdb, control->asker.name);
	struct ft_job job;
	bool may;

	ft_job_init(&job);
	job.user = control->asker.name;
	job.uid = control->asker.uid;
	job.account = "";
	may =
	    !*reservation->accounts && ft_reserve_may(world, &job, reservation);
	for (size_t i = 0; user && i < acctdb->n_assoc && !may; i++) {
		const struct ft_account *account =
		    acctdb->assoc[i].user == user->id
			? ft_acctdb_account(acctdb, acctdb->assoc[i].account)
			: NULL;

		job.account = account ? account->name : "";
		may = account && ft_reserve_may(world, &job, reservation);
	}
	ft_job_clear(&job);
	return may;
}

int
fcontrol_show_reservation(struct fcontrol *control, int argc, char **argv)
{
	/* scontrol looks for one without a name */
	const char *name = argc > 0 && control->context->slurm
			       ? argv[0]
			       : fcontrol_operand(argc, argv);
	const struct ft_world *world = &control->world;
	struct fcontrol_records records;
	bool found = false, all;

	if (!fcontrol_load(control))
		return 1;
	all = ft_visibility_shows_all(
	    &control->session.visibility, FT_VISIBILITY_BIT(RESERVATIONS));
	fcontrol_records_open(&records, control, "reservations", "   ", true);
	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *reservation =
		    world->reservation[i];

		if ((name && strcmp(reservation->name, name) != 0) ||
		    (!all && !may_use(control, reservation)))
			continue;
		show(&records, reservation);
		found = true;
	}
	fcontrol_records_close(&records);
	if (found || control->paper ||
	    (!name && control->format != FT_FORMAT_TABLE))
		return 0;
	fcontrol_suggest(control, FT_COMPLETE_RESERVATION, name);
	return fcontrol_print_none(
	    control, "Reservation", "reservations", name);
}
