/*
 * log_kind.c - what the journal keeps: the tables of rows and lists, and who
 * owns a list.
 */
#include "store/row/row_internal.h"

static const struct {
	const char *name; /* of its table */
	enum ft_log owner;
} kinds[FT_LOG_COUNT] = {
	[FT_LOG_CLUSTER] = { "cluster", FT_LOG_CLUSTER },
	[FT_LOG_ACCOUNT] = { "account", FT_LOG_ACCOUNT },
	[FT_LOG_USER] = { "user", FT_LOG_USER },
	[FT_LOG_ASSOC] = { "assoc", FT_LOG_ASSOC },
	[FT_LOG_QOS] = { "qos", FT_LOG_QOS },
	[FT_LOG_WCKEY] = { "wckey", FT_LOG_WCKEY },
	[FT_LOG_RESOURCE] = { "resource", FT_LOG_RESOURCE },
	[FT_LOG_USAGE_MARK] = { "usage_mark", FT_LOG_USAGE_MARK },
	[FT_LOG_ASSOC_LIMIT] = { "assoc_limit", FT_LOG_ASSOC },
	[FT_LOG_QOS_LIMIT] = { "qos_limit", FT_LOG_QOS },
	[FT_LOG_ASSOC_QOS] = { "assoc_qos", FT_LOG_ASSOC },
	[FT_LOG_QOS_PREEMPT] = { "qos_preempt", FT_LOG_QOS },
	[FT_LOG_RESOURCE_CLUSTER] = { "resource_cluster", FT_LOG_RESOURCE },
	[FT_LOG_COORDINATOR] = { "coordinator", FT_LOG_ACCOUNT },
	[FT_LOG_CLOCK] = { "clock", FT_LOG_CLUSTER },
	[FT_LOG_SETTING] = { "setting", FT_LOG_SETTING },
	[FT_LOG_CONF] = { "conf", FT_LOG_CONF },
};

const char *
ft_log_name(enum ft_log what)
{
	return kinds[what].name;
}

enum ft_log
ft_log_owner(enum ft_log what)
{
	return kinds[what].owner;
}

bool
ft_log_find(const char *name, enum ft_log *what)
{
	for (size_t i = 0; i < FT_LOG_COUNT; i++) {
		if (name && !strcmp(name, kinds[i].name)) {
			*what = (enum ft_log)i;
			return true;
		}
	}
	return false;
}
