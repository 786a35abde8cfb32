/*
 * partition_word.h - the words of `scontrol update partition`, as scontrol reads
 * them before slurmctld sees any of them.
 */
#ifndef FT_CMD_FCONTROL_UPDATE_PARTITION_WORD_H
#define FT_CMD_FCONTROL_UPDATE_PARTITION_WORD_H

#include "fcontrol/cluster.h"

struct fcontrol_partition_word {
	const char *key;  /* of a partition line; NULL: it changes nothing */
	const char *text; /* the word as given */
	struct ft_str value;
	bool count; /* MaxNodes, whose complaint nothing follows */
};

/* Read TEXT into *to (the caller frees its value); false with a complaint. */
bool fcontrol_partition_word(const struct ft_context *context, const char *text,
    struct fcontrol_partition_word *to);

/* Returns whether nodes are added and removed by signs. */
bool fcontrol_partition_signs(const struct ft_context *context);

#endif
