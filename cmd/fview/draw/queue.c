
#include "base/text/timefmt.h"
#include "fview/draw/list.h"

/*
 * The queue: the jobs in the order in which they are scheduled, a row each, with
 * the priority as a bar of its factors; and the factors of one job.
 */

/* Each factor has a letter, so that no colour is needed. */
static const struct {
	char letter;
	enum fview_style style;
	const char *name;
} factors[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { 'X', FVIEW_STYLE_NORMAL, "Site" },
	[FT_FACTOR_AGE] = { 'A', FVIEW_STYLE_SERIES_3, "Age" },
	[FT_FACTOR_ASSOC] = { 'C', FVIEW_STYLE_NORMAL, "Association" },
	[FT_FACTOR_FAIRSHARE] = { 'F', FVIEW_STYLE_SERIES_1, "FairShare" },
	[FT_FACTOR_JOB_SIZE] = { 'J', FVIEW_STYLE_SERIES_6, "JobSize" },
	[FT_FACTOR_PARTITION] = { 'P', FVIEW_STYLE_TITLE, "Partition" },
	[FT_FACTOR_QOS] = { 'Q', FVIEW_STYLE_SERIES_4, "QOS" },
	[FT_FACTOR_TRES] = { 'T', FVIEW_STYLE_NORMAL, "TRES" },
	[FT_FACTOR_NICE] = { '-', FVIEW_STYLE_NORMAL, "Nice" },
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
	AGE,
	NODES,
	CPUS,
	LIMIT,
	REASON,
	COLUMNS
};

#define OF(member) offsetof(struct fview_job, member)
static const struct {
	struct fview_column column;
	enum {
		TEXT,
		NUMBER,
		PLACE_NUMBER,
		SPAN,
		MINUTES,
		STATE_CODE,
		WHY,
		DRAWN
	} kind;
	size_t at; /* TEXT, NUMBER: the member */
} columns[COLUMNS] = {
	[PLACE] = { { "#", 4, true }, PLACE_NUMBER, 0 },
	[JOB] = { { "Job", 8, true }, TEXT, OF(id) },
	[USER] = { { "User", 9, false }, TEXT, OF(user) },
	[ACCOUNT] = { { "Account", 10, false }, TEXT, OF(account) },
	[PARTITION] = { { "Part", 8, false }, TEXT, OF(partition) },
	[STATE] = { { "ST", 2, false }, STATE_CODE, 0 },
	[PRIORITY] = { { "Priority", 10, true }, NUMBER, OF(priority) },
	[BAR] = { { "Factors", 12, false }, DRAWN, 0 },
	[AGE] = { { "Age", 10, true }, SPAN, 0 },
	[NODES] = { { "Nodes", 5, true }, NUMBER, OF(n_nodes) },
	[CPUS] = { { "CPUs", 5, true }, NUMBER, OF(cpus) },
	[LIMIT] = { { "Limit", 10, true }, MINUTES, 0 },
	[REASON] = { { "Reason or nodes", 16, false }, WHY, 0 },
};

/* Columns in the order in which a narrow screen drops them. */
static const int first_to_go[] = { CPUS, NODES, LIMIT, ACCOUNT, AGE, PARTITION,
	BAR, PLACE, PRIORITY, REASON, -1 };

/* The bar gets the remaining columns, then the reason. */
static void
fit_columns(struct fview_list *list)
{
	int left = fview_list_fit(list, first_to_go, list->box.cols + 1);
	int more = left < 12 ? left : 12;

	if (left > 0 && list->width[BAR]) {
		list->width[BAR] += more;
		left -= more;
	}
	if (left > 0 && list->width[REASON])
		list->width[REASON] += left;
}

/* ---- a row ----------------------------------------------------------------- */

/* "2:05", "3d04h": short, for people. */
static void
add_span(struct ft_str *str, int64_t seconds)
{
	int64_t minutes = seconds / 60, hours = minutes / 60;

	if (seconds < 0)
		return;
	if (seconds < 60)
		ft_str_addf(str, "%" PRId64 "s", seconds);
	else if (hours < 1)
		ft_str_addf(str, "%" PRId64 "m", minutes);
	else if (hours < 24)
		ft_str_addf(
		    str, "%" PRId64 "h%02" PRId64 "m", hours, minutes % 60);
	else
		ft_str_addf(
		    str, "%" PRId64 "d%02" PRId64 "h", hours / 24, hours % 24);
}

static const char *
reason_of(const struct fview_job *job)
{
	if (!job->pending)
		return job->nodes;
	return *job->reason_detail ? job->reason_detail
				   : ft_job_reason_name(job->reason);
}

static void
add_cell(const struct fview_job *job, enum column column, struct ft_str *str)
{
	const void *member = (const char *)job + columns[column].at;
	char buf[32];

	switch (columns[column].kind) {
	case TEXT:
		ft_str_add(str, *(const char *const *)member);
		break;
	case NUMBER:
		ft_str_addf(str, "%" PRIu32, *(const uint32_t *)member);
		break;
	case SPAN:
		add_span(str, job->waited);
		break;
	case PLACE_NUMBER:
		if (job->place)
			ft_str_addf(str, "%" PRIu32, job->place);
		break;
	case MINUTES:
		ft_str_add(str, job->limit == FT_TIME_UNLIMITED
				    ? "unlimited"
				    : ft_time_format_duration(
					  buf, sizeof buf, job->limit * 60));
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
	const struct fview_job *job = ctx;

	add_cell(job, (enum column)column, str);
	if (column == STATE && !job->pending)
		return FVIEW_STYLE_RANK;
	if (column == REASON && job->pending &&
	    job->reason != FT_REASON_RESOURCES &&
	    job->reason != FT_REASON_PRIORITY)
		return FVIEW_STYLE_OVER;
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

static void
job_line(const struct fview_job *job, struct fview_lines *lines)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&str, "%s", job->id);
	if (*job->name)
		ft_str_addf(&str, " (%s)", job->name);
	ft_str_addf(&str, " of %s, account %s, partition %s", job->user,
	    job->account, job->partition);
	if (*job->qos)
		ft_str_addf(&str, ", QOS %s", job->qos);
	fview_line(lines, FVIEW_STYLE_TITLE, 2, "%s", str.data);
	if (job->pending)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2, "waits: %s: %s",
		    reason_of(job), ft_job_reason_sentence(job->reason));
	else
		fview_line(lines, FVIEW_STYLE_NORMAL, 2, "runs on %s",
		    *job->nodes ? job->nodes : "no node");
}

static void
factor_lines(const struct fview_queue *queue, const struct fview_job *job,
    struct fview_lines *lines)
{
	double sum = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += job->weighted[i] > 0 ? job->weighted[i] : 0;
	fview_line(lines, FVIEW_STYLE_TITLE, 0, "  %-12s %9s   %10s %14s %6s",
	    "", "factor", "weight", "points", "part");
	for (int i = 0; i < FT_FACTORS; i++) {
		struct ft_str weight = { 0 };

		if (job->weighted[i] >= 0 && job->weighted[i] <= 0 &&
		    !queue->weight[i])
			continue;
		if (queue->weight[i])
			ft_str_addf(&weight, "x %10" PRIu32, queue->weight[i]);
		fview_line(lines, factors[i].style, 0,
		    "%c %-12s %9.7g %-12s %14.2f %5.1f%%", factors[i].letter,
		    factors[i].name, queue->weight[i] ? job->norm[i] : 0,
		    ft_str_text(&weight), job->weighted[i],
		    sum > 0 ? job->weighted[i] / sum * 100 : 0);
		ft_str_free(&weight);
	}
	fview_line(lines, FVIEW_STYLE_TITLE, 0, "  %-12s %37" PRIu32,
	    "Priority", job->priority);
}

static void
detail_lines(const struct fview *view, const struct fview_job *job,
    struct fview_lines *lines)
{
	const struct fview_queue *queue = view->data->queue;

	job_line(job, lines);
	if (job->place > 1)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2,
		    "%" PRIu32 " of %zu in the queue", job->place,
		    queue->n_ready);
	else if (job->place)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2, "it goes next");
	if (!job->pending)
		return;
	if (*job->never)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2,
		    "it can never start: %s", job->never);
	if (!job->priority)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2,
		    "held: its priority is 0 until it is released");
	else if (job->set_by_hand)
		fview_line(lines, FVIEW_STYLE_NORMAL, 2,
		    "its priority was set by hand: %" PRIu32, job->priority);
	else
		factor_lines(queue, job, lines);
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
	ft_str_addf(str, "queue: %zu wait", queue->n_pending);
	if (queue->n_held)
		ft_str_addf(str, " (%zu held)", queue->n_held);
	ft_str_addf(str, ", %zu run", queue->n_running);
	if (queue->cpus)
		ft_str_addf(str, " on %" PRIu32 " of %" PRIu32 " CPUs",
		    queue->cpus_used, queue->cpus);
	ft_str_add(str, " · Enter takes a priority apart");
}

/* Take the lower part of BOX for LINES. */
static struct fview_box
cut_detail(struct fview_box *box, const struct fview_lines *lines)
{
	struct fview_box detail = *box;
	int rows = fview_lines_rows(lines, box->cols - 2) + 2;

	rows = rows > box->rows * 2 / 3 ? box->rows * 2 / 3 : rows;
	detail.row = box->row + box->rows - rows;
	detail.rows = rows;
	box->rows -= rows - 1;
	return detail;
}

static void
draw_list(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview_queue *queue = scene->view->data->queue;
	struct fview_list list = { .box = fview_inside(box), .n = COLUMNS };
	int rows = list.box.rows - 1;
	size_t select = scene->view->job_select;
	size_t top = fview_list_top(select, queue->n, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	for (int i = 0; i < COLUMNS; i++)
		list.column[i] = columns[i].column;
	fit_columns(&list);
	add_title(queue, &title);
	fview_frame(box, title.data);
	fview_list_row(&list, 0, put_title, NULL);
	for (int i = 0; i < rows && top + (size_t)i < queue->n; i++) {
		const struct fview_job *job = &queue->job[top + (size_t)i];

		fview_list_row(&list, i + 1, put_cell, job);
		put_bar(queue, &list, i + 1, job);
		if (top + (size_t)i == select)
			fview_restyle(&list.box, i + 1, 0, list.box.cols,
			    FVIEW_STYLE_SELECT);
	}
}

struct fview_box
fview_queue_list(const struct fview *view, const struct fview_box *box)
{
	const struct fview_job *job = fview_queue_selected(view);
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct fview_box list = *box;

	if (job && view->job_open) {
		detail_lines(view, job, &lines);
		(void)cut_detail(&list, &lines);
	}
	return list;
}

void
fview_draw_queue(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview_job *job = fview_queue_selected(scene->view);
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct fview_box list = *box, detail;

	if (!job) {
		draw_empty(scene, box);
	} else if (!scene->view->job_open) {
		draw_list(scene, box);
	} else {
		detail_lines(scene->view, job, &lines);
		detail = cut_detail(&list, &lines);
		draw_list(scene, &list);
		fview_frame(&detail, "this job · Esc closes");
		fview_lines_in_frame(&lines, &detail, 0);
	}
}
