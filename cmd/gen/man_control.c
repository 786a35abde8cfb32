/* man_control.c - the regions of fcontrol's page, from its tables. */

#include "fcontrol/fcontrol.h"
#include "gen/gen.h"
#include "model/reservation/reservation.h"
#include "sim/update/update.h"

static void
add_row(struct ft_str *str, const char *name, const char *sentence)
{
	ft_str_addf(str, ".It Cm %s\n", name);
	gen_text(str, sentence);
}

static void
add_rows(struct ft_str *str, const struct fcontrol_name *row)
{
	ft_str_add(str, ".Bl -tag -width Ds\n");
	for (; row->name; row++)
		add_row(str, row->name, row->sentence);
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
		add_rows(str, fcontrol_entities);
	else if (strcmp(name, "UPDATE") == 0)
		add_rows(str, fcontrol_changes);
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
