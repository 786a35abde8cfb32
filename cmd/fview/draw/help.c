
#include "fview/view_int.h"

static void
help_lines(struct view_lines *lines)
{
	const char *group = "";

	for (int i = 0; i < VIEW_REQUEST_COUNT; i++) {
		const struct view_request_info *info = &view_requests[i];

		if (strcmp(group, info->group) != 0) {
			group = info->group;
			view_line(lines, VIEW_STYLE_TITLE, 0, "%s", group);
		}
		/* ten keys are told by the first and the last */
		view_line(lines, VIEW_STYLE_NORMAL, 13, "  %-10s %s",
		    i == VIEW_REQUEST_SCRUB ? "0 ... 9" : info->keys,
		    info->sentence);
	}
	view_line(lines, VIEW_STYLE_TITLE, 0, "Commands, after :");
	for (int i = 0; i < VIEW_COMMAND_COUNT; i++)
		view_line(lines, VIEW_STYLE_NORMAL, 13, "  :%s: %s",
		    view_commands[i].syntax, view_commands[i].sentence);
}

void
view_draw_help(const struct view_scene *scene, const struct view_box *box)
{
	struct view_lines lines FT_CLEANUP(view_lines_free) = { 0 };

	view_frame(box, "keys: j k scroll, Esc closes");
	help_lines(&lines);
	view_lines_in_frame(&lines, box, scene->view->help_scroll);
}
