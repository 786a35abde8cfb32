/*
 * source.h - what verbs that replay a trace have in common: the trace, the
 * settings, the tree it is replayed on, and their options.
 */
#ifndef FSIM_SOURCE_H
#define FSIM_SOURCE_H

#include <stdbool.h>

#include "common/session.h"
#include "io/tracemap.h"
#include "model/trace.h"
#include "sim/trial.h"

/* Keys of the common options; a verb's own start below 500. */
enum sim_source_key {
	SIM_SOURCE_POLICY = 500,
	SIM_SOURCE_ORDER,
	SIM_SOURCE_NODES,
	SIM_SOURCE_CPUS,
	SIM_SOURCE_MAP,
	SIM_SOURCE_REPEAT
};

#define SIM_SOURCE_OPTIONS                                                     \
	{ 0, "policy", FT_REPLAY_POLICIES, SIM_SOURCE_POLICY, 0,               \
		FT_COMPLETE_CHOICE,                                            \
		"who starts when: as Slurm does it with all its settings "     \
		"(slurm, the default), or the fast way, on one pool of "       \
		"processors" },                                                \
	    { 0, "order", FT_REPLAY_ORDERS, SIM_SOURCE_ORDER, 0,               \
		    FT_COMPLETE_CHOICE,                                        \
		    "order of the queue on a pool: first come, least decayed " \
		    "usage of the user, or rank by Fair Tree (the default)" }, \
	    { 0, "nodes", "N", SIM_SOURCE_NODES, 0, FT_COMPLETE_NONE,          \
		    "replay on N nodes instead of those of the settings or "   \
		    "the trace" },                                             \
	    { 0, "cpus", "N", SIM_SOURCE_CPUS, 0, FT_COMPLETE_NONE,            \
		    "processors of each node" },                               \
	    { 0, "map", "FILE", SIM_SOURCE_MAP, 0, FT_COMPLETE_FILE,           \
		    "who users and groups of the trace are on the cluster: "   \
		    "lines `user 17 anna@physics' and `group 3 physics'" },    \
	    { 0, "repeat", "N", SIM_SOURCE_REPEAT, 0, FT_COMPLETE_NONE,        \
		    "play the trace N times, each behind the one before" },    \
	    { 0, "db", "FILE", FT_SESSION_DB, 0, FT_COMPLETE_FILE,             \
		    "take accounts, users, shares, QOS and settings of this "  \
		    "store; without it they are made of the trace alone" },    \
	{                                                                      \
		0, "conf", "FILE", FT_SESSION_CONF, 0, FT_COMPLETE_FILE,       \
		    "read settings from this slurm.conf"                       \
	}

struct sim_source {
	const struct ft_context *context;
	struct ft_session session;
	struct sim_trial trial; /* as the options say */
	const char *map;        /* file that says who is who; NULL */
	uint32_t repeat;        /* times; 0 like 1 */
	bool ordered;           /* --order was given */
	struct ft_trace trace;
	struct ft_tracemap_report mapped; /* of the map */
};

void sim_source_init(
    struct sim_source *source, const struct ft_context *context);
/* Take one of the options above; FT_ENOENT if KEY is none of them. */
enum ft_status sim_source_option(
    struct sim_source *source, int key, const char *arg, struct ft_error *err);
/* FT_EINVAL: an order was asked for where the policy has its own. */
enum ft_status sim_source_check(
    const struct sim_source *source, struct ft_error *err);
/*
 * Read the settings and, if --db was given, take a copy of that store in memory
 * (else the tree is made of the trace alone); then read the trace FILE, map it,
 * repeat it.
 */
enum ft_status sim_source_open(
    struct sim_source *source, const char *file, struct ft_error *err);
/*
 * Read settings from FILE into CONF (initialised), over the defaults and what
 * the store itself says; of an open source.
 */
enum ft_status sim_source_conf(struct sim_source *source, struct ft_conf *conf,
    const char *file, struct ft_error *err);
void sim_source_free(struct sim_source *source);

#endif
