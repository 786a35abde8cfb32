#include "model/qos.h"

#include <string.h>

#include "tap/tap.h"

int
main(void)
{
	struct ft_str str = { 0 };
	uint32_t flags;

	is_u64(ft_qos_flag_find("DenyOnLimit", 11), 1, "first flag");
	is_u64(ft_qos_flag_find("usagefactorsafe,x", 15),
	    UINT32_C(1) << (ft_qos_flag_count - 1), "last flag, any case");
	is_u64(ft_qos_flag_find("Deny", 4), 0, "no abbreviations");
	is_u64(ft_qos_flag_find("", 0), 0, "nothing");
	flags = ft_qos_flag_find("NoDecay", 7) |
		ft_qos_flag_find("OverPartQOS", 11);
	ft_qos_add_flags(&str, flags);
	is_str(ft_str_text(&str), "OverPartQOS,NoDecay", "in their order");
	ft_str_clear(&str);
	ft_qos_add_valid_flags(&str);
	ok(strstr(ft_str_text(&str), "PartitionTimeLimit,RequiresReservation"),
	    "all flags");
	ft_str_free(&str);
	is_i64(ft_qos_preempt_mode_find("CANCEL"), 3, "mode");
	is_i64(ft_qos_preempt_mode_find("cluster"), 0, "the cluster's");
	is_i64(ft_qos_preempt_mode_find("off"), 0, "off is the cluster's");
	is_i64(ft_qos_preempt_mode_find("on"), 1, "on is suspend");
	is_i64(ft_qos_preempt_mode_find("cancel,requeue"), -1, "no lists");
	return done_testing();
}
