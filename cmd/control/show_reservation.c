/*
 * fcontrol show reservation: when, which nodes, for whom.
 * Source: scontrol(1); layout and order of Slurm 22.05.
 */
#include <inttypes.h>
#include <string.h>

#include "base/timefmt.h"
#include "control/cluster.h"
#include "control/record.h"
#include "control/reservation.h"
#include "sim/reserve.h"

static const char *
or_null(const char *text)
{
	return *text ? text : NULL;
}

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

static void
add_time(struct control_records *records, const char *key, int64_t time)
{
	char text[32];

	control_record_add(records, key,
	    time >= FT_RESERVATION_FOREVER
		? "Unknown"
		: ft_time_format_date(text, sizeof text, time));
}

static void
add_times(struct control_records *records, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	int64_t start = ft_reserve_start(world, reservation);
	int64_t end = ft_reserve_end(world, reservation);
	char text[32];

	control_record_add(records, "ReservationName", reservation->name);
	add_time(records, "StartTime", start);
	add_time(records, "EndTime", end);
	control_record_add(records, "Duration",
	    ft_time_format_duration(text, sizeof text, end - start));
}

static void
add_flags(
    struct control_records *records, const struct ft_reservation *reservation)
{
	struct ft_str text;
	char purge[32];

	ft_str_init(&text);
	for (unsigned i = 0; i < FT_RESERVATION_BITS; i++) {
		if (!(reservation->flags >> i & 1))
			continue;
		ft_str_addf(&text, "%s%s", text.len ? "," : "",
		    ft_reservation_flag_name((enum ft_reservation_bit)i));
		if (i == FT_RESERVATION_BIT_PURGE_COMP)
			ft_str_addf(&text, "=%s",
			    ft_time_format_duration(
				purge, sizeof purge, reservation->purge));
	}
	control_record_add(records, "Flags", ft_str_text(&text));
	ft_str_free(&text);
}

/* The real one lists cores of the first reservation it ever made only. */
static void
add_cores(struct control_records *records, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	const struct ft_reservation_cores *core = reservation->core;
	struct ft_str *text = &records->out.text;

	if (!core || records->doc || reservation->id != 1)
		return;
	for (size_t i = 0; i < reservation->n_node; i++, core++) {
		ft_str_add(
		    text, records->control->one_line ? "   " : "\n     ");
		ft_str_addf(text, "NodeName=%s CoreIDs=%" PRIu32,
		    world->machine.node[reservation->node[i]].name,
		    core->first);
		if (core->count > 1)
			ft_str_addf(
			    text, "-%" PRIu32, core->first + core->count - 1);
	}
}

static void
add_nodes(struct control_records *records, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	uint64_t cpus, cores;

	count(world, reservation, &cpus, &cores);
	control_record_break(records);
	control_record_add(records, "Nodes", or_null(reservation->nodes));
	control_record_addf(records, "NodeCnt", "%zu", reservation->n_node);
	control_record_addf(records, "CoreCnt", "%" PRIu64, cores);
	control_record_add(records, "Features", or_null(reservation->features));
	control_record_add(
	    records, "PartitionName", or_null(reservation->partition));
	add_flags(records, reservation);
	add_cores(records, world, reservation);
	control_record_break(records);
	if (cpus)
		control_record_addf(records, "TRES", "cpu=%" PRIu64, cpus);
	else
		control_record_add(records, "TRES", NULL);
}

static void
add_who(struct control_records *records, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	bool active = ft_reserve_is_active(world, reservation);
	char text[32];

	control_record_break(records);
	control_record_add(records, "Users", or_null(reservation->users));
	control_record_add(records, "Groups", or_null(reservation->groups));
	control_record_add(records, "Accounts", or_null(reservation->accounts));
	control_record_add(records, "Licenses", or_null(reservation->licenses));
	control_record_add(records, "State", active ? "ACTIVE" : "INACTIVE");
	control_record_add(
	    records, "BurstBuffer", or_null(reservation->burst_buffer));
	if (reservation->watts == FT_RESERVATION_NO_WATTS)
		control_record_add(records, "Watts", "n/a");
	else
		control_record_addf(
		    records, "Watts", "%" PRId64, reservation->watts);
	control_record_break(records);
	control_record_add(records, "MaxStartDelay",
	    reservation->max_start_delay
		? ft_time_format_duration(
		      text, sizeof text, reservation->max_start_delay)
		: NULL);
}

static void
show(struct control_records *records, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	control_record_begin(records);
	add_times(records, world, reservation);
	add_nodes(records, world, reservation);
	add_who(records, world, reservation);
	control_record_end(records);
}

/* Whether the acting user could run in it, in one of his accounts. */
static bool
may_use(const struct control *control, const struct ft_reservation *reservation)
{
	const struct ft_world *world = &control->world;
	const struct ft_book *book = &world->book;
	const struct ft_user *user =
	    ft_book_find_user(book, control->asker.name);
	struct ft_job job;
	bool may;

	ft_job_init(&job);
	job.user = control->asker.name;
	job.uid = control->asker.uid;
	job.account = "";
	may =
	    !*reservation->accounts && ft_reserve_may(world, &job, reservation);
	for (size_t i = 0; user && i < book->n_assoc && !may; i++) {
		const struct ft_account *account =
		    book->assoc[i].user == user->id
			? ft_book_account(book, book->assoc[i].account)
			: NULL;

		job.account = account ? account->name : "";
		may = account && ft_reserve_may(world, &job, reservation);
	}
	ft_job_clear(&job);
	return may;
}

int
control_show_reservation(struct control *control, int argc, char **argv)
{
	const char *name = control_operand(argc, argv);
	const struct ft_world *world = &control->world;
	struct ft_world_load how = { 0 };
	struct control_records records;
	struct ft_error err = { 0 };
	bool found = false, all;

	if (control_read(control, &how, &err) != FT_OK)
		return control_fail(control, &err);
	all = ft_sight_sees_all(
	    &control->session.sight, FT_SIGHT_BIT(RESERVATIONS));
	control_records_open(&records, control, "reservations", "   ", true);
	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *reservation =
		    world->reservation[i];

		if ((name && strcmp(reservation->name, name) != 0) ||
		    (!all && !may_use(control, reservation)))
			continue;
		show(&records, world, reservation);
		found = true;
	}
	control_records_close(&records);
	if (found ||
	    (!name && (control->quiet || control->format != FT_FORMAT_TABLE)))
		return 0;
	control_doubt(control, FT_COMPLETE_RESERVATION, name);
	if (name)
		fprintf(
		    control_aside(control), "Reservation %s not found\n", name);
	else
		fputs(
		    "No reservations in the system\n", control_aside(control));
	return name ? 1 : 0;
}
