/* reservation.c - tables of reservation.def, and the calendar of repetitions. */
#include "model/reservation/reservation.h"

#include <time.h>

#define HOUR 3600

static const struct {
	const char *name, *sentence;
} flags_table[] = {
#define FT_RESERVATION_FLAG(id, name, sentence) { name, sentence },
#include "model/reservation/reservation.def"
};

static const struct {
	enum ft_reservation_bit bit;
	const char *word;
	size_t least;
	bool clears;
} words[] = {
#define FT_RESERVATION_WORD(id, word, least, clears)                           \
	{ FT_RESERVATION_BIT_##id, word, least, clears },
#include "model/reservation/reservation.def"
};

const struct ft_reservation_key ft_reservation_keys[] = {
#define FT_RESERVATION_KEY(id, name, least, flags, value, sentence)            \
	{ name, least, flags, value, sentence },
#include "model/reservation/reservation.def"
};

static const struct {
	int key;
	const char *name;
	size_t least;
} aliases[] = {
#define FT_RESERVATION_ALIAS(id, name, least)                                  \
	{ FT_RESERVATION_KEY_##id, name, least },
#include "model/reservation/reservation.def"
};

void
ft_reservation_init(struct ft_reservation *reservation)
{
	*reservation = (struct ft_reservation){
		.name = "",
		.nodes = "",
		.users = "",
		.accounts = "",
		.groups = "",
		.members = "",
		.partition = "",
		.features = "",
		.licenses = "",
		.burst_buffer = "",
		.comment = "",
		.allowed = "",
		.qos = "",
		.purge = -1,
		.watts = FT_RESERVATION_NO_WATTS,
	};
}

void
ft_reservation_clear(struct ft_reservation *reservation)
{
	ft_free(reservation->node);
	ft_free(reservation->core);
	reservation->node = NULL;
	reservation->core = NULL;
	reservation->n_node = 0;
}

/* DAYS after START at the same time of the day, whatever summer time does. */
static int64_t
days_after(int64_t start, int days)
{
	time_t at = (time_t)start;
	struct tm tm;

	if (!localtime_r(&at, &tm))
		return start + (int64_t)days * 24 * HOUR;
	tm.tm_mday += days;
	tm.tm_isdst = -1;
	at = mktime(&tm);
	return at == (time_t)-1 ? start + (int64_t)days * 24 * HOUR
				: (int64_t)at;
}

static int
day_of_week(int64_t start)
{
	time_t at = (time_t)start;
	struct tm tm;

	return localtime_r(&at, &tm) ? tm.tm_wday : 1;
}

int64_t
ft_reservation_after(uint64_t flags, int64_t start)
{
	int day = day_of_week(start); /* 0 Sunday */

	if (flags & FT_RESERVATION_MASK(HOURLY))
		return start + HOUR;
	if (flags & FT_RESERVATION_MASK(DAILY))
		return days_after(start, 1);
	if (flags & FT_RESERVATION_MASK(WEEKDAY))
		return days_after(start, day == 5 ? 3 : day == 6 ? 2 : 1);
	if (flags & FT_RESERVATION_MASK(WEEKEND))
		return days_after(start, day == 6 ? 1 : 6 - day);
	if (flags & FT_RESERVATION_MASK(WEEKLY))
		return days_after(start, 7);
	return start;
}

int64_t
ft_reservation_skip(uint64_t flags, int64_t start, int64_t until)
{
	enum { WEEK = 7 * 24 * HOUR, KEPT = 53 };
	int64_t weeks = (until - start) / WEEK - KEPT;

	if (weeks <= 0)
		return start;
	return flags & FT_RESERVATION_MASK(HOURLY)
		   ? start + weeks * WEEK
		   : days_after(start, (int)weeks * 7);
}

/* ---- flags ---------------------------------------------------------------------- */

const char *
ft_reservation_flag_name(enum ft_reservation_bit bit)
{
	return flags_table[bit].name;
}

const char *
ft_reservation_flag_sentence(enum ft_reservation_bit bit)
{
	return flags_table[bit].sentence;
}

void
ft_reservation_flags_add(struct ft_str *str, uint64_t flags)
{
	const char *comma = "";

	for (size_t i = 0; i < FT_RESERVATION_BITS; i++) {
		if (!(flags >> i & 1))
			continue;
		ft_str_addf(str, "%s%s", comma, flags_table[i].name);
		comma = ",";
	}
}

bool
ft_reservation_flags_read(const char *text, uint64_t *flags)
{
	struct ft_word word;

	*flags = 0;
	while (ft_word_next(&text, ",", &word)) {
		int bit = ft_row_find(FT_ROWS(flags_table), word);

		if (bit < 0)
			return false;
		*flags |= UINT64_C(1) << bit;
	}
	return true;
}

int
ft_reservation_word(struct ft_word word, bool *clears)
{
	for (size_t i = 0; i < FT_COUNT(words); i++) {
		if (!ft_word_abbreviates(word, words[i].word, words[i].least))
			continue;
		*clears = words[i].clears;
		return (int)words[i].bit;
	}
	return -1;
}

int
ft_reservation_key(struct ft_word word)
{
	for (int i = 0; i < FT_RESERVATION_KEYS; i++)
		if (ft_word_abbreviates(word, ft_reservation_keys[i].name,
			ft_reservation_keys[i].least))
			return i;
	for (size_t i = 0; i < FT_COUNT(aliases); i++)
		if (ft_word_abbreviates(
			word, aliases[i].name, aliases[i].least))
			return aliases[i].key;
	return -1;
}
