/* The past of a cluster: what was read makes sense. */
#include "fuzz/fuzz.h"
#include "io/jobtable/past.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_past past;
	struct ft_error err = { 0 };

	ft_past_init(&past);
	if (ft_past_parse(&past,
		&(struct ft_input){ "fuzz", (const char *)data, size },
		&err) != FT_OK)
		must_have_place(err.text);
	else
		for (size_t i = 0; i < past.n_resv; i++)
			must(past.resv[i].id && *past.resv[i].name &&
				 past.resv[i].from <= past.resv[i].to,
			    "a reservation");
	for (size_t i = 0; i < past.table.n; i++)
		must(past.table.job[i].user && past.table.job[i].alloc_tres,
		    "no strings are missing");
	ft_past_free(&past);
	return 0;
}
