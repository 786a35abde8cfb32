/* usage.c - the usage of each row of the tree as a bar: its part of all usage. */
#include "fview/draw/list.h"

enum { NAME, USAGE, PERCENT, OVER, BAR, COLUMNS };

#define NAME_MOST    40 /* columns for names that need fewer */
#define NAME_LEAST   12
#define PERCENT_COLS 7 /* "100.0 %" */
#define BAR_LEAST    8

/* The page, and the row that is drawn. */
struct page {
	const struct fview_scene *scene;
	struct fview_list list;
	int step; /* columns that a level is indented */
	uint32_t node;
};

static bool
is_over(const struct fview_scene *scene, uint32_t node)
{
	return scene->film->level_fs[node] < 1 && node != 0 &&
	       !scene->film->stepless;
}

static enum fview_style
put_cell(const void *ctx, int column, struct ft_str *str)
{
	const struct page *page = ctx;
	const struct fview_scene *scene = page->scene;
	const ft_real *usage = scene->data->usage;
	ft_real part = usage[page->node] / usage[0];
	bool over = is_over(scene, page->node);

	if (column == USAGE)
		ft_str_add(
		    str, fview_usage_of(scene->texts, usage[page->node]));
	else if (column == PERCENT)
		ft_str_addf(str, "%.1Lf %%", part * 100);
	else if (column == OVER && over)
		ft_str_add(str, ">");
	else if (column == BAR)
		fview_add_bar(str, part, page->list.width[BAR]);
	if (over && column >= OVER)
		return FVIEW_STYLE_OVER;
	return column == BAR ? FVIEW_STYLE_BAR : FVIEW_STYLE_NORMAL;
}

static int
names_cols(const struct page *page, const uint32_t *row, int n)
{
	int most = 0;

	for (int i = 0; i < n; i++) {
		struct fview_branch branch =
		    fview_branch_cols(page->scene, row[i]);
		int need = page->step == 1 ? branch.narrow : branch.wide;

		most = need > most ? need : most;
	}
	return most;
}

/*
 * Names take room from the bars, then that of the usage, whose percentage stays,
 * then from the indentation.
 */
static void
fit(struct page *page, const uint32_t *row, int n)
{
	static const int first_to_go[] = { USAGE, BAR, -1 };
	struct fview_list *list = &page->list;
	int cols = list->box.cols, left;
	int usual = cols / 3 < NAME_MOST ? cols / 3 : NAME_MOST;
	int most = cols - (PERCENT_COLS + BAR_LEAST + 1) - 4;
	int names = names_cols(page, row, n);

	if (names > most) {
		page->step = 1;
		names = names_cols(page, row, n);
	}
	names = names > usual ? names : usual;
	names = names < most ? names : most;
	list->n = COLUMNS;
	list->column[NAME].width = names > NAME_LEAST ? names : NAME_LEAST;
	list->column[USAGE].width = fview_text_width(
	    fview_usage_of(page->scene->texts, page->scene->data->usage[0]));
	list->column[PERCENT].width = PERCENT_COLS;
	list->column[USAGE].right = list->column[PERCENT].right = true;
	list->column[OVER].width = 1;
	list->column[BAR].width = BAR_LEAST;
	left = fview_list_fit(list, first_to_go, cols);
	if (left > 0)
		list->width[list->width[BAR] > 0 ? BAR : NAME] += left;
}

static void
draw_empty(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_line(&lines, FVIEW_STYLE_TITLE, 0,
	    "Nobody has used anything in %s.", scene->data->cluster);
	if (!scene->view->lesson)
		fview_line(&lines, FVIEW_STYLE_NORMAL, 0,
		    "Usage comes with jobs: `fbatch` submits some, `fsim run` "
		    "lets time pass. `fimport usage FILE` takes it from a "
		    "file, `fimport sshare FILE` from a real cluster.");
	fview_lines_in_frame(&lines, box, 0);
}

void
fview_draw_usage(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct page page = { scene, .list.box = fview_inside(box), .step = 2 };
	struct fview_list *list = &page.list;
	struct fview_box names;
	uint32_t *row FT_CLEANUP(ft_free_at) =
	    ft_alloc((size_t)(list->box.rows + 1) * sizeof *row);
	int n = fview_window(view, list->box.rows, row);

	fview_frame(box, "usage, % of all · > over its share");
	if (!(scene->data->usage[0] > 0)) {
		draw_empty(scene, box);
		return;
	}
	fit(&page, row, n);
	names = fview_left(&list->box, list->width[NAME]);
	for (int i = 0; i < n; i++) {
		page.node = row[i];
		fview_list_row(list, i, put_cell, &page);
		fview_put_branch(scene, &names, i, row[i], page.step);
		if (!view->follow && row[i] == view->select)
			fview_restyle(
			    &list->box, i, 0, names.cols, FVIEW_STYLE_SELECT);
	}
}
