#include "common/limittext.h"

#include "common/jobtext.h"
#include "common/timetext.h"
#include "model/account/limits.h"
#include "sim/policy/policy.h"

bool
ft_limittext_has(enum ft_job_reason reason, const struct ft_policy_block *block)
{
	return reason != FT_REASON_NONE && block->kind < FT_LIMIT_KINDS &&
	       reason != FT_REASON_QOS_THRESHOLD;
}

/* "GrpTRES=cpu" */
static void
add_name(struct ft_str *str, const struct ft_world *world,
    const struct ft_policy_block *block)
{
	ft_str_add(str, ft_limit_infos[block->kind].name);
	if (block->tres == UINT32_MAX)
		return;
	ft_str_add_char(str, '=');
	ft_tres_add_name(str, &world->tres.item[block->tres]);
}

static void
add_holder(struct ft_str *str, const struct ft_world *world,
    const struct ft_policy_block *block)
{
	const struct ft_qos *qos = ft_world_qos(world, block->qos);

	if (qos) {
		ft_str_addf(str, "QOS %s", qos->name);
		if (block->user)
			ft_str_addf(str, " for user %s", block->user);
		if (block->account)
			ft_str_addf(str, " for account %s", block->account);
		return;
	}
	if (block->node == FT_NODE_NONE)
		return;
	if (ft_tree_is_user(world->tree, block->node))
		ft_str_addf(str, "user %s in ",
		    ft_tree_user(world->tree, &world->names, block->node));
	ft_str_addf(str, "account %s",
	    ft_tree_account(world->tree, &world->names, block->node));
}

void
ft_limittext_add_name(struct ft_str *str, const struct ft_world *world,
    const struct ft_policy_block *block)
{
	add_name(str, world, block);
	ft_str_add(str, " of ");
	add_holder(str, world, block);
}

void
ft_limittext_add_amount(
    struct ft_str *str, const struct ft_policy_block *block, uint64_t amount)
{
	const char *name = ft_limit_infos[block->kind].name;

	if (ft_limit_infos[block->kind].type == FT_LIMIT_MINUTES &&
	    amount < INT32_MAX)
		ft_timetext_add_short(str, (int64_t)amount * 60);
	else if (block->tres == FT_TRES_MEM && !strstr(name, "Mins"))
		ft_jobtext_add_memory(str, amount);
	else
		ft_str_addf(str, "%" PRIu64, amount);
}

void
ft_limittext_add(struct ft_str *str, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block)
{
	if (!ft_limittext_has(reason, block))
		return;
	ft_limittext_add_name(str, world, block);
	ft_str_add(str, " is ");
	ft_limittext_add_amount(str, block, block->limit);
	if (block->used > 0) {
		ft_str_add(str, "; ");
		ft_limittext_add_amount(str, block, block->used);
		ft_str_add(str, " of it used");
	}
	if (block->asked > 0) {
		ft_str_add(str, ", and the job asks for ");
		ft_limittext_add_amount(str, block, block->asked);
	}
	ft_str_addf(str, " (%s)", ft_job_reason_name(reason));
}

void
ft_limittext_doc(struct ft_doc *doc, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block)
{
	if (reason == FT_REASON_NONE || block->kind >= FT_LIMIT_KINDS) {
		ft_doc_null(doc, "limit");
		return;
	}
	ft_doc_begin(doc, "limit");
	ft_limittext_members(doc, world, reason, block);
	ft_doc_end(doc);
}

void
ft_limittext_members(struct ft_doc *doc, const struct ft_world *world,
    enum ft_job_reason reason, const struct ft_policy_block *block)
{
	const struct ft_qos *qos = ft_world_qos(world, block->qos);
	struct ft_str tres FT_CLEANUP(ft_str_free) = { 0 };
	bool any = block->node != FT_NODE_NONE;

	if (block->tres != UINT32_MAX)
		ft_tres_add_name(&tres, &world->tres.item[block->tres]);
	ft_doc_text(doc, "reason",
	    reason == FT_REASON_NONE ? NULL : ft_job_reason_name(reason));
	ft_doc_text(doc, "name", ft_limit_infos[block->kind].name);
	ft_doc_text(doc, "tres", ft_str_text(&tres));
	ft_doc_text(doc, "qos", qos ? qos->name : NULL);
	ft_doc_text(doc, "account",
	    any ? ft_tree_account(world->tree, &world->names, block->node)
		: block->account);
	ft_doc_text(doc, "user",
	    any ? ft_tree_user(world->tree, &world->names, block->node)
		: block->user);
	ft_doc_u64(doc, "allowed", block->limit);
	ft_doc_u64(doc, "used", block->used);
	ft_doc_u64(doc, "asked", block->asked);
}
