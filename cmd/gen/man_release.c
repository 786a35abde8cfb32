/* man_release.c - what releases of Slurm changed, for fairtree(7). */
#include "gen/gen.h"
#include "model/account/attr.h"
#include "model/release/release.h"

/* Returns who is affected by a rule whose code is in PLACE: the Slurm command of
 * cmd/NAME/, or what the hall of the library is about. */
static const char *
concerned(const char *place)
{
	static const struct {
		const char *folder, *name;
	} row[] = {
#define CMD(object, name, slurm) { "cmd/" name "/", slurm },
#include "cmd.def"
#undef CMD
		{ "libcore/admin/", "accounting" },
		{ "libcore/sim/", "jobs" },
		{ "cmd/nodedoc/", "scontrol" },
		{ "cmd/", "commands" },
		{ "libcore/report/", "commands" },
		{ "libcore/model/machine/", "jobs" },
		{ "libcore/algo/", "places" },
		{ "", "accounting" },
	};
	size_t i = 0;

	while (strncmp(place, row[i].folder, strlen(row[i].folder)) != 0)
		i++;
	return row[i].name;
}

/* What a release changed: the rules that begin or end with it. */
static void
add_rules(struct ft_str *str, enum ft_release release)
{
	for (const struct ft_release_rule_info *rule = ft_release_rules;
	     rule->id; rule++) {
		bool ends = rule->until && rule->until == release;

		if (rule->since != release && !ends)
			continue;
		ft_str_addf(str, ".It Sy %s%s\n", concerned(rule->place),
		    ends ? " Pq no longer" : "");
		gen_text(str, rule->sentence);
	}
}

void
gen_releases(struct ft_str *str)
{
	ft_str_add(str,
	    ".Bl -column \"26.05\" \"v0.0.45\" \"by release notes\"\n"
	    ".It Sy Release Ta Sy JSON Ta Sy Answers\n");
	for (size_t i = 0; i < FT_RELEASES; i++)
		ft_str_addf(str, ".It %s Ta %s Ta %s%s\n", ft_releases[i].name,
		    ft_releases[i].parser,
		    ft_releases[i].recorded ? "recorded from "
					    : "by the release notes",
		    ft_releases[i].recorded ? ft_releases[i].version : "");
	ft_str_add(str, ".El\n");
	for (enum ft_release at = FT_RELEASE_22_05 + 1; at < FT_RELEASES;
	     at++) {
		struct ft_str rules FT_CLEANUP(ft_str_free) = { 0 };

		add_rules(&rules, at);
		if (rules.len)
			ft_str_addf(str,
			    ".Ss Since %s\n.Bl -tag -width accounting\n%s.El\n",
			    ft_releases[at].name, rules.data);
	}
}

void
gen_since(struct ft_str *str, enum ft_release since, enum ft_release until)
{
	if (since && until)
		ft_str_addf(str, "From Slurm %s on, before %s.\n",
		    ft_releases[since].name, ft_releases[until].name);
	else if (since)
		ft_str_addf(str, "Since Slurm %s.\n", ft_releases[since].name);
	else if (until)
		ft_str_addf(
		    str, "Before Slurm %s only.\n", ft_releases[until].name);
}

/* ---- settings of facctmgr ------------------------------------------------- */

static void
add_setting(struct ft_str *str, const struct ft_attr *row)
{
	static const char *const owners[] = {
		[FT_ENTITY_CLUSTER] = "clusters",
		[FT_ENTITY_ACCOUNT] = "accounts",
		[FT_ENTITY_USER] = "users",
		[FT_ENTITY_ASSOC] = "accounts and users",
		[FT_ENTITY_QOS] = "QOS",
		[FT_ENTITY_COORD] = "coordinators",
		[FT_ENTITY_TRES] = "TRES",
		[FT_ENTITY_WCKEY] = "wckeys",
		[FT_ENTITY_RESOURCE] = "resources",
	};
	const struct ft_keywords *words = row->words;

	if (row->name && row->since) {
		ft_str_addf(
		    str, ".It Cm %s Pq %s\n", row->name, owners[row->entity]);
		gen_since(str, row->since, 0);
	}
	for (size_t i = 0; row->name && words && i < words->n; i++) {
		if (!words->word[i].since)
			continue;
		ft_str_addf(str, ".It Cm %s Ns = Ns Cm %s Pq %s\n", row->name,
		    words->word[i].name, owners[row->entity]);
		gen_since(str, words->word[i].since, 0);
	}
}

void
gen_new_settings(struct ft_str *str)
{
	ft_str_add(str, ".Bl -tag -width Ds -compact\n");
	for (enum ft_entity entity = 0; entity < FT_ENTITY_COUNT; entity++) {
		size_t n;
		const struct ft_attr *row = ft_attrs(entity, &n);

		for (size_t i = 0; i < n; i++)
			add_setting(str, &row[i]);
	}
	ft_str_add(str, ".El\n");
}
