/*
 * args.h - the command line of fview.
 */
#ifndef FT_CMD_FVIEW_ARGS_H
#define FT_CMD_FVIEW_ARGS_H

#include "files/color.h"
#include "cli/opt.h"
#include "fview/load/loader.h"

#define FVIEW_PAGE_NAMES "tree|table|queue|usage|history"

/* An instant of the film. */
struct fview_instant {
	bool given, percent;
	uint64_t number;
};

struct fview_args {
	struct ft_context *context;
	struct fview_loader loader;

	int rows, cols; /* --size; 0: not given */
	struct fview_instant frame, from, to;
	const char *at;  /* a user or account, where the film starts */
	const char *who; /* one who is at the cursor; NULL: nobody */
	size_t page; /* index in FVIEW_PAGE_NAMES; the keys are F2, F3, ... */
	uint64_t every;

	bool dump;
	const char *dump_folder; /* NULL: standard output */
	bool ansi, form_feed;
	const char *keys, *record, *svg;
	bool trace, json, dot;

	struct ft_color color;
	bool ascii, no_mouse, no_anim, play;
	int speed; /* as a power of 2: -2 .. 4 */
	bool speed_given;
	int64_t fit; /* milliseconds; 0: not given */
	size_t unit; /* enum fview_unit */

	int signal; /* that ended it; 0: none */
};

void fview_args_init(void *settings);
/* FT_EINVAL: options that exclude each other. */
enum ft_status fview_args_check(
    const struct fview_args *args, struct ft_error *err);
extern const struct ft_option fview_options[];

#endif
