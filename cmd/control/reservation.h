/*
 * reservation.h - what the files of fcontrol that know reservations share.
 */
#ifndef FT_CONTROL_RESERVATION_H
#define FT_CONTROL_RESERVATION_H

#include "control/control.h"

control_verb_fn control_create_reservation, control_update_reservation,
    control_delete_reservation, control_show_reservation;

/* Whether WORD is "reservation", cut or not, with or without "=NAME". */
bool control_is_reservation(const char *word);

#endif
