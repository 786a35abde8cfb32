/* lint.c - the summary: one sentence on what each factor can do. */
#include "report/lint/private.h"

void
ft_lint_free(struct ft_lint *lint)
{
	for (size_t i = 0; i < lint->n; i++)
		ft_free(lint->finding[i].text);
	ft_free(lint->finding);
	ft_free(lint->tres);
	ft_str_free(&lint->summary);
	*lint = (struct ft_lint){ 0 };
}

/* ---- the summary ---------------------------------------------------------- */

static void
add_clause(struct ft_str *str)
{
	if (str->len)
		ft_str_add(str, "; ");
}

static void
sum_up_fairshare(struct ft_lint *lint)
{
	const struct ft_lint_term *fair = &lint->term[FT_FACTOR_FAIRSHARE];
	const struct ft_lint_term *age = &lint->term[FT_FACTOR_AGE];
	struct ft_str *str = &lint->summary;

	if (fair->never)
		return;
	add_clause(str);
	ft_str_add(str, "Fairshare can outweigh ");
	if (age->never || fair->points >= age->points)
		ft_str_add(str, "any waiting time");
	else {
		ft_lint_add_span(str, fair->points / lint->second);
		ft_str_add(str, " of waiting");
	}
}

static void
sum_up_qos(struct ft_lint *lint)
{
	if (!lint->top_qos)
		return;
	add_clause(&lint->summary);
	/* a whole point more, because priorities are cut to whole numbers */
	ft_str_addf(&lint->summary, "QOS %s %s", lint->top_qos,
	    lint->top_gap >= lint->others + 1 ? "always wins"
					      : "does not always win");
}

/* "Age and JobSize never matter (weight 0)", grouped by reason. */
static void
sum_up_never(struct ft_lint *lint)
{
	struct ft_str *str = &lint->summary;
	bool done[FT_FACTORS] = {
		[FT_FACTOR_SITE] = true, [FT_FACTOR_NICE] = true
	};

	/* these two are rarely meant to matter */
	done[FT_FACTOR_ASSOC] = lint->params.assoc == 0;
	done[FT_FACTOR_TRES] = lint->params.n_tres == 0;
	for (int i = 0; i < FT_FACTORS; i++) {
		const char *never = lint->term[i].never;
		int last = i, n = 0;

		if (!never || done[i])
			continue;
		for (int k = i; k < FT_FACTORS; k++)
			if (!done[k] && lint->term[k].never &&
			    strcmp(lint->term[k].never, never) == 0)
				last = k;
		add_clause(str);
		for (int k = i; k <= last; k++) {
			if (done[k] || !lint->term[k].never ||
			    strcmp(lint->term[k].never, never) != 0)
				continue;
			ft_str_add(str, n == 0      ? ""
					: k == last ? " and "
						    : ", ");
			ft_str_add(str, lint->term[k].name);
			done[k] = true;
			n++;
		}
		ft_str_addf(
		    str, " never matter%s (%s)", n == 1 ? "s" : "", never);
	}
}

void
ft_lint_run(struct ft_lint *lint, const struct ft_lint_input *in)
{
	*lint = (struct ft_lint){ .in = in, .users = in->input->tree->n_user };
	ft_lint_ranges(lint);
	if (lint->basic) {
		ft_str_add(&lint->summary,
		    "Weights have no effect: PriorityType is priority/basic");
	} else {
		sum_up_fairshare(lint);
		sum_up_qos(lint);
		sum_up_never(lint);
	}
	ft_str_add_char(&lint->summary, '.');
	ft_lint_settings(lint);
	ft_lint_tree(lint);
}
