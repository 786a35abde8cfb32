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
 * Append LIST with the word KEY set to VALUE, once: at its first place, else at
 * the end.  Other words stay.  Any value but NULL sets a switch; NULL removes
 * the word.
 */
void ft_listkey_put(struct ft_str *str, const char *list,
    const struct ft_listkey *key, const char *value);

#endif
