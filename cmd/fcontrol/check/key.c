/* key.c - keys of settings that fairtree does not use: Slurm's, or misspelt. */

#include "cli/spelling.h"
#include "fcontrol/check/private.h"
#include "model/conf/slurmkey.h"

/* ---- known keys ---------------------------------------------------------------- */

static void
offer_slurms(struct ft_spelling *near, enum ft_slurm_line line)
{
	const char *key;

	for (size_t i = 0; (key = ft_slurm_key_at(line, i)); i++)
		ft_spelling_offer(near, key);
}

static void
offer_keys(struct ft_spelling *near, const char *(*key_at)(size_t i))
{
	for (size_t i = 0; key_at(i); i++)
		ft_spelling_offer(near, key_at(i));
}

/* Offer the keys that a LINE ("NodeName") may have; NULL: parameters, which
 * have a line of their own. */
static void
offer(struct ft_spelling *near, const char *line)
{
	static const char *const others[] = { "NodeName", "PartitionName",
		"NodeSet", "DownNodes", "Include" };

	if (!line) {
		for (int i = 0; i < FT_CONF_KEYS; i++)
			ft_spelling_offer(near, ft_conf_infos[i].name);
		for (size_t i = 0; i < FT_COUNT(others); i++)
			ft_spelling_offer(near, others[i]);
		offer_slurms(near, FT_SLURM_PARAMETER);
	} else if (strcasecmp(line, "PartitionName") == 0) {
		offer_keys(near, ft_machine_partition_key_at);
		offer_slurms(near, FT_SLURM_PARTITION);
	} else if (strcasecmp(line, "NodeName") == 0) {
		offer_keys(near, ft_machine_node_key_at);
		offer_slurms(near, FT_SLURM_NODE);
	} else if (strcasecmp(line, "DownNodes") == 0) {
		ft_spelling_offer(near, "State");
		ft_spelling_offer(near, "Reason");
	} else {
		ft_spelling_offer(near, "Nodes");
		ft_spelling_offer(near, "Feature");
	}
}

/* ---- the finding ------------------------------------------------------------------ */

void
fcontrol_check_key(
    struct fcontrol_check *check, const struct ft_slurmconf_finding *finding)
{
	bool unknown = finding->kind == FT_SLURMCONF_UNKNOWN;
	struct ft_spelling near = { .word = finding->key };
	struct ft_str text = { 0 };

	if (!unknown && (finding->line ||
			    ft_slurm_knows(FT_SLURM_PARAMETER, finding->key))) {
		ft_str_addf(&text,
		    "ignored: %s, a Slurm setting that is not used here",
		    finding->key);
		fcontrol_check_add(check, FCONTROL_CHECK_NOTE, "ignored",
		    finding->place, ft_str_text(&text));
		ft_str_free(&text);
		return;
	}
	offer(&near, finding->line);
	if (unknown)
		ft_str_add(&text, finding->text);
	else
		ft_str_addf(&text, "unknown parameter '%s'", finding->key);
	if (near.best)
		ft_str_addf(&text, "; did you mean '%s'?", near.best);
	else if (!unknown)
		ft_str_add(&text, " (also unknown to Slurm)");
	fcontrol_check_add(check,
	    unknown ? FCONTROL_CHECK_REFUSED : FCONTROL_CHECK_WARNING,
	    "unknown-key", finding->place, ft_str_text(&text));
	ft_str_free(&text);
}
