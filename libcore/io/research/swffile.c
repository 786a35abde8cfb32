#include "io/research/swffile.h"

#include "base/bisect.h"
#include "base/text/timefmt.h"
#include "io/text/inflate.h"
#include "io/text/logical.h"
#include "io/research/swffile_private.h"
#include "model/job/job.h"

/* Larger submission times are not seconds since a start, but epochs. */
#define EPOCHS INT64_C(500000000)
/* The start of time if none is given: 2000-01-01T00:00:00Z. */
#define START INT64_C(946684800)

/* ---- a line ----------------------------------------------------------------- */

static enum ft_status
fail_at(struct swf_reading *reading, const char *at, struct ft_error *err,
    const char *what)
{
	size_t len = 0,
	       most = (size_t)(reading->place.text + reading->place.size - at);

	while (len < most && len < 40 && !ft_is_blank(at[len]) &&
	       at[len] != '\n' && at[len] != '\r') {
		if ((unsigned char)at[len] < ' ' || at[len] == 0x7f)
			return ft_cursor_fail(&reading->place, at + len, err,
			    "control character 0x%02x", (unsigned char)at[len]);
		len++;
	}
	return ft_cursor_fail(
	    &reading->place, at, err, "'%.*s' %s", (int)len, at, what);
}

/* Parse a number with a fraction or exponent, rounded to the nearest integer; -0.5
 * is 0, not unknown. */
static enum ft_status
read_odd(struct swf_reading *reading, const char *at, const char *end,
    int64_t *value, struct ft_error *err)
{
	char word[64];
	double number;

	if (end - at >= (ptrdiff_t)sizeof word)
		return fail_at(reading, at, err, "is not a number");
	memcpy(word, at, (size_t)(end - at));
	word[end - at] = '\0';
	if (strlen(word) < (size_t)(end - at) || !ft_num_double(word, &number))
		return fail_at(reading, at, err, "is not a number");
	if (fabs(number) > 1e18)
		return fail_at(reading, at, err, "is too large");
	*value = (int64_t)floor(number + 0.5);
	return FT_OK;
}

static inline bool
is_end(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/*
 * Read the fields of the line at AT; returns where it ends (before its line
 * end), NULL with ERR set.  END: of the text.
 */
static const char *
read_fields(struct swf_reading *reading, const char *at, const char *end,
    struct ft_error *err)
{
	size_t n = 0;

	for (;; n++) {
		const char *word;
		uint64_t number = 0;
		bool minus;

		while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
			at++;
		if (at == end || *at == '\n')
			break;
		if (n >= SWF_KEPT || (n >= SWF_FIELDS && !reading->has_qos)) {
			/* beyond the format: anything */
			while (at < end && !is_end(*at))
				at++;
			continue;
		}
		word = at;
		minus = *at == '-';
		at += minus;
		for (; at < end && *at >= '0' && *at <= '9'; at++)
			if (at - word < 19) /* more digits are odd, see below */
				number = number * 10 + (uint64_t)(*at - '0');
		if (at - word <= 18 && at > word + minus &&
		    (at == end || is_end(*at))) {
			reading->value[n] =
			    minus ? -(int64_t)number : (int64_t)number;
			continue;
		}
		while (at < end && !is_end(*at))
			at++;
		if (read_odd(reading, word, at, &reading->value[n], err) !=
		    FT_OK)
			return NULL;
	}
	reading->n = n;
	return at;
}

/* A field as a number of 0..HIGH; unknown is 0. */
static inline enum ft_status
bounded(struct swf_reading *reading, enum swf_field field, int64_t high,
    struct ft_error *err)
{
	if (reading->value[field] <= high)
		return FT_OK;
	return ft_cursor_fail(&reading->place, NULL, err,
	    "field %d is too large: %" PRId64, (int)field + 1,
	    reading->value[field]);
}

static enum ft_status
check_line(struct swf_reading *reading, struct ft_error *err)
{
	int64_t *value = reading->value;

	if (reading->n < SWF_FIELDS)
		return ft_cursor_fail(&reading->place, NULL, err,
		    "%zu fields, but a job has %d", reading->n,
		    (int)SWF_FIELDS);
	FT_TRY(bounded(reading, SWF_SUBMIT, FT_TIME_LAST, err));
	FT_TRY(bounded(reading, SWF_RUN, FT_TIME_LAST, err));
	FT_TRY(bounded(reading, SWF_LIMIT, FT_TIME_LAST, err));
	FT_TRY(bounded(reading, SWF_WAIT, FT_TIME_LAST, err));
	FT_TRY(bounded(reading, SWF_THINK, FT_TIME_LAST, err));
	FT_TRY(bounded(reading, SWF_PROCS, UINT32_MAX - 1, err));
	FT_TRY(bounded(reading, SWF_USED_PROCS, UINT32_MAX - 1, err));
	if (!reading->has_qos || reading->n <= SWF_FIELDS)
		value[SWF_QOS] = -1;
	return FT_OK;
}

/* Whether the line is a job that can be replayed; if not, count why. */
static bool
is_replayable(struct swf_reading *reading)
{
	const int64_t *value = reading->value;
	struct ft_swffile_report *report = &reading->report;
	bool partial = value[SWF_STATUS] >= 2 && value[SWF_STATUS] <= 4;

	if (partial && reading->has_first && value[SWF_JOB] >= 0 &&
	    (uint64_t)value[SWF_JOB] == reading->last_number)
		report->partial++;
	else if (value[SWF_SUBMIT] < 0)
		report->no_time++;
	else if (value[SWF_RUN] < 0 ||
		 (value[SWF_STATUS] == 5 && value[SWF_RUN] == 0))
		report->no_run++;
	else if (value[SWF_PROCS] <= 0 && value[SWF_USED_PROCS] <= 0)
		report->no_procs++;
	else
		return true;
	return false;
}

/* Failed, or a part of which nothing more is known; cancelled; all others. */
static uint8_t
state_of(int64_t status)
{
	if (status == 0 || status == 4)
		return FT_JOB_FAILED;
	return status == 5 ? FT_JOB_CANCELLED : FT_JOB_COMPLETED;
}

/* The start of the times of the file, from its first job. */
static void
set_start(struct swf_reading *reading)
{
	reading->absolute = reading->value[SWF_SUBMIT] >= EPOCHS;
	if (!reading->has_start)
		reading->trace->start =
		    reading->absolute ? reading->value[SWF_SUBMIT] : START;
	reading->has_first = true;
}

static void
add_follower(struct swf_reading *reading, size_t job, uint64_t number)
{
	*ft_vec_add(reading->follower, reading->n_follower,
	    reading->cap_follower) = (struct swf_follower){ job, number };
}

static void
add_job(struct swf_reading *reading)
{
	const int64_t *value = reading->value;
	struct ft_trace *trace = reading->trace;
	struct ft_trace_job *job = ft_trace_add(trace);
	bool is_epoch = reading->absolute && value[SWF_SUBMIT] >= EPOCHS;

	job->submit = value[SWF_SUBMIT] + (is_epoch ? 0 : trace->start);
	if (job->submit < reading->last)
		reading->report.unsorted++;
	reading->last = job->submit;
	job->run = value[SWF_RUN];
	job->limit = value[SWF_LIMIT] > 0 ? value[SWF_LIMIT] : 0;
	reading->report.no_limit += !job->limit;
	job->wait = value[SWF_WAIT] >= 0 ? value[SWF_WAIT] : -1;
	job->number = value[SWF_JOB] >= 0 ? (uint64_t)value[SWF_JOB] : 0;
	job->memory = value[SWF_MEMORY] > 0
			  ? ((uint64_t)value[SWF_MEMORY] + 1023) / 1024
			  : 0;
	job->procs = (uint32_t)(value[SWF_PROCS] > 0 ? value[SWF_PROCS]
						     : value[SWF_USED_PROCS]);
	job->user = swf_name_of(reading, &reading->user, value[SWF_USER]);
	job->account = swf_name_of(reading, &reading->group, value[SWF_GROUP]);
	job->partition =
	    value[SWF_QUEUE] >= 0
		? swf_name_of(reading, &reading->queue, value[SWF_QUEUE])
		: swf_name_of(
		      reading, &reading->partition, value[SWF_PARTITION]);
	job->qos = swf_name_of(reading, &reading->qos, value[SWF_QOS]);
	job->state = state_of(value[SWF_STATUS]);
	if (value[SWF_PRECEDING] >= 0) {
		job->think = value[SWF_THINK] > 0 ? value[SWF_THINK] : 0;
		add_follower(
		    reading, trace->n - 1, (uint64_t)value[SWF_PRECEDING]);
	}
}

static enum ft_status
take_line(struct swf_reading *reading, struct ft_error *err)
{
	bool good;

	FT_TRY(check_line(reading, err));
	reading->report.lines++;
	reading->report.more +=
	    reading->n > (reading->has_qos ? SWF_KEPT : SWF_FIELDS);
	good = is_replayable(reading);
	if (!reading->has_first && reading->value[SWF_SUBMIT] >= 0)
		set_start(reading);
	reading->last_number = reading->value[SWF_JOB] >= 0
				   ? (uint64_t)reading->value[SWF_JOB]
				   : 0;
	if (good)
		add_job(reading);
	else
		reading->trace->skipped++;
	return FT_OK;
}

/* ---- preceding jobs ------------------------------------------------------- */

static int
by_number(const void *a, const void *b)
{
	const struct swf_follower *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->job < y->job ? -1 : x->job > y->job;
}

/* Replace job numbers by indices; a missing preceding job is ignored. */
static void
find_followed(struct swf_reading *reading)
{
	struct ft_trace *trace = reading->trace;
	struct swf_follower *all FT_CLEANUP(ft_free_at) = NULL;

	if (!reading->n_follower)
		return;
	all = ft_calloc(trace->n, sizeof *all);
	for (size_t i = 0; i < trace->n; i++)
		all[i] = (struct swf_follower){ i, trace->job[i].number };
	qsort(all, trace->n, sizeof *all, by_number);
	for (size_t i = 0; i < reading->n_follower; i++) {
		const struct swf_follower *who = &reading->follower[i];
		struct swf_follower wanted = { 0, who->number };
		size_t k;

		FT_BISECT(k, 0, trace->n, by_number(&all[k], &wanted) < 0);
		if (k < trace->n && all[k].number == who->number &&
		    all[k].job != who->job)
			trace->job[who->job].after = (uint32_t)all[k].job;
	}
}

/* ---- the file --------------------------------------------------------------- */

static enum ft_status
read_text(struct swf_reading *reading, const char *text, size_t size,
    struct ft_error *err)
{
	const char *at = text, *end = text + size, *line_end;

	while (at < end) {
		reading->place.line++;
		reading->place.at = at;
		while (at < end && ft_is_blank(*at))
			at++;
		if (at < end && *at == ';') {
			line_end = memchr(at, '\n', (size_t)(end - at));
			line_end = line_end ? line_end : end;
			ft_swf_read_comment(
			    reading, at, (size_t)(line_end - at));
			at = line_end;
		} else {
			at = read_fields(reading, at, end, err);
			if (!at)
				return err->status;
			if (reading->n && take_line(reading, err) != FT_OK)
				return err->status;
		}
		at += at < end;
	}
	return FT_OK;
}

/* Seconds since the start are none below 0, and no epochs. */
static void
mend_start(struct ft_trace *trace)
{
	int64_t first = trace->n ? trace->job[0].submit : trace->start;

	if (trace->start > first || first - trace->start >= EPOCHS)
		trace->start = first;
}

static enum ft_status
read_all(struct ft_trace *trace, const struct ft_input *input,
    struct ft_swffile_report *report, struct ft_error *err)
{
	struct swf_reading reading = {
		.trace = trace,
		.user = { &trace->user, "u", NULL, 0 },
		.group = { &trace->account, "g", NULL, 0 },
		.queue = { &trace->partition, "q", NULL, 0 },
		.partition = { &trace->partition, "p", NULL, 0 },
		.qos = { &trace->qos, "s", NULL, 0 },
	};
	enum ft_status status;

	ft_cursor_init(&reading.place, input->file, input->text, input->size);
	status = read_text(&reading, input->text, input->size, err);
	if (status == FT_OK) {
		find_followed(&reading);
		ft_trace_sort(trace);
		mend_start(trace);
	}
	if (report)
		*report = reading.report;
	ft_free(reading.follower);
	ft_free(reading.user.index);
	ft_free(reading.group.index);
	ft_free(reading.queue.index);
	ft_free(reading.partition.index);
	ft_free(reading.qos.index);
	return status;
}

enum ft_status
ft_swffile_parse(struct ft_trace *trace, const struct ft_input *input,
    struct ft_swffile_report *report, struct ft_error *err)
{
	struct ft_error own = { 0 };
	struct ft_str plain FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	err = err ? err : &own;
	if (!ft_is_gzip(input->text, input->size))
		return read_all(trace, input, report, err);
	status =
	    ft_inflate(FT_BOUND_TRACE, input->text, input->size, &plain, err);
	if (status != FT_OK) {
		ft_error_prefix(err, "%s:1:1: ", input->file);
		return status;
	}
	return read_all(trace,
	    &(struct ft_input){ input->file, ft_str_text(&plain), plain.len },
	    report, err);
}
