/*
 * The queue page: rows, bars, one job taken apart, keys, the mouse, new data.
 *
 * The queue: weights FairShare 100000, QOS 100000.
 *   1 fred  fairshare 0.4, QOS 1    40000 + 100000 = 140000
 *   2 wilma fairshare 0.2, QOS 0.5  20000 +  50000 =  70000
 *   3 betty held
 *   4 barney runs on n1
 * In 80 columns the bar has 14 for the highest priority, so 10000 points are
 * one letter: FFFFQQQQQQQQQQ and FFQQQQQ.
 */
#include <string.h>

#include "algo/share/fairtree.h"
#include "base/mem.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/internal.h"

#define ROWS 24
#define COLS 80

static struct fview_job *
add_job(struct fview_queue *queue, const char *id, const char *user, double fs,
    double qos)
{
	struct fview_job *job = fview_queue_add(queue);

	job->id = id;
	job->user = user;
	job->name = "work";
	job->account = "bedrock";
	job->partition = "main";
	job->qos = "high";
	job->pending = true;
	job->reason = FT_REASON_PRIORITY;
	job->norm[FT_FACTOR_FAIRSHARE] = fs;
	job->norm[FT_FACTOR_QOS] = qos;
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
	}
	add_job(queue, "2", "wilma", 0.2, 0.5)->place = first_gone ? 1 : 2;
	job = add_job(queue, "3", "betty", 0, 0);
	job->state = FT_JOB_PENDING;
	job->reason = FT_REASON_HELD_USER;
	job = add_job(queue, "4", "barney", 0, 0);
	job->pending = false;
	job->state = FT_JOB_RUNNING;
	job->nodes = "n1";
	queue->weight[FT_FACTOR_FAIRSHARE] = 100000;
	queue->weight[FT_FACTOR_QOS] = 100000;
	queue->n_pending = first_gone ? 2 : 3;
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
	       "queue: 3 wait (1 held), 1 run on 32 of 64 CPUs"),
	    "how many");
	ok(shows(view, ROWS, COLS,
	       "│   1        1 fred      main     PD     140000 "
	       "FFFFQQQQQQQQQQ Priority"),
	    "the first row");
	ok(shows(view, ROWS, COLS,
	       "│   2        2 wilma     main     PD      70000 "
	       "FFQQQQQ        Priority"),
	    "half as long a bar");
	ok(shows(view, ROWS, COLS,
	       "│            3 betty     main     PD          0 "
	       "               JobHeldUser"),
	    "a held one has no place");
	ok(shows(view, ROWS, COLS,
	       "│            4 barney    main     R           0 "
	       "               n1"),
	    "what runs comes last");
	ok(shows(view, ROWS, 140, "2h05m     2    32   01:30:00 Priority"),
	    "a wide screen has age, nodes, CPUs and limit");
	ok(shows(view, 12, 40, "1 fred"), "a small one has less");
	fview_free(view);
}

static void
test_detail(void)
{
	struct fview *view = fview_new(data_of(true, false));

	press(view, FVIEW_KEY_F1 + 3);
	press(view, FVIEW_KEY_ENTER);
	ok(shows(view, ROWS, COLS,
	       "1 (work) of fred, account bedrock, partition main, QOS high"),
	    "Enter opens a job");
	ok(shows(view, ROWS, COLS,
	       "F FairShare          0.4 x     100000       40000.00  28.6%"),
	    "a factor: 40000 of 140000");
	ok(shows(view, ROWS, COLS,
	       "Q QOS                  1 x     100000      100000.00  71.4%"),
	    "another");
	ok(shows(view, ROWS, COLS, "it goes next"), "its place");
	press(view, 'j');
	ok(shows(view, ROWS, COLS, "2 of 2 in the queue"),
	    "the next job's place, those held not counted");
	press(view, 'j');
	ok(shows(view, ROWS, COLS, "held: its priority is 0"), "a held one");
	press(view, 'j');
	ok(shows(view, ROWS, COLS, "runs on n1"), "one that runs");
	press(view, 'j');
	ok(shows(view, ROWS, COLS, "runs on n1"), "the last one stays");
	press(view, FVIEW_KEY_ESCAPE);
	ok(!view->job_open && view->page == FVIEW_PAGE_QUEUE, "Esc closes it");
	press(view, FVIEW_KEY_ESCAPE);
	ok(view->page == FVIEW_PAGE_TREE, "and then the page");
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
	(void)fview_mouse(view, &(struct fview_click){ 5, 3, 10 }, ROWS, COLS);
	is_str(fview_queue_selected(view)->id, "4", "the wheel moves");
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
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
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

int
main(void)
{
	test_list();
	test_detail();
	test_mouse();
	test_renew();
	test_frames();
	return done_testing();
}
