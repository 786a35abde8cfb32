/*
 * qos.h - the flags and preempt modes a QOS can have (rows of qos.def).
 *
 * struct ft_qos keeps flags as bits and the mode as a row number.
 */
#ifndef FT_MODEL_ACCOUNT_QOS_H
#define FT_MODEL_ACCOUNT_QOS_H

#include "model/account/keyword.h"

enum ft_qos_flag_at {
#define FLAG(id, ...) FT_QOS_AT_##id,
#define MODE(name, dbd)
#include "model/account/qos.def"
#undef FLAG
#undef MODE
	FT_QOS_FLAGS
};
enum ft_qos_flag {
#define FLAG(id, ...) FT_QOS_##id = 1 << FT_QOS_AT_##id,
#define MODE(name, dbd)
#include "model/account/qos.def"
#undef FLAG
#undef MODE
};

/*
 * Factors and thresholds are within +-FT_QOS_FACTOR_MAX, so that a charge
 * multiplied by one stays finite.
 */
#define FT_QOS_FACTOR_MAX INT64_C(1000000000000000)

enum {
	FT_QOS_PREEMPT_MODES = 0
#define FLAG(...)
#define MODE(name, dbd) +1
#include "model/account/qos.def"
#undef FLAG
#undef MODE
};

extern const struct ft_keywords ft_qos_flag_words, ft_qos_mode_words;

/* Returns the row of the preempt mode WORD (any case; "off" is row 0), -1 if
 * there is none. */
int ft_qos_preempt_mode_find(const char *word);
/* Returns the name of the preempt mode of that row. */
const char *ft_qos_preempt_mode(uint32_t mode);

#endif
