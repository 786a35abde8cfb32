/*
 * fcontrol show reservation: times, nodes, users.
 * Source: scontrol(1); layout and order of Slurm 22.05.
 */

#include "base/text/timefmt.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"
#include "fcontrol/reservation.h"
#include "sim/reserve/reserve.h"

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

#define FCONTROL_THING struct shown

/* A reservation, and values for rows that are not members of it. */
struct shown {
	struct ft_reservation of;
	int64_t start, end, duration;
	const char *flags, *tres, *state, *watts, *delay;
	uint64_t cores, n_node;
};

/* A time; 0 if it is beyond the range of dates. */
static int64_t
known(int64_t time)
{
	return time >= FT_RESERVATION_FOREVER ? 0 : time;
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
		if (i == FT_RESERVATION_BIT_PURGE_COMP)
			ft_str_addf(&text, "=%s",
			    duration(records, reservation->purge));
	}
	return fcontrol_take(records, &text);
}

/* Slurm lists cores only for the first reservation it ever created. */
static void
add_cores(
    struct fcontrol_records *records, const struct ft_reservation *reservation)
{
	const struct ft_world *world = &records->control->world;
	const struct ft_reservation_cores *core = reservation->core;
	struct ft_str *text = &records->out.text;

	if (!core || records->doc || records->columns || reservation->id != 1)
		return;
	for (size_t i = 0; i < reservation->n_node; i++, core++) {
		ft_str_addf(text, "%sNodeName=%s CoreIDs=%" PRIu32,
		    records->control->one_line ? "   " : "\n     ",
		    world->machine.node[reservation->node[i]].name,
		    core->first);
		if (core->count > 1)
			ft_str_addf(
			    text, "-%" PRIu32, core->first + core->count - 1);
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
	{ "AllowedPartitions", .own = FCONTROL_LINE,
	    .since = FT_RELEASE_26_05 },
	{ "QOS", .since = FT_RELEASE_26_05 },
	{ "Users", FCONTROL_TEXT(of.users), .own = FCONTROL_LINE },
	{ "Groups", FCONTROL_TEXT(of.groups) },
	{ "Accounts", FCONTROL_TEXT(of.accounts) },
	{ "Licenses", FCONTROL_TEXT(of.licenses) },
	{ "State", FCONTROL_TEXT(state) },
	{ "BurstBuffer", FCONTROL_TEXT(of.burst_buffer) },
	{ "Watts", FCONTROL_MEMBER(watts), .own = FCONTROL_LOOK,
	    .until = FT_RELEASE_24_11 },
	{ "MaxStartDelay", FCONTROL_TEXT(delay), .own = FCONTROL_LINE },
	{ 0 },
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
	};
	uint64_t cpus;

	count(world, reservation, &cpus, &shown.cores);
	if (cpus)
		shown.tres = fcontrol_text(records, "cpu=%" PRIu64, cpus);
	if (reservation->watts != FT_RESERVATION_NO_WATTS)
		shown.watts =
		    fcontrol_text(records, "%" PRId64, reservation->watts);
	if (reservation->max_start_delay)
		shown.delay = duration(records, reservation->max_start_delay);
	fcontrol_record_begin(records);
	fcontrol_record_rows(records, first_rows, &shown);
	add_cores(records, reservation);
	fcontrol_record_rows(records, last_rows, &shown);
	fcontrol_record_end(records);
}

/* Whether the acting user could run in it, in one of his accounts. */
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
	const char *name = fcontrol_operand(argc, argv);
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
	if (found || (!name && control->format != FT_FORMAT_TABLE))
		return 0;
	fcontrol_suggest(control, FT_COMPLETE_RESERVATION, name);
	return fcontrol_print_none(
	    control, "Reservation", "reservations", name);
}
