/* man_control.c - the regions of fcontrol's page, from its tables. */

#include "gen/gen.h"
#include "model/reservation.h"
#include "sim/update.h"
#include "sim/world.h"

struct row {
	const char *name, *sentence;
};

static const struct row shows[] = {
#define CONTROL_SHOW(name, least, run, call, sentence) { name, sentence },
#include "control/show.def"
};

static const struct row updates[] = {
#define CONTROL_UPDATE(name, least, run, sentence) { name, sentence },
#include "control/update.def"
};

static void
add_row(struct ft_str *str, const char *name, const char *sentence)
{
	ft_str_addf(str, ".It Cm %s\n", name);
	gen_text(str, sentence);
}

/* The rows, those that are words and those that are keys alike. */
static void
add_rows(struct ft_str *str, const struct row *row, size_t n)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < n; i++)
		add_row(str, row[i].name, row[i].sentence);
	ft_str_add(str, ".El\n");
}

static void
add_keys(struct ft_str *str)
{
	const struct ft_update_key *key;

	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (key = ft_update_keys; key->name; key++)
		if (!(key->flags & FT_UPDATE_SLURM))
			add_row(str, key->name, key->sentence);
	ft_str_add(str, ".El\n");
}

/* Key Ns =VALUE; one that stands alone has none. */
static void
add_reservation_keys(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < FT_RESERVATION_KEYS; i++) {
		const struct ft_reservation_key *key = &ft_reservation_keys[i];

		ft_str_addf(str, ".It Cm %s", key->name);
		if (*key->value)
			ft_str_addf(str, " Ns = Ns Ar %s", key->value);
		ft_str_add_char(str, '\n');
		gen_text(str, key->sentence);
	}
	ft_str_add(str, ".El\n");
}

static void
add_reservation_flags(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (int i = 0; i < FT_RESERVATION_BITS; i++) {
		enum ft_reservation_bit bit = (enum ft_reservation_bit)i;

		add_row(str, ft_reservation_flag_name(bit),
		    ft_reservation_flag_sentence(bit));
	}
	ft_str_add(str, ".El\n");
}

bool
gen_control(struct ft_str *str, const char *name)
{
	if (strcmp(name, "SHOW") == 0)
		add_rows(str, shows, sizeof shows / sizeof *shows);
	else if (strcmp(name, "UPDATE") == 0)
		add_rows(str, updates, sizeof updates / sizeof *updates);
	else if (strcmp(name, "JOB-KEYS") == 0)
		add_keys(str);
	else if (strcmp(name, "RESERVATION-KEYS") == 0)
		add_reservation_keys(str);
	else if (strcmp(name, "RESERVATION-FLAGS") == 0)
		add_reservation_flags(str);
	else
		return false;
	return true;
}
