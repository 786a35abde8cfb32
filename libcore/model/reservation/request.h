/*
 * request.h - the words of `scontrol create|update reservation`.
 *
 * Checks what a user wrote word by word; sim/reserve/reserve.h decides whether it
 * can be reserved.  Source: scontrol(1), RESERVATIONS; texts are Slurm's.
 */
#ifndef FT_MODEL_RESERVATION_REQUEST_H
#define FT_MODEL_RESERVATION_REQUEST_H

#include "model/account/tres.h"
#include "model/release/release.h"
#include "model/reservation/reservation.h"

struct ft_reservation_request {
	struct ft_arena arena; /* strings */
	bool update;
	enum ft_release release;          /* whose words messages have */
	const struct ft_tres_table *tres; /* what there is; NULL: anything */
	const char *bad_time;             /* what was no time; NULL */
	/* by enum ft_reservation_key_id */
	bool given[FT_RESERVATION_KEYS];
	/* the value as given, with the sign of += or -= before each element */
	const char *text[FT_RESERVATION_KEYS];
	char sign; /* of Duration: '+', '-', 0 */
	/* of these, what they mean */
	int64_t start, end;      /* time */
	int64_t duration;        /* seconds; FT_TIME_UNLIMITED */
	int64_t max_start_delay; /* seconds */
	int64_t watts;
	uint32_t *node_count, *core_count; /* lists, in the arena */
	size_t n_node_count, n_core_count;
	const char *licenses; /* of Licenses or TRES; "" none */
	uint64_t set, clear;  /* flags */
	int64_t purge;        /* seconds, of PURGE_COMP */
	bool gres;            /* TRES names generic resources */
	/* of an update that is refused: a job that could not use it any more */
	uint32_t job;
};

void ft_reservation_request_init(
    struct ft_reservation_request *request, bool update);
void ft_reservation_request_free(struct ft_reservation_request *request);
/*
 * One WORD "Key=Value", "Key+=Value" or "Skip".  now: of times such as now+1hour.
 * FT_EINVAL: an invalid word or value; err has scontrol's message.
 */
enum ft_status ft_reservation_request_word(
    struct ft_reservation_request *request, const char *word, int64_t now,
    struct ft_error *err);
/* Read TRES as the controller of later releases does; false: it is invalid. */
bool ft_reservation_request_tres(struct ft_reservation_request *request);
/* What must be there to create one; FT_EINVAL as above. */
enum ft_status ft_reservation_request_check(
    const struct ft_reservation_request *request, struct ft_error *err);

#endif
