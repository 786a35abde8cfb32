/*
 * reservation.h - what the files of fcontrol that know reservations share.
 */
#ifndef FT_CMD_FCONTROL_RESERVATION_H
#define FT_CMD_FCONTROL_RESERVATION_H

#include "fcontrol/fcontrol.h"

control_verb_fn control_create_reservation, control_update_reservation,
    control_delete_reservation, control_show_reservation;

/* Whether WORD is "reservation", cut or not, with or without "=NAME". */
bool control_is_reservation(const char *word);

#endif
