/*
 * Words of a reservation, one a line: what is taken makes sense, what is not has
 * a line to say so, and flags are written as they are read.
 */
#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "model/reservation/request.h"

#define NOW INT64_C(1700000000)

static void
check_wish(const struct ft_reservation_request *request)
{
	struct ft_str flags = { 0 };
	uint64_t again = 0;

	ft_reservation_flags_add(&flags, request->set);
	must(ft_reservation_flags_read(ft_str_text(&flags), &again) &&
		 again == request->set,
	    "flags that read as they are written");
	ft_str_free(&flags);
	must(!(request->set & FT_RESERVATION_MASK(PURGE_COMP)) ||
		 request->purge >= 0,
	    "a time to purge");
	must(!request->n_node_count || request->node_count, "counts of nodes");
	must(!request->n_core_count || request->core_count, "counts of cores");
	for (size_t i = 0; i < FT_RESERVATION_KEYS; i++)
		must(request->text[i] &&
			 (request->given[i] || !*request->text[i]),
		    "values of keys that were given");
	must(ft_reservation_after(request->set, NOW) >= NOW,
	    "repetitions that come later");
}

static void
try_words(char *text, bool update)
{
	struct ft_reservation_request request;
	struct ft_error err = { 0 };
	enum ft_status status = FT_OK;
	char *save = NULL;

	ft_reservation_request_init(&request, update);
	for (char *word = strtok_r(text, "\n", &save); word && status == FT_OK;
	     word = strtok_r(NULL, "\n", &save))
		status = ft_reservation_request_word(&request, word, NOW, &err);
	if (status == FT_OK)
		check_wish(&request);
	else
		must(status == FT_EINVAL && *err.text, "a message");
	if (status == FT_OK &&
	    ft_reservation_request_check(&request, &err) == FT_OK)
		must(request.given[FT_RESERVATION_KEY_START], "a start");
	ft_reservation_request_free(&request);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int update = 0; update < 2; update++) {
		char *text = ft_strndup((const char *)data, size);

		try_words(text, update);
		ft_free(text);
	}
	return 0;
}
