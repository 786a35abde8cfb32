/* reply.c - texts that the command made, as lines. */
#include "report/format/page.h"
#include "fview/internal.h"

static void
table_lines(
    const struct ft_page_kept *table, int cols, struct fview_lines *lines)
{
	const struct ft_page_options options = { .width = cols };
	struct ft_page page FT_CLEANUP(ft_page_free) = { 0 };
	struct ft_out out FT_CLEANUP(ft_out_free) = { 0 };
	const char *text;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &options);
	ft_page_table_again(&page, table);
	text = ft_str_text(&out.text);
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		fview_line(lines, FVIEW_STYLE_NORMAL, (int)strspn(text, " "),
		    "%.*s", (int)len, text);
	}
}

void
fview_reply_lines(const struct fview *view, int cols, struct fview_lines *lines)
{
	const struct fview_reply *reply = &view->reply;
	const char *text = reply->text;
	size_t head = 0, table = 0, len;

	if (!text || fview_asks(view).kind != FVIEW_TOPIC_NOTHING) {
		fview_line(lines, FVIEW_STYLE_DONE, 0, "...");
		return;
	}
	for (; *text; text += len + (text[len] == '\n')) {
		bool title;

		if (table < reply->n_table &&
		    reply->table[table].from == (size_t)(text - reply->text)) {
			table_lines(&reply->table[table], cols, lines);
			len = reply->table[table].to - reply->table[table].from;
			table++;
			/* the line end is within it */
			len--;
			continue;
		}
		title = head < reply->n_head &&
			reply->head[head] == (size_t)(text - reply->text);

		head += title;
		len = strcspn(text, "\n");
		fview_line(lines,
		    title ? FVIEW_STYLE_TITLE : FVIEW_STYLE_NORMAL,
		    (int)strspn(text, " "), "%.*s", (int)len, text);
	}
}

void
fview_limit_lines(const struct fview_scene *scene, struct fview_lines *lines)
{
	fview_reply_lines(scene->view, 0, lines);
}

void
fview_draw_lint(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_frame(box, "do weights and shares make sense? j k scroll, "
			 "Esc closes");
	fview_reply_lines(scene->view, box->cols - 4, &lines);
	fview_lines_in_frame(&lines, box, scene->view->help_scroll);
}
