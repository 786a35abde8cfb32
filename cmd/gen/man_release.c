/* man_release.c - what releases of Slurm changed, for fairtree(7). */
#include "gen/gen.h"
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
		{ "", "ranks" },
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
