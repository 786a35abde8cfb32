/* help.c - the page of keys. */

#include "fview/internal.h"

static void
help_lines(struct fview_lines *lines)
{
	const char *group = "";

	for (int i = 0; i < FVIEW_REQUEST_COUNT; i++) {
		const struct fview_request_info *info = &fview_requests[i];

		if (strcmp(group, info->group) != 0) {
			group = info->group;
			fview_line(lines, FVIEW_STYLE_TITLE, 0, "%s", group);
		}
		/* ten keys are named by the first and the last */
		fview_line(lines, FVIEW_STYLE_NORMAL, 13, "  %-10s %s",
		    i == FVIEW_REQUEST_SCRUB ? "0 ... 9" : info->keys,
		    info->sentence);
	}
	fview_line(lines, FVIEW_STYLE_TITLE, 0, "Commands, after :");
	for (int i = 0; i < FVIEW_COMMAND_COUNT; i++)
		fview_line(lines, FVIEW_STYLE_NORMAL, 13, "  :%s: %s",
		    fview_commands[i].syntax, fview_commands[i].sentence);
}

void
fview_draw_help(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_frame(box, "keys: j k scroll, Esc closes");
	help_lines(&lines);
	fview_lines_in_frame(&lines, box, scene->view->help_scroll);
}
