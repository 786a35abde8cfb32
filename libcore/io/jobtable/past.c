#include "io/jobtable/past.h"

#include "base/text/num.h"
#include "base/text/timefmt.h"
#include "io/jobtable/private.h"
#include "io/text/logical.h"

#define KEYS 20 /* at most, of one kind */

enum value {
	TEXT,
	TIME,
	ID,
	STATE, /* of a node */
	CELL,  /* as sacct prints it: .sacct is the title of the column */
	SKIP   /* known, but not needed */
};

struct key {
	const char *name;
	enum value value;
	bool needed;
	size_t at; /* of the member in the record */
	const char *sacct[2];
};

/* ---- the keys of each kind ----------------------------------------------------- */

#define EVENT(member) offsetof(struct ft_past_event, member)
#define RESV(member)  offsetof(struct ft_past_resv, member)

static const struct key cluster_keys[] = {
	{ .name = "from", TIME, true, EVENT(from) },
	{ .name = "to", TIME, false, EVENT(to) },
	{ .name = "tres", TEXT, true, EVENT(tres) },
	{ .name = "nodes", TEXT, true, EVENT(nodes) },
	{ .name = NULL },
};
static const struct key event_keys[] = {
	{ .name = "node", TEXT, true, EVENT(node) },
	{ .name = "from", TIME, true, EVENT(from) },
	{ .name = "to", TIME, false, EVENT(to) },
	{ .name = "state", STATE, false, EVENT(drained) },
	{ .name = "tres", TEXT, true, EVENT(tres) },
	{ .name = "reason", TEXT, false, EVENT(reason) },
	{ .name = NULL },
};
static const struct key resv_keys[] = {
	{ .name = "id", ID, true, RESV(id) },
	{ .name = "name", TEXT, true, RESV(name) },
	{ .name = "from", TIME, true, RESV(from) },
	{ .name = "to", TIME, true, RESV(to) },
	{ .name = "nodes", TEXT, true, RESV(nodes) },
	{ .name = "tres", TEXT, true, RESV(tres) },
	{ .name = "flags", TEXT, false, RESV(flags) },
	{ .name = "assocs", TEXT, false, RESV(assocs) },
	{ .name = NULL },
};
static const struct key job_keys[] = {
	{ .name = "id", CELL, true, 0, { "JobID" } },
	{ .name = "user", CELL, true, 0, { "User" } },
	{ .name = "account", CELL, true, 0, { "Account" } },
	{ .name = "wckey", CELL, false, 0, { "WCKey" } },
	{ .name = "qos", CELL, false, 0, { "QOS" } },
	{ .name = "partition", CELL, false, 0, { "Partition" } },
	{ .name = "nodes", CELL, false, 0, { "NodeList" } },
	{ .name = "tres", CELL, true, 0, { "ReqTRES", "AllocTRES" } },
	{ .name = "submit", CELL, false, 0, { "Submit" } },
	{ .name = "eligible", CELL, false, 0, { "Eligible" } },
	{ .name = "start", CELL, false, 0, { "Start" } },
	{ .name = "end", CELL, true, 0, { "End" } },
	{ .name = "state", CELL, true, 0, { "State" } },
	{ .name = "exit", CELL, false, 0, { "ExitCode" } },
	{ .name = "totalcpu", CELL, false, 0, { "TotalCPU" } },
	{ .name = "maxrss", CELL, false, 0, { "MaxRSS" } },
	{ .name = "resv", CELL, false, 0, { "Reservation" } },
	{ .name = "name", CELL, false, 0, { "JobName" } },
	{ .name = NULL },
};
static const struct key roll_keys[] = {
	{ .name = "from", SKIP },
	{ .name = "to", SKIP },
	{ .name = NULL },
};

/* A line being read. */
struct reading {
	struct ft_cursor cursor;
	struct ft_past *past;
	struct ft_str word;
	const char *at; /* the rest of the line */
	bool seen[KEYS];
	/* the record, one of these */
	struct ft_past_event *event;
	struct ft_past_resv *resv;
	struct ft_jobtable_job *job;
};

static void begin_cluster(struct reading *), begin_resv(struct reading *),
    begin_job(struct reading *), begin_nothing(struct reading *);

static const struct kind {
	const char *name;
	const struct key *keys;
	void (*begin)(struct reading *);
} kinds[] = {
	{ "cluster", cluster_keys, begin_cluster },
	{ "event", event_keys, begin_cluster },
	{ "resv", resv_keys, begin_resv },
	{ "job", job_keys, begin_job },
	{ "roll", roll_keys, begin_nothing },
};

/* ---- records ------------------------------------------------------------------- */

static void
begin_cluster(struct reading *reading)
{
	struct ft_past *past = reading->past;

	reading->event =
	    ft_vec_add(past->event, past->n_event, past->cap_event);
	*reading->event = (struct ft_past_event){ .line = reading->cursor.line,
		.node = "",
		.nodes = "",
		.reason = "",
		.tres = "",
		.to = FT_JOBTABLE_NO_TIME };
}

static void
begin_resv(struct reading *reading)
{
	struct ft_past *past = reading->past;

	reading->resv = ft_vec_add(past->resv, past->n_resv, past->cap_resv);
	*reading->resv = (struct ft_past_resv){ .line = reading->cursor.line,
		.name = "",
		.nodes = "",
		.tres = "",
		.flags = "",
		.assocs = "" };
}

static void
begin_job(struct reading *reading)
{
	reading->job =
	    ft_jobtable_add_job(&reading->past->table, reading->cursor.line);
}

static void
begin_nothing(struct reading *reading)
{
	(void)reading;
}

/* ---- values ------------------------------------------------------------------- */

static const char *
take_cell(struct reading *reading, const struct key *key, const char *text)
{
	const char *wrong = NULL;

	for (size_t k = 0; k < FT_COUNT(key->sacct) && key->sacct[k]; k++)
		for (size_t i = 0; i < ft_jobtable_n_columns && !wrong; i++) {
			const struct ft_jobtable_column *column =
			    &ft_jobtable_columns[i];

			if (column->sacct &&
			    !strcmp(column->sacct, key->sacct[k]))
				wrong = ft_jobtable_take(&reading->past->table,
				    reading->job, column, text);
		}
	return wrong;
}

/* Returns NULL, or what is wrong with TEXT, the value of KEY. */
static const char *
take_value(struct reading *reading, const struct key *key, const char *text)
{
	char *record =
	    reading->event ? (char *)reading->event : (char *)reading->resv;
	int64_t when;
	uint32_t id;

	if (!*text)
		return "a value is missing";
	switch (key->value) {
	case SKIP:
		break;
	case CELL:
		return take_cell(reading, key, text);
	case TEXT:
		*(const char **)(void *)(record + key->at) =
		    ft_arena_strdup(&reading->past->table.arena, text);
		break;
	case TIME:
		if (*text < '0' || *text > '9' || !strchr(text, '-') ||
		    !ft_time_date(text, 0, true, &when))
			return "not a time";
		*(int64_t *)(void *)(record + key->at) = when;
		break;
	case ID:
		if (!ft_num_u32(text, &id) || id == 0)
			return "not a number above 0";
		*(uint32_t *)(void *)(record + key->at) = id;
		break;
	case STATE:
		if (strcmp(text, "down") != 0 && strcmp(text, "drain") != 0)
			return "not down or drain";
		*(bool *)(record + key->at) = !strcmp(text, "drain");
		break;
	}
	return NULL;
}

/* ---- a line --------------------------------------------------------------------- */

/* Step to the next word, which is copied; returns false at the end. */
static bool
next_word(struct reading *reading, const char **place)
{
	const char *end = reading->cursor.at + reading->cursor.len;
	const char *from;

	while (reading->at < end && ft_is_blank(*reading->at))
		reading->at++;
	from = reading->at;
	while (reading->at < end && !ft_is_blank(*reading->at))
		reading->at++;
	*place = from;
	ft_str_clear(&reading->word);
	ft_str_add_n(&reading->word, from, (size_t)(reading->at - from));
	return reading->at > from;
}

static enum ft_status
take_word(struct reading *reading, const struct kind *kind, const char *place,
    struct ft_error *err)
{
	const struct ft_cursor *cursor = &reading->cursor;
	char *word = reading->word.data, *equal = strchr(word, '=');
	const char *wrong;
	size_t i = 0;

	if (!equal)
		return ft_cursor_fail(
		    cursor, place, err, "expected KEY=VALUE: '%.60s'", word);
	*equal = '\0';
	while (kind->keys[i].name && strcmp(kind->keys[i].name, word) != 0)
		i++;
	if (!kind->keys[i].name)
		return ft_cursor_fail(cursor, place, err,
		    "%s has no key '%.60s'", kind->name, word);
	if (reading->seen[i])
		return ft_cursor_fail(
		    cursor, place, err, "'%s' is there twice", word);
	reading->seen[i] = true;
	wrong = take_value(reading, &kind->keys[i], equal + 1);
	return wrong ? ft_cursor_fail(cursor, place + (equal + 1 - word), err,
			   "%s: '%.60s'", wrong, equal + 1)
		     : FT_OK;
}

/* The end of what the line tells is not before its start. */
static enum ft_status
check_times(const struct reading *reading, struct ft_error *err)
{
	int64_t none = FT_JOBTABLE_NO_TIME, from = none, to = none;

	if (reading->event) {
		from = reading->event->from;
		to = reading->event->to;
	} else if (reading->resv) {
		from = reading->resv->from;
		to = reading->resv->to;
	} else if (reading->job) {
		from = reading->job->start;
		to = reading->job->end;
	}
	return to != none && from > to ? ft_cursor_fail(&reading->cursor, NULL,
					     err, "it ends before it starts")
				       : FT_OK;
}

static enum ft_status
take_line(struct reading *reading, struct ft_error *err)
{
	const struct kind *kind = NULL;
	const char *place;

	reading->at = reading->cursor.at;
	memset(reading->seen, 0, sizeof reading->seen);
	reading->event = NULL;
	reading->resv = NULL;
	reading->job = NULL;
	if (!next_word(reading, &place) || reading->word.data[0] == '#')
		return FT_OK;
	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (!strcmp(kinds[i].name, reading->word.data))
			kind = &kinds[i];
	if (!kind)
		return ft_cursor_fail(&reading->cursor, place, err,
		    "expected cluster, event, resv, job or roll: '%.60s'",
		    reading->word.data);
	kind->begin(reading);
	while (next_word(reading, &place))
		FT_TRY(take_word(reading, kind, place, err));
	for (size_t i = 0; kind->keys[i].name; i++)
		if (kind->keys[i].needed && !reading->seen[i])
			return ft_cursor_fail(&reading->cursor, NULL, err,
			    "%s needs '%s='", kind->name, kind->keys[i].name);
	return check_times(reading, err);
}

/* ---- the file ------------------------------------------------------------------- */

static enum ft_status
fail_line(const struct ft_input *input, size_t line, struct ft_error *err,
    const char *what, const char *word)
{
	return ft_fail(err, FT_EPARSE, "%s:%zu:1: %s '%.60s'", input->file,
	    line, what, word);
}

/* A job names its reservation by number: give it the name. */
static enum ft_status
name_resv(const struct ft_past *past, const struct ft_input *input,
    struct ft_jobtable_job *job, struct ft_error *err)
{
	uint32_t id = 0;

	if (!*job->reservation ||
	    (ft_num_u32(job->reservation, &id) && id == 0))
		return FT_OK;
	for (size_t i = 0; i < past->n_resv; i++)
		if (past->resv[i].id == id) {
			job->reservation = past->resv[i].name;
			return FT_OK;
		}
	return fail_line(
	    input, job->line, err, "no resv line has id", job->reservation);
}

static enum ft_status
check(struct ft_past *past, const struct ft_input *input, struct ft_error *err)
{
	for (size_t i = 0; i < past->n_resv; i++)
		for (size_t k = 0; k < i; k++)
			if (past->resv[i].id == past->resv[k].id)
				return fail_line(input, past->resv[i].line, err,
				    "this id is there twice:",
				    past->resv[i].name);
	for (size_t i = 0; i < past->table.n; i++)
		FT_TRY(name_resv(past, input, &past->table.job[i], err));
	return FT_OK;
}

void
ft_past_init(struct ft_past *past)
{
	*past = (struct ft_past){ 0 };
	ft_jobtable_init(&past->table, FT_JOBTABLE_SACCT);
	past->table.given = FT_JOBTABLE_USER | FT_JOBTABLE_STATE |
			    FT_JOBTABLE_SUBMIT | FT_JOBTABLE_START |
			    FT_JOBTABLE_END | FT_JOBTABLE_CPUS;
}

void
ft_past_free(struct ft_past *past)
{
	ft_free(past->event);
	ft_free(past->resv);
	ft_jobtable_free(&past->table);
}

enum ft_status
ft_past_parse(
    struct ft_past *past, const struct ft_input *input, struct ft_error *err)
{
	struct reading reading = { .past = past };
	enum ft_status status = FT_OK;

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	while (status == FT_OK && ft_cursor_line(&reading.cursor)) {
		status = ft_logical_check_line(&reading.cursor, err);
		if (status == FT_OK)
			status = take_line(&reading, err);
	}
	ft_str_free(&reading.word);
	return status == FT_OK ? check(past, input, err) : status;
}
