/*
 * tres.c - usage of each TRES of a site: their numbers there, what a charge has of
 * them, and opening balances.
 */
#include <stdlib.h>

#include "fimport/site/site.h"
#include "io/slurm/listtable.h"

#define MICROS 1000000

static void
pass(struct fimport_site *site, const struct ft_listtable *table,
    fimport_site_tres_fn *fn, void *ctx)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	const char *word =
	    ft_listtable_cell(table, ft_listtable_find(table, "Name"));
	uint32_t there;

	ft_str_add(
	    &name, ft_listtable_cell(table, ft_listtable_find(table, "Type")));
	if (*word)
		ft_str_addf(&name, "/%s", word);
	if (ft_num_u32(ft_listtable_cell(table, ft_listtable_find(table, "ID")),
		&there))
		fn(ctx, there,
		    fimport_balance_tres(
			site->import->balance, ft_str_text(&name)));
}

enum ft_status
fimport_site_tres(struct fimport_site *site, fimport_site_tres_fn *fn,
    void *ctx, struct ft_error *err)
{
	const struct fimport *import = site->import;
	struct ft_listtable table FT_CLEANUP(ft_listtable_close) = { 0 };
	bool more;

	if (!ft_sitefiles_have(&site->files, "tres"))
		return FT_OK;
	FT_TRY(fimport_site_read(site, "tres", FT_BOUND_DUMP, err));
	FT_TRY(ft_listtable_open(&table,
	    &(struct ft_input){
		import->file, ft_str_text(&import->text), import->text.len },
	    "sacctmgr -P show tres", err));
	for (;;) {
		FT_TRY(ft_listtable_next(&table, &more, err));
		if (!more)
			return FT_OK;
		pass(site, &table, fn, ctx);
	}
}

void
fimport_site_charge(const struct ft_late_charge *charge, double seconds,
    fimport_site_amount_fn *fn, void *ctx)
{
	const char *at = charge->alloc;

	seconds *= charge->factor;
	fn(ctx, FT_USAGE_WALL, (ft_real)seconds);
	while (at && *at) {
		char *end;
		uint32_t id = (uint32_t)strtoul(at, &end, 10);
		uint64_t count = 0;

		if (*end == '=')
			count = strtoull(end + 1, &end, 10);
		fn(ctx, id, (ft_real)seconds * (ft_real)count);
		at = *end == ',' ? end + 1 : NULL;
	}
}

struct ft_usage_mark
fimport_site_mark(
    const struct ft_usage_mark *owner, ft_real amount, int32_t more)
{
	struct ft_usage_mark mark = *owner;

	if (amount < 0)
		amount = 0;
	mark.whole = (int64_t)amount;
	mark.micro =
	    more + (int32_t)((amount - (ft_real)mark.whole) * (ft_real)MICROS +
			     (ft_real)0.5);
	mark.whole += mark.micro / MICROS;
	mark.micro %= MICROS;
	return mark;
}
