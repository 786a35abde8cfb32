/* sizes.c - reports of job sizes: time, or numbers of jobs, by groups of sizes. */

#include "base/text/hostlist.h"
#include "base/text/num.h"
#include "freport/freport.h"
#include "model/account/billing.h"

/* Jobs of a size from least to most. */
struct group {
	uint64_t least, most;
};

struct sizes {
	struct freport_rows *rows;
	const struct freport *report;
	const struct freport_request *request;
	const struct freport_data *data;
	struct group *group;
	size_t n_group, cap_group;
	size_t tres; /* index */
};

/* ---- which jobs -------------------------------------------------------------------- */

static bool
fits(const struct sizes *sizes, enum freport_condition word, const char *name)
{
	const struct ft_arglist *list = &sizes->request->list[word];

	return ft_arglist_admits(list, name);
}

static bool
fits_number(
    const struct sizes *sizes, enum freport_condition word, uint32_t number)
{
	const struct ft_arglist *list = &sizes->request->list[word];

	for (size_t i = 0; i < list->n; i++) {
		uint32_t wanted = 0;

		/* sreport reads anything but a number as 0 */
		if ((ft_num_u32(list->item[i], &wanted) ||
			sizes->report->context->slurm) &&
		    wanted == number)
			return true;
	}
	return list->n == 0;
}

/* Returns the seconds that JOB ran in the period; 0: it is not asked for. */
static int64_t
seconds_of(const struct sizes *sizes, const struct freport_job *job)
{
	const struct freport_request *request = sizes->request;
	int64_t from = job->start > request->from ? job->start : request->from;
	int64_t to = job->end < request->until ? job->end : request->until;

	/* a job that took no time is no job */
	if (job->start == FT_ROLLUP_EVER || to <= from)
		return 0;
	return fits(sizes, FREPORT_WORD_USERS, job->user) &&
		       fits(sizes, FREPORT_WORD_WCKEYS, job->wckey) &&
		       fits(sizes, FREPORT_WORD_PARTITIONS, job->partition) &&
		       fits_number(sizes, FREPORT_WORD_JOBS, job->number) &&
		       fits_number(sizes, FREPORT_WORD_GID, job->gid) &&
		       ft_arglist_admits_host(
			   &request->list[FREPORT_WORD_NODES], job->nodes)
		   ? to - from
		   : 0;
}

/* ---- groups ------------------------------------------------------------------------ */

static void
add_group(struct sizes *sizes, uint64_t least, uint64_t most)
{
	*ft_vec_add(sizes->group, sizes->n_group, sizes->cap_group) =
	    (struct group){ least, most };
}

static int
compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return x->least < y->least ? -1 : x->least > y->least;
}

/* One group for each size that a job has. */
static void
group_each(struct sizes *sizes)
{
	const struct freport_data *data = sizes->data;
	size_t n = 0;

	for (size_t i = 0; i < data->n_job; i++)
		if (seconds_of(sizes, &data->job[i]) > 0)
			add_group(sizes, data->job[i].tres[FT_TRES_CPU],
			    data->job[i].tres[FT_TRES_CPU]);
	if (sizes->n_group)
		qsort(sizes->group, sizes->n_group, sizeof *sizes->group,
		    compare_groups);
	for (size_t i = 0; i < sizes->n_group; i++)
		if (!n || sizes->group[i].least != sizes->group[n - 1].least)
			sizes->group[n++] = sizes->group[i];
	sizes->n_group = n;
}

/* Whether each size is a group; sreport looks at the first letter. */
static bool
is_individual(const struct sizes *sizes)
{
	const struct ft_arglist *list =
	    &sizes->request->list[FREPORT_WORD_GROUPING];

	if (list->n == 0)
		return false;
	return sizes->report->context->slurm
		   ? !strncasecmp(list->item[0], "individual", 1)
		   : list->n == 1 && !strcasecmp(list->item[0], "individual");
}

static void
make_groups(struct sizes *sizes)
{
	const struct ft_arglist *list =
	    &sizes->request->list[FREPORT_WORD_GROUPING];
	static const char *const usual[] = { "50", "250", "500", "1000" };
	bool given = sizes->request->given[FREPORT_WORD_GROUPING];
	size_t n = given ? list->n : FT_COUNT(usual);
	uint64_t least = 0;

	if (is_individual(sizes)) {
		group_each(sizes);
		return;
	}
	for (size_t i = 0; i < n || i == 0; i++) {
		uint32_t bound = 0;

		/* what is no number is 0, below which there are all */
		if (n)
			(void)ft_num_u32(
			    given ? list->item[i] : usual[i], &bound);
		if (i > 0 && bound == least)
			continue;
		add_group(sizes, least, bound ? bound - 1 : UINT32_MAX);
		least = bound;
	}
	if (least)
		add_group(sizes, least, UINT64_MAX);
}

static void
name_groups(struct sizes *sizes)
{
	struct freport_rows *rows = sizes->rows;
	const char *unit = sizes->tres == FT_TRES_CPU ? "CPUs" : "TRES";
	bool each = is_individual(sizes);

	rows->n_group = sizes->n_group;
	rows->group = ft_arena_calloc(
	    &rows->arena, sizes->n_group + 1, sizeof *rows->group);
	for (size_t i = 0; i < sizes->n_group; i++) {
		const struct group *group = &sizes->group[i];
		char text[64];

		if (each)
			snprintf(text, sizeof text, "%llu %s",
			    (unsigned long long)group->least, unit);
		else if (group->most == UINT64_MAX)
			snprintf(text, sizeof text, ">= %llu %s",
			    (unsigned long long)group->least, unit);
		else
			snprintf(text, sizeof text, "%llu-%llu %s",
			    (unsigned long long)group->least,
			    (unsigned long long)group->most, unit);
		rows->group[i] = ft_arena_strdup(&rows->arena, text);
	}
}

/* ---- rows -------------------------------------------------------------------------- */

/* Returns whose row has JOB, an account or NULL: none. */
static const char *
account_of(const struct sizes *sizes, const struct freport_job *job)
{
	const struct freport_data *data = sizes->data;
	const struct freport_request *request = sizes->request;
	const struct ft_arglist *asked = &request->list[FREPORT_WORD_ACCOUNTS];
	bool below = request->given[FREPORT_WORD_ACCT_AS_PARENT];
	const char *found = NULL, *child = NULL;

	if (request->given[FREPORT_WORD_FLATVIEW])
		return fits(sizes, FREPORT_WORD_ACCOUNTS, job->account)
			   ? job->account
			   : NULL;
	for (uint32_t at = job->assoc; at != FT_ROLLUP_NONE;
	     at = data->node[at].parent) {
		const struct freport_node *node = &data->node[at];

		if (node->user)
			continue;
		if (asked->n ? ft_arglist_have(asked, node->account)
			     : node->parent == FT_ROLLUP_NONE)
			found = below ? child : node->account;
		child = node->account;
	}
	return found;
}

/* Returns the name of the row that JOB is counted in; NULL: in none. */
static const char *
name_of(const struct sizes *sizes, const struct freport_job *job)
{
	const struct freport_request *request = sizes->request;
	const char *account;

	if (request->report == FREPORT_ID_KEY_SIZES)
		/* sreport takes the condition and forgets it */
		return *job->wckey && (sizes->report->context->slurm ||
					  fits(sizes, FREPORT_WORD_ACCOUNTS,
					      job->account))
			   ? job->wckey
			   : NULL;
	account = account_of(sizes, job);
	if (!account || request->report == FREPORT_ID_SIZES)
		return account;
	if (!*job->wckey && !request->given[FREPORT_WORD_FLATVIEW])
		return NULL;
	return freport_join(&sizes->rows->arena, account, ":", job->wckey);
}

static struct freport_row *
row_of(struct sizes *sizes, const char *name)
{
	struct freport_rows *rows = sizes->rows;
	struct freport_row *row;

	for (size_t i = 0; i < rows->n; i++)
		if (!strcmp(rows->item[i].name, name) &&
		    !strcmp(rows->item[i].cluster, sizes->data->cluster))
			return &rows->item[i];
	row = freport_add_row(rows, sizes->report, sizes->data);
	row->name = row->account = row->wckey =
	    ft_arena_strdup(&rows->arena, name);
	row->counts = sizes->request->given[FREPORT_WORD_PRINT_JOB_COUNT];
	row->group = ft_arena_calloc(
	    &rows->arena, sizes->n_group + 1, sizeof *row->group);
	return row;
}

static void
add_job(struct sizes *sizes, const struct freport_job *job)
{
	int64_t seconds = seconds_of(sizes, job);
	const char *name = seconds ? name_of(sizes, job) : NULL;
	uint64_t cpus = job->tres[FT_TRES_CPU];
	double amount = sizes->request->given[FREPORT_WORD_PRINT_JOB_COUNT]
			    ? 1
			    : (double)job->tres[sizes->tres] * (double)seconds;
	struct freport_row *row;

	if (!name)
		return;
	row = row_of(sizes, name);
	for (size_t i = 0; i < sizes->n_group; i++)
		if (cpus >= sizes->group[i].least &&
		    cpus <= sizes->group[i].most) {
			row->group[i] += amount;
			row->total += amount;
		}
}

static int
compare_rows(const void *a, const void *b)
{
	const struct freport_row *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void
freport_sizes(struct freport_rows *rows, const struct freport *report,
    const struct freport_request *request, const struct freport_data *data)
{
	struct sizes sizes = { .rows = rows,
		.report = report,
		.request = request,
		.data = data,
		.tres = data->chosen[0] };
	size_t first = rows->n;
	double all = 0;

	make_groups(&sizes);
	name_groups(&sizes);
	for (size_t i = 0; i < data->n_job; i++)
		add_job(&sizes, &data->job[i]);
	if (rows->n > first)
		qsort(rows->item + first, rows->n - first, sizeof *rows->item,
		    compare_rows);
	for (size_t i = first; i < rows->n; i++)
		all += rows->item[i].total;
	for (size_t i = first; i < rows->n; i++)
		rows->item[i].share =
		    all > 0 ? 100 * rows->item[i].total / all : 0;
	ft_free(sizes.group);
}
