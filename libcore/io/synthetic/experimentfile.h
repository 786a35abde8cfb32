/*
 * experimentfile.h - a file that describes jobs and workflows to submit.
 *
 *     # a week of a small lab
 *     Seed=7 Duration=7-00:00:00
 *     Jobs=DEFAULT User=@lab Partition=main
 *     Jobs=short Arrival=daily:5m Runtime=exponential:10m Time=60 Cpus=1..4
 *     Jobs=long Count=20 Arrival=uniform:2d Runtime=lognormal:5h,0.8 Slack=50
 *     Workflow=genome User=wilma Count=3 Arrival=every:1d
 *     Step=fetch Runtime=600 Time=30
 *     Step=align Count=10 After=fetch Tasks=4 Runtime=20m..2h Time=240
 *     Step=sort Count=10 AfterEach=align Runtime=300 Time=30
 *     Step=report AfterAny=sort Runtime=60 Time=10
 *
 * Lines are words Key=Value, any case of keys, as in slurm.conf: # comments,
 * "quoted values", a \ at the end joins the next line.  The first word is the kind
 * of the line:
 *
 *     Seed, Duration    of the experiment: random numbers; seconds or D-HH:MM:SS
 *     Jobs=NAME         a group of independent jobs
 *     Workflow=NAME     the steps that follow, COUNT times; its other words are
 *                       defaults for its steps
 *     Step=NAME         a step of the workflow above; without one, a workflow of
 *                       its own
 *     Jobs=DEFAULT, Step=DEFAULT  defaults for the lines of that kind below
 *
 * Words of Jobs and Workflow: Count (default: one, or with Arrival as many as arrive
 * within Duration), Arrival (model/synthetic/arrival.h), Start (of the first one,
 * since the beginning).  Words of Step: Count (in each workflow), After (afterok),
 * AfterAny, AfterNotOk, AfterStart (after), AfterEach (afterok, the k-th job on the
 * k-th): comma-separated names of steps above.  Words of all: User=NAME,
 * =NAME:60%,NAME:40% or =@ACCOUNT (any of its users), Skew=0..10 (how unequal
 * these are), Exclusive=yes|no, and the words of model/synthetic/experiment.def.
 */
#ifndef FT_IO_SYNTHETIC_EXPERIMENTFILE_H
#define FT_IO_SYNTHETIC_EXPERIMENTFILE_H

#include "model/synthetic/experiment.h"

/*
 * Read TEXT (SIZE bytes), the file FILE, into EXPERIMENT (initialised, empty).
 * FT_EPARSE "file:line:column: ..."
 */
enum ft_status ft_experiment_parse(struct ft_experiment *experiment,
    const char *file, const char *text, size_t size, struct ft_error *err);

#endif
