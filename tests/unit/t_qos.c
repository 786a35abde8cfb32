#include "model/account/qos.h"

#include <string.h>

#include "tap/tap.h"

int
main(void)
{
	struct ft_str str = { 0 };
	const struct ft_keywords *flags = &ft_qos_flag_words;

	is_u64(ft_keywords_find(flags, ft_word_of("DenyOnLimit")), 0,
	    "first flag");
	is_u64(ft_keywords_find(flags, ft_word_until("relative,x", ",")),
	    flags->n - 1, "last flag, any case");
	is_u64(ft_keywords_find(flags, ft_word_of("Deny")), flags->n,
	    "no abbreviations");
	is_u64(ft_keywords_find(flags, ft_word_of("")), flags->n, "nothing");
	ft_keywords_add(&str, flags, FT_QOS_NO_DECAY | FT_QOS_OVER_PART_QOS,
	    FT_RELEASE_22_05);
	is_str(ft_str_text(&str), "OverPartQOS,NoDecay", "in their order");
	ft_str_clear(&str);
	ft_keywords_add(&str, flags, UINT32_MAX, FT_RELEASE_22_05);
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
