#include "lib/book.h"

#include <string.h>

#include "io/slurm/flatfile.h"
#include "lib/storefile.h"
#include "tap/tap.h"

void
book_read(struct ft_store *store, struct ft_acctdb *acctdb)
{
	struct ft_error err = { 0 };

	*acctdb = (struct ft_acctdb){ 0 };
	if (ft_store_read_book(store, false, acctdb, &err))
		bail("%s", err.text);
}

enum ft_status
book_load(struct ft_store *store, const char *text, struct ft_admin_load *load,
    struct ft_error *err)
{
	struct ft_registry *registry = storefile_begin(store);
	struct ft_admin *admin;
	struct ft_acctdb acctdb;
	struct ft_flat flat;
	enum ft_status status;

	book_read(store, &acctdb);
	ft_flat_init(&flat, "x.cfg");
	if (ft_admin_new(&admin, registry, "root", true, err) ||
	    ft_flatfile_parse(&flat, text, strlen(text), err))
		bail("%s", err->text);
	status = ft_admin_load_flat(admin, &acctdb, &flat, load, err);
	ft_admin_free(admin);
	if (status == FT_OK)
		storefile_commit(store);
	else
		ft_store_rollback(store);
	ft_flat_free(&flat);
	ft_acctdb_free(&acctdb);
	return status;
}

void
book_fill(struct ft_store *store, const char *text)
{
	struct ft_admin_load load;
	struct ft_error err = { 0 };

	ft_admin_load_init(&load);
	if (book_load(store, text, &load, &err))
		bail("%s in\n%s", err.text, text);
	ft_admin_load_free(&load);
}
