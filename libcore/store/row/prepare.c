/* prepare.c - what a new connection needs before statements of stmt.def run. */
#include "store/internal.h"
#include "store/row/column_internal.h"

enum ft_status
ft_store_prepare_functions(struct ft_store *store, struct ft_error *err)
{
	FT_TRY(ft_collect_prepare(store, err));
	FT_TRY(ft_images_prepare(store, err));
	FT_TRY(ft_journal_prepare(store, err));
	FT_TRY(ft_given_prepare(store, err));
	ft_store_watch(store);
	return FT_OK;
}
