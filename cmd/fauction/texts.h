/*
 * texts.h - files built into fauction: the study's published figures and the
 * jobs of the worked example.
 */
#ifndef FT_CMD_FAUCTION_TEXTS_H
#define FT_CMD_FAUCTION_TEXTS_H

#include "base/base.h"

/* A file of data/examples/, without its folder and .csv. */
struct fauction_text {
	const char *name; /* "scheduler-game", "worked" */
	const unsigned char *text;
	size_t size;
};
/* Returns the text of that name, NULL if there is none. */
const struct fauction_text *fauction_text_find(const char *name);

#endif
