#include "model/billing.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "model/conf.h"

static const char units[] = "KMGTP";

/* Memory and burst buffers are counted in MiB, all else in ones. */
static bool
counts_mib(const struct ft_tres *tres)
{
	return strcmp(tres->type, "mem") == 0 || strcmp(tres->type, "bb") == 0;
}

/* Parse "0.25G" (LEN bytes) as the weight of one base unit of TRES. */
static bool
parse_weight(
    const struct ft_tres *tres, const char *text, size_t len, double *weight)
{
	char number[64];
	const char *unit = NULL;
	int steps;

	if (len && isalpha((unsigned char)text[len - 1])) {
		unit = strchr(units, toupper((unsigned char)text[len - 1]));
		if (!unit)
			return false;
		len--;
	}
	if (len == 0 || len >= sizeof number)
		return false;
	memcpy(number, text, len);
	number[len] = '\0';
	if (!ft_num_double(number, weight))
		return false;
	steps = unit ? (int)(unit - units) + 1 : 0;
	for (steps -= counts_mib(tres) ? 2 : 0; steps > 0; steps--)
		*weight /= 1024;
	return true;
}

static enum ft_status
parse_item(struct ft_billing *billing, const struct ft_tres_table *table,
    const char *text, size_t len, struct ft_error *err)
{
	const char *equal = memchr(text, '=', len);
	const struct ft_tres *tres;
	size_t word;

	if (!equal || equal == text)
		return ft_fail(err, FT_EPARSE,
		    "bad weight '%.*s': want TRES=NUMBER", (int)len, text);
	word = (size_t)(equal - text);
	tres = ft_tres_find_word(table, text, word);
	if (!tres)
		return ft_fail(
		    err, FT_ENOENT, "no TRES '%.*s'", (int)word, text);
	if (!parse_weight(tres, equal + 1, len - word - 1,
		&billing->weight[tres - table->item]))
		return ft_fail(err, FT_EPARSE,
		    "bad weight '%.*s': want a number, perhaps with one of "
		    "K M G T P",
		    (int)len, text);
	return FT_OK;
}

enum ft_status
ft_billing_parse(struct ft_billing *billing, const struct ft_tres_table *tres,
    const char *text, struct ft_error *err)
{
	*billing = (struct ft_billing){
		.given = *text != '\0',
		.weight = ft_calloc(tres->n + 1, sizeof *billing->weight),
		.n = tres->n,
	};
	while (*text) {
		size_t len = strcspn(text, ",");
		enum ft_status status =
		    parse_item(billing, tres, text, len, err);

		if (status != FT_OK)
			return status;
		text += len + (text[len] == ',');
	}
	return FT_OK;
}

void
ft_billing_free(struct ft_billing *billing)
{
	ft_free(billing->weight);
	*billing = (struct ft_billing){ .given = false };
}

/* How a TRES enters the sum under the flags that look for a highest. */
enum part { ON_NODE, GRES, EVERYWHERE };

static enum part
part_of(const struct ft_tres *tres)
{
	static const char *const on_node[] = { "cpu", "mem", "node" };

	for (size_t i = 0; i < sizeof on_node / sizeof *on_node; i++)
		if (strcmp(tres->type, on_node[i]) == 0)
			return ON_NODE;
	return strcmp(tres->type, "gres") == 0 ? GRES : EVERYWHERE;
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
		enum part part = part_of(&tres->item[i]);
		bool competes;

		if (i == FT_TRES_BILLING)
			continue;
		competes = flags & FT_PRIO_MAX_TRES_GRES
			       ? part == ON_NODE
			       : flags & FT_PRIO_MAX_TRES && part != EVERYWHERE;
		if (!competes)
			sum += cost;
		else if (cost > highest)
			highest = cost;
	}
	return sum + highest;
}
