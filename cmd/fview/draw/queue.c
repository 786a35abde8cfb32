
#include "base/text/timefmt.h"
#include "common/timetext.h"
#include "report/standing/standing.h"
#include "fview/draw/list.h"

/*
 * The queue: the jobs in the order in which they are scheduled, a row each, with
 * the priority as a bar of its factors and the planned start; and the answer
 * about one job.
 */

/* Each factor has a letter, so that no colour is needed. */
static const struct {
	char letter;
	enum fview_style style;
} factors[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { 'X', FVIEW_STYLE_NORMAL },
	[FT_FACTOR_AGE] = { 'A', FVIEW_STYLE_SERIES_3 },
	[FT_FACTOR_ASSOC] = { 'C', FVIEW_STYLE_NORMAL },
	[FT_FACTOR_FAIRSHARE] = { 'F', FVIEW_STYLE_SERIES_1 },
	[FT_FACTOR_JOB_SIZE] = { 'J', FVIEW_STYLE_SERIES_6 },
	[FT_FACTOR_PARTITION] = { 'P', FVIEW_STYLE_TITLE },
	[FT_FACTOR_QOS] = { 'Q', FVIEW_STYLE_SERIES_4 },
	[FT_FACTOR_TRES] = { 'T', FVIEW_STYLE_NORMAL },
	[FT_FACTOR_NICE] = { '-', FVIEW_STYLE_NORMAL },
};

enum column {
	PLACE,
	JOB,
	USER,
	ACCOUNT,
	PARTITION,
	STATE,
	PRIORITY,
	BAR,
	START,
	START_AT,
	BY_10, /* as the members of fview_job.by */
	BY_50,
	BY_90,
	AGE,
	NODES,
	CPUS,
	LIMIT,
	REASON,
	COLUMNS
};

/* most: of its width; names and numbers get what they need, up to that */
#define HEAD(text, most, on_right)                                             \
	{                                                                      \
		.header = (text), .width = (most), .right = (on_right)         \
	}
#define OF(member) offsetof(struct fview_job, member)
static const struct {
	struct fview_column column;
	enum {
		TEXT,
		NUMBER,
		PLACE_NUMBER,
		SPAN,
		UNTIL,
		DATE,
		BY,
		MINUTES,
		STATE_CODE,
		WHY,
		DRAWN
	} kind;
	size_t at; /* TEXT, NUMBER: the member */
	bool fits; /* no wider than what is in it */
} columns[COLUMNS] = {
	[PLACE] = { HEAD("#", 6, true), PLACE_NUMBER, 0, true },
	[JOB] = { HEAD("Job", 14, true), TEXT, OF(id), true },
	[USER] = { HEAD("User", 10, false), TEXT, OF(user), true },
	[ACCOUNT] = { HEAD("Account", 12, false), TEXT, OF(account), true },
	[PARTITION] = { HEAD("Part", 8, false), TEXT, OF(partition), true },
	[STATE] = { HEAD("ST", 2, false), STATE_CODE, 0, false },
	[PRIORITY] = { HEAD("Priority", 10, true), NUMBER, OF(priority), true },
	[BAR] = { HEAD("Factors", 7, false), DRAWN, 0, false },
	[START] = { HEAD("Starts", 11, true), UNTIL, 0, true },
	[START_AT] = { HEAD("at", 11, true), DATE, 0, true },
	[BY_10] = { HEAD("10 %", 11, true), BY, 0, true },
	[BY_50] = { HEAD("50 %", 11, true), BY, 0, true },
	[BY_90] = { HEAD("90 %", 11, true), BY, 0, true },
	[AGE] = { HEAD("Age", 8, true), SPAN, 0, false },
	[NODES] = { HEAD("Nodes", 5, true), NUMBER, OF(n_nodes), false },
	[CPUS] = { HEAD("CPUs", 5, true), NUMBER, OF(cpus), false },
	[LIMIT] = { HEAD("Limit", 11, true), MINUTES, 0, false },
	[REASON] = { HEAD("Why or nodes", 40, false), WHY, 0, true },
};

/* Columns in the order in which a narrow screen drops them: first those that are
 * worth less than a reason that is not cut. */
static const int spare[] = { CPUS, NODES, LIMIT, ACCOUNT, AGE, BAR, PRIORITY,
	-1 };
static const int first_to_go[] = { START_AT, PARTITION, PLACE, START, REASON,
	-1 };
/* with a forecast, which was asked for */
static const int first_to_go_foreseen[] = { START_AT, START, PARTITION, PLACE,
	REASON, BY_10, BY_90, -1 };
#define SHORT_REASON 18 /* columns that it keeps beside the others, */
#define LEAST_REASON 12 /* and alone */

#define ROOM_FOR_NOTE 12 /* rows of the page that has one */
#define WIDE          72 /* columns of one that explains itself */

/* Whether the columns of the forecast are shown. */
static bool
has_forecast(const struct fview *view)
{
	return view->forecast && view->data->queue->futures;
}

static const char *
reason_of(const struct fview_job *job)
{
	if (!job->pending)
		return job->nodes;
	return *job->never           ? job->never
	       : *job->lack          ? job->lack
	       : *job->reason_detail ? job->reason_detail
				     : ft_job_reason_name(job->reason);
}

/* No text has more columns than bytes. */
static void
widen(int *width, const char *text)
{
	int cols = strlen(text) > (size_t)*width ? fview_text_width(text) : 0;

	*width = cols > *width ? cols : *width;
}

/* "18:44", "01-08T18:44" */
static void
add_date(struct ft_str *str, int64_t when, int64_t now)
{
	char date[32], today[32];

	ft_time_format_date(date, sizeof date, when);
	ft_time_format_date(today, sizeof today, now);
	ft_str_addf(str, "%.*s", strncmp(date, today, 11) ? 11 : 5,
	    date + (strncmp(date, today, 11) ? 5 : 11));
}

static void
add_until(struct ft_str *str, int64_t when, int64_t now)
{
	ft_str_add(str, "in ");
	ft_timetext_add_span(str, when - now);
}

/* The longest of them, "in 89 min", and the one planned last. */
static void
measure_times(const struct fview_queue *queue, const struct fview_job *last,
    int need[COLUMNS])
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!last)
		return;
	widen(&need[START], "in 89 min");
	add_until(&str, last->start, queue->now);
	widen(&need[START], str.data);
	ft_str_clear(&str);
	add_date(&str, last->start, queue->now);
	widen(&need[START_AT], str.data);
}

static void
add_by(struct ft_str *str, int64_t by, int64_t now)
{
	if (by == INT64_MAX)
		ft_str_addf(str, "> %d d",
		    (int)(FT_FORECAST_HORIZON / FT_FORECAST_DAY));
	else if (by)
		add_date(str, by, now);
}

static void
measure_forecasts(const struct fview_queue *queue, int need[COLUMNS])
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < queue->n; i++)
		for (int k = 0; k < FVIEW_FORECASTS; k++) {
			ft_str_clear(&str);
			add_by(&str, queue->job[i].by[k], queue->now);
			widen(&need[BY_10 + k], ft_str_text(&str));
		}
}

/* Give the columns of texts and times what the jobs need, at most what they may
 * have. */
static void
measure(const struct fview *view, struct fview_list *list)
{
	const struct fview_queue *queue = view->data->queue;
	int need[COLUMNS] = { 0 };
	const struct fview_job *last = NULL;
	char number[24];
	bool partitions = false;

	snprintf(number, sizeof number, "%zu", queue->n_ready);
	widen(&need[PLACE], number);
	snprintf(number, sizeof number, "%" PRIu32, queue->top);
	widen(&need[PRIORITY], number);
	for (int i = 0; i < COLUMNS; i++)
		widen(&need[i], columns[i].column.header);
	for (size_t k = 0; k < queue->n; k++) {
		const struct fview_job *job = &queue->job[k];

		for (int i = JOB; i <= PARTITION; i++) {
			const void *member = (const char *)job + columns[i].at;

			widen(&need[i], *(const char *const *)member);
		}
		if (job->pending && !*job->never)
			widen(&need[REASON], reason_of(job));
		partitions |=
		    strcmp(job->partition, queue->job->partition) != 0;
		if (job->start && (!last || job->start > last->start))
			last = job;
	}
	measure_times(queue, last, need);
	measure_forecasts(queue, need);
	for (int i = 0; i < COLUMNS; i++)
		if (columns[i].fits && need[i] < list->column[i].width)
			list->column[i].width = need[i];
	/* the same for all is not worth a column */
	if (!partitions)
		list->column[PARTITION].width = 0;
	if (!last)
		list->column[START].width = list->column[START_AT].width = 0;
	for (int i = BY_10; i <= BY_90 && !has_forecast(view); i++)
		list->column[i].width = 0;
}

/* Nothing is dropped for more room than the reasons need; the bar and they share
 * what is left. */
static void
fit_columns(const struct fview *view, struct fview_list *list)
{
	const int *first =
	    has_forecast(view) ? first_to_go_foreseen : first_to_go;
	int cols = list->box.cols + 1, left, more;
	int reason;

	measure(view, list);
	reason = list->column[REASON].width;
	left = fview_list_fit(list, spare, cols);
	if (left < 0) {
		for (int i = 0; spare[i] >= 0; i++)
			list->column[spare[i]].width = 0;
		list->column[REASON].width =
		    reason < SHORT_REASON ? reason : SHORT_REASON;
		left = fview_list_fit(list, first, cols);
	}
	if (!list->width[REASON]) {
		list->column[REASON].width = LEAST_REASON;
		left = fview_list_fit(list, first, cols);
	}
	if (left > 0 && list->width[BAR]) {
		more = left < 10 ? left : 10;
		list->width[BAR] += more;
		left -= more;
	}
	if (left > 0 && list->width[REASON])
		list->width[REASON] += left;
}

/* A job that can never start: who, and why not. */
static void
fit_never(struct fview_list *list)
{
	int *reason = &list->width[REASON], room = *reason ? *reason + 1 : 0;

	for (int i = STATE; i < REASON; i++) {
		room += list->width[i] ? list->width[i] + 1 : 0;
		list->width[i] = 0;
	}
	*reason = room > 0 ? room - 1 : 0;
}

/* ---- a row ----------------------------------------------------------------- */

/* A row of the list; job NULL: the heading of those that can never start. */
struct row {
	const struct fview_queue *queue;
	const struct fview_job *job;
};

static void
add_cell(const struct row *row, enum column column, struct ft_str *str)
{
	const struct fview_job *job = row->job;
	const void *member = (const char *)job + columns[column].at;

	switch (columns[column].kind) {
	case TEXT:
		ft_str_add(str, *(const char *const *)member);
		break;
	case NUMBER:
		ft_str_addf(str, "%" PRIu32, *(const uint32_t *)member);
		break;
	case SPAN:
		if (job->waited >= 0)
			ft_timetext_add_span(str, job->waited);
		break;
	case UNTIL:
		if (job->start)
			add_until(str, job->start, row->queue->now);
		break;
	case DATE:
		if (job->start)
			add_date(str, job->start, row->queue->now);
		break;
	case BY:
		add_by(str, job->by[column - BY_10], row->queue->now);
		break;
	case PLACE_NUMBER:
		if (job->place)
			ft_str_addf(str, "%" PRIu32, job->place);
		break;
	case MINUTES:
		ft_timetext_add_short(str, job->limit == FT_TIME_UNLIMITED
					       ? FT_TIME_UNLIMITED
					       : job->limit * 60);
		break;
	case STATE_CODE:
		ft_str_add(str, ft_job_state_code(job->state));
		break;
	case WHY:
		ft_str_add(str, reason_of(job));
		break;
	case DRAWN:
		break;
	}
}

/*
 * COLS columns are the highest priority of the queue; each factor gets its part
 * of this job's bar, rounded so that the letters add up.
 */
static void
put_bar(const struct fview_queue *queue, const struct fview_list *list, int row,
    const struct fview_job *job)
{
	int col = fview_list_col(list, BAR), cols = list->width[BAR];
	double sum = 0, so_far = 0, length;
	int at = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += job->weighted[i] > 0 ? job->weighted[i] : 0;
	if (!job->pending || !queue->top || sum <= 0)
		return;
	length = (double)cols * job->priority / queue->top;
	length = length > cols ? cols : length;
	for (int i = 0; i < FT_FACTORS; i++) {
		if (job->weighted[i] <= 0)
			continue;
		so_far += job->weighted[i];
		for (; at < (int)(length * so_far / sum + 0.5); at++)
			fview_putf(&list->box, row, col + at, factors[i].style,
			    "%c", factors[i].letter);
	}
}

static enum fview_style
put_cell(const void *ctx, int column, struct ft_str *str)
{
	const struct row *row = ctx;
	const struct fview_job *job = row->job;

	add_cell(row, (enum column)column, str);
	if (column == STATE && !job->pending)
		return FVIEW_STYLE_TITLE;
	if (column == REASON && job->pending &&
	    job->reason != FT_REASON_RESOURCES &&
	    job->reason != FT_REASON_PRIORITY)
		return FVIEW_STYLE_TITLE;
	return FVIEW_STYLE_NORMAL;
}

static enum fview_style
put_title(const void *ctx, int column, struct ft_str *str)
{
	(void)ctx;
	ft_str_add(str, columns[column].column.header);
	return FVIEW_STYLE_TITLE;
}

/* ---- one job --------------------------------------------------------------- */

/* Give the rows of the priority's table the letters and styles of the bar. */
static void
mark_factors(struct fview_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		for (int k = 0; k < FT_FACTORS; k++) {
			struct fview_line *line = &lines->item[i];
			const char *name =
			    ft_factor_name((enum ft_priority_factor)k);
			size_t len = strlen(name);
			char *text;

			if (strncmp(line->text, "  ", 2) != 0 ||
			    strncmp(line->text + 2, name, len) != 0 ||
			    (strncmp(line->text + 2 + len, "  ", 2) != 0 &&
				line->text[2 + len] != ':'))
				continue;
			line->style = factors[k].style;
			text = ft_arena_strdup(&lines->arena, line->text);
			text[0] = factors[k].letter;
			line->text = text;
		}
}

static void
detail_lines(const struct fview *view, int cols, struct fview_lines *lines)
{
	fview_reply_lines(view, cols - 4, lines);
	mark_factors(lines);
}

/* ---- the page -------------------------------------------------------------- */

static void
draw_empty(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview_queue *queue = scene->view->data->queue;
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_frame(box, "queue");
	fview_line(&lines, FVIEW_STYLE_TITLE, 0, "No job waits or runs in %s.",
	    scene->data->cluster);
	if (queue && queue->n_later)
		fview_line(&lines, FVIEW_STYLE_NORMAL, 0,
		    "%zu will be submitted as time goes by: fsim run lets it "
		    "pass.",
		    queue->n_later);
	else
		fview_line(&lines, FVIEW_STYLE_NORMAL, 0,
		    "fbatch submits jobs, fsim run lets time pass.");
	fview_lines_in_frame(&lines, box, 0);
}

static void
add_title(const struct fview_queue *queue, struct ft_str *str)
{
	ft_str_add(str, "queue at ");
	ft_time_add_date(str, queue->now);
	ft_str_addf(str, ": %zu wait", queue->n_pending);
	if (queue->n_held)
		ft_str_addf(str, " (%zu held)", queue->n_held);
	ft_str_addf(str, ", %zu run", queue->n_running);
	if (queue->cpus)
		ft_str_addf(str, " on %" PRIu32 " of %" PRIu32 " CPUs",
		    queue->cpus_used, queue->cpus);
}

int
fview_queue_panel_rows(int rows)
{
	return rows * 2 / 3;
}

/* Take the lower part of BOX for LINES. */
static struct fview_box
cut_detail(struct fview_box *box, const struct fview_lines *lines)
{
	struct fview_box detail = *box;
	int rows = fview_lines_rows(lines, box->cols - 2) + 2;
	int most = fview_queue_panel_rows(box->rows);

	rows = rows > most ? most : rows;
	detail.row = box->row + box->rows - rows;
	detail.rows = rows;
	box->rows -= rows - 1;
	return detail;
}

/* Append how far the awaited forecast is. */
static void
add_progress(const struct fview *view, struct ft_str *str)
{
	ft_str_add(str, "forecast: ");
	if (view->futures)
		ft_str_addf(str, "%" PRIu32 " of %" PRIu32 " futures",
		    view->made, view->futures);
	else
		ft_str_add(str, "...");
	if (view->days)
		ft_str_addf(str, " (day %" PRIu32 " of the next)", view->days);
	ft_str_add(str, ", Esc stops");
}

/* Put the first of TEXT[n] that fits on the lower border. */
static void
put_below(const struct fview_box *box, const struct ft_str *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int cols = fview_text_width(ft_str_text(&text[i]));

		if (cols + 2 > box->cols - 4)
			continue;
		fview_putf(box, box->rows - 1, box->cols - 4 - cols,
		    FVIEW_STYLE_TITLE, " %s ", ft_str_text(&text[i]));
		return;
	}
}

/* What the columns of the forecast mean, for wide screens and for narrow ones. */
static void
add_meaning(const struct fview *view, bool wide, struct ft_str *str)
{
	ft_str_addf(str,
	    wide ? "10, 50, 90 %%: by when a job starts in so many of %" PRIu32
		   " futures"
		 : "10, 50, 90 %% of %" PRIu32 " futures",
	    view->data->queue->futures);
}

/* On the lower border: what times of start mean, if there are some, or how far the
 * forecast is. */
static void
put_condition(const struct fview *view, const struct fview_box *box)
{
	const struct fview_queue *queue = view->data->queue;
	struct ft_str text[2] = { { 0 }, { 0 } };
	bool planned = false;

	for (size_t i = 0; i < queue->n; i++)
		planned |= queue->job[i].start > 0;
	if (fview_awaits(view) == FVIEW_TOPIC_QUEUE) {
		add_progress(view, &text[0]);
		ft_str_addf(&text[1],
		    "%" PRIu32 " of %" PRIu32 " futures, Esc stops", view->made,
		    view->futures);
	} else if (has_forecast(view)) {
		add_meaning(view, true, &text[0]);
		add_meaning(view, false, &text[1]);
	} else if (planned) {
		ft_str_add(&text[0],
		    "starts are planned as if running jobs used their full "
		    "time limits");
		ft_str_add(
		    &text[1], "starts: if running jobs use their full limits");
	}
	put_below(box, text, FT_COUNT(text));
	for (size_t i = 0; i < FT_COUNT(text); i++)
		ft_str_free(&text[i]);
}

static void
put_row(const struct fview_list *list, int at, const struct row *row)
{
	struct fview_list never = *list;

	if (!row->job) {
		fview_putf(&list->box, at, 0, FVIEW_STYLE_TITLE,
		    "can never start: %zu", row->queue->n_never);
	} else if (*row->job->never) {
		fit_never(&never);
		fview_list_row(&never, at, put_cell, row);
	} else {
		fview_list_row(list, at, put_cell, row);
		put_bar(row->queue, list, at, row->job);
	}
}

static void
draw_list(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview_queue *queue = scene->view->data->queue;
	struct fview_list list = { .box = fview_inside(box), .n = COLUMNS };
	const struct fview_job *selected = fview_queue_selected(scene->view);
	int rows = list.box.rows - 1;
	size_t n = fview_queue_rows(queue);
	size_t top = fview_list_top(
	    fview_queue_row(queue, (size_t)(selected - queue->job)), n, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < COLUMNS; i++)
		list.column[i] = columns[i].column;
	fit_columns(scene->view, &list);
	add_title(queue, &title);
	fview_frame(box, title.data);
	fview_list_row(&list, 0, put_title, NULL);
	for (int i = 0; i < rows && top + (size_t)i < n; i++) {
		const struct row row = { queue,
			fview_queue_at(queue, top + (size_t)i) };

		put_row(&list, i + 1, &row);
		if (row.job == selected)
			fview_restyle(&list.box, i + 1, 0, list.box.cols,
			    FVIEW_STYLE_SELECT);
	}
}

/* Fill LINES with what is below the list in BOX: the answer about a job, or what
 * the forecast lacks; nothing if neither is shown. */
static void
lines_below(const struct fview *view, const struct fview_box *box,
    struct fview_lines *lines)
{
	const struct fview_queue *queue = view->data->queue;

	if (!fview_queue_selected(view))
		return;
	if (view->job_open)
		detail_lines(view, box->cols, lines);
	else if (view->forecast && queue->foreseen && *queue->note &&
		 box->rows >= ROOM_FOR_NOTE)
		fview_line(lines, FVIEW_STYLE_NORMAL, 0, "%s", queue->note);
}

struct fview_box
fview_queue_list(const struct fview *view, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct fview_box list = *box;

	lines_below(view, box, &lines);
	if (lines.n)
		(void)cut_detail(&list, &lines);
	return list;
}

static void
add_title_below(const struct fview *view, int cols, struct ft_str *str)
{
	if (!view->job_open && has_forecast(view)) {
		add_meaning(view, cols >= WIDE, str);
		return;
	}
	if (!view->job_open) {
		ft_str_add(str, "forecast");
		return;
	}
	ft_str_addf(str, "%s %s · ",
	    view->job_open == FVIEW_TOPIC_JOB ? "fwhy" : "limits of",
	    fview_queue_selected(view)->id);
	if (fview_awaits(view) == FVIEW_TOPIC_JOB)
		add_progress(view, str);
	else
		ft_str_add(str, "j k scroll, Esc closes");
}

void
fview_draw_queue(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };
	struct fview_box list = *box, detail;

	if (!fview_queue_selected(view)) {
		draw_empty(scene, box);
		return;
	}
	lines_below(view, box, &lines);
	if (!lines.n) {
		draw_list(scene, box);
		put_condition(view, box);
		return;
	}
	detail = cut_detail(&list, &lines);
	draw_list(scene, &list);
	add_title_below(view, box->cols, &title);
	fview_frame(&detail, ft_str_text(&title));
	fview_lines_in_frame(
	    &lines, &detail, view->job_open ? view->side_scroll : 0);
}
