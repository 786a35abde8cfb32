/*
 * What an entry of the journal keeps of jobs: undo takes it as a whole, refuses it in
 * one line, or finds other rows; SQLite never sees what it would read past the end of.
 */
#include <zlib.h>

#include "base/mem.h"
#include "fuzz/fuzz.h"
#include "lib/storefile.h"
#include "store/internal.h"

static struct ft_store *store;

/* Keep DATA as write_changes() does, with the entry of this transaction. */
static void
keep(const uint8_t *data, size_t size)
{
	uLong packed_size = compressBound((uLong)size);
	char *packed = ft_alloc(packed_size);
	struct ft_error err = { 0 };

	must(compress2((unsigned char *)packed, &packed_size, data, (uLong)size,
		 Z_BEST_SPEED) == Z_OK &&
		 !ft_store_log_entry(store, &err) &&
		 !ft_store_run(store, FT_STMT_ADD_WORK,
		     FT_ARGS(FT_ARG("journal", store->journal),
			 FT_ARG("size", (int64_t)size),
			 { .name = "changes",
			     .is = FT_ARG_BLOB,
			     .text = packed,
			     .number = (int64_t)packed_size }),
		     &err),
	    "an entry that keeps it");
	ft_free(packed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_error err = { 0 };
	enum ft_status status;
	bool changed = false;

	if (!store)
		store = storefile_memory();
	(void)storefile_begin(store);
	keep(data, size);
	status = ft_store_reverse_work(store, store->journal, &changed, &err);
	must(ft_changeset_is_sound(store, data, size) || status == FT_EFOREIGN,
	    "nothing of what is refused");
	must(!status || (*err.text && !strchr(err.text, '\n')),
	    "a message of one line");
	ft_store_rollback(store);
	return 0;
}
