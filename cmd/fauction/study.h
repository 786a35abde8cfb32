/*
 * study.h - shared by the files of fauction study.
 */
#ifndef FT_CMD_FAUCTION_STUDY_H
#define FT_CMD_FAUCTION_STUDY_H

#include "algo/research/study.h"
#include "fauction/show.h"

struct study {
	struct ft_context *context;
	struct fauction_show show;
	bool all; /* each rule on each sample, in the table for people too */
	struct ft_figures figures;
};

/* study_print.c */
void study_print(const struct study *study);
enum ft_status study_draw(const struct study *study, struct ft_error *err);

#endif
