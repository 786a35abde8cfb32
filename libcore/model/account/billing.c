#include "model/account/billing.h"

#include "model/conf/conf.h"

static const char units[] = "KMGTP";

/* Parse "0.25G" as the weight of one base unit of TRES. */
static bool
parse_weight(const struct ft_tres *tres, struct ft_word text, double *weight)
{
	char number[64];
	const char *unit = NULL;
	int steps;

	if (text.len && isalpha((unsigned char)text.at[text.len - 1])) {
		int letter = toupper((unsigned char)text.at[--text.len]);

		unit = strchr(units, letter);
		if (!unit)
			return false;
	}
	if (!ft_word_copy(text, number, sizeof number) ||
	    !ft_num_double(number, weight))
		return false;
	steps = unit ? (int)(unit - units) + 1 : 0;
	for (steps -= ft_tres_is_memory(tres) ? 2 : 0; steps > 0; steps--)
		*weight /= 1024;
	return true;
}

static enum ft_status
parse_item(struct ft_billing *billing, const struct ft_tres_table *table,
    struct ft_word item, struct ft_error *err)
{
	struct ft_word word = item, number;
	const struct ft_tres *tres;

	if (!ft_word_split(&word, '=', &number) || !word.len)
		return ft_fail(err, FT_EPARSE,
		    "bad weight '%.*s': expected TRES=NUMBER", (int)item.len,
		    item.at);
	tres = ft_tres_find_word(table, word);
	if (!tres)
		return ft_fail(
		    err, FT_ENOENT, "no TRES '%.*s'", (int)word.len, word.at);
	if (!parse_weight(tres, number, &billing->weight[tres - table->item]))
		return ft_fail(err, FT_EPARSE,
		    "bad weight '%.*s': expected a number, perhaps with one of "
		    "K M G T P",
		    (int)item.len, item.at);
	return FT_OK;
}

enum ft_status
ft_billing_parse(struct ft_billing *billing, const struct ft_tres_table *tres,
    const char *text, struct ft_error *err)
{
	struct ft_word item;

	*billing = (struct ft_billing){
		.given = *text != '\0',
		.weight = ft_calloc(tres->n + 1, sizeof *billing->weight),
		.n = tres->n,
	};
	while (ft_word_next(&text, ",", &item))
		FT_TRY(parse_item(billing, tres, item, err));
	return FT_OK;
}

void
ft_billing_free(struct ft_billing *billing)
{
	ft_free(billing->weight);
	*billing = (struct ft_billing){ .given = false };
}

/* Whether the highest of all such TRES counts in place of their sum. */
static bool
competes(const struct ft_tres *tres, uint32_t flags)
{
	static const char *const on_node[] = { "cpu", "mem", "node" };
	bool is_on_node;

	if (!(flags & (FT_PRIO_MAX_TRES | FT_PRIO_MAX_TRES_GRES)))
		return false;
	is_on_node = ft_row_find(FT_ROWS(on_node), ft_word_of(tres->type)) >= 0;
	if (flags & FT_PRIO_MAX_TRES_GRES)
		return is_on_node;
	return is_on_node || strcmp(tres->type, "gres") == 0;
}

double
ft_billing_of(const struct ft_billing *billing,
    const struct ft_tres_table *tres, const uint64_t *count, uint32_t flags)
{
	double sum = 0, highest = 0;

	if (!billing->given)
		return tres->n > FT_TRES_CPU ? (double)count[FT_TRES_CPU] : 0;
	for (size_t i = 0; i < billing->n && i < tres->n; i++) {
		double cost = (double)count[i] * billing->weight[i];

		if (i == FT_TRES_BILLING)
			continue;
		if (!competes(&tres->item[i], flags))
			sum += cost;
		else if (cost > highest)
			highest = cost;
	}
	return sum + highest;
}
