/* data.c - the past of a cluster from the store, summed up for a period. */

#include "base/text/hostlist.h"
#include "freport/freport.h"
#include "model/account/billing.h"
#include "model/job/job.h"
#include "model/machine/nodeevent.h"
#include "model/machine/nodes.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"
#include "store/job/jobs.h"

#include <time.h>

struct loading {
	struct freport_data *data;
	struct freport *report;
	const struct freport_request *request;
	struct ft_map assoc; /* by id: index of node */
	struct ft_map owner; /* by struct owner_key */
};

/* ---- the tree -------------------------------------------------------------------- */

static const char *
account_of(const struct freport_data *data, const struct ft_assoc *assoc)
{
	const struct ft_account *account =
	    ft_acctdb_account(data->acctdb, assoc->account);

	return account ? account->name : "";
}

static const char *
user_of(const struct freport_data *data, const struct ft_assoc *assoc)
{
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(data->acctdb, assoc->user) : NULL;

	return user ? user->name : NULL;
}

/* Children of one account: users by name, then accounts by name. */
static int
compare_nodes(const void *a, const void *b)
{
	const struct freport_node *x = a, *y = b;
	int order;

	if (!x->user != !y->user)
		return x->user ? -1 : 1;
	order =
	    x->user ? strcmp(x->user, y->user) : strcmp(x->account, y->account);
	return order                         ? order
	       : x->assoc->id < y->assoc->id ? -1
					     : x->assoc->id > y->assoc->id;
}

/* Append the children of node PARENT, and theirs. */
static void
add_children(struct loading *loading, uint32_t cluster, uint32_t parent)
{
	struct freport_data *data = loading->data;
	const struct ft_acctdb *acctdb = data->acctdb;
	uint32_t id =
	    parent == FT_ROLLUP_NONE ? 0 : data->node[parent].assoc->id;
	struct freport_node *child FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];

		if (assoc->cluster == cluster && assoc->parent == id)
			*ft_vec_add(child, n,
			    cap) = (struct freport_node){ .assoc = assoc,
				.parent = parent,
				.depth = id ? data->node[parent].depth + 1 : 0,
				.account = account_of(data, assoc),
				.user = user_of(data, assoc) };
	}
	if (n)
		qsort(child, n, sizeof *child, compare_nodes);
	for (size_t i = 0; i < n; i++) {
		uint32_t at = (uint32_t)data->n_node++;

		data->node[at] = child[i];
		ft_map_put_n(&loading->assoc, (const char *)&child[i].assoc->id,
		    sizeof child[i].assoc->id, at);
		if (!child[i].user)
			add_children(loading, cluster, at);
	}
}

static uint32_t
node_of(const struct loading *loading, uint32_t assoc)
{
	uint64_t at;

	return ft_map_get_n(
		   &loading->assoc, (const char *)&assoc, sizeof assoc, &at)
		   ? (uint32_t)at
		   : FT_ROLLUP_NONE;
}

/* ---- owners ---------------------------------------------------------------------- */

static uint32_t
owner_of(
    struct loading *loading, uint32_t assoc, uint32_t qos, const char *wckey)
{
	struct freport_data *data = loading->data;
	const struct {
		uint64_t assoc, qos;
		const char *wckey; /* interned */
	} key = { assoc, qos, ft_intern(&data->strings, wckey) };
	uint64_t at;

	if (ft_map_get_n(&loading->owner, (const char *)&key, sizeof key, &at))
		return (uint32_t)at;
	ft_map_put_n(
	    &loading->owner, (const char *)&key, sizeof key, data->n_owner);
	*ft_vec_add(data->owner, data->n_owner, data->cap_owner) =
	    (struct freport_owner){ assoc, qos, key.wckey };
	return (uint32_t)data->n_owner - 1;
}

/* Unused time of a reservation counts under the account's default QOS. */
static uint32_t
default_qos(const struct freport_data *data, uint32_t node)
{
	const struct ft_qos *normal;

	for (; node != FT_ROLLUP_NONE; node = data->node[node].parent)
		if (data->node[node].assoc->default_qos)
			return data->node[node].assoc->default_qos;
	normal = ft_acctdb_find_qos(data->acctdb, "normal");
	return normal ? normal->id : 0;
}

/* ---- events ---------------------------------------------------------------------- */

static const uint64_t *
keep_tres(struct freport_data *data, const uint64_t *tres)
{
	uint64_t *kept =
	    ft_arena_calloc(&data->arena, data->tres.n + 1, sizeof *kept);

	if (tres)
		memcpy(kept, tres, data->tres.n * sizeof *kept);
	return kept;
}

uint32_t
freport_node_number(struct freport_data *data, const char *name, size_t len)
{
	uint64_t number = data->machine.n;

	if (!ft_map_get_n(&data->machine, name, len, &number))
		ft_map_put_n(&data->machine, name, len, number);
	return (uint32_t)number;
}

/* The time up to which the accounting knows what happened. */
static int64_t
known_until(const struct loading *loading)
{
	return loading->report->session.now - loading->report->context->lag;
}

static enum ft_status
take_event(void *ctx, struct ft_node_event *event, struct ft_error *err)
{
	struct loading *loading = ctx;
	struct freport_data *data = loading->data;
	const uint64_t *tres = keep_tres(data, event->tres);
	int64_t end = event->end ? event->end : known_until(loading);

	ft_free(event->tres);
	if (*event->node) {
		*ft_vec_add(data->down, data->rollup.n_down, data->cap_down) =
		    (struct ft_rollup_down){ event->start, end, tres,
			    freport_node_number(
				data, event->node, strlen(event->node)) };
		return FT_OK;
	}
	data->registered = true;
	*ft_vec_add(
	    data->capacity, data->rollup.n_capacity, data->cap_capacity) =
	    (struct ft_rollup_capacity){ event->start, end, tres };
	return data->delivery ? freport_delivery_nodes(data, event->nodes, err)
			      : FT_OK;
}

static void
set_amount(const struct freport_data *data, uint64_t *count,
    const struct ft_tres_amount *amount)
{
	for (size_t i = 0; i < data->tres.n; i++)
		if (data->tres.item[i].id == amount->id)
			count[i] = amount->value;
}

/* Without a record of what the cluster had, it is what the settings say. */
static enum ft_status
take_machine(struct loading *loading, struct ft_error *err)
{
	struct freport_data *data = loading->data;
	const struct ft_conf *conf = &loading->report->session.conf;
	struct ft_tres_amount *amount FT_CLEANUP(ft_free_at) =
	    ft_calloc(data->tres.n + 1, sizeof *amount);
	uint64_t *count =
	    ft_arena_calloc(&data->arena, data->tres.n + 1, sizeof *count);
	struct ft_nodes nodes = { 0 };
	enum ft_status status;

	if (data->registered || !loading->report->session.cluster)
		return FT_OK;
	status = ft_nodes_read(&nodes, conf, err);
	if (status == FT_OK && nodes.n)
		for (size_t n =
			 ft_nodes_amounts(&nodes, conf, &data->tres, amount);
		     n-- > 0;)
			set_amount(data, count, &amount[n]);
	ft_nodes_free(&nodes);
	*ft_vec_add(data->capacity, data->rollup.n_capacity,
	    data->cap_capacity) = (struct ft_rollup_capacity){ INT64_MIN,
		known_until(loading), count };
	return status;
}

/* ---- reservations ---------------------------------------------------------------- */

struct numbers {
	struct loading *loading;
	uint32_t *number;
	size_t n, cap;
};

static enum ft_status
take_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct numbers *numbers = ctx;

	(void)err;
	*ft_vec_add(numbers->number, numbers->n, numbers->cap) =
	    freport_node_number(numbers->loading->data, name, len);
	return FT_OK;
}

static const uint32_t *
keep_numbers(struct freport_data *data, struct numbers *numbers)
{
	size_t size = numbers->n * sizeof *numbers->number;
	uint32_t *kept = ft_arena_alloc(&data->arena, size + 1);

	if (numbers->n)
		memcpy(kept, numbers->number, size);
	ft_free(numbers->number);
	return kept;
}

/* Owners of what is left of a reservation: "3,6"; "-3" all but 3 has none. */
static void
take_assocs(struct numbers *numbers, const char *text)
{
	struct freport_data *data = numbers->loading->data;

	for (; *text; text += *text == ',') {
		uint32_t id = 0, node;

		if (*text == '-')
			return;
		(void)ft_num_take_u32(&text, &id);
		text += strcspn(text, ",");
		node = node_of(numbers->loading, id);
		if (node != FT_ROLLUP_NONE)
			*ft_vec_add(numbers->number, numbers->n, numbers->cap) =
			    owner_of(numbers->loading, node,
				default_qos(data, node), "");
	}
}

static enum ft_status
take_record(
    void *ctx, struct ft_reservation_record *record, struct ft_error *err)
{
	struct loading *loading = ctx;
	struct freport_data *data = loading->data;
	struct numbers nodes = { .loading = loading };
	struct numbers owners = { .loading = loading };
	struct ft_rollup_resv past = { .from = record->start,
		.to = record->end,
		.tres = keep_tres(data, record->tres),
		.maint = record->flags & FT_RESERVATION_MASK(MAINT),
		.ignore_jobs =
		    record->flags & FT_RESERVATION_MASK(IGNORE_JOBS) };

	ft_free(record->tres);
	FT_TRY(ft_hostlist_each(record->nodes, take_node, &nodes, err));
	take_assocs(&owners, record->assocs);
	past.n_node = nodes.n;
	past.n_owner = owners.n;
	past.node = keep_numbers(data, &nodes);
	past.owner = keep_numbers(data, &owners);
	*ft_vec_add(data->past, data->rollup.n_resv, data->cap_past) = past;
	*ft_vec_add(data->resv, data->n_resv, data->cap_resv) =
	    (struct freport_resv){ record->number, record->name, record->nodes,
		    record->assocs, record->flags, past.tres };
	return FT_OK;
}

/* Returns the reservation of that name which overlaps the job. */
static uint32_t
resv_of(const struct freport_data *data, const struct ft_job *job)
{
	for (uint32_t i = 0; *job->reservation && i < data->n_resv; i++)
		if (!strcmp(data->resv[i].name, job->reservation) &&
		    data->past[i].from < job->ended &&
		    job->started < data->past[i].to)
			return i;
	return FT_ROLLUP_NONE;
}

/* ---- jobs ------------------------------------------------------------------------ */

static enum ft_status
take_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct loading *loading = ctx;
	struct freport_data *data = loading->data;
	uint32_t node = node_of(loading, job->assoc);
	int64_t ever = FT_ROLLUP_EVER;
	struct ft_rollup_job run = {
		.eligible = job->eligible ? job->eligible : ever,
		.start = job->started ? job->started : ever,
		.end = job->ended ? job->ended : known_until(loading),
		.tres = keep_tres(data, job->started ? job->alloc : job->req),
		.resv = resv_of(data, job),
	};

	enum ft_status status = FT_OK;

	if (node != FT_ROLLUP_NONE &&
	    (run.end > loading->request->from || run.resv != FT_ROLLUP_NONE)) {
		run.owner = owner_of(loading, node, job->qos, job->wckey);
		*ft_vec_add(data->run, data->rollup.n_job, data->cap_run) = run;
		*ft_vec_add(data->job, data->n_job, data->cap_job) =
		    (struct freport_job){ .number = job->number,
			    .assoc = node,
			    .gid = job->gid,
			    .user = job->user,
			    .account = job->account,
			    .wckey = job->wckey,
			    .partition = job->partition,
			    .nodes = job->nodes,
			    .start = run.start,
			    .end = run.end,
			    .tres = run.tres };
		if (data->delivery)
			status =
			    freport_delivery_job(data, job, &run, node, err);
	}
	ft_job_clear(job);
	return status;
}

/* ---- TRES ------------------------------------------------------------------------ */

static void
choose_all(struct freport_data *data)
{
	for (size_t i = 0; i < data->tres.n; i++)
		data->chosen[data->n_chosen++] = i;
}

/* --tres: those that exist, as often as they are named. */
static enum ft_status
choose_tres(struct freport_data *data, const char *text, struct ft_error *err)
{
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };

	ft_arglist_add(&names, text ? text : "cpu");
	data->chosen =
	    ft_calloc(names.n + data->tres.n + 1, sizeof *data->chosen);
	for (size_t i = 0; i < names.n; i++) {
		const struct ft_tres *tres =
		    ft_tres_find_word(&data->tres, ft_word_of(names.item[i]));

		if (!strcasecmp(names.item[i], "all"))
			choose_all(data);
		else if (tres)
			data->chosen[data->n_chosen++] =
			    (size_t)(tres - data->tres.item);
	}
	return data->n_chosen ? FT_OK
			      : ft_fail(err, FT_ENOENT, "No valid TRES given");
}

/* Returns the last count in the hour that begins at WHEN. */
static double
count_at(const struct freport_data *data, size_t tres, int64_t when)
{
	const struct ft_rollup_capacity *last = NULL;

	for (size_t i = 0; i < data->rollup.n_capacity; i++) {
		const struct ft_rollup_capacity *had = &data->capacity[i];

		if (had->from < when + 3600 && had->to > when &&
		    (!last || had->from >= last->from))
			last = had;
	}
	return last ? (double)last->tres[tres] : 0;
}

/* Slurm's tables of usage. */
enum table { HOURS, DAYS, MONTHS };

/* Whether a row of TABLE begins at WHEN, which is a full hour. */
static bool
begins(enum table table, int64_t when)
{
	time_t at = (time_t)when;
	struct tm tm;

	if (table == HOURS)
		return true;
	localtime_r(&at, &tm);
	return tm.tm_hour == 0 && (table == DAYS || tm.tm_mday == 1);
}

/*
 * The average of the coarsest table that the period consists of.  An hour has the
 * last count in it, the others have the largest of their hours.
 */
static uint64_t
count_steps(const struct freport_data *data, size_t tres)
{
	const struct ft_rollup *rollup = &data->rollup;
	enum table table = MONTHS;
	double all = 0, n = 0, most = 0;

	while (!begins(table, rollup->from) || !begins(table, rollup->until))
		table--;
	for (int64_t at = rollup->from; at < rollup->until; at += 3600) {
		double count = count_at(data, tres, at);

		most = count > most ? count : most;
		if (!begins(table, at + 3600))
			continue;
		all += most;
		n += most > 0;
		most = 0;
	}
	return n > 0 ? (uint64_t)(all / n) : 0;
}

uint64_t
freport_count(const struct freport_data *data, size_t tres)
{
	const struct ft_rollup *rollup = &data->rollup;
	double seconds = 0;

	/* each record of a node that was down counts one */
	if (rollup->mode == FT_ROLLUP_HOURS)
		return tres == FT_TRES_NODE ? 1 : count_steps(data, tres);
	for (size_t i = 0; i < rollup->n_capacity; i++) {
		const struct ft_rollup_capacity *had = &data->capacity[i];
		int64_t from =
		    had->from > rollup->from ? had->from : rollup->from;
		int64_t to = had->to < rollup->until ? had->to : rollup->until;

		seconds += from < to ? (double)(to - from) : 0;
	}
	return seconds > 0 ? (uint64_t)(data->use[tres].total / seconds) : 0;
}

enum ft_status
freport_check_tres(const struct freport *report, struct ft_error *err)
{
	struct ft_acctdb acctdb = { 0 };
	struct freport_data data = { 0 };
	enum ft_status status = FT_OK;

	if (report->tres_given)
		status = ft_store_read_book(
		    report->session.store, false, &acctdb, err);
	if (report->tres_given && status == FT_OK) {
		data.tres =
		    (struct ft_tres_table){ acctdb.tres, acctdb.n_tres };
		status = choose_tres(&data, ft_str_text(&report->tres), err);
	}
	ft_free(data.chosen);
	ft_acctdb_free(&acctdb);
	return status;
}

/* ---- all of it -------------------------------------------------------------------- */

/* Returns the first end of a job that counts: in the period, or in a reservation. */
static int64_t
first_end(const struct loading *loading)
{
	const struct freport_data *data = loading->data;
	int64_t from = loading->request->from;

	for (size_t i = 0; i < data->n_resv; i++)
		if (data->past[i].from < from)
			from = data->past[i].from;
	return from + 1;
}

static enum ft_status
read_all(struct loading *loading, struct ft_error *err)
{
	struct freport_data *data = loading->data;
	const struct ft_session *session = &loading->report->session;
	struct ft_store *store = session->store;
	const struct ft_store_reader reader = { &data->strings, &data->tres,
		loading };
	const struct ft_store_event_filter events = { session->cluster, false };
	struct ft_store_job_filter jobs = { .cluster = session->cluster,
		.runs = true };

	FT_TRY(ft_store_read_book(store, true, data->acctdb, err));
	data->tres =
	    (struct ft_tres_table){ data->acctdb->tres, data->acctdb->n_tres };
	FT_TRY(choose_tres(data,
	    loading->report->tres_given ? ft_str_text(&loading->report->tres)
					: NULL,
	    err));
	data->node = ft_calloc(data->acctdb->n_assoc + 1, sizeof *data->node);
	if (session->cluster)
		add_children(loading, session->cluster, FT_ROLLUP_NONE);
	if (loading->request->report == FREPORT_ID_DELIVERED &&
	    session->cluster)
		FT_TRY(freport_delivery_begin(data, session, err));
	FT_TRY(ft_store_read_node_events(
	    store, &events, &reader, take_event, err));
	FT_TRY(take_machine(loading, err));
	FT_TRY(ft_store_read_reservation_records(store,
	    &(struct ft_store_record_filter){ session->cluster, 0 }, &reader,
	    take_record, err));
	jobs.ended_since = first_end(loading);
	jobs.sums = !data->delivery; /* which asks for their limits */
	return ft_store_read_jobs(store, &jobs, &reader, take_job, err);
}

static void
sum_up(struct freport_data *data, const struct freport *report,
    const struct freport_request *request)
{
	struct ft_rollup *rollup = &data->rollup;

	rollup->mode = report->context->slurm || report->rollup
			   ? FT_ROLLUP_HOURS
			   : FT_ROLLUP_EXACT;
	rollup->from = request->from;
	rollup->until = request->until;
	rollup->capacity = data->capacity;
	rollup->down = data->down;
	rollup->resv = data->past;
	rollup->job = data->run;
	rollup->n_tres = data->tres.n;
	rollup->n_owner = data->n_owner;
	rollup->cpu = FT_TRES_CPU;
	rollup->node = FT_TRES_NODE;
	rollup->energy = FT_TRES_ENERGY;
	data->use = ft_calloc(data->tres.n + 1, sizeof *data->use);
	data->used =
	    ft_calloc(data->n_owner * data->tres.n + 1, sizeof *data->used);
	ft_rollup_run(rollup, data->use, data->used);
}

enum ft_status
freport_load(struct freport_data *data, struct freport *report,
    const struct freport_request *request, struct ft_error *err)
{
	struct loading loading = {
		.data = data, .report = report, .request = request
	};
	enum ft_status status;

	*data = (struct freport_data){ 0 };
	data->acctdb = ft_calloc(1, sizeof *data->acctdb);
	data->cluster = ft_intern(&data->strings, report->session.cluster_name);
	status = read_all(&loading, err);
	if (status == FT_OK && data->delivery)
		freport_delivery_run(data, request);
	else if (status == FT_OK)
		sum_up(data, report, request);
	ft_map_clear(&loading.assoc);
	ft_map_clear(&loading.owner);
	return status;
}

void
freport_data_free(struct freport_data *data)
{
	if (data->acctdb)
		ft_acctdb_free(data->acctdb);
	ft_free(data->acctdb);
	ft_intern_free(&data->strings);
	ft_arena_clear(&data->arena);
	ft_map_clear(&data->machine);
	freport_delivery_free(data->delivery);
	ft_free(data->node);
	ft_free(data->job);
	ft_free(data->resv);
	ft_free(data->owner);
	ft_free(data->capacity);
	ft_free(data->down);
	ft_free(data->past);
	ft_free(data->run);
	ft_free(data->use);
	ft_free(data->used);
	ft_free(data->chosen);
}
