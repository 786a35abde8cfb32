/* Outages: what is read has an order, a length and something that is away. */
#include "fuzz/fuzz.h"
#include "io/research/outagefile.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_outages outages = { 0 };
	struct ft_error err = { 0 };
	const int64_t span[2] = { 0, 2000000000 };

	if (ft_outagefile_parse(&outages,
		&(struct ft_input){ "f", (const char *)data, size }, 1000,
		&err) != FT_OK)
		must(*err.text, "a message");
	for (size_t i = 0; i < outages.n; i++) {
		const struct ft_outage *outage = &outages.item[i];

		must(outage->start < outage->end, "a length");
		must(!i || outage[-1].start <= outage->start, "an order");
		must(outage->nodes ? *outage->nodes != 0 : outage->procs > 0,
		    "something that is away");
	}
	must(ft_outages_lost(outages.item, outages.n, 4, span) <= 8e9,
	    "no more than there is");
	ft_outages_free(&outages);
	return 0;
}
