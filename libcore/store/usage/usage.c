/*
 * usage.c - what usage marks add up to.
 *
 * Marks are applied in the order of their ids.  What is left for each
 * association is a list of amounts that are still in effect, each with its
 * time: a mark that sets or resets usage drops older amounts, one that
 * transfers it moves them to the heir.  The list does not depend on decay, so
 * it serves every half-life; reading usage takes one multiplication per
 * amount.  It is cached in the table usage_sum.
 */
#include "store/usage/private.h"

#define AMOUNT_SIZE 24 /* bytes of one amount in usage_sum */
#define NO_AMOUNT   UINT32_MAX

struct amount {
	int64_t whole, at;
	int32_t micro;
	int32_t tres;  /* as usage_mark.tres */
	uint32_t next; /* of the same association, NO_AMOUNT at the end */
};

struct list {
	uint32_t head, tail; /* NO_AMOUNT: empty */
	uint32_t owner;
};

struct amounts {
	struct amount *amount;
	size_t n, cap;
	struct ft_idvec list; /* struct list, by id of the owner */
	int64_t latest;       /* time of the latest mark */
};

/* ---- marks ---------------------------------------------------------------- */

static struct list *
list_of(struct amounts *amounts, uint32_t owner)
{
	uint32_t n = amounts->list.at.n;
	struct list *list = ft_idvec_add(&amounts->list, owner, sizeof *list);

	if (amounts->list.at.n > n)
		*list = (struct list){ NO_AMOUNT, NO_AMOUNT, owner };
	return list;
}

static void
append(struct amounts *amounts, struct list *list, const struct amount *amount)
{
	uint32_t at = (uint32_t)amounts->n;

	if (!amount->whole && !amount->micro)
		return;
	*ft_vec_add(amounts->amount, amounts->n, amounts->cap) = *amount;
	amounts->amount[at].next = NO_AMOUNT;
	if (list->head == NO_AMOUNT)
		list->head = at;
	else
		amounts->amount[list->tail].next = at;
	list->tail = at;
}

static void
remove_tres(struct amounts *amounts, struct list *list, int32_t tres)
{
	struct list kept = { NO_AMOUNT, NO_AMOUNT, list->owner };
	uint32_t next;

	for (uint32_t i = list->head; i != NO_AMOUNT; i = next) {
		next = amounts->amount[i].next;
		if (amounts->amount[i].tres == tres)
			continue;
		if (kept.head == NO_AMOUNT)
			kept.head = i;
		else
			amounts->amount[kept.tail].next = i;
		kept.tail = i;
		amounts->amount[i].next = NO_AMOUNT;
	}
	*list = kept;
}

static void
transfer(struct amounts *amounts, uint32_t from, uint32_t to)
{
	struct list *heir, *list;

	/* may move the array, so before the pointers */
	(void)list_of(amounts, to);
	list = list_of(amounts, from);
	heir = list_of(amounts, to);
	if (list->head == NO_AMOUNT || heir == list)
		return;
	if (heir->head == NO_AMOUNT)
		heir->head = list->head;
	else
		amounts->amount[heir->tail].next = list->head;
	heir->tail = list->tail;
	list->head = list->tail = NO_AMOUNT;
}

static void
apply_mark(void *ctx, const void *row)
{
	const struct ft_mark *mark = row;
	struct amounts *amounts = ctx;
	struct amount amount = {
		.tres = mark->tres,
		.at = mark->at,
		.whole = mark->whole,
		.micro = mark->micro,
	};
	struct list *list = list_of(amounts, mark->owner);

	if (amount.at > amounts->latest)
		amounts->latest = amount.at;
	switch ((enum ft_mark_kind)mark->kind) {
	case FT_MARK_OPENING:
		if (amount.tres)
			remove_tres(amounts, list, amount.tres);
		else
			list->head = list->tail = NO_AMOUNT;
		append(amounts, list, &amount);
		break;
	case FT_MARK_RESET:
		list->head = list->tail = NO_AMOUNT;
		break;
	case FT_MARK_SET:
		remove_tres(amounts, list, amount.tres);
		append(amounts, list, &amount);
		break;
	case FT_MARK_TRANSFER:
		transfer(amounts, mark->owner, mark->heir);
		break;
	default: /* impossible: a newer program has a newer schema */
		assert(false && "kind of usage_mark");
	}
}

/* Apply the marks that are not later than :until and have ids from :first on. */
static enum ft_status
apply_marks(struct ft_store *store, enum ft_stmt marks,
    const struct ft_arg *args, struct amounts *amounts, struct ft_error *err)
{
	struct ft_mark mark = { 0 };

	return ft_store_collect(store, marks, args,
	    &(struct ft_collector){
		.shape = &ft_shapes[FT_TABLE_usage_mark],
		.row = &mark,
		.fn = apply_mark,
		.ctx = amounts,
	    },
	    err);
}

static void
amounts_free(struct amounts *amounts)
{
	ft_free(amounts->amount);
	ft_idvec_free(&amounts->list);
}

/* ---- the cache ------------------------------------------------------------ */

static void
put_amount(unsigned char *to, uint32_t assoc, const struct amount *amount)
{
	ft_put_little(to, assoc, 4);
	ft_put_little(to + 4, (uint32_t)amount->micro, 4);
	ft_put_little(to + 8, (uint64_t)amount->whole, 8);
	ft_put_little(to + 16, (uint64_t)amount->at, 8);
}

static void
get_amount(const unsigned char *from, uint32_t *assoc, struct amount *amount)
{
	*assoc = ft_get_little_32(from);
	amount->micro = (int32_t)ft_get_little_32(from + 4);
	amount->whole = (int64_t)ft_get_little_64(from + 8);
	amount->at = (int64_t)ft_get_little_64(from + 16);
}

/* Write the amounts of TRES to BLOB, by association, then in the order of its
 * list; returns how many bytes.  *next becomes the next higher TRES in AMOUNTS, if
 * lower. */
static size_t
put_amounts(const struct amounts *amounts, int64_t tres, unsigned char *blob,
    int64_t *next)
{
	const struct list *list = amounts->list.item;
	size_t size = 0;

	for (uint32_t k = 0; k < amounts->list.at.n; k++)
		for (uint32_t i = list[k].head; i != NO_AMOUNT;
		     i = amounts->amount[i].next) {
			const struct amount *amount = &amounts->amount[i];

			if (amount->tres > tres && amount->tres < *next)
				*next = amount->tres;
			if (amount->tres != tres)
				continue;
			put_amount(blob + size, list[k].owner, amount);
			size += AMOUNT_SIZE;
		}
	return size;
}

/* A row of the cache. */
struct sum {
	int64_t generation, latest;
	int32_t tres;
	unsigned char *amounts;
	size_t size; /* bytes */
};

static enum ft_status
put_sum(struct ft_store *store, const struct sum *sum, struct ft_error *err)
{
	return ft_store_run(store, FT_STMT_PUT_SUM,
	    FT_ARGS(FT_ARG("tres", sum->tres),
		FT_ARG("generation", sum->generation),
		FT_ARG("latest", sum->latest),
		{ .name = "amounts",
		    .is = FT_ARG_BLOB,
		    .number = (int64_t)sum->size,
		    .text = (const char *)sum->amounts }),
	    err);
}

/* Write the cache; it has a row for TRES 0 even if that is empty, which shows that
 * the cache is valid. */
static enum ft_status
write_cache(
    struct ft_store *store, const struct amounts *amounts, struct ft_error *err)
{
	unsigned char *blob FT_CLEANUP(ft_free_at) =
	    ft_alloc(amounts->n * AMOUNT_SIZE);
	struct sum sum = { .latest = amounts->latest, .amounts = blob };
	int64_t next = INT64_MIN;
	bool raw = false;

	FT_TRY(ft_store_int(store, &sum.generation, FT_STMT_GET_GENERATION,
	    FT_ARGS(FT_ARG("name", "usage")), err));
	do {
		int64_t tres = next;

		next = INT64_MAX;
		sum.size = put_amounts(amounts, tres, blob, &next);
		sum.tres = (int32_t)tres;
		raw = raw || !tres;
		if (sum.size)
			FT_TRY(put_sum(store, &sum, err));
	} while (next < INT64_MAX);
	sum.tres = 0;
	sum.size = 0;
	return raw ? FT_OK : put_sum(store, &sum, err);
}

/* Set AMOUNTS to the cache; *good becomes whether that is valid. */
static enum ft_status
read_cache(struct ft_store *store, struct amounts *amounts, bool *good,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_GET_SUMS, NULL, err);
	enum ft_status status = FT_OK;
	struct amount amount = { .next = NO_AMOUNT };
	uint32_t owner;

	while (ft_store_next(store, stmt, &status, err)) {
		sqlite3_value *value = ft_column(stmt, "amounts");
		const unsigned char *blob = sqlite3_value_blob(value);
		int size = sqlite3_value_bytes(value);

		amounts->latest =
		    sqlite3_value_int64(ft_column(stmt, "latest"));
		amount.tres =
		    (int32_t)sqlite3_value_int64(ft_column(stmt, "tres"));
		*good |= !amount.tres;
		for (int i = 0; i + AMOUNT_SIZE <= size; i += AMOUNT_SIZE) {
			get_amount(blob + i, &owner, &amount);
			append(amounts, list_of(amounts, owner), &amount);
		}
	}
	return status;
}

/* Apply the marks from ID FIRST on, which this transaction has added: mostly they are
 * in memory. */
static enum ft_status
apply_new_marks(struct ft_store *store, uint32_t first, struct amounts *amounts,
    struct ft_error *err)
{
	if (!first || !store->marks_known)
		return apply_marks(store, FT_STMT_READ_MARKS,
		    FT_ARGS(FT_ARG("until", INT64_MAX), FT_ARG("first", first)),
		    amounts, err);
	for (size_t i = 0; i < store->n_mark; i++)
		apply_mark(amounts, &store->mark[i]);
	return FT_OK;
}

/* If the transaction only added marks, as all do but undo, they are added to
 * the cache. */
enum ft_status
ft_store_sum_usage(struct ft_store *store, struct ft_error *err)
{
	struct amounts amounts FT_CLEANUP(
	    amounts_free) = { .latest = INT64_MIN };
	uint32_t first = store->first_mark;
	bool good = false;

	if (first)
		FT_TRY(read_cache(store, &amounts, &good, err));
	FT_TRY(ft_store_run(store, FT_STMT_BUMP_GENERATION,
	    FT_ARGS(FT_ARG("name", "usage")), err));
	FT_TRY(ft_store_run(store, FT_STMT_CLEAR_SUM, NULL, err));
	FT_TRY(apply_new_marks(store, good ? first : 0, &amounts, err));
	return write_cache(store, &amounts, err);
}

/* ---- reading ------------------------------------------------------------- */

void
ft_usage_reader_init(
    struct ft_usage_reader *reader, const uint32_t *id, uint32_t n)
{
	for (size_t i = 0; i < reader->n_what * n; i++)
		reader->usage[i] = 0;
	reader->n = n;
	ft_idmap_put_all(&reader->index, id, n);
	reader->at = reader->to;
	reader->factor = 1;
	reader->latest = INT64_MIN;
}

void
ft_usage_reader_free(struct ft_usage_reader *reader)
{
	ft_idmap_free(&reader->index);
}

/* Returns the fraction that decay has left of an amount at time AT. */
static ft_real
factor_of(const struct ft_usage_reader *reader, int64_t at, const bool *kept)
{
	if (reader->passes)
		return ft_decay_passes_left(reader->passes, at, kept);
	if (at >= reader->to)
		return 1;
	return (ft_real)ft_decay_factor(reader->decay, reader->to - at);
}

/* Add AMOUNT of OWNER to USAGE[index], decayed. */
static void
add_amount(struct ft_usage_reader *reader, ft_real *usage, uint32_t owner,
    const struct amount *amount)
{
	uint32_t i = ft_idmap_get(&reader->index, owner);
	const bool *kept;

	if (i == FT_IDMAP_NONE || amount->at < reader->reset)
		return;
	kept = ft_usage_kept(reader, i);
	if (kept || amount->at != reader->at) {
		reader->at = amount->at;
		reader->factor = factor_of(reader, amount->at, kept);
	}
	/* a factor of 1 keeps every digit of an opening balance */
	usage[i] +=
	    ft_real_from_micro(amount->whole, amount->micro) * reader->factor;
}

/* Add the amounts what[k] from the cache; *good becomes whether that is valid
 * and has no mark later than reader->now. */
static enum ft_status
read_sum(struct ft_store *store, size_t k, struct ft_usage_reader *reader,
    bool *good, struct ft_error *err)
{
	const int32_t tres = reader->what[k];
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_GET_SUM, FT_ARGS(FT_ARG("tres", tres)), err);
	enum ft_status status = FT_OK;
	const unsigned char *blob;
	struct amount amount;
	uint32_t owner;

	*good = false;
	while (ft_store_next(store, stmt, &status, err)) {
		int size = sqlite3_value_bytes(ft_column(stmt, "amounts"));

		/* a TRES without amounts has no row; the query then returns that of
		 * raw usage */
		if (sqlite3_value_int64(ft_column(stmt, "tres")) != tres)
			size = 0;
		reader->latest = sqlite3_value_int64(ft_column(stmt, "latest"));
		*good = reader->latest <= reader->now;
		blob = sqlite3_value_blob(ft_column(stmt, "amounts"));
		for (int i = 0; *good && i + AMOUNT_SIZE <= size;
		     i += AMOUNT_SIZE) {
			get_amount(blob + i, &owner, &amount);
			add_amount(reader, &reader->usage[k * reader->n], owner,
			    &amount);
		}
	}
	return status;
}

/* Add AMOUNT of OWNER, if it is one of those wanted. */
static void
add_wanted(
    struct ft_usage_reader *reader, uint32_t owner, const struct amount *amount)
{
	for (size_t k = 0; k < reader->n_what; k++)
		if (reader->what[k] == amount->tres)
			add_amount(reader, &reader->usage[k * reader->n], owner,
			    amount);
}

enum ft_status
ft_usage_read_uncached(struct ft_store *store, enum ft_stmt marks,
    struct ft_usage_reader *reader, struct ft_error *err)
{
	struct amounts amounts FT_CLEANUP(
	    amounts_free) = { .latest = INT64_MIN };
	const struct list *list;

	FT_TRY(apply_marks(store, marks,
	    FT_ARGS(FT_ARG("until", reader->now), FT_ARG("first", 0)), &amounts,
	    err));
	reader->latest = amounts.latest;
	list = amounts.list.item;
	for (uint32_t k = 0; k < amounts.list.at.n; k++) {
		uint32_t i = list[k].head;

		for (; i != NO_AMOUNT; i = amounts.amount[i].next)
			add_wanted(reader, list[k].owner, &amounts.amount[i]);
	}
	return FT_OK;
}

enum ft_status
ft_usage_read_marks(struct ft_store *store, struct ft_usage_reader *reader,
    struct ft_error *err)
{
	bool good = !store->usage_changed; /* else the cache is out of date */

	/* one cache is good for all amounts, or for none */
	for (size_t k = 0; k < reader->n_what && good; k++)
		FT_TRY(read_sum(store, k, reader, &good, err));
	return good ? FT_OK
		    : ft_usage_read_uncached(
			  store, FT_STMT_READ_MARKS, reader, err);
}

enum ft_status
ft_store_read_usage(struct ft_store *store, const struct ft_tree *tree,
    const struct ft_usage_at *at, struct ft_error *err)
{
	const int32_t what = (int32_t)at->tres;
	struct ft_usage_reader reader FT_CLEANUP(
	    ft_usage_reader_free) = { .decay = at->decay,
		.what = &what,
		.n_what = 1,
		.now = at->now,
		.to = at->now,
		.reset = INT64_MIN,
		.usage = at->usage };

	ft_usage_reader_init(&reader, tree->id, tree->n);
	return ft_usage_read_marks(store, &reader, err);
}
