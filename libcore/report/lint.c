/* What each factor can do, and the sentence that says it. */
#include "report/lint_int.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"

#define HOUR 3600.0
#define DAY  86400.0

/* ---- findings ------------------------------------------------------------- */

void
ft_lint_add(struct ft_lint *lint, bool warning, const char *key,
    const char *format, ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	lint->finding = ft_vec_grow(
	    lint->finding, &lint->cap, lint->n + 1, sizeof *lint->finding);
	lint->finding[lint->n++] =
	    (struct ft_lint_finding){ warning, key, ft_str_take(&str) };
	lint->warnings += warning;
}

void
ft_lint_free(struct ft_lint *lint)
{
	for (size_t i = 0; i < lint->n; i++)
		ft_free(lint->finding[i].text);
	ft_free(lint->finding);
	ft_str_free(&lint->summary);
	*lint = (struct ft_lint){ 0 };
}

void
ft_lint_add_span(struct ft_str *str, double seconds)
{
	double number = seconds / DAY;
	const char *unit = "day";

	if (seconds < HOUR) {
		number = seconds / 60;
		unit = "minute";
	} else if (seconds < DAY) {
		number = seconds / HOUR;
		unit = "hour";
	}
	number = round(number * 10) / 10;
	ft_str_addf(str, "%.*f %s%s", number < trunc(number) + 0.05 ? 0 : 1,
	    number, unit, number > 1 || number < 1 ? "s" : "");
}

/* ---- ranges --------------------------------------------------------------- */

static const struct {
	const char *name;
	enum ft_conf_key key;
} terms[FT_LINT_FACTORS] = {
	[FT_LINT_AGE] = { "Age", FT_CONF_PRIORITY_WEIGHT_AGE },
	[FT_LINT_FAIRSHARE] = { "Fairshare",
	    FT_CONF_PRIORITY_WEIGHT_FAIRSHARE },
	[FT_LINT_JOBSIZE] = { "JobSize", FT_CONF_PRIORITY_WEIGHT_JOB_SIZE },
	[FT_LINT_PARTITION] = { "Partition",
	    FT_CONF_PRIORITY_WEIGHT_PARTITION },
	[FT_LINT_QOS] = { "QOS", FT_CONF_PRIORITY_WEIGHT_QOS },
	[FT_LINT_ASSOC] = { "Assoc", FT_CONF_PRIORITY_WEIGHT_ASSOC },
	[FT_LINT_TRES] = { "TRES", FT_CONF_PRIORITY_WEIGHT_TRES },
};

/* The sum of "cpu=1000,mem=0.5K"; letters behind numbers are left out. */
static double
sum_weights(const char *text)
{
	double sum = 0;

	while ((text = strchr(text, '='))) {
		sum += strtod(text + 1, NULL);
		text++;
	}
	return sum;
}

/* What a job gets of numbers LEAST..MOST, with MOST as 1 unless raw. */
static void
put_range(struct ft_lint_term *term, uint32_t least, uint32_t most, bool raw,
    const char *never)
{
	double whole = raw || !most ? 1 : most;

	term->least = least / whole;
	term->most = most / whole;
	if (least == most)
		term->never = never;
}

static bool
is_flagged(const struct ft_lint *lint, enum ft_priority_flag flag)
{
	return ft_conf_priority_flags(lint->in->conf) & flag;
}

static void
look_at_qos(struct ft_lint *lint)
{
	struct ft_lint_term *term = &lint->term[FT_LINT_QOS];
	bool raw = is_flagged(lint, FT_PRIO_NO_NORMAL_QOS);
	uint32_t least = UINT32_MAX, most = 0, second = 0;
	bool several = false;

	for (size_t i = 0; i < lint->in->n_qos; i++) {
		const struct ft_qos *qos = &lint->in->qos[i];

		if (qos->deleted)
			continue;
		if (qos->priority < least)
			least = qos->priority;
		if (qos->priority == most && lint->top_qos)
			several = true;
		if (qos->priority > most) {
			second = most;
			most = qos->priority;
			lint->top_qos = qos->name;
			several = false;
		} else if (qos->priority > second && qos->priority < most) {
			second = qos->priority;
		}
	}
	put_range(term, most ? least : 0, most, raw,
	    most ? "all QOS have the same priority" : "no QOS has a priority");
	lint->top_gap =
	    term->weight * (most - second) / (raw || !most ? 1 : most);
	if (several || term->never || term->weight <= 0)
		lint->top_qos = NULL;
}

/* Returns the number behind KEY= in a line of slurm.conf, else FALLBACK. */
static uint32_t
number_in(const char *line, const char *key, uint32_t fallback)
{
	size_t len = strlen(key);
	char digits[16] = "";
	uint32_t number;

	for (const char *at = line; *at; at++) {
		if ((at != line && at[-1] != ' ' && at[-1] != '\t') ||
		    strncasecmp(at, key, len) != 0 || at[len] != '=')
			continue;
		strncpy(digits, at + len + 1,
		    strspn(at + len + 1, "0123456789") % sizeof digits);
		return ft_num_u32(digits, &number) ? number : fallback;
	}
	return fallback;
}

static bool
is_default_line(const char *line)
{
	const char *equal = strchr(line, '=');

	return equal && strncasecmp(equal + 1, "DEFAULT", 7) == 0 &&
	       (!equal[8] || equal[8] == ' ' || equal[8] == '\t');
}

static void
look_at_partitions(struct ft_lint *lint)
{
	const struct ft_conf *conf = lint->in->conf;
	struct ft_lint_term *term = &lint->term[FT_LINT_PARTITION];
	uint32_t least = UINT32_MAX, most = 0, usual = 1, n = 0;

	for (size_t i = 0; i < conf->n_line; i++) {
		const struct ft_conf_line *line = &conf->line[i];
		uint32_t factor;

		if (strcasecmp(line->key, "PartitionName") != 0)
			continue;
		factor = number_in(line->text, "PriorityJobFactor", usual);
		if (is_default_line(line->text)) {
			usual = factor;
			continue;
		}
		n++;
		least = factor < least ? factor : least;
		most = factor > most ? factor : most;
	}
	if (!n) {
		term->most = 1;
		return;
	}
	put_range(term, least, most, is_flagged(lint, FT_PRIO_NO_NORMAL_PART),
	    "all partitions have the same PriorityJobFactor");
}

/* ---- the terms ------------------------------------------------------------ */

static void
look_at_age(struct ft_lint *lint)
{
	struct ft_lint_term *term = &lint->term[FT_LINT_AGE];
	int64_t most = ft_conf_number(lint->in->conf, FT_CONF_PRIORITY_MAX_AGE);

	term->most = 1;
	if (most > 0) {
		lint->hour = term->weight * HOUR / (double)most;
		return;
	}
	term->least = 1;
	term->never = "PriorityMaxAge is 0, so that every job has it in full";
}

static void
look_at_fairshare(struct ft_lint *lint)
{
	struct ft_lint_term *term = &lint->term[FT_LINT_FAIRSHARE];

	term->most = 1;
	/* ranks are N/N .. 1/N; factors of classic 1 .. 0 */
	if (lint->in->share->algo->level_fs && lint->users) {
		term->least = 1 / (double)lint->users;
		lint->step = term->weight / (double)lint->users;
	}
	if (lint->users < 2)
		term->never = "there are no two users";
}

static void
look_at_terms(struct ft_lint *lint)
{
	const struct ft_conf *conf = lint->in->conf;

	for (int i = 0; i < FT_LINT_FACTORS; i++) {
		struct ft_lint_term *term = &lint->term[i];

		term->name = terms[i].name;
		term->key = ft_conf_infos[terms[i].key].name;
		term->weight =
		    i == FT_LINT_TRES
			? sum_weights(ft_conf_text(conf, terms[i].key))
			: (double)ft_conf_number(conf, terms[i].key);
	}
	look_at_age(lint);
	look_at_fairshare(lint);
	lint->term[FT_LINT_JOBSIZE].most = 1;
	look_at_partitions(lint);
	look_at_qos(lint);
	lint->term[FT_LINT_ASSOC].most = 1;
	if (!lint->in->assoc_priority)
		lint->term[FT_LINT_ASSOC].never =
		    "no association has a priority";
	lint->term[FT_LINT_TRES].most = 1;
	for (int i = 0; i < FT_LINT_FACTORS; i++) {
		struct ft_lint_term *term = &lint->term[i];

		term->points = term->weight * (term->most - term->least);
		if (term->weight <= 0)
			term->never = "weight 0";
	}
}

bool
ft_lint_is_basic(const struct ft_lint *lint)
{
	return strcasecmp(ft_conf_text(lint->in->conf, FT_CONF_PRIORITY_TYPE),
		   "priority/basic") == 0;
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
	const struct ft_lint_term *fair = &lint->term[FT_LINT_FAIRSHARE];
	const struct ft_lint_term *age = &lint->term[FT_LINT_AGE];
	struct ft_str *str = &lint->summary;

	if (fair->never)
		return;
	add_clause(str);
	ft_str_add(str, "Fairshare can outweigh ");
	if (age->never || fair->points >= age->points)
		ft_str_add(str, "any waiting");
	else {
		ft_lint_add_span(str, fair->points / lint->hour * HOUR);
		ft_str_add(str, " of waiting");
	}
}

/* Returns the points of all terms but KIND. */
static double
others(const struct ft_lint *lint, enum ft_lint_factor kind)
{
	double sum = 0;

	for (int i = 0; i < FT_LINT_FACTORS; i++)
		if (i != (int)kind && !lint->term[i].never)
			sum += lint->term[i].points;
	return sum;
}

static void
sum_up_qos(struct ft_lint *lint)
{
	struct ft_str *str = &lint->summary;

	if (!lint->top_qos)
		return;
	add_clause(str);
	ft_str_addf(str, "QOS %s %s", lint->top_qos,
	    lint->top_gap > others(lint, FT_LINT_QOS) ? "always wins"
						      : "does not always win");
}

/* "Age and JobSize never matter (weight 0)", the same reasons together. */
static void
sum_up_never(struct ft_lint *lint)
{
	struct ft_str *str = &lint->summary;
	bool done[FT_LINT_FACTORS] = { false };

	/* these two are rarely meant to matter */
	done[FT_LINT_ASSOC] = lint->term[FT_LINT_ASSOC].weight <= 0;
	done[FT_LINT_TRES] = lint->term[FT_LINT_TRES].weight <= 0;
	for (int i = 0; i < FT_LINT_FACTORS; i++) {
		const char *never = lint->term[i].never;
		int last = i, n = 0;

		if (!never || done[i])
			continue;
		for (int k = i; k < FT_LINT_FACTORS; k++)
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
	look_at_terms(lint);
	if (ft_lint_is_basic(lint)) {
		ft_str_add(&lint->summary,
		    "No weight counts: PriorityType is priority/basic");
	} else {
		sum_up_fairshare(lint);
		sum_up_qos(lint);
		sum_up_never(lint);
	}
	ft_str_add_char(&lint->summary, '.');
	ft_lint_settings(lint);
	ft_lint_tree(lint);
}
