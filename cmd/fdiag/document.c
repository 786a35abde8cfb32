/* document.c - sdiag's JSON and YAML.  Source: case l71-sdiag-counters. */
#include "fdiag/fdiag.h"

#define UINT(of) .type = FT_COLUMN_UINT, FT_MEMBER(struct ft_stats, of)

/* What a column reads. */
struct row {
	const struct ft_stats *stats;
};

static void
write_time(struct ft_doc *doc, const char *key, int64_t time)
{
	ft_doc_count(doc, key, true, false, (uint64_t)time);
}

static void
now(struct ft_doc *doc, const char *key, const void *row)
{
	write_time(doc, key, ((const struct row *)row)->stats->now);
}

static void
since(struct ft_doc *doc, const char *key, const void *row)
{
	write_time(doc, key, ((const struct row *)row)->stats->since);
}

static void
plan_ran(struct ft_doc *doc, const char *key, const void *row)
{
	write_time(doc, key, ((const struct row *)row)->stats->plan_ran);
}

static void
one(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	ft_doc_u64(doc, key, 1);
}

static void
no(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	ft_doc_bool(doc, key, false);
}

static void
none(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	ft_doc_list(doc, key, "");
}

static const struct ft_column members[] = {
#include "fdiag/member.def"
};

void
fdiag_document(const struct ft_stats *stats, struct ft_doc *doc)
{
	const struct row row = { stats };

	ft_doc_object(doc, "statistics", members, FT_COUNT(members), &row);
}
