/*
 * The queue page: rows, bars, the answer about a job, keys, the mouse, new data.
 *
 * The queue at 2030-01-07T18:00: weights FairShare 100000, QOS 100000.
 *   1 fred  fairshare 0.4, QOS 1    40000 + 100000 = 140000, planned for 18:44
 *   2 wilma fairshare 0.2, QOS 0.5  20000 +  50000 =  70000, for the next day
 *   3 betty held
 *   4 barney runs on n1
 *   5 betty can never start
 * Columns are as wide as what is in them, 1 + 3 + 6 + 2 + 8 + 9 + 11 + 16 (from #
 * to Why, without Factors), and each is followed by a blank.  So 79 columns leave
 * 79 - 56 - 9 = 14 for the bar of the highest priority, 140000.  FairShare of 1
 * ends at 14 x 40 / 140 = 4, so 4 F and 10 Q; the bar of 2 is 7 long, and its
 * FairShare ends at 7 x 20 / 70 = 2, so FFQQQQQ.
 */
#include <string.h>

#include "algo/share/fairtree.h"
#include "base/mem.h"
#include "lib/filmed.h"
#include "report/format/page.h"
#include "tap/tap.h"
#include "fview/internal.h"

#define ROWS 24
#define COLS 80
#define NOW  INT64_C(1894039200) /* 2030-01-07T18:00:00 */
#define MIN  60

static struct fview_job *
add_job(struct fview_queue *queue, const char *id, const char *user, double fs,
    double qos)
{
	struct fview_job *job = fview_queue_add(queue);

	job->id = id;
	job->number = (uint32_t)(*id - '0');
	job->user = user;
	job->name = "work";
	job->account = "bedrock";
	job->partition = "main";
	job->qos = "high";
	job->pending = true;
	job->reason = FT_REASON_PRIORITY;
	job->weighted[FT_FACTOR_FAIRSHARE] = fs * 100000;
	job->weighted[FT_FACTOR_QOS] = qos * 100000;
	job->priority = (uint32_t)((fs + qos) * 100000);
	job->waited = 7500;
	job->limit = 90;
	job->n_nodes = 2;
	job->cpus = 32;
	return job;
}

static struct fview_data *
data_of(bool with_jobs, bool first_gone)
{
	struct fview_data *data =
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_DOCUMENTED);
	struct fview_queue *queue = data->queue = fview_queue_new();
	struct fview_job *job;

	if (!with_jobs)
		return data;
	if (!first_gone) {
		job = add_job(queue, "1", "fred", 0.4, 1);
		job->place = 1;
		job->lack = "4 GPUs on g[1-4]";
		job->start = NOW + 44 * MIN;
	}
	job = add_job(queue, "2", "wilma", 0.2, 0.5);
	job->place = first_gone ? 1 : 2;
	job->start = NOW + 15 * 60 * MIN;
	job = add_job(queue, "3", "betty", 0, 0);
	job->state = FT_JOB_PENDING;
	job->reason = FT_REASON_HELD_USER;
	job = add_job(queue, "4", "barney", 0, 0);
	job->pending = false;
	job->state = FT_JOB_RUNNING;
	job->nodes = "n1";
	add_job(queue, "5", "betty", 0, 0)->never = "it asks for too much";
	queue->now = NOW;
	queue->n_never = 1;
	queue->n_pending = first_gone ? 3 : 4;
	queue->n_held = 1;
	queue->n_ready = first_gone ? 1 : 2;
	queue->n_running = 1;
	queue->cpus = 64;
	queue->cpus_used = 32;
	queue->top = first_gone ? 70000 : 140000;
	return data;
}

static void
press(struct fview *view, uint32_t key)
{
	(void)fview_press(view, key, ROWS, COLS);
}

static char *
frame(const struct fview *view, int rows, int cols, bool ascii)
{
	struct fview_caps caps = { ascii, { FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview_grid grid;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_draw(view, &caps, rows, cols, &grid);
	filmed_add_text(&grid, &str);
	fview_grid_free(&grid);
	return ft_str_take(&str);
}

/* Whether the frame does not hold LINE. */
static bool
lacks(const struct fview *view, int rows, int cols, const char *line)
{
	char *text = frame(view, rows, cols, false);
	bool found = strstr(text, line) != NULL;

	if (found)
		diag("'%s' in\n%s", line, text);
	ft_free(text);
	return !found;
}

/* Whether the frame holds LINE. */
static bool
shows(const struct fview *view, int rows, int cols, const char *line)
{
	char *text = frame(view, rows, cols, false);
	bool found = strstr(text, line) != NULL;

	if (!found)
		diag("no '%s' in\n%s", line, text);
	ft_free(text);
	return found;
}

static void
test_list(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	ok(shows(view, ROWS, COLS,
	       "queue at 2030-01-07T18:00:00: 4 wait (1 held), 1 run on 32 of "
	       "64 CPUs"),
	    "when, and how many");
	ok(shows(view, ROWS, COLS,
	       "│1   1 fred   PD   140000 FFFFQQQQQQQQQQ in 44 min       18:44 "
	       "4 GPUs on g[1-4]│"),
	    "the first row");
	ok(shows(view, ROWS, COLS,
	       "│2   2 wilma  PD    70000 FFQQQQQ          in 15 h 01-08T09:00 "
	       "Priority"),
	    "half as long a bar; the day if it is another one");
	ok(shows(view, ROWS, COLS,
	       "│    3 betty  PD        0                                      "
	       "JobHeldUser"),
	    "a held one has no place");
	ok(shows(view, ROWS, COLS,
	       "│    4 barney R         0                                      "
	       "n1"),
	    "what runs comes after those that wait");
	ok(shows(view, ROWS, COLS, "│can never start: 1 "), "apart from them");
	ok(shows(view, ROWS, COLS, "│    5 betty  it asks for too much"),
	    "what can never start, and why");
	ok(shows(view, ROWS, COLS,
	       "starts are planned as if running jobs used their full time "
	       "limits"),
	    "what the starts depend on");
	/* 7500 s are 2 h */
	ok(shows(view, ROWS, 150,
	       "18:44      2 h     2    32     1:30:00 4 GPUs on g[1-4]"),
	    "a wide screen has ages, nodes, CPUs and limits");
	/* 70 - 56 - 8 = 6 columns for a bar of at least 6 and a blank */
	ok(shows(view, ROWS, 71,
	       "│1   1 fred   PD   140000 in 44 min       18:44 4 GPUs on "
	       "g[1-4] "),
	    "a reason is not cut for the factors");
	ok(shows(view, 12, 53, "│1   1 fred   PD in 44 min 4 GPUs on g[1-4] "),
	    "nor for the date");
	ok(shows(view, 12, 40, "│  1 fred   PD 4 GPUs on g[1-4]"),
	    "a small one has less");
	fview_free(view);
}

/* A page with one heading. */
struct answer {
	const char *before, *head, *after;
};

static void
answer(struct fview *view, const struct answer *told)
{
	struct ft_out out;
	struct ft_page page;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &(struct ft_page_options){ 0 });
	ft_str_add(&out.text, told->before);
	if (told->head) {
		ft_page_head(&page, told->head);
		ft_str_add(&out.text, told->after);
	}
	fview_answer(view, &page);
	ft_page_free(&page);
	ft_out_free(&out);
}

static void
test_detail(void)
{
	static const struct answer told = { "This job waits.\n\n", "Priority",
		"  fair share  10  0.4\n  a fact" };
	struct fview *view = fview_new(data_of(true, false));
	struct fview_question asks;

	press(view, FVIEW_KEY_F1 + 3);
	is_u64(fview_asks(view).kind, FVIEW_TOPIC_NOTHING, "nothing is asked");
	press(view, FVIEW_KEY_ENTER);
	asks = fview_asks(view);
	ok(asks.kind == FVIEW_TOPIC_JOB && strcmp(asks.job, "1") == 0,
	    "Enter asks why a job waits");
	ok(shows(view, ROWS, COLS, "│ ...  "), "before it is answered");
	answer(view, &told);
	is_u64(fview_asks(view).kind, FVIEW_TOPIC_NOTHING, "once");
	ok(shows(view, ROWS, COLS, "│ This job waits.  "), "the answer");
	ok(shows(view, ROWS, COLS, "│ Priority  "), "a heading");
	ok(shows(view, ROWS, COLS, "│ F fair share  10  0.4"),
	    "a factor has the letter of the bar");
	press(view, 'j');
	is_str(fview_queue_selected(view)->id, "1", "j scrolls it");
	is_i64(view->side_scroll, 0, "not beyond its end");
	press(view, 'i');
	asks = fview_asks(view);
	ok(asks.kind == FVIEW_TOPIC_LIMITS && strcmp(asks.job, "1") == 0,
	    "i asks for the limits of the job");
	press(view, FVIEW_KEY_ESCAPE);
	ok(!view->job_open && view->page == FVIEW_PAGE_QUEUE, "Esc closes it");
	for (int i = 0; i < 9; i++)
		press(view, 'j');
	is_str(
	    fview_queue_selected(view)->id, "5", "j moves again, to the last");
	press(view, FVIEW_KEY_ESCAPE);
	ok(view->page == FVIEW_PAGE_TREE, "and then the page");
	fview_free(view);
}

/* The limits of a user, and lint's findings. */
static void
test_asks(void)
{
	struct fview *view = fview_new(data_of(true, false));
	struct fview_question asks;

	press(view, 'j');
	press(view, 'i');
	asks = fview_asks(view);
	ok(asks.kind == FVIEW_TOPIC_LIMITS && !asks.job, "i asks in the tree");
	is_u64(asks.id,
	    view->data->tree->id[fview_visible(view, fview_selected(view))],
	    "about who is at the cursor");
	answer(view, &(struct answer){ .before = "No limit applies." });
	ok(shows(view, ROWS, COLS, "No limit applies."), "the answer");
	press(view, 'j');
	is_u64(fview_asks(view).kind, FVIEW_TOPIC_LIMITS, "another, again");
	answer(view, &(struct answer){ .before = "One limit." });
	fview_renew(view, data_of(true, true));
	is_u64(fview_asks(view).kind, FVIEW_TOPIC_LIMITS, "new data, again");
	press(view, 't');
	press(view, '!');
	is_u64(fview_asks(view).kind, FVIEW_TOPIC_LINT, "! asks for findings");
	answer(view, &(struct answer){
			 .before = "PriorityWeightQOS=20000 has no effect." });
	ok(shows(view, ROWS, COLS, "│ PriorityWeightQOS=20000 has no effect."),
	    "which get the page");
	press(view, '?');
	press(view, FVIEW_KEY_ESCAPE);
	ok(view->page == FVIEW_PAGE_TABLE, "Esc returns to the page below");
	fview_free(view);
}

/* A forecast of jobs 1 and 2, the first of which never starts within its days in a
 * tenth of ten futures. */
static void
foresee(struct fview *view, bool drawn)
{
	int64_t start[] = { NOW + 1 * MIN, NOW + 2 * MIN, NOW + 3 * MIN,
		NOW + 4 * MIN, NOW + 5 * MIN, NOW + 6 * MIN, NOW + 7 * MIN,
		NOW + 8 * MIN, NOW + 16 * 60 * MIN, INT64_MAX };
	int64_t late[10];
	struct ft_forecast_job job[] = { { .number = 1, .sorted = start },
		{ .number = 2, .sorted = late } };
	const struct ft_forecast forecast = { .job = job,
		.n = 2,
		.futures = 10,
		.made = 10,
		.at = NOW,
		.active = 4,
		.limited = 1,
		.drawn = drawn };

	for (size_t i = 0; i < FT_COUNT(late); i++)
		late[i] = i < 5 ? NOW + 60 * MIN : INT64_MAX;
	fview_foresee(view, &forecast, true);
}

static void
test_forecast(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "nothing is awaited");
	press(view, FVIEW_KEY_F1 + 1);
	press(view, 'W');
	ok(view->page == FVIEW_PAGE_QUEUE, "W shows the queue");
	is_u64(
	    fview_awaits(view), FVIEW_TOPIC_QUEUE, "and asks for a forecast");
	ok(shows(view, ROWS, COLS, "─ forecast: ..., Esc stops ─┘"),
	    "before its first future");
	fview_set_progress(
	    view, &(struct ft_forecast){ .made = 3, .futures = 10 });
	ok(shows(view, ROWS, COLS, "─ forecast: 3 of 10 futures, Esc stops ─┘"),
	    "how far it is");
	press(view, 'j');
	is_str(fview_queue_selected(view)->id, "2", "keys work meanwhile");
	press(view, FVIEW_KEY_ESCAPE);
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "Esc stops it");
	ok(view->page == FVIEW_PAGE_QUEUE, "and nothing else");
	press(view, 'W');
	foresee(view, true);
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "it is done");
	/* nearest rank: the first, fifth and ninth of ten */
	ok(shows(view, ROWS, COLS,
	       "       18:44 18:01 18:05 01-08T10:00 4 GPUs on g[1-4]"),
	    "10, 50 and 90 %% beside the planned start");
	ok(shows(view, ROWS, COLS,
	       " 01-08T09:00 19:00 19:00      > 14 d Priority"),
	    "later than it reaches");
	ok(shows(view, ROWS, COLS,
	       "├─ 10, 50, 90 %: by when a job starts in so many of 10 futures "
	       "─"),
	    "what that means");
	ok(shows(view, ROWS, COLS,
	       "│ In them, 1 of the 4 jobs that wait or run use their whole "
	       "time limits,"),
	    "and what is not drawn");
	ok(shows(view, 12, 40, "│Job User   ST  10 %  50 %        90 % │"),
	    "a narrow screen keeps all three");
	press(view, FVIEW_KEY_ENTER);
	ok(lacks(view, ROWS, COLS, "whole time limits"),
	    "an answer takes the place of that");
	press(view, FVIEW_KEY_ENTER);
	press(view, 'W');
	ok(lacks(view, ROWS, COLS, "50 %"), "W again: without it");
	press(view, 'W');
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "it is kept");
	ok(shows(view, ROWS, COLS, "50 %"), "and shown again");
	fview_renew(view, data_of(true, false));
	is_u64(fview_awaits(view), FVIEW_TOPIC_QUEUE,
	    "when the store changes it is made again");
	foresee(view, false);
	ok(lacks(view, ROWS, COLS, "50 %"), "nothing is drawn: no columns");
	ok(shows(view, ROWS, COLS,
	       "│ No forecast is drawn from the past: 1 of "
	       "the 4 jobs that wait or run"),
	    "but why");
	fview_free(view);
}

/* The answer about a job is shown before its forecast is made. */
static void
test_job_forecast(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	press(view, FVIEW_KEY_ENTER);
	is_u64(
	    fview_awaits(view), FVIEW_TOPIC_NOTHING, "the answer comes first");
	answer(view, &(struct answer){ .before = "This job waits." });
	is_u64(fview_awaits(view), FVIEW_TOPIC_JOB, "its forecast follows");
	/* 200,000 s are two days and a bit */
	fview_set_progress(view, &(struct ft_forecast){ .made = 30,
				     .futures = 200,
				     .at = NOW,
				     .reached = NOW + 200000 });
	ok(shows(view, ROWS, COLS,
	       "─ fwhy 1 · forecast: 30 of 200 futures (day 2 of the next), "
	       "Esc stops ─"),
	    "how far that is");
	press(view, FVIEW_KEY_ESCAPE);
	ok(view->job_open && fview_awaits(view) == FVIEW_TOPIC_NOTHING,
	    "Esc stops it, the answer stays");
	press(view, FVIEW_KEY_ESCAPE);
	ok(!view->job_open, "then closes that");
	press(view, 'j');
	press(view, FVIEW_KEY_ENTER);
	answer(view, &(struct answer){ .before = "This one, too." });
	is_u64(fview_awaits(view), FVIEW_TOPIC_JOB, "another job, another one");
	fview_foresee_job(view);
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "until it is made");
	press(view, 'i');
	answer(view, &(struct answer){ .before = "One limit." });
	is_u64(fview_awaits(view), FVIEW_TOPIC_NOTHING, "limits need none");
	fview_free(view);
}

static void
test_mouse(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	(void)fview_mouse(view, &(struct fview_click){ 1, 3, 10 }, ROWS, COLS);
	is_str(fview_queue_selected(view)->id, "2", "a click selects");
	ok(!view->job_open, "only");
	(void)fview_mouse(view, &(struct fview_click){ 1, 3, 10 }, ROWS, COLS);
	ok(view->job_open, "the second opens");
	(void)fview_mouse(view, &(struct fview_click){ 1, 20, 10 }, ROWS, COLS);
	is_str(fview_queue_selected(view)->id, "2", "not below the list");
	press(view, FVIEW_KEY_ESCAPE);
	(void)fview_mouse(view, &(struct fview_click){ 1, 6, 10 }, ROWS, COLS);
	is_str(fview_queue_selected(view)->id, "2", "a heading is no job");
	(void)fview_mouse(view, &(struct fview_click){ 5, 3, 10 }, ROWS, COLS);
	is_str(fview_queue_selected(view)->id, "5", "the wheel moves");
	fview_free(view);
}

static void
test_renew(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	press(view, 'j');
	fview_renew(view, data_of(true, true));
	is_str(fview_queue_selected(view)->id, "2", "the same job is selected");
	is_u64(view->job_select, 0, "which is the first now");
	fview_renew(view, data_of(true, false));
	is_u64(view->job_select, 1, "and the second again");
	press(view, 'k');
	fview_renew(view, data_of(true, true));
	is_str(fview_queue_selected(view)->id, "2", "gone: who took its place");
	fview_renew(view, data_of(false, false));
	ok(!fview_queue_selected(view), "no job at all");
	ok(shows(view, ROWS, COLS, "No job waits or runs in cluster."),
	    "which is said");
	fview_free(view);
}

static void
test_frames(void)
{
	static const struct {
		int rows, cols;
	} sizes[] = { { 40, 120 }, { 16, 60 }, { 10, 40 }, { 5, 20 },
		{ 1, 1 } };
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	for (int open = 0; open < 2; open++) {
		for (size_t i = 0; i < FT_COUNT(sizes); i++) {
			char *text =
			    frame(view, sizes[i].rows, sizes[i].cols, true);
			bool ascii = true;

			for (const char *at = text; *at; at++)
				ascii &= (unsigned char)*at < 128;
			ok(ascii && *text, "%dx%d in ASCII", sizes[i].cols,
			    sizes[i].rows);
			ft_free(text);
		}
		press(view, FVIEW_KEY_ENTER);
	}
	fview_free(view);
}

/* Whether the last row of a frame has anything. */
static bool
has_footer(const struct fview *view, int cols)
{
	char *text = frame(view, 12, cols, true);
	size_t end = strlen(text), at;
	bool good;

	while (end > 0 && text[end - 1] == '\n')
		end--;
	for (at = end; at > 0 && text[at - 1] != '\n' && text[at - 1] == ' ';)
		at--;
	if (at == 0 || text[at - 1] == '\n')
		diag("no footer in\n%s", text);
	good = at > 0 && text[at - 1] != '\n';
	ft_free(text);
	return good;
}

/* Pages, what is open on them, and prompts: keys are never hidden. */
static void
test_footer(void)
{
	static const uint32_t keys[] = { 'e', 'c', 'w', 'i', 't', '/', ':', '&',
		'!', '?', FVIEW_KEY_F1 + 3, FVIEW_KEY_F1 + 4,
		FVIEW_KEY_F1 + 5 };

	for (size_t i = 0; i < FT_COUNT(keys); i++) {
		struct fview *view = fview_new(data_of(true, false));
		bool good = true;

		press(view, keys[i]);
		for (int cols = 1; cols <= 90; cols++)
			good = good && has_footer(view, cols);
		press(view, FVIEW_KEY_ENTER);
		for (int cols = 1; cols <= 90; cols++)
			good = good && has_footer(view, cols);
		ok(good, "key %zu: the footer is never empty", i);
		fview_free(view);
	}
}

/* The frames of four screens, with the list, an answer, and a forecast. */
static void
test_golden(void)
{
	static const struct {
		int rows, cols;
	} sizes[] = { { 15, 40 }, { 24, 80 }, { 40, 120 }, { 60, 200 } };
	static const struct answer told = {
		"This job is next in main and waits for 4 GPUs on g[1-4] (at "
		"most "
		"2 are free, on g1).\n\nExpected start 2030-01-07T18:44:00 (in "
		"44 "
		"min) on g1, if running jobs use their full time limits.\n\n",
		"Priority",
		"  Factor      Weight  Factor  Points      %\n"
		"  fair share  100000     0.4   40000   28.6\n"
		"  QOS         100000       1  100000   71.4\n"
		"  total                       140000  100.0\n"
	};
	struct fview_caps caps = { false, { FT_THEME_AUTO, FT_DEPTH_256 } };

	for (size_t i = 0; i < FT_COUNT(sizes); i++) {
		struct fview *view = fview_new(data_of(true, false));
		struct ft_str text = { 0 }, map = { 0 };
		char name[40];

		press(view, FVIEW_KEY_F1 + 3);
		for (int open = 0; open < 3; open++) {
			struct fview_grid grid;

			if (open == 2) {
				press(view, FVIEW_KEY_ENTER);
				press(view, 'W');
				foresee(view, true);
			}

			fview_grid_init(&grid);
			fview_draw(
			    view, &caps, sizes[i].rows, sizes[i].cols, &grid);
			filmed_add_text(&grid, &text);
			filmed_add_styles(&grid, &map);
			fview_grid_free(&grid);
			if (open == 0) {
				press(view, FVIEW_KEY_ENTER);
				answer(view, &told);
			}
		}
		snprintf(name, sizeof name, "jobs-%dx%d", sizes[i].cols,
		    sizes[i].rows);
		filmed_check_golden(name, "txt", &text);
		filmed_check_golden(name, "map", &map);
		ft_str_free(&text);
		ft_str_free(&map);
		fview_free(view);
	}
}

int
main(void)
{
	test_list();
	test_detail();
	test_asks();
	test_forecast();
	test_job_forecast();
	test_mouse();
	test_renew();
	test_frames();
	test_footer();
	test_golden();
	return done_testing();
}
