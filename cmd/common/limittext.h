/*
 * limittext.h - the limit that keeps a job from starting, as a sentence and in
 * JSON or YAML.
 */
#ifndef FT_CMD_COMMON_LIMITTEXT_H
#define FT_CMD_COMMON_LIMITTEXT_H

#include "report/format/doc.h"
#include "sim/policy/policy.h"
#include "sim/world/world.h"

/* Returns whether REASON, from ft_policy_blocks, is a limit with numbers. */
bool ft_limittext_has(
    enum ft_job_reason reason, const struct ft_policy_block *block);
/* "GrpTRES=cpu of account phys is 64; 60 of it used, and the job asks for 16
 * (AssocGrpCpuLimit)"; nothing if it has no numbers. */
void ft_limittext_add(struct ft_str *str, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block);
/* "GrpTRES=cpu of account phys" */
void ft_limittext_add_name(struct ft_str *str, const struct ft_world *world,
    const struct ft_policy_block *block);
/* What counts against the limit: "64", "2000M", "2-00:00:00". */
void ft_limittext_add_amount(
    struct ft_str *str, const struct ft_policy_block *block, uint64_t amount);
/* The same as object "limit": reason, name, tres, qos, account, user, allowed,
 * used, asked; null if there is none.  members: in an object that is begun;
 * without a reason the job is not over it. */
void ft_limittext_doc(struct ft_doc *doc, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block);
void ft_limittext_members(struct ft_doc *doc, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block);

#endif
