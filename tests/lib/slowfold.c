#include "lib/slowfold.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

struct row {
	int64_t starts, ends, mark;
	double rate, factor;
	uint32_t assoc, qos, part_qos;
	uint64_t count[4]; /* by id of TRES */
};

struct mark {
	int64_t id, at;
	uint32_t owner, heir;
	int kind; /* 0 opening, 1 reset, 2 set, 3 transfer */
	int32_t tres;
};

struct part {
	uint32_t owner;
	int64_t after, until, mark;
	bool end;
};

struct state {
	struct slowfold *slow;
	struct row *row; /* charges, then running jobs */
	size_t n_charge, n_row;
	struct mark *mark;
	size_t n_mark;
	int64_t reset, latest;
	struct ft_era *era; /* merged */
	size_t n_era;
	struct ft_decay_passes passes;
	ft_real amount[SLOWFOLD_OWNERS], more[SLOWFOLD_OWNERS];
	int64_t at[SLOWFOLD_OWNERS];
	bool live; /* else charges are added to more[] */
};

/* ---- rows --------------------------------------------------------------------- */

static sqlite3_stmt *
ask(sqlite3 *db, const char *sql, const struct slowfold *slow)
{
	sqlite3_stmt *stmt = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL))
		bail("%s", sqlite3_errmsg(db));
	sqlite3_bind_int64(stmt, 1, slow->cluster);
	sqlite3_bind_int64(stmt, 2, slow->now);
	return stmt;
}

static void
read_counts(struct row *row, const char *text)
{
	unsigned long id;
	unsigned long long count;
	int n;

	for (; text && sscanf(text, "%lu=%llu%n", &id, &count, &n) == 2;
	     text += n + (text[n] == ','))
		if (id < 4)
			row->count[id] = count;
}

static void
read_rows(struct state *state, sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt = ask(db, sql, state->slow);

	while (sqlite3_step(stmt) == SQLITE_ROW) {
		struct row *row;

		state->row = ft_realloc(
		    state->row, state->n_row + 1, sizeof *state->row);
		row = &state->row[state->n_row++];
		*row = (struct row){
			.starts = sqlite3_column_int64(stmt, 0),
			.ends = sqlite3_column_int64(stmt, 1),
			.mark = sqlite3_column_int64(stmt, 2),
			.rate = sqlite3_column_double(stmt, 3),
			.factor = sqlite3_column_double(stmt, 4),
			.assoc = (uint32_t)sqlite3_column_int64(stmt, 5),
			.qos = (uint32_t)sqlite3_column_int64(stmt, 6),
			.part_qos = (uint32_t)sqlite3_column_int64(stmt, 7),
		};
		read_counts(row, (const void *)sqlite3_column_text(stmt, 8));
	}
	sqlite3_finalize(stmt);
}

static void
read_marks(struct state *state, sqlite3 *db)
{
	sqlite3_stmt *stmt = ask(db,
	    state->slow->of_qos
		? "SELECT id, at, qos, coalesce(heir, 0), kind, tres FROM "
		  "usage_mark WHERE ?1 AND at <= ?2 AND qos IS NOT NULL "
		  "ORDER BY id"
		: "SELECT id, at, assoc, coalesce(heir, 0), kind, tres FROM "
		  "usage_mark WHERE ?1 AND at <= ?2 AND assoc IS NOT NULL "
		  "ORDER BY id",
	    state->slow);

	state->latest = INT64_MIN;
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		struct mark *mark;

		state->mark = ft_realloc(
		    state->mark, state->n_mark + 1, sizeof *state->mark);
		mark = &state->mark[state->n_mark++];
		*mark = (struct mark){
			.id = sqlite3_column_int64(stmt, 0),
			.at = sqlite3_column_int64(stmt, 1),
			.owner = (uint32_t)sqlite3_column_int64(stmt, 2),
			.heir = (uint32_t)sqlite3_column_int64(stmt, 3),
			.kind = sqlite3_column_int(stmt, 4),
			.tres = sqlite3_column_int(stmt, 5),
		};
		if (mark->at > state->latest)
			state->latest = mark->at;
	}
	sqlite3_finalize(stmt);
}

static void
read_all(struct state *state)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *stmt;

	if (sqlite3_open_v2(state->slow->path, &db, SQLITE_OPEN_READONLY, NULL))
		bail("%s", sqlite3_errmsg(db));
	read_rows(state, db,
	    "SELECT starts, ends, mark, rate, usage_factor, assoc, "
	    "coalesce(qos, 0), coalesce(part_qos, 0), alloc_tres FROM "
	    "usage_segment WHERE cluster = ?1 AND ?2 ORDER BY ends, id");
	state->n_charge = state->n_row;
	read_rows(state, db,
	    "SELECT max(j.started, j.charged), 9223372036854775807, 0, "
	    "j.billing, coalesce(q.usage_factor, 1), j.assoc, "
	    "coalesce(j.qos, 0), coalesce(j.part_qos, 0), j.alloc_tres "
	    "FROM job AS j LEFT JOIN qos AS q ON q.id = j.qos AND q.deleted "
	    "IS NULL WHERE j.cluster = ?1 AND ?2 AND j.state IN (1, 2) AND "
	    "j.started > 0 AND j.assoc IS NOT NULL ORDER BY j.id");
	read_marks(state, db);
	stmt = ask(db,
	    "SELECT max(at) FROM usage_reset WHERE cluster = ?1 AND at <= ?2",
	    state->slow);
	(void)sqlite3_step(stmt);
	state->reset = sqlite3_column_type(stmt, 0) == SQLITE_NULL
			   ? INT64_MIN
			   : sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(db);
}

/* ---- parts ---------------------------------------------------------------------- */

static void
kept_of(const struct state *state, uint32_t owner, bool *kept)
{
	for (size_t i = 0; i < state->n_era; i++) {
		char list[600], id[16];

		snprintf(list, sizeof list, ",%s,", state->era[i].kept);
		snprintf(id, sizeof id, ",%u,", (unsigned)owner);
		kept[i] = state->slow->of_qos && strstr(list, id) != NULL;
	}
}

static double
weight_of(const struct state *state, const struct row *row)
{
	int32_t what = state->slow->what;

	return what < 0    ? row->factor
	       : what == 0 ? row->rate * row->factor
			   : (double)row->count[what] * row->factor;
}

static bool
acts(const struct state *state, const struct mark *mark)
{
	if (mark->kind == 3 || mark->kind == 1)
		return true;
	if (mark->kind == 0 && !mark->tres)
		return true;
	return mark->tres == state->slow->what;
}

/* A charge; ROW is NULL for a sum of folds, LEFT what is left of it. */
struct going {
	const struct row *row;
	int64_t ends;
	ft_real left;
	uint32_t from;
	bool stays;
};

static void
land(struct state *state, struct going *going, const struct part *part)
{
	const struct row *row = going->row;
	ft_real at_pass = 0, since = 0;
	struct ft_piece piece;
	bool kept[64];

	if (!row) {
		if (part->end && part->owner == going->from && !part->mark)
			going->stays = true;
		else if (part->end)
			state->more[part->owner] += going->left;
		return;
	}
	kept_of(state, part->owner, kept);
	piece = (struct ft_piece){ row->starts, row->ends, part->after,
		part->until };
	if (part->end)
		ft_decay_passes_end(
		    &state->passes, &piece, kept, &at_pass, &since);
	at_pass += ft_decay_passes_booked(&state->passes, &piece, kept);
	if (!state->live) {
		state->more[part->owner] +=
		    (ft_real)weight_of(state, row) * at_pass;
	} else if (state->slow->known[part->owner]) {
		state->slow->at_pass[part->owner] +=
		    (ft_real)weight_of(state, row) * at_pass;
		state->slow->since[part->owner] +=
		    (ft_real)weight_of(state, row) * since;
	}
}

/* What goes to the last heir is booked first. */
static void
split(struct state *state, struct going *going, struct part part, int64_t from,
    int64_t before)
{
	struct part *moved = ft_calloc(state->n_mark + 1, sizeof *moved);
	size_t n = 0;

	for (size_t i = 0; i < state->n_mark; i++) {
		const struct mark *mark = &state->mark[i];
		bool ended = going->ends < mark->at ||
			     (going->ends == mark->at && going->row &&
				 mark->id > going->row->mark);

		if (mark->owner != part.owner || mark->id <= part.mark ||
		    mark->at < from || mark->at >= before || !acts(state, mark))
			continue;
		if (mark->kind == 3) {
			moved[n] = part;
			moved[n].owner = mark->heir;
			moved[n].mark = mark->id;
			moved[n].end = part.end && ended;
			if (mark->at < part.until)
				moved[n].until = mark->at;
			n += moved[n].end || moved[n].after < moved[n].until;
		}
		part.end = part.end && !ended;
		if (mark->at > part.after)
			part.after = mark->at;
	}
	land(state, going, &part);
	while (n > 0)
		split(state, going, moved[--n], from, before);
	ft_free(moved);
}

static void
book(struct state *state, const struct row *row, int64_t before)
{
	struct slowfold *slow = state->slow;
	struct going going = { .row = row, .ends = row->ends };
	struct part part = { 0, INT64_MIN, INT64_MAX, 0, true };
	uint32_t owner[2] = { slow->of_qos ? row->qos : row->assoc, 0 };

	if (state->reset > INT64_MIN)
		part.after = state->reset - 1;
	if (slow->of_qos && row->part_qos != row->qos)
		owner[1] = row->part_qos;
	for (int i = 0; i < 2; i++) {
		part.owner = owner[i];
		if (owner[i] && weight_of(state, row) > 0)
			split(state, &going, part, INT64_MIN, before);
	}
}

/* ---- folds ------------------------------------------------------------------------ */

static ft_real
left_of(struct state *state, uint32_t owner)
{
	bool kept[64];

	kept_of(state, owner, kept);
	return state->amount[owner] *
	       ft_decay_passes_left(&state->passes, state->at[owner], kept);
}

static void
move_sums(struct state *state, int64_t from, int64_t before)
{
	for (uint32_t i = 1; i < SLOWFOLD_OWNERS; i++) {
		struct going going = { NULL, from - 1, 0, i, false };
		struct part part = { i, INT64_MIN, INT64_MAX, 0, true };

		if (!(state->amount[i] > 0))
			continue;
		going.left = left_of(state, i);
		split(state, &going, part, from, before);
		if (!going.stays)
			state->amount[i] = 0;
	}
}

static void
fold_at(struct state *state, int64_t from, int64_t to)
{
	memset(state->more, 0, sizeof state->more);
	ft_decay_passes_init(&state->passes, state->era, state->n_era, to);
	if (from > INT64_MIN)
		move_sums(state, from, to);
	for (size_t i = 0; i < state->n_charge; i++) {
		const struct row *row = &state->row[i];

		if (row->ends >= from && row->ends < to &&
		    row->ends >= state->reset)
			book(state, row, to);
	}
	for (uint32_t i = 0; i < SLOWFOLD_OWNERS; i++) {
		if (!(state->more[i] > 0))
			continue;
		if (state->amount[i] > 0)
			state->more[i] += left_of(state, i);
		state->amount[i] = state->more[i];
		state->at[i] = to;
	}
	ft_decay_passes_free(&state->passes);
}

/* The first pass in each hour of those that are later than the change that began
 * their era; up to UNTIL, from the first charge on. */
static int64_t *
list_folds(const struct state *state, int64_t until, size_t *n)
{
	int64_t *fold = NULL, first = state->row[0].ends - 7200;

	*n = 0;
	for (size_t i = 0; i < state->n_era; i++) {
		const struct ft_era *era = &state->era[i];
		bool last = i + 1 == state->n_era;
		int64_t at =
		    era->ends - (era->ends - first) / era->period * era->period;

		for (; at <= until && (last || at <= era->ends);
		     at += era->period) {
			if (i && at <= state->era[i - 1].changed)
				continue;
			if (*n && fold[*n - 1] / 3600 == at / 3600)
				continue;
			fold = ft_realloc(fold, *n + 1, sizeof *fold);
			fold[(*n)++] = at;
		}
	}
	return fold;
}

static void
merge_eras(struct state *state)
{
	const struct slowfold *slow = state->slow;
	struct ft_era *last, *before;

	state->era = ft_calloc(slow->n_era, sizeof *state->era);
	memcpy(state->era, slow->era, slow->n_era * sizeof *state->era);
	state->n_era = slow->n_era;
	if (slow->n_era < 2)
		return;
	last = &state->era[slow->n_era - 1];
	before = last - 1;
	if (before->decay.half_life == last->decay.half_life &&
	    before->decay.kind == last->decay.kind &&
	    before->period == last->period &&
	    !strcmp(before->kept, last->kept) &&
	    (last->ends - before->ends) % last->period == 0) {
		*before = *last;
		state->n_era--;
	}
}

static int64_t
fold_all(struct state *state)
{
	int64_t pass, done = INT64_MIN, *fold;
	size_t n;

	ft_decay_passes_init(
	    &state->passes, state->era, state->n_era, state->slow->now);
	pass = state->passes.pass;
	ft_decay_passes_free(&state->passes);
	if (!state->n_charge)
		return INT64_MIN;
	fold = list_folds(state, pass, &n);
	for (size_t i = 0; i < n; i++) {
		if (fold[i] <= state->reset)
			continue;
		fold_at(state, done, fold[i]);
		done = fold[i];
	}
	ft_free(fold);
	return done;
}

static bool
is_later(const struct state *state, const struct row *row, uint32_t owner)
{
	return row->starts < state->latest || !state->slow->known[owner];
}

/* In two rounds: those that marks may cut come later. */
static void
add_live(struct state *state, int64_t from, bool later)
{
	for (size_t i = 0; i < state->n_row; i++) {
		struct row row = state->row[i];

		if (row.ends < from || row.ends < state->reset ||
		    row.starts >= state->slow->now)
			continue;
		if (!state->slow->of_qos) {
			if (is_later(state, &row, row.assoc) == later)
				book(state, &row, INT64_MAX);
			continue;
		}
		if (row.part_qos == row.qos ||
		    (row.part_qos &&
			is_later(state, &row, row.part_qos) != later))
			row.part_qos = 0;
		if (row.qos && is_later(state, &row, row.qos) != later)
			row.qos = 0;
		book(state, &row, INT64_MAX);
	}
}

void
slowfold_usage(struct slowfold *slow)
{
	struct state *state = ft_calloc(1, sizeof *state);
	int64_t done;

	state->slow = slow;
	memset(slow->since, 0, sizeof slow->since);
	merge_eras(state);
	read_all(state);
	done = fold_all(state);
	ft_decay_passes_init(
	    &state->passes, state->era, state->n_era, slow->now);
	memset(state->more, 0, sizeof state->more);
	if (done > INT64_MIN)
		move_sums(state, done, INT64_MAX);
	for (uint32_t i = 0; i < SLOWFOLD_OWNERS; i++) {
		ft_real left = state->amount[i] > 0 ? left_of(state, i) : 0;

		slow->at_pass[i] += left + state->more[i];
	}
	state->live = true;
	add_live(state, done, false);
	add_live(state, done, true);
	ft_decay_passes_free(&state->passes);
	ft_free(state->row);
	ft_free(state->mark);
	ft_free(state->era);
	ft_free(state);
}
