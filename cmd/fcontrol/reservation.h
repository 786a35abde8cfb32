/*
 * reservation.h - shared by the files of fcontrol that handle reservations.
 */
#ifndef FT_CMD_FCONTROL_RESERVATION_H
#define FT_CMD_FCONTROL_RESERVATION_H

#include "fcontrol/fcontrol.h"

fcontrol_verb_fn fcontrol_create_reservation, fcontrol_update_reservation,
    fcontrol_delete_reservation, fcontrol_show_reservation;

/* Whether WORD is "reservation" or an abbreviation, with or without "=NAME". */
bool fcontrol_is_reservation(const char *word);

#endif
