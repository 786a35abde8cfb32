/*
 * qos.h - the flags and preempt modes a QOS can have.
 *
 * struct ft_qos keeps flags as bits and the mode as a row number of these
 * tables, so rows are only ever appended.  Source: sacctmgr(1), QOS.
 */
#ifndef FT_MODEL_QOS_H
#define FT_MODEL_QOS_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum { FT_QOS_FLAGS = 10, FT_QOS_PREEMPT_MODES = 10 };

/*
 * Factors and thresholds lie within +-FT_QOS_FACTOR_MAX: what is charged with
 * one stays a number.
 */
#define FT_QOS_FACTOR_MAX INT64_C(1000000000000000)

/* Names in the order of display; row i is bit i. */
extern const char *const ft_qos_flags[];
extern const size_t ft_qos_flag_count;

/* Returns the bit of the flag WORD (LEN bytes, any case), 0 if none. */
uint32_t ft_qos_flag_find(const char *word, size_t len);
/* Append the names, comma joined. */
void ft_qos_add_flags(struct ft_str *str, uint32_t flags);
/* Append the valid names as sacctmgr's message lists them. */
void ft_qos_add_valid_flags(struct ft_str *str);

/* Row 0 is "cluster": as the cluster has it. */
extern const char *const ft_qos_preempt_modes[];
extern const size_t ft_qos_preempt_mode_count;
/* Returns the row of WORD (any case; "off" is row 0), -1 if there is none. */
int ft_qos_preempt_mode_find(const char *word);

#endif
