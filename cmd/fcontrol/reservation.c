/*
 * reservation.c - fcontrol create, update, delete reservation.
 * Source: scontrol(1), RESERVATIONS; what Slurm 22.05 said.
 */
#include "fcontrol/reservation.h"

#include <grp.h>
#include <pwd.h>

#include "common/timetext.h"
#include "fcontrol/cluster.h"
#include "model/reservation/request.h"
#include "sim/reserve/reserve.h"

bool
fcontrol_is_reservation(const char *word)
{
	return ft_word_abbreviates(
	    ft_word_until(word, "="), "ReservationName", 3);
}

/* ---- groups -------------------------------------------------------------------- */

static void
add_member(struct ft_str *members, const char *name)
{
	ft_str_addf(members, "%s%s", members->len ? "," : "", name);
}

static void
add_members(struct ft_str *members, const struct group *group)
{
	const struct passwd *user;
	gid_t gid = group->gr_gid;

	for (char **name = group->gr_mem; *name; name++)
		add_member(members, *name);
	/* and users whose primary group it is */
	setpwent();
	while ((user = getpwent()) != NULL)
		if (user->pw_gid == gid)
			add_member(members, user->pw_name);
	endpwent();
}

/* Add the users of the groups in LIST, as this system knows them; false: a
 * group is unknown. */
static bool
find_members(const char *list, struct ft_str *members)
{
	struct ft_word word;
	bool good = true;

	while (good && ft_word_next(&list, ",", &word)) {
		char *name = ft_strndup(word.at, word.len);
		bool minus = *name == '-';
		const struct group *group = getgrnam(name + minus);

		ft_free(name);
		good = group || !word.len;
		if (group && !minus)
			add_members(members, group);
	}
	return good;
}

/* ---- common to create and update ----------------------------------------- */

/* Complain about a bad word or value. */
static void
complain(struct fcontrol *control, const struct ft_reservation_request *request,
    const struct ft_error *err)
{
	if (request->bad_time && control->context->slurm)
		(void)ft_timetext_is_date(control->context, request->bad_time);
	ft_cmd_error(control->context, "%s", err->text);
	if (!request->update)
		return;
	if (request->bad_time && control->context->slurm)
		fprintf(control->context->err, "slurm_update error: %s\n",
		    ft_refusal_text(FT_REFUSE_RESERVATION_TIME));
	else
		fcontrol_no_error(control);
}

static enum ft_status
read_words(struct fcontrol *control, struct ft_reservation_request *request,
    int argc, char **argv, struct ft_error *err)
{
	for (int i = 0; i < argc; i++)
		/* the entity itself: "create reservation ..." */
		if (i || strchr(argv[i], '=') ||
		    !fcontrol_is_reservation(argv[i]))
			FT_TRY(ft_reservation_request_word(
			    request, argv[i], control->world.now, err));
	return FT_OK;
}

#define FLAG(name) FT_RESERVATION_MASK(name)

/* Returns what later releases say besides, NULL nothing. */
static const char *
fault_of(const struct ft_reservation_request *request, enum ft_refusal refusal)
{
	bool replace = request->set & (FLAG(REPLACE) | FLAG(REPLACE_DOWN));

	if (!ft_release_has(request->release, FT_RULE_RESERVATION_FAULTS))
		return NULL;
	if (replace && !request->update && refusal == FT_REFUSE_NODE_NAME)
		return "REPLACE or REPLACE_DOWN flags should be used with the "
		       "NodeCnt reservation option; do not specify Nodes";
	if (request->update && refusal == FT_REFUSE_PARTITION &&
	    request->given[FT_RESERVATION_KEY_PARTITION] &&
	    !*request->text[FT_RESERVATION_KEY_PARTITION])
		return "Reservation partition cannot be removed";
	if (refusal == FT_REFUSE_RESERVATION_CORE_UPDATE)
		return "Updating core/node TRES not supported for core-based "
		       "reservations";
	if (refusal != FT_REFUSE_UNSUPPORTED)
		return NULL;
	if (replace && request->update)
		return "Reservation can't be updated with REPLACE or "
		       "REPLACE_DOWN flags; they should be updated on a "
		       "NodeCnt reservation";
	if (request->set & FLAG(TIME_FLOAT) && !request->update)
		return "Reservation request has mutually exclusive flags. "
		       "Repeating floating reservations are not supported.";
	if (request->set & FT_RESERVATION_REPEATS)
		return request->update
			   ? "Cannot update reservation to have multiple "
			     "reoccurring flags. Please specify only one "
			     "reoccurring flag"
			   : "Reservation has multiple reoccurring flags. "
			     "Please specify only one reoccurring flag";
	return NULL;
}

static int
refuse(struct fcontrol *control, const struct ft_reservation_request *request,
    enum ft_refusal refusal)
{
	enum ft_release release = control->context->release;
	bool again = request->update && control->context->slurm;
	const char *text = ft_refusal_text(refusal);
	FILE *err = control->context->err;

	if (control->context->slurm && !request->update &&
	    refusal == FT_REFUSE_USER && control->session.may &&
	    *request->text[FT_RESERVATION_KEY_USERS] &&
	    ft_release_has(release, FT_RULE_RESERVATION_NO_USER))
		text = "Unspecified error";
	if (request->job)
		ft_cmd_error(control->context,
		    "Reservation update rejected because of JobId=%lu",
		    (unsigned long)request->job);
	if (fault_of(request, refusal))
		ft_cmd_error(
		    control->context, "%s", fault_of(request, refusal));
	if (!request->update && refusal == FT_REFUSE_RESERVATION_BUSY &&
	    (!*request->text[FT_RESERVATION_KEY_NODES] ||
		!ft_release_has(release, FT_RULE_RESERVATION_FAULTS)))
		fputs("Note, unless nodes are directly requested a reservation "
		      "must exist in a single partition.\n"
		      "If no partition is requested the default partition is "
		      "assumed.\n",
		    control->context->out);
	if (!again || !ft_release_has(release, FT_RULE_RESERVATION_SAID_ONCE))
		fprintf(err, "Error %s the reservation: %s\n",
		    request->update ? "updating" : "creating", text);
	if (again)
		fprintf(err, "slurm_update error: %s\n", text);
	return 1;
}

/* Create or change a reservation by REQUEST; *made: the new one. */
static enum ft_refusal
obey(struct fcontrol *control, struct ft_reservation_request *request,
    struct ft_reservation **made)
{
	if (!control->session.may)
		return FT_REFUSE_USER;
	return request->update
		   ? ft_reserve_update(&control->world, request, find_members)
		   : ft_reserve_create(
			 &control->world, request, find_members, made);
}

/* ---- create and update ------------------------------------------------------------------ */

static int
carry_out(struct fcontrol *control, struct ft_reservation_request *request)
{
	uint32_t number = control->world.last_reservation;
	struct ft_reservation *made = NULL;
	struct ft_error err = { 0 };
	enum ft_refusal refusal = obey(control, request, &made);
	char *name = made ? ft_strdup(made->name) : NULL;

	/*
	 * a refused reservation uses up the number of its generated name, too
	 */
	if ((refusal == FT_REFUSE_NONE ||
		number != control->world.last_reservation) &&
	    fcontrol_commit(control, &err) != FT_OK) {
		ft_free(name);
		return fcontrol_fail(control, &err);
	}
	if (refusal != FT_REFUSE_NONE) {
		ft_free(name);
		return refuse(control, request, refusal);
	}
	if (request->update)
		fputs("Reservation updated.\n", control->context->out);
	else
		fprintf(
		    control->context->out, "Reservation created: %s\n", name);
	ft_free(name);
	return 0;
}

static int
change(struct fcontrol *control, int argc, char **argv, bool update)
{
	/* ended jobs lose its name too */
	struct ft_reservation_request request;
	struct ft_error err = { 0 };
	int status;

	if (!fcontrol_start(control, FT_RIGHT_RESERVATIONS, NULL))
		return 1;
	ft_reservation_request_init(&request, update);
	request.release = control->context->release;
	request.tres = &control->world.tres;
	if (read_words(control, &request, argc, argv, &err) != FT_OK ||
	    (!update &&
		ft_reservation_request_check(&request, &err) != FT_OK)) {
		complain(control, &request, &err);
		status = 1;
	} else {
		status = carry_out(control, &request);
	}
	ft_reservation_request_free(&request);
	return status;
}

int
fcontrol_create_reservation(struct fcontrol *control, int argc, char **argv)
{
	return change(control, argc, argv, false);
}

int
fcontrol_update_reservation(struct fcontrol *control, int argc, char **argv)
{
	return change(control, argc, argv, true);
}

/* ---- delete ----------------------------------------------------------------------------- */

int
fcontrol_delete_reservation(struct fcontrol *control, int argc, char **argv)
{
	const char *equal = strchr(argv[0], '=');
	const char *name = equal ? equal + 1 : argc > 1 ? argv[1] : "";
	struct ft_error err = { 0 };
	enum ft_refusal refusal;

	if (!fcontrol_start(control, FT_RIGHT_RESERVATIONS, NULL))
		return 1;
	refusal = control->session.may
		      ? ft_reserve_delete(&control->world, name)
		      : FT_REFUSE_USER;
	if (refusal == FT_REFUSE_NONE) {
		if (fcontrol_commit(control, &err) != FT_OK)
			return fcontrol_fail(control, &err);
		return 0;
	}
	fprintf(control->context->err, "delete_reservation %s: %s\n", argv[0],
	    ft_refusal_text(refusal));
	return 1;
}
