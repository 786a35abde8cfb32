/*
 * slotplay.h - fsim slotwise: one host with queues, and the events there.
 */
#ifndef FT_CMD_FSIM_SLOTWISE_SLOTPLAY_H
#define FT_CMD_FSIM_SLOTWISE_SLOTPLAY_H

#include "cli/cmd.h"
#include "io/research/slotfile.h"
#include "model/machine/queue.h"
#include "report/format/doc.h"
#include "sim/research/slotwise/slotwise.h"

struct slotplay {
	const struct ft_context *context;
	/* options */
	const char *conf_file, *node_name;
	int count, wake; /* -1: as the settings say */
	bool requeue, load_adjust;
	enum ft_format_kind format; /* TABLE: text */
	/* at work */
	const char *name; /* of the file of events */
	struct ft_slotfile file;
	struct ft_conf conf;
	struct ft_machine machine;
	uint32_t node;
	struct ft_slotwise_params params;
	struct ft_slotwise *host;
	const struct ft_slot_event *event; /* the current one */
	struct ft_out out;
	struct ft_doc *doc; /* NULL: text */
};

/* Read the file of events and the settings, and make the host. */
enum ft_status slotplay_read(
    struct slotplay *play, const char *path, struct ft_error *err);
enum ft_status slotplay_run(struct slotplay *play, struct ft_error *err);
void slotplay_free(void *settings);

/* slotprint.c */
void slotplay_begin(struct slotplay *play);
void slotplay_event(struct slotplay *play);
/* The sink of the passes; ctx is the play. */
void slotplay_print(void *ctx, const struct ft_slotwise_event *event);
/* Print the result of the event; nothing: NULL, or why it had none. */
void slotplay_after(struct slotplay *play, const char *nothing);
void slotplay_end(struct slotplay *play);

#endif
