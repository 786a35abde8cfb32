/* condition.c - the words of a report: what to select, which period, which fields. */

#include "base/text/num.h"
#include "cli/slurmlist.h"
#include "freport/freport.h"

#include <time.h>

#define HOUR 3600

static const struct word {
	const char *name;
	size_t letters;
	bool value;
	enum ft_release since;
} words[] = {
#define CONDITION(id, name, letters, value, since, sentence)                   \
	{ name, letters, value, since },
#include "freport/condition.def"
};

#define COMMON                                                                 \
	(FREPORT_BIT(ALL) | FREPORT_BIT(CLUSTERS) | FREPORT_BIT(END) |         \
	    FREPORT_BIT(FORMAT) | FREPORT_BIT(START))

void
freport_request_free(struct freport_request *request)
{
	for (size_t i = 0; i < FREPORT_WORDS; i++)
		ft_arglist_free(&request->list[i]);
	ft_arglist_free(&request->fields);
	ft_arglist_free(&request->clusters);
	ft_columns_free(&request->columns);
}

static bool
is_of_keys(const struct freport_request *request)
{
	return request->report == FREPORT_ID_KEYS ||
	       request->report == FREPORT_ID_USER_KEYS;
}

/* Returns the condition that the first LEN letters of WORD mean; FREPORT_WORDS. */
static enum freport_condition
find(const struct freport *report, const struct freport_request *request,
    struct ft_word word, bool value)
{
	unsigned known = COMMON | freport_kinds[request->report].conditions;

	/* to sreport the words are "user" and, from "wck" on, "wckeys" here */
	if (report->context->slurm && is_of_keys(request) &&
	    (ft_word_is(word, "users") || ft_word_is(word, "wc")))
		return FREPORT_WORDS;
	for (unsigned i = 0; i < FREPORT_WORDS; i++)
		if (known & 1U << i && words[i].value == value &&
		    ft_release_within(
			report->context->release, words[i].since, 0) &&
		    word.len >= words[i].letters &&
		    word.len <= strlen(words[i].name) &&
		    !strncasecmp(word.at, words[i].name, word.len))
			return (enum freport_condition)i;
	return FREPORT_WORDS;
}

/* ---- times ----------------------------------------------------------------------- */

/* Returns the midnight DAYS before that at or before NOW. */
static int64_t
midnight(int64_t now, int days)
{
	time_t at = (time_t)now;
	struct tm tm;

	localtime_r(&at, &tm);
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_mday -= days;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* An empty or bad time is that of a report without one. */
static void
read_time(struct freport *report, struct freport_request *request,
    const char *text, int64_t *when)
{
	const struct ft_context *context = report->context;

	*when = 0;
	if (!*text ||
	    ft_timetext_read(context, text, report->session.now, true, when) ||
	    context->slurm)
		return;
	ft_cmd_error(context, "not a time: '%s'", text);
	request->bad = true;
}

/* To the nearest minute, then to the nearest hour. */
static int64_t
nearest_hour(int64_t when)
{
	when += 30 - (when + 30) % 60;
	return when + HOUR / 2 - (when + HOUR / 2) % HOUR;
}

/* Reports are of whole hours. */
static void
round_times(const struct freport *report, struct freport_request *request)
{
	bool outwards = ft_release_has(
	    report->context->release, FT_RULE_REPORT_HOURS_OUTWARDS);

	if (!report->context->slurm && !report->rollup) {
		/* exact */
	} else if (outwards) {
		request->from -= request->from % HOUR;
		request->until += HOUR - 1;
		request->until -= request->until % HOUR;
	} else {
		request->from = nearest_hour(request->from);
		request->until = nearest_hour(request->until);
	}
	if (request->until <= request->from)
		request->until = request->from + HOUR;
}

/* ---- words ----------------------------------------------------------------------- */

/* Fields, with empty ones left out; nothing at all is an empty name. */
static void
read_fields(struct freport_request *request, const char *text)
{
	request->fields_given = true;
	if (*text)
		ft_arglist_add(&request->fields, text);
	else
		ft_arglist_push(&request->fields, ft_strdup(""));
}

static void
read_top(
    struct freport *report, struct freport_request *request, const char *text)
{
	int64_t number;
	bool good = ft_num_i64(text, &number);

	/* to sreport junk may follow, unless the number is 0 */
	if (!good && report->context->slurm) {
		number = strtoll(text, NULL, 10);
		good = number != 0;
	}
	if (good && number >= -1 && number < UINT32_MAX) {
		request->top = (uint32_t)number;
		return;
	}
	ft_cmd_error(report->context, "Invalid value for TopCount (%s)", text);
	request->bad = true;
}

static bool
is_of_jobs(const struct freport_request *request)
{
	return freport_kinds[request->report].family &
	       (FREPORT_SIZES | FREPORT_KEY_SIZES);
}

/* What sreport takes an empty list for: an empty name, or nothing.  Only later
 * releases take it for a user. */
static bool
takes_empty(const struct freport *report, const struct freport_request *request,
    enum freport_condition word)
{
	if (word == FREPORT_WORD_USERS)
		return !is_of_jobs(request) &&
		       ft_release_has(
			   report->context->release, FT_RULE_REPORT_NO_USER);
	return word == FREPORT_WORD_CLUSTERS || word == FREPORT_WORD_ACCOUNTS ||
	       word == FREPORT_WORD_WCKEYS || word == FREPORT_WORD_PARTITIONS;
}

/* If sreport does not know a user of job sizes, it drops all names so far. */
static void
check_users(struct freport *report, struct freport_request *request)
{
	struct ft_arglist *list = &request->list[FREPORT_WORD_USERS];
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_error err;

	/* an empty list is silently one */
	request->bad = request->bad || list->n == 0;
	if (ft_store_read_book(report->session.store, false, &acctdb, &err) !=
	    FT_OK)
		return;
	for (size_t i = 0; i < list->n; i++)
		if (!ft_acctdb_find_user(&acctdb, list->item[i])) {
			ft_cmd_error(report->context, "Invalid user id: %s",
			    list->item[i]);
			ft_arglist_free(list);
		}
}

static void
take_names(struct freport *report, struct freport_request *request,
    enum freport_condition word, const char *value)
{
	struct ft_error err;
	const struct ft_context *context = report->context;
	struct ft_arglist *list = word == FREPORT_WORD_CLUSTERS
				      ? &request->clusters
				      : &request->list[word];
	char *text FT_CLEANUP(ft_free_at) = ft_slurmlist_unquoted(value);

	if (word != FREPORT_WORD_NODES ||
	    ft_arglist_hosts(list, text, &err) != FT_OK)
		ft_arglist_add(list, text);
	if (context->slurm && !*value && takes_empty(report, request, word))
		ft_arglist_push(list, ft_strdup(""));
	if (context->slurm && word == FREPORT_WORD_USERS && is_of_jobs(request))
		check_users(report, request);
}

static void
take(struct freport *report, struct freport_request *request,
    enum freport_condition word, const char *value)
{
	if (word == FREPORT_WORD_ACCT)
		word = FREPORT_WORD_ACCOUNTS;
	request->given[word] = true;
	if (!words[word].value)
		return;
	if (word == FREPORT_WORD_START)
		read_time(report, request, value, &request->from);
	else if (word == FREPORT_WORD_END)
		read_time(report, request, value, &request->until);
	else if (word == FREPORT_WORD_FORMAT)
		read_fields(request, value);
	else if (word == FREPORT_WORD_TOPCOUNT)
		read_top(report, request, value);
	else
		take_names(report, request, word, value);
	/* sreport forgets the last job of a list */
	if (word == FREPORT_WORD_JOBS && report->context->slurm &&
	    request->list[word].n)
		ft_free(request->list[word].item[--request->list[word].n]);
}

/* A word that is no condition is a name. */
static void
take_bare(const struct freport *report, struct freport_request *request,
    const char *text)
{
	const struct freport_kind *kind = &freport_kinds[request->report];
	enum freport_condition word = find(
	    report, request, (struct ft_word){ text, strlen(text) }, false);

	if (word != FREPORT_WORDS)
		request->given[word] = true;
	else if (is_of_keys(request))
		ft_arglist_add(&request->list[FREPORT_WORD_WCKEYS], text);
	else if (kind->family & (FREPORT_CLUSTER | FREPORT_TOP) &&
		 kind->conditions & FREPORT_BIT(USERS))
		ft_arglist_add(&request->list[FREPORT_WORD_USERS], text);
	else if (request->report == FREPORT_ID_RESV)
		ft_arglist_add(&request->list[FREPORT_WORD_NAMES], text);
	else
		ft_arglist_add(&request->clusters, text);
}

static void
refuse(
    struct freport *report, struct freport_request *request, const char *text)
{
	const struct ft_context *context = report->context;
	request->bad = true;
	if (!context->slurm)
		ft_cmd_error(
		    context, "this report has no condition '%s'", text);
	else
		fprintf(context->err, " Unknown condition: %s\n%s", text,
		    is_of_keys(request) ? ""
					: "Use keyword set to modify value\n");
}

/* slurmdbd searches and sorts by lineages, or by names and its nested set. */
static void
choose_order(const struct freport *report, struct freport_request *request)
{
	const struct ft_context *context = report->context;

	request->collation = FT_SIBLINGS_NAME;
	request->rootless = context->slurm && ft_release_has(context->release,
						  FT_RULE_REPORT_LINEAGE);
	if (request->rootless) {
		request->collation = ft_conf_collation(&report->session.conf);
	} else if (context->slurm) {
		request->collation = FT_SIBLINGS_LATIN1;
		request->exact = request->list[FREPORT_WORD_USERS].n > 0;
	}
}

void
freport_read(struct freport *report, struct freport_request *request, int argc,
    char **argv)
{
	request->top = 10;
	for (int i = 0; i < argc; i++) {
		const char *equal = strchr(argv[i], '=');
		enum freport_condition word;

		if (!equal) {
			take_bare(report, request, argv[i]);
			continue;
		}
		word = find(report, request,
		    (struct ft_word){ argv[i], (size_t)(equal - argv[i]) },
		    true);
		if (word == FREPORT_WORDS)
			refuse(report, request, argv[i]);
		else
			take(report, request, word, equal + 1);
	}
	ft_timetext_init(&report->time, report->session.now);
	if (!request->from)
		request->from = midnight(report->session.now, 1);
	if (!request->until)
		request->until = midnight(report->session.now, 0);
	choose_order(report, request);
	round_times(report, request);
	freport_choose(report, request);
}

/* ---- time formats ------------------------------------------------------------------ */

bool
freport_read_time(struct freport *report, const char *word)
{
	static const struct {
		const char *name;
		size_t letters;
		enum freport_unit unit;
		bool amounts, percent;
	} formats[] = {
		{ "SecPer", 6, FREPORT_SECONDS, true, true },
		{ "MinPer", 6, FREPORT_MINUTES, true, true },
		{ "HourPer", 7, FREPORT_HOURS, true, true },
		{ "Seconds", 1, FREPORT_SECONDS, true, false },
		{ "Minutes", 1, FREPORT_MINUTES, true, false },
		{ "Hours", 1, FREPORT_HOURS, true, false },
		{ "Percent", 1, FREPORT_MINUTES, false, true },
	};
	size_t len = strlen(word);

	for (size_t i = 0; i < FT_COUNT(formats); i++)
		if (len >= formats[i].letters &&
		    !strncasecmp(word, formats[i].name, len)) {
			report->unit = formats[i].unit;
			report->amounts = formats[i].amounts;
			report->percent = formats[i].percent;
			report->timed = true;
			return true;
		}
	return false;
}
