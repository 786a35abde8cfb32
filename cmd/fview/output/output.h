/*
 * output.h - what fview writes without a terminal: frames, recordings,
 * pictures, the trace, Graphviz.
 *
 * None of it depends on a clock, the locale or $TERM.
 */
#ifndef FT_CMD_FVIEW_OUTPUT_OUTPUT_H
#define FT_CMD_FVIEW_OUTPUT_OUTPUT_H

#include "report/format/out.h"
#include "fview/app.h"
#include "fview/args.h"
#include "fview/keys/script.h"

/* Read --keys into SCRIPT (initialised). */
enum ft_status fview_read_keys(
    const char *keys, struct fview_script *script, struct ft_error *err);
/* Set the view to where the command line says it starts. */
enum ft_status fview_start(
    const struct fview_args *args, struct fview_app *app, struct ft_error *err);

/* --dump-frames, --record, --svg; or --keys where there is no terminal. */
enum ft_status fview_write_frames(
    struct fview_args *args, struct ft_out *out, struct ft_error *err);
/* --trace; FT_EINVAL: the algorithm takes no steps. */
enum ft_status fview_write_trace(
    struct fview_args *args, struct ft_out *out, struct ft_error *err);
/* --dot */
enum ft_status fview_write_dot(
    struct fview_args *args, struct ft_out *out, struct ft_error *err);

#endif
