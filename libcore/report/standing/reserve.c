/* reserve.c - which reservations a pending job waits for or has to avoid. */

#include "base/text/timefmt.h"
#include "report/standing/standing.h"
#include "sim/reserve/reserve.h"

static void
add_date(struct ft_str *str, int64_t when)
{
	if (when >= FT_RESERVATION_FOREVER)
		ft_str_add(str, "ever");
	else
		ft_time_add_date(str, when);
}

/* The users, groups and accounts that may use it. */
static void
add_who(struct ft_str *str, const struct ft_reservation *reservation)
{
	const char *list[] = { reservation->users, reservation->groups,
		reservation->accounts };
	const char *and = "";

	for (size_t i = 0; i < FT_COUNT(list); i++) {
		if (!*list[i])
			continue;
		ft_str_addf(str, "%s%s", and, list[i]);
		and = " in ";
	}
}

/* The reservation that JOB names. */
static void
add_own(struct ft_str *str, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	int64_t start = ft_reserve_start(world, reservation);
	int64_t end = ft_reserve_end(world, reservation);

	ft_str_addf(str, "  Its reservation %s ", reservation->name);
	if (end <= world->now) {
		ft_str_add(str, "ended at ");
		add_date(str, end);
	} else if (start > world->now) {
		ft_str_add(str, "starts at ");
		add_date(str, start);
	} else {
		ft_str_addf(str, "is active on %s until ", reservation->nodes);
		add_date(str, end);
	}
	ft_str_add_char(str, '.');
}

/* A reservation that keeps the nodes for others. */
static void
add_other(struct ft_str *str, const struct ft_world *world,
    const struct ft_reservation *reservation)
{
	int64_t start = ft_reserve_start(world, reservation);

	ft_str_addf(str, "  Reservation %s holds %s ", reservation->name,
	    reservation->nodes);
	if (start > world->now) {
		ft_str_add(str, "from ");
		add_date(str, start);
		ft_str_add_char(str, ' ');
	}
	ft_str_add(str, "until ");
	add_date(str, ft_reserve_end(world, reservation));
	ft_str_add(str, " for ");
	add_who(str, reservation);
	if (start - world->now >= 60)
		ft_str_addf(str,
		    "; with a time limit of %" PRId64
		    " minutes or less the job could end before it starts",
		    (start - world->now) / 60);
	ft_str_add_char(str, '.');
}

static bool
touches(const struct ft_partition *partition,
    const struct ft_reservation *reservation)
{
	for (size_t i = 0; i < reservation->n_node; i++)
		for (size_t j = 0; j < partition->n_node; j++)
			if (partition->node[j] == reservation->node[i])
				return true;
	return false;
}

void
ft_standing_add_reservations(
    struct ft_str *str, const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition = ft_world_partition(world, job);
	int64_t minutes, end;

	if (!partition)
		return;
	minutes = ft_world_time_limit(world, job, partition);
	end = world->now + (minutes > INT32_MAX ? INT32_MAX : minutes) * 60;
	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *reservation =
		    world->reservation[i];

		if (ft_reserve_is_named(job, reservation))
			add_own(str, world, reservation);
		else if (!*job->reservation &&
			 ft_reserve_start(world, reservation) < end &&
			 ft_reserve_end(world, reservation) > world->now &&
			 touches(partition, reservation))
			add_other(str, world, reservation);
	}
}
