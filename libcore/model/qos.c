#include "model/qos.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

const char *const ft_qos_flags[] = {
	"DenyOnLimit",
	"EnforceUsageThreshold",
	"NoReserve",
	"PartitionMaxNodes",
	"PartitionMinNodes",
	"OverPartQOS",
	"PartitionTimeLimit",
	"RequiresReservation",
	"NoDecay",
	"UsageFactorSafe",
};
const size_t ft_qos_flag_count = sizeof ft_qos_flags / sizeof *ft_qos_flags;
_Static_assert(sizeof ft_qos_flags / sizeof *ft_qos_flags == FT_QOS_FLAGS,
    "one name for each flag");

const char *const ft_qos_preempt_modes[] = {
	"cluster",
	"suspend",
	"requeue",
	"cancel",
	"gang",
	"within",
	"priority",
	"gang,suspend",
	"gang,requeue",
	"gang,cancel",
};
const size_t ft_qos_preempt_mode_count =
    sizeof ft_qos_preempt_modes / sizeof *ft_qos_preempt_modes;
_Static_assert(sizeof ft_qos_preempt_modes / sizeof *ft_qos_preempt_modes ==
		   FT_QOS_PREEMPT_MODES,
    "one name for each mode");

uint32_t
ft_qos_flag_find(const char *word, size_t len)
{
	for (size_t i = 0; i < ft_qos_flag_count; i++)
		if (strlen(ft_qos_flags[i]) == len &&
		    strncasecmp(ft_qos_flags[i], word, len) == 0)
			return UINT32_C(1) << i;
	return 0;
}

void
ft_qos_add_flags(struct ft_str *str, uint32_t flags)
{
	bool first = true;

	for (size_t i = 0; i < ft_qos_flag_count; i++) {
		if (!(flags & UINT32_C(1) << i))
			continue;
		if (!first)
			ft_str_add_char(str, ',');
		ft_str_add(str, ft_qos_flags[i]);
		first = false;
	}
}

void
ft_qos_add_valid_flags(struct ft_str *str)
{
	ft_qos_add_flags(str, UINT32_MAX);
}

int
ft_qos_preempt_mode_find(const char *word)
{
	if (strcasecmp(word, "off") == 0)
		return 0;
	if (strcasecmp(word, "on") == 0)
		return 1;
	for (size_t i = 0; i < ft_qos_preempt_mode_count; i++) {
		const char *mode = ft_qos_preempt_modes[i];
		size_t len = strlen(mode);

		if (strcasecmp(word, mode) == 0)
			return (int)i;
		/* "suspend,gang" is "gang,suspend" */
		if (strncmp(mode, "gang,", 5) == 0 && strlen(word) == len &&
		    strncasecmp(word, mode + 5, len - 5) == 0 &&
		    strcasecmp(word + len - 5, ",gang") == 0)
			return (int)i;
	}
	return -1;
}
