/* request.c - the words of `scontrol create|update reservation`. */
#include "model/reservation/request.h"

#include "base/text/timefmt.h"

#define MINUTE        60
#define PURGE_MINUTES 5 /* of PURGE_COMP without a time */
#define KIBI          1024
#define COUNTS_MAX    65536 /* elements of a list of counts */

struct reader;

/* One word being read. */
struct reading {
	struct ft_reservation_request *request;
	const struct reader *reader;
	const char *word;  /* all of it */
	const char *value; /* "" of a bare one */
	int key;
	char sign;
	int64_t now;
};
/* What a value is read by and where it belongs, offsets in the request. */
struct reader {
	enum ft_status (*read)(
	    const struct reading *reading, struct ft_error *err);
	const char *what;      /* in messages */
	size_t member, number; /* number: of an array, how many it has */
};

static const struct reader readers[FT_RESERVATION_KEYS];

/* "No reservation created." or what an update says. */
static const char *
nothing(const struct reading *reading)
{
	return reading->request->update ? "No reservation update."
					: "No reservation created.";
}

/* ---- values ------------------------------------------------------------------------ */

static void *
member(const struct reading *reading, size_t offset)
{
	return (char *)reading->request + offset;
}

static enum ft_status
read_date(const struct reading *reading, struct ft_error *err)
{
	int64_t *to = member(reading, reading->reader->member);

	*to = 0; /* of an empty text */
	if (!*reading->value ||
	    ft_time_date(reading->value, reading->now, false, to))
		return FT_OK;
	reading->request->bad_time =
	    ft_arena_strdup(&reading->request->arena, reading->value);
	return ft_fail(err, FT_EINVAL, "Invalid %s time %s.  %s",
	    reading->reader->what, reading->word, nothing(reading));
}

/* A number of seconds; those of Duration are rounded up to minutes. */
static enum ft_status
read_seconds(const struct reading *reading, struct ft_error *err)
{
	bool delay = reading->key == FT_RESERVATION_KEY_MAX_START_DELAY;
	int64_t seconds, *to = member(reading, reading->reader->member);

	if (!ft_time_duration(reading->value, &seconds) ||
	    (seconds == FT_TIME_UNLIMITED && delay))
		return ft_fail(err, FT_EINVAL, "Invalid duration %s.  %s",
		    reading->word, nothing(reading));
	if (seconds != FT_TIME_UNLIMITED && !delay)
		seconds += (MINUTE - seconds % MINUTE) % MINUTE;
	*to = seconds;
	return FT_OK;
}

/* "2", "1k": into *to. */
static bool
read_count(struct ft_word word, uint32_t *to)
{
	char digits[16];
	uint64_t times = 1, value;

	for (; word.len && *word.at == ' '; word.len--)
		word.at++;
	if (word.len && (word.at[word.len - 1] | 0x20) == 'k') {
		times = KIBI;
		word.len--;
	}
	/* an update writes a plus in front */
	if (!ft_word_copy(word, digits, sizeof digits) ||
	    !ft_num_u64(digits + (*digits == '+'), &value) ||
	    value > UINT32_MAX / times)
		return false;
	*to = (uint32_t)(value * times);
	return true;
}

/* "2,3,1k" into a new array; false: one is none. */
static bool
fill_counts(
    struct ft_arena *arena, const char *text, uint32_t **count, size_t *n)
{
	struct ft_word word;
	size_t cap = 1;

	for (const char *c = text; *c; c++)
		cap += *c == ',';
	if (cap > COUNTS_MAX)
		return false;
	*count = ft_arena_calloc(arena, cap, sizeof **count);
	*n = 0;
	while (ft_word_next(&text, ",", &word))
		if (!read_count(word, &(*count)[(*n)++]))
			return false;
	return *n > 0;
}

/* Later releases take one number: of cores what strtol reads, 0 for none; of
 * nodes more than there are for nothing and for what is out of range, which an
 * update reads as 0. */
static enum ft_status
read_one_count(const struct reading *reading, struct ft_error *err)
{
	const struct reader *reader = reading->reader;
	uint32_t **count = member(reading, reader->member);
	size_t *n = member(reading, reader->number);
	bool nodes = reading->key == FT_RESERVATION_KEY_NODECNT;
	int64_t number = strtoll(reading->value, NULL, 10);

	if (strchr(reading->value, ','))
		return ft_fail(err, FT_EINVAL,
		    "Using a comma separated array for %s is no longer valid.",
		    ft_reservation_keys[reading->key].name);
	*count = ft_arena_calloc(&reading->request->arena, 1, sizeof **count);
	*n = nodes || number;
	if (read_count(ft_word_of(reading->value), *count) && nodes)
		return FT_OK;
	if (nodes && number >= 0 && number <= UINT32_MAX && *reading->value)
		return ft_fail(err, FT_EINVAL,
		    "\"%s\" is not a valid node count", reading->value);
	if (!nodes && number > 0 && number <= UINT32_MAX)
		**count = (uint32_t)number;
	else
		**count = nodes && reading->request->update ? 0 : UINT32_MAX;
	return FT_OK;
}

static enum ft_status
read_counts(const struct reading *reading, struct ft_error *err)
{
	const struct reader *reader = reading->reader;
	int64_t number;

	/* before, a negative number of cores was more than there are, too */
	if (ft_release_has(
		reading->request->release, FT_RULE_RESERVATION_COUNTS) ||
	    (reading->key == FT_RESERVATION_KEY_CORECNT &&
		ft_num_i64(reading->value, &number) && number < 0))
		return read_one_count(reading, err);
	if (!*reading->value ||
	    fill_counts(&reading->request->arena, reading->value,
		member(reading, reader->member),
		member(reading, reader->number)))
		return FT_OK;
	return ft_fail(err, FT_EINVAL, "Invalid %s count %s", reader->what,
	    reading->value);
}

static enum ft_status
read_licenses(const struct reading *reading, struct ft_error *err)
{
	(void)err;
	reading->request->licenses =
	    reading->request->text[FT_RESERVATION_KEY_LICENSES];
	return FT_OK;
}

static enum ft_status
read_watts(const struct reading *reading, struct ft_error *err)
{
	uint32_t watts;

	if (!read_count(ft_word_of(reading->value), &watts))
		return ft_fail(
		    err, FT_EINVAL, "Invalid Watts value: %s", reading->value);
	reading->request->watts = watts;
	return FT_OK;
}

/* ---- TRES: cpu=4,node=2,license/foo=1 ------------------------------------------------ */

/* One element, and the numbers behind it that belong to it ("cpu=2,3,1"). */
static size_t
element(const char *text)
{
	size_t len = strcspn(text, ",");

	while (text[len] == ',' && text[len + 1] >= '0' &&
	       text[len + 1] <= '9' && !strchr("=", text[len + 1]))
		len += 1 + strcspn(text + len + 1, ",");
	return len;
}

static void
add_license(struct ft_reservation_request *request, struct ft_word name,
    char mark, const char *count)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	if (*request->licenses)
		ft_str_addf(&list, "%s,", request->licenses);
	ft_str_add_n(&list, name.at, name.len);
	ft_str_addf(&list, "%c%s", mark, count);
	request->licenses =
	    ft_arena_strdup(&request->arena, ft_str_text(&list));
	request->given[FT_RESERVATION_KEY_LICENSES] = true;
}

/* The TRES that make a reservation. */
enum part { PART_CPU, PART_NODE, PART_LICENSE, PART_OTHER, PART_UNKNOWN };

/* Returns what NAME is; of a license *name becomes its name. */
static enum part
part_of(const struct ft_reservation_request *request, struct ft_word *name)
{
	if (ft_word_is(*name, "cpu"))
		return PART_CPU;
	if (ft_word_is(*name, "node"))
		return PART_NODE;
	if (request->tres && !ft_tres_find_word(request->tres, *name))
		return PART_UNKNOWN;
	if (name->len <= 8 || strncasecmp(name->at, "license/", 8) != 0)
		return PART_OTHER;
	name->at += 8;
	name->len -= 8;
	return PART_LICENSE;
}

/* Keep the count that a part of TRES gives for KEY. */
static bool
keep_counts(struct ft_reservation_request *request,
    enum ft_reservation_key_id key, const char *value)
{
	bool cores = key == FT_RESERVATION_KEY_CORECNT;

	request->given[key] = true;
	return !(cores && strpbrk(value, "kK")) &&
	       fill_counts(&request->arena, value,
		   cores ? &request->core_count : &request->node_count,
		   cores ? &request->n_core_count : &request->n_node_count);
}

static enum ft_status
read_tres_one(
    const struct reading *reading, const char *text, struct ft_error *err)
{
	struct ft_reservation_request *request = reading->request;
	struct ft_word name = ft_word_of(text), count;
	int len;

	if (!ft_word_split(&name, '=', &count) || !name.len)
		return ft_fail(err, FT_EINVAL, "invalid TRES '%s'", text);
	len = (int)name.len;
	switch (part_of(request, &name)) {
	case PART_CPU:
		return keep_counts(
			   request, FT_RESERVATION_KEY_CORECNT, count.at)
			   ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "invalid TRES cpu value '%s'", count.at);
	case PART_NODE:
		return keep_counts(
			   request, FT_RESERVATION_KEY_NODECNT, count.at)
			   ? FT_OK
			   : ft_fail(err, FT_EINVAL,
				 "Invalid TRES node count %s", count.at);
	case PART_LICENSE:
		add_license(request, name, ':', count.at);
		return FT_OK;
	case PART_OTHER:
		return ft_fail(err, FT_EINVAL,
		    "TRES type '%.*s' not supported with reservations", len,
		    text);
	case PART_UNKNOWN:
		return ft_fail(err, FT_EINVAL,
		    "couldn't identify configured TRES '%.*s'", len, text);
	}
	return FT_OK;
}

/* Later releases only keep it; the controller reads it. */
static enum ft_status
read_tres(const struct reading *reading, struct ft_error *err)
{
	const char *text = reading->value;

	if (ft_release_has(
		reading->request->release, FT_RULE_RESERVATION_TRES_KEPT))
		return FT_OK;
	while (*text) {
		size_t len = element(text);

		if (len)
			FT_TRY(read_tres_one(reading,
			    ft_arena_strndup(
				&reading->request->arena, text, len),
			    err));
		text += len + (text[len] == ',');
	}
	return FT_OK;
}

static void
keep_count(struct ft_reservation_request *request,
    enum ft_reservation_key_id key, uint32_t number)
{
	bool cores = key == FT_RESERVATION_KEY_CORECNT;
	uint32_t *count = ft_arena_calloc(&request->arena, 1, sizeof *count);

	*count = number;
	request->given[key] = true;
	*(cores ? &request->core_count : &request->node_count) = count;
	*(cores ? &request->n_core_count : &request->n_node_count) = 1;
}

/* What follows a number in a list of counts says nothing. */
static bool
controller_tres(struct ft_reservation_request *request, char *text)
{
	char *mark = text[strcspn(text, "=")] ? text + strcspn(text, "=")
					      : strrchr(text, ':');
	struct ft_word name = ft_word_until(text, "=");
	const char *count = mark ? mark + 1 : "1";
	uint32_t number;
	enum part part;

	if (mark)
		name.len = (size_t)(mark - text);
	part = part_of(request, &name);
	if (part == PART_UNKNOWN || (!mark && part <= PART_NODE) ||
	    !read_count(ft_word_until(count, ","), &number) || !number)
		return false;
	if (part == PART_LICENSE)
		add_license(request, name, '=', count);
	else if (part == PART_CPU && !request->n_core_count)
		keep_count(request, FT_RESERVATION_KEY_CORECNT, number);
	else if (part == PART_NODE && !request->n_node_count)
		keep_count(request, FT_RESERVATION_KEY_NODECNT, number);
	else if (part == PART_OTHER && !strncasecmp(text, "gres/", 5))
		request->gres = true;
	return true;
}

/* Read the list of KEY; false: it is invalid. */
static bool
controller_list(struct ft_reservation_request *request, int key)
{
	const char *text = request->text[key];
	bool any = !request->given[key];

	while (*text) {
		size_t len = element(text);

		if (!len || !controller_tres(request,
				ft_arena_strndup(&request->arena, text, len)))
			return false;
		any = true;
		text += len + (text[len] == ',');
	}
	return any;
}

bool
ft_reservation_request_tres(struct ft_reservation_request *request)
{
	return !ft_release_has(
		   request->release, FT_RULE_RESERVATION_TRES_KEPT) ||
	       (controller_list(request, FT_RESERVATION_KEY_TRES) &&
		   controller_list(request, FT_RESERVATION_KEY_TRES_PER_NODE));
}

/* ---- flags -------------------------------------------------------------------------- */

/* "PURGE_COMP=10": its time; invalid values mean five minutes. */
static void
set_purge(struct ft_reservation_request *request, struct ft_word text)
{
	char *time = ft_arena_strndup(&request->arena, text.at, text.len);
	int64_t seconds;

	request->purge = PURGE_MINUTES * MINUTE;
	/* in 32 bits, as slurmctld has it */
	if (*time && ft_time_duration(time, &seconds))
		request->purge = seconds == FT_TIME_UNLIMITED
				     ? FT_RESERVATION_FOREVER
				     : (uint32_t)seconds;
}

static bool
has_flag(enum ft_release release, int bit)
{
	bool later = ft_release_has(release, FT_RULE_RESERVATION_WORDS);

	return later ? bit != FT_RESERVATION_BIT_FIRST_CORES
		     : bit != FT_RESERVATION_BIT_USER_DELETE;
}

/* One of the list; false: none of ours. */
static bool
set_flag(const struct reading *reading, struct ft_word word)
{
	struct ft_reservation_request *request = reading->request;
	bool minus = false, clears, timed;
	struct ft_word time;
	int bit;

	if (word.len && (*word.at == '+' || *word.at == '-')) {
		minus = *word.at == '-';
		word.at++;
		word.len--;
	}
	timed = ft_word_split(&word, '=', &time);
	bit = ft_reservation_word(word, &clears);
	if (bit < 0 || (timed && bit != FT_RESERVATION_BIT_PURGE_COMP) ||
	    (minus && !clears) || !has_flag(request->release, bit))
		return false;
	if (bit == FT_RESERVATION_BIT_PURGE_COMP && !minus)
		set_purge(request, time);
	if (minus)
		request->clear |= UINT64_C(1) << bit;
	else
		request->set |= UINT64_C(1) << bit;
	return true;
}

static enum ft_status
read_flags(const struct reading *reading, struct ft_error *err)
{
	const char *text = reading->value;
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (!set_flag(reading, word))
			return ft_fail(err, FT_EINVAL,
			    "Error parsing flags %s.  %s", reading->value,
			    nothing(reading));
	return FT_OK;
}

/* ---- words --------------------------------------------------------------------------- */

#define MEMBER(name) offsetof(struct ft_reservation_request, name)
/* The others are texts. */
static const struct reader readers[FT_RESERVATION_KEYS] = {
	[FT_RESERVATION_KEY_START] = { read_date, "start", MEMBER(start), 0 },
	[FT_RESERVATION_KEY_END] = { read_date, "end", MEMBER(end), 0 },
	[FT_RESERVATION_KEY_DURATION] = { read_seconds, NULL, MEMBER(duration),
	    0 },
	[FT_RESERVATION_KEY_NODECNT] = { read_counts, "node",
	    MEMBER(node_count), MEMBER(n_node_count) },
	[FT_RESERVATION_KEY_CORECNT] = { read_counts, "core",
	    MEMBER(core_count), MEMBER(n_core_count) },
	[FT_RESERVATION_KEY_TRES] = { read_tres, NULL, 0, 0 },
	[FT_RESERVATION_KEY_LICENSES] = { read_licenses, NULL, 0, 0 },
	[FT_RESERVATION_KEY_FLAGS] = { read_flags, NULL, 0, 0 },
	[FT_RESERVATION_KEY_MAX_START_DELAY] = { read_seconds, NULL,
	    MEMBER(max_start_delay), 0 },
	[FT_RESERVATION_KEY_WATTS] = { read_watts, NULL, 0, 0 },
};

void
ft_reservation_request_init(struct ft_reservation_request *request, bool update)
{
	*request = (struct ft_reservation_request){
		.update = update,
		.licenses = "",
		.purge = -1,
	};
	for (size_t i = 0; i < FT_RESERVATION_KEYS; i++)
		request->text[i] = "";
}

void
ft_reservation_request_free(struct ft_reservation_request *request)
{
	ft_arena_clear(&request->arena);
}

/* The value of Key+=VALUE: each of its elements has the sign in front. */
static void
sign_each(struct reading *reading)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_char(&text, reading->sign);
	for (const char *c = reading->value; *c; c++) {
		ft_str_add_char(&text, *c);
		if (*c == ',')
			ft_str_add_char(&text, reading->sign);
	}
	reading->value =
	    ft_arena_strdup(&reading->request->arena, ft_str_text(&text));
}

static enum ft_status
take(struct reading *reading, struct ft_error *err)
{
	struct ft_reservation_request *request = reading->request;
	const struct ft_reservation_key *key =
	    &ft_reservation_keys[reading->key];
	bool later =
	    ft_release_has(request->release, FT_RULE_RESERVATION_WORDS);

	if (reading->sign && later &&
	    (reading->key == FT_RESERVATION_KEY_TRES ||
		reading->key == FT_RESERVATION_KEY_TRES_PER_NODE))
		return ft_fail(err, FT_EINVAL,
		    "Parameter %s specified a plus or minus.  This is not "
		    "allowed.",
		    reading->word);
	if (reading->sign && !(key->flags & FT_RESERVATION_SIGNED) &&
	    !(reading->key == FT_RESERVATION_KEY_NODES && later))
		return ft_fail(err, FT_EINVAL,
		    "The +=/-= notation is not supported when updating %.*s.  "
		    "%s",
		    (int)(strcspn(reading->word, "=") - 1), reading->word,
		    nothing(reading));
	if (request->given[reading->key] &&
	    (reading->key == FT_RESERVATION_KEY_USERS ||
		reading->key == FT_RESERVATION_KEY_ALLOWED ||
		reading->key == FT_RESERVATION_KEY_QOS ||
		(reading->key == FT_RESERVATION_KEY_TRES &&
		    ft_release_has(
			request->release, FT_RULE_RESERVATION_TRES_KEPT)) ||
		reading->key == FT_RESERVATION_KEY_ACCOUNTS ||
		reading->key == FT_RESERVATION_KEY_GROUPS))
		return ft_fail(err, FT_EINVAL,
		    "Parameter %s specified more than once", reading->word);
	request->given[reading->key] = true;
	if (reading->key == FT_RESERVATION_KEY_DURATION)
		request->sign = reading->sign;
	else if (reading->sign)
		sign_each(reading);
	request->text[reading->key] =
	    ft_arena_strdup(&request->arena, reading->value);
	reading->reader = &readers[reading->key];
	return reading->reader->read ? reading->reader->read(reading, err)
				     : FT_OK;
}

static bool
has_key(enum ft_release release, int key)
{
	bool later = ft_release_has(release, FT_RULE_RESERVATION_WORDS);

	if (key == FT_RESERVATION_KEY_ALLOWED || key == FT_RESERVATION_KEY_QOS)
		return ft_release_has(release, FT_RULE_RESERVATION_ALLOWED);
	return key == FT_RESERVATION_KEY_WATTS ? !later
	       : key == FT_RESERVATION_KEY_COMMENT ||
		       key == FT_RESERVATION_KEY_TRES_PER_NODE
		   ? later
		   : true;
}

enum ft_status
ft_reservation_request_word(struct ft_reservation_request *request,
    const char *word, int64_t now, struct ft_error *err)
{
	struct ft_word key = ft_word_of(word), value;
	bool equal = ft_word_split(&key, '=', &value);
	struct reading reading = {
		.request = request,
		.word = word,
		.value = value.at,
		.now = now,
	};

	if (equal && key.len && strchr("+-", key.at[key.len - 1]))
		reading.sign = key.at[--key.len];
	reading.key = ft_reservation_key(key);
	if ((reading.key == FT_RESERVATION_KEY_SKIP && equal) ||
	    !has_key(request->release, reading.key))
		reading.key = -1;
	if (!equal && reading.key != FT_RESERVATION_KEY_SKIP)
		return ft_fail(err, FT_EINVAL,
		    "Misformatted parameter '%s', most options have a "
		    "parameter after '='.  %s",
		    word, nothing(&reading));
	if (reading.key < 0)
		return ft_fail(err, FT_EINVAL, "Unknown parameter %s.  %s",
		    word, nothing(&reading));
	return take(&reading, err);
}
