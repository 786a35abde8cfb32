/*
 * listkey.h - single words of parameters whose value is a list: bf_interval of
 * SchedulerParameters, MAX_TRES of PriorityFlags, cpu of PriorityWeightTRES.
 *
 * Rows: the tables that read these lists (sched.def, PreemptParameters,
 * PriorityFlags); names of TRES are the cluster's own.
 * Source: slurm.conf(5).
 */
#ifndef FT_MODEL_CONF_LISTKEY_H
#define FT_MODEL_CONF_LISTKEY_H

#include "model/conf/conf.h"

struct ft_listkey {
	enum ft_conf_key list; /* FT_CONF_SCHEDULER_PARAMETERS, ... */
	const char *name;      /* "bf_interval" */
	bool is_switch;        /* its name alone, there or not */
	int64_t low, high;     /* of a whole number */
};

/* Fill KEY with row I, 0..; false: there is none. */
bool ft_listkey_at(size_t i, struct ft_listkey *key);
/*
 * Append LIST with the word KEY set to VALUE: where it was first, else at the
 * end, and once.  The rest stays.  A switch is set by a value that is not NULL;
 * NULL takes the word out.
 */
void ft_listkey_put(struct ft_str *str, const char *list,
    const struct ft_listkey *key, const char *value);

#endif
