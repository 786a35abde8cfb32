#include <inttypes.h>
#include <string.h>

#include "base/timefmt.h"
#include "view/view_int.h"

/*
 * The queue: who goes next and why, a row each, with the priority as a bar of
 * its factors; and one job's priority taken apart.
 */

/* A factor is told by its letter, so that no colour is needed. */
static const struct {
	char letter;
	enum view_style style;
	const char *name;
} factors[FT_FACTORS] = {
	[FT_FACTOR_SITE] = { 'X', VIEW_STYLE_EDIT, "Site" },
	[FT_FACTOR_AGE] = { 'A', VIEW_STYLE_RANK, "Age" },
	[FT_FACTOR_ASSOC] = { 'C', VIEW_STYLE_NOTE, "Association" },
	[FT_FACTOR_FAIRSHARE] = { 'F', VIEW_STYLE_UNDER, "FairShare" },
	[FT_FACTOR_JOB_SIZE] = { 'J', VIEW_STYLE_TIE, "JobSize" },
	[FT_FACTOR_PARTITION] = { 'P', VIEW_STYLE_PATH, "Partition" },
	[FT_FACTOR_QOS] = { 'Q', VIEW_STYLE_OVER, "QOS" },
	[FT_FACTOR_TRES] = { 'T', VIEW_STYLE_MATCH, "TRES" },
	[FT_FACTOR_NICE] = { '-', VIEW_STYLE_ERROR, "Nice" },
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

static const struct {
	const char *header;
	int width;
	bool right;
} columns[COLUMNS] = {
	[PLACE] = { "#", 4, true },
	[JOB] = { "Job", 8, true },
	[USER] = { "User", 9, false },
	[ACCOUNT] = { "Account", 10, false },
	[PARTITION] = { "Part", 8, false },
	[STATE] = { "ST", 2, false },
	[PRIORITY] = { "Priority", 10, true },
	[BAR] = { "Factors", 12, false },
	[AGE] = { "Age", 10, true },
	[NODES] = { "Nodes", 5, true },
	[CPUS] = { "CPUs", 5, true },
	[LIMIT] = { "Limit", 10, true },
	[REASON] = { "Reason or nodes", 16, false },
};

/* Columns that go first where there is no room. */
static const enum column first_to_go[] = { CPUS, NODES, LIMIT, ACCOUNT, AGE,
	PARTITION, BAR, PLACE, PRIORITY, REASON };

struct plan {
	bool shown[COLUMNS];
	int width[COLUMNS];
};

static int
needed(const struct plan *plan)
{
	int cols = -1;

	for (int i = 0; i < COLUMNS; i++)
		cols += plan->shown[i] ? plan->width[i] + 1 : 0;
	return cols;
}

static struct plan
plan_columns(int cols)
{
	struct plan plan;
	int left;

	for (int i = 0; i < COLUMNS; i++) {
		plan.shown[i] = true;
		plan.width[i] = columns[i].width;
	}
	for (size_t k = 0; k < sizeof first_to_go / sizeof *first_to_go &&
			   needed(&plan) > cols;
	     k++)
		plan.shown[first_to_go[k]] = false;
	/* what is left goes to the bar, then to the reason */
	left = cols - needed(&plan);
	if (left > 0 && plan.shown[BAR]) {
		plan.width[BAR] += left < 12 ? left : 12;
		left -= left < 12 ? left : 12;
	}
	if (left > 0 && plan.shown[REASON])
		plan.width[REASON] += left;
	return plan;
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

static void
add_reason(struct ft_str *str, const struct view_job *job)
{
	if (!job->pending)
		ft_str_add(str, job->nodes);
	else if (*job->reason_detail)
		ft_str_add(str, job->reason_detail);
	else
		ft_str_add(str, ft_job_reason_name(job->reason));
}

static void
add_cell(struct ft_str *str, const struct view_job *job, enum column column)
{
	char buf[32];

	switch (column) {
	case PLACE:
		if (job->place)
			ft_str_addf(str, "%" PRIu32, job->place);
		break;
	case JOB:
		ft_str_add(str, job->id);
		break;
	case USER:
		ft_str_add(str, job->user);
		break;
	case ACCOUNT:
		ft_str_add(str, job->account);
		break;
	case PARTITION:
		ft_str_add(str, job->partition);
		break;
	case STATE:
		ft_str_add(str, ft_job_state_code(job->state));
		break;
	case PRIORITY:
		ft_str_addf(str, "%" PRIu32, job->priority);
		break;
	case AGE:
		add_span(str, job->waited);
		break;
	case NODES:
		ft_str_addf(str, "%" PRIu32, job->n_nodes);
		break;
	case CPUS:
		ft_str_addf(str, "%" PRIu32, job->cpus);
		break;
	case LIMIT:
		if (job->limit == FT_TIME_UNLIMITED)
			ft_str_add(str, "unlimited");
		else
			ft_str_add(str, ft_time_format_duration(
					    buf, sizeof buf, job->limit * 60));
		break;
	case REASON:
		add_reason(str, job);
		break;
	case BAR:
	case COLUMNS:
		break;
	}
}

/*
 * COLS columns are the highest priority; each factor gets its part of this
 * job's, rounded so that the letters add up.
 */
static void
put_bar(const struct view_scene *scene, const struct view_box *box, int row,
    int col, int cols, const struct view_job *job)
{
	const struct view_queue *queue = scene->view->data->queue;
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
			view_putf(scene->grid, box, row, col + at,
			    factors[i].style, "%c", factors[i].letter);
	}
}

static enum view_style
cell_style(const struct view_job *job, enum column column)
{
	if (column == STATE && !job->pending)
		return VIEW_STYLE_RANK;
	if (column == REASON && job->pending &&
	    job->reason != FT_REASON_RESOURCES &&
	    job->reason != FT_REASON_PRIORITY)
		return VIEW_STYLE_OVER;
	return VIEW_STYLE_NORMAL;
}

static void
put_row(const struct view_scene *scene, const struct view_box *box, int row,
    const struct plan *plan, const struct view_job *job)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int at = 0;

	for (int i = 0; i < COLUMNS; i++) {
		int width = plan->width[i], text;

		if (!plan->shown[i])
			continue;
		ft_str_clear(&str);
		ft_str_add(&str, "");
		add_cell(&str, job, (enum column)i);
		text = view_text_width(str.data);
		view_put_fit(scene->grid, box, row,
		    !columns[i].right || text > width ? at : at + width - text,
		    width, cell_style(job, (enum column)i), str.data);
		if (i == BAR)
			put_bar(scene, box, row, at, width, job);
		at += width + 1;
	}
}

static void
put_header(const struct view_scene *scene, const struct view_box *box,
    const struct plan *plan)
{
	int at = 0;

	for (int i = 0; i < COLUMNS; i++) {
		int width = plan->width[i];
		int text = view_text_width(columns[i].header);

		if (!plan->shown[i])
			continue;
		view_put_fit(scene->grid, box, 0,
		    !columns[i].right || text > width ? at : at + width - text,
		    width, VIEW_STYLE_TITLE, columns[i].header);
		at += width + 1;
	}
}

/* ---- one job --------------------------------------------------------------- */

static void
job_line(const struct view_job *job, struct view_lines *lines)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&str, "%s", job->id);
	if (*job->name)
		ft_str_addf(&str, " (%s)", job->name);
	ft_str_addf(&str, " of %s, account %s, partition %s", job->user,
	    job->account, job->partition);
	if (*job->qos)
		ft_str_addf(&str, ", QOS %s", job->qos);
	view_line(lines, VIEW_STYLE_TITLE, 2, "%s", str.data);
	ft_str_clear(&str);
	if (job->pending) {
		add_reason(&str, job);
		view_line(lines, VIEW_STYLE_NORMAL, 2, "waits: %s: %s",
		    str.data, ft_job_reason_sentence(job->reason));
	} else {
		view_line(lines, VIEW_STYLE_NORMAL, 2, "runs on %s",
		    *job->nodes ? job->nodes : "no node");
	}
}

static void
factor_lines(const struct view_queue *queue, const struct view_job *job,
    struct view_lines *lines)
{
	double sum = 0;

	for (int i = 0; i < FT_FACTORS; i++)
		sum += job->weighted[i] > 0 ? job->weighted[i] : 0;
	view_line(lines, VIEW_STYLE_TITLE, 0, "  %-12s %9s   %10s %14s %6s", "",
	    "factor", "weight", "points", "part");
	for (int i = 0; i < FT_FACTORS; i++) {
		struct ft_str weight = { 0 };

		if (job->weighted[i] >= 0 && job->weighted[i] <= 0 &&
		    !queue->weight[i])
			continue;
		if (queue->weight[i])
			ft_str_addf(&weight, "x %10" PRIu32, queue->weight[i]);
		view_line(lines, factors[i].style, 0,
		    "%c %-12s %9.7g %-12s %14.2f %5.1f%%", factors[i].letter,
		    factors[i].name, queue->weight[i] ? job->norm[i] : 0,
		    ft_str_text(&weight), job->weighted[i],
		    sum > 0 ? job->weighted[i] / sum * 100 : 0);
		ft_str_free(&weight);
	}
	view_line(lines, VIEW_STYLE_TITLE, 0, "  %-12s %37" PRIu32, "Priority",
	    job->priority);
}

static void
detail_lines(const struct view *view, const struct view_job *job,
    struct view_lines *lines)
{
	const struct view_queue *queue = view->data->queue;

	job_line(job, lines);
	if (job->place > 1)
		view_line(lines, VIEW_STYLE_NORMAL, 2,
		    "%" PRIu32 " of %zu in the queue", job->place,
		    queue->n_ready);
	else if (job->place)
		view_line(lines, VIEW_STYLE_NORMAL, 2, "it goes next");
	if (!job->pending)
		return;
	if (*job->never)
		view_line(lines, VIEW_STYLE_NORMAL, 2, "it can never start: %s",
		    job->never);
	if (!job->priority)
		view_line(lines, VIEW_STYLE_NORMAL, 2,
		    "held: its priority is 0 until it is released");
	else if (job->set_by_hand)
		view_line(lines, VIEW_STYLE_NORMAL, 2,
		    "its priority was set by hand: %" PRIu32, job->priority);
	else
		factor_lines(queue, job, lines);
}

/* ---- the page -------------------------------------------------------------- */

static void
draw_empty(const struct view_scene *scene, const struct view_box *box)
{
	const struct view_queue *queue = scene->view->data->queue;
	struct view_lines lines FT_CLEANUP(view_lines_free) = { 0 };

	view_frame(scene->grid, box, "queue");
	view_line(&lines, VIEW_STYLE_TITLE, 0, "No job waits or runs in %s.",
	    scene->data->cluster);
	if (queue && queue->n_later)
		view_line(&lines, VIEW_STYLE_NORMAL, 0,
		    "%zu will be submitted as time goes by: fsim run lets it "
		    "pass.",
		    queue->n_later);
	else
		view_line(&lines, VIEW_STYLE_NORMAL, 0,
		    "fbatch submits jobs, fsim run lets time pass.");
	view_lines_in_frame(&lines, scene->grid, box, 0);
}

static void
add_title(const struct view_queue *queue, struct ft_str *str)
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

/* The lower part of BOX, which shrinks, for LINES. */
static struct view_box
cut_detail(struct view_box *box, const struct view_lines *lines)
{
	struct view_box detail = *box;
	int rows = view_lines_rows(lines, box->cols - 2) + 2;

	rows = rows > box->rows * 2 / 3 ? box->rows * 2 / 3 : rows;
	detail.row = box->row + box->rows - rows;
	detail.rows = rows;
	box->rows -= rows - 1;
	return detail;
}

static void
draw_list(const struct view_scene *scene, const struct view_box *box)
{
	const struct view_queue *queue = scene->view->data->queue;
	struct view_box inside = view_inside(box);
	struct plan plan = plan_columns(inside.cols);
	int rows = inside.rows - 1;
	size_t top = view_queue_top(scene->view, rows);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	add_title(queue, &title);
	view_frame(scene->grid, box, title.data);
	put_header(scene, &inside, &plan);
	for (int i = 0; i < rows && top + (size_t)i < queue->n; i++) {
		size_t index = top + (size_t)i;

		put_row(scene, &inside, i + 1, &plan, &queue->job[index]);
		if (index == scene->view->job_select)
			view_restyle(scene->grid, &inside, i + 1, 0,
			    inside.cols, VIEW_STYLE_SELECT);
	}
}

struct view_box
view_queue_list(const struct view *view, const struct view_box *box)
{
	const struct view_job *job = view_queue_selected(view);
	struct view_box list = *box;
	struct view_lines lines = { 0 };

	if (job && view->job_open) {
		detail_lines(view, job, &lines);
		(void)cut_detail(&list, &lines);
		view_lines_free(&lines);
	}
	return list;
}

void
view_draw_queue(const struct view_scene *scene, const struct view_box *box)
{
	const struct view_job *job = view_queue_selected(scene->view);
	struct view_box list = *box;

	if (!job) {
		draw_empty(scene, box);
		return;
	}
	if (scene->view->job_open) {
		struct view_lines lines = { 0 };
		struct view_box detail;

		detail_lines(scene->view, job, &lines);
		detail = cut_detail(&list, &lines);
		draw_list(scene, &list);
		view_frame(scene->grid, &detail, "this job · Esc closes");
		view_lines_in_frame(&lines, scene->grid, &detail, 0);
		view_lines_free(&lines);
		return;
	}
	draw_list(scene, &list);
}
