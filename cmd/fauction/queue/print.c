/* The result of each order, as tables or rows. */

#include "fauction/queue/contest.h"
#include "files/pager.h"
#include "report/format/page.h"

#define WIDTH 80 /* without a terminal */

/* Which columns a table has. */
enum { ANY = 1, NODES = 2, CPUS = 4, ACCOUNTS = 8, USERS = 16 };

#define COLUMN(name, header, width, ...)                                       \
	FAUCTION_COLUMN(name, header, width, ANY, __VA_ARGS__)
#define UNITS(width, ...)                                                      \
	FAUCTION_COLUMN("units", "Nodes", width, NODES, __VA_ARGS__),          \
	    FAUCTION_COLUMN("units", "CPUs", width, CPUS, __VA_ARGS__)

/* Open a table with the columns of TABLE, and one with GET for each order
 * unless GET is NULL. */
static struct ft_table *
open_table(const struct contest *contest, struct ft_out *out,
    const struct ft_column *table, ft_column_fn *get)
{
	struct ft_columns columns FT_CLEANUP(ft_columns_free) = { 0 };
	struct ft_column order = { .width = 8, .get = get, .none = "-" };

	ft_columns_add_own(&columns, table,
	    ANY | (contest->unit == CONTEST_CPUS ? CPUS : NODES) |
		(contest->by_user ? USERS : ACCOUNTS));
	for (; get && order.id < CONTEST_ORDERS; order.id++) {
		order.name = contest_orders[order.id];
		ft_columns_add(&columns, &order, 0);
	}
	return fauction_table(&contest->show, out, columns.item, columns.n);
}

/* Show NUMBER of an order: means have a decimal, counts none. */
static void
show_count(double number, enum contest_order order, struct ft_value *value)
{
	ft_value_real(value, (ft_real)number);
	value->decimals = order == CONTEST_SHUFFLE ? 2 : 1;
}

/* The member, with as many digits as the column's id says, unless it is NAN. */
static void
get_digits(const void *row, struct ft_value *value)
{
	const double *number = ft_column_member(value->column, row);

	if (!isnan(*number))
		ft_str_addf(
		    ft_value_build(value), "%.*g", value->column->id, *number);
}

/* ---- orders -------------------------------------------------------------- */

struct result {
	enum contest_order order;
	const char *name;
	double winners, units, idle, value, part, ratio, fairshare, unfairness;
	/* who is served worst; NULL and NAN: nothing is promised */
	const char *worst;
	double delivered, promised;
};

static void
get_count(const void *row, struct ft_value *value)
{
	const struct result *const *result = row;
	const double *number = ft_column_member(value->column, row);

	show_count(*number, (*result)->order, value);
}

static void
get_percent(const void *row, struct ft_value *value)
{
	const struct result *const *result = row;

	ft_str_addf(ft_value_build(value), "%.1f%%", (*result)->part * 100);
}

static void
get_worst(const void *row, struct ft_value *value)
{
	const struct result *const *result = row;

	if ((*result)->worst)
		ft_str_addf(ft_value_build(value), "%s: %.2g%% of %.2g%%",
		    (*result)->worst, (*result)->delivered * 100,
		    (*result)->promised * 100);
}

/* For programs: with nine decimals. */
static void
get_fairshare(const void *row, struct ft_value *value)
{
	const struct result *const *result = row;

	if (isfinite((*result)->fairshare))
		ft_str_addf(
		    ft_value_build(value), "%.9f", (*result)->fairshare);
	else
		ft_value_text(value, "-");
}

#define RESULT(member) FT_MEMBER(struct result, member), .none = "-"
static const struct ft_column people_columns[] = {
	COLUMN("order", "Order", -8, RESULT(name)),
	COLUMN("winners", "Start", 5, RESULT(winners), .get = get_count),
	UNITS(6, RESULT(units), .get = get_count),
	COLUMN("idle", "Idle", 6, RESULT(idle), .get = get_count),
	COLUMN("value", "Value", 8, RESULT(value), .decimals = 1),
	COLUMN("part", "OfBest", 6, .get = get_percent),
	COLUMN("ratio", "Ratio", 5, RESULT(ratio), .decimals = 3),
	COLUMN("fairshare", "FairSh", 6, RESULT(fairshare), .decimals = 5),
	COLUMN("unfairness", "Unfair", 6, RESULT(unfairness), .decimals = 5),
	COLUMN("worst", "WorstServed", -11, .get = get_worst, .none = "-"),
	{ 0 },
};

#define DIGITS(n, type, member)                                                \
	FT_MEMBER(type, member), .get = get_digits, .id = n
static const struct ft_column program_columns[] = {
	COLUMN("order", "Order", -8, FT_MEMBER(struct result, name)),
	COLUMN("winners", "Winners", 7, DIGITS(6, struct result, winners)),
	COLUMN("units", "Units", 6, DIGITS(10, struct result, units)),
	COLUMN("idle", "Idle", 6, DIGITS(10, struct result, idle)),
	COLUMN("value", "Value", 8, DIGITS(17, struct result, value)),
	COLUMN("of_best", "OfBest", 6, DIGITS(9, struct result, part)),
	COLUMN("fairshare", "FairShare", 6, .get = get_fairshare),
	COLUMN("unfairness", "Unfairness", 6,
	    DIGITS(9, struct result, unfairness)),
	COLUMN("worst", "Worst", -8, FT_MEMBER(struct result, worst)),
	COLUMN(
	    "delivered", "Delivered", 6, DIGITS(9, struct result, delivered)),
	COLUMN("promised", "Promised", 6, DIGITS(9, struct result, promised)),
	{ 0 },
};

static void
print_orders(const struct contest *contest, struct ft_out *out)
{
	struct ft_table *table = open_table(contest, out,
	    fauction_show_people(&contest->show) ? people_columns
						 : program_columns,
	    NULL);

	for (int i = 0; i < CONTEST_ORDERS; i++) {
		const struct contest_score *score = &contest->score[i];
		enum contest_order order = (enum contest_order)i;
		double part = contest_part(contest, order);
		struct result result = {
			.order = order,
			.name = contest_orders[i],
			.winners = score->winners,
			.units = score->units,
			.idle = contest->auction.nodes - score->units,
			.value = score->value,
			.part = part,
			.ratio = part > 0 ? 1 / part : (double)NAN,
			.fairshare = score->fairshare,
			.unfairness = score->unfairness,
			.delivered = (double)NAN,
			.promised = (double)NAN,
		};

		if (score->fair.worst < contest->n_group) {
			result.worst = contest->group[score->fair.worst].name;
			result.delivered = score->fair.delivered;
			result.promised = score->fair.promised;
		}
		ft_table_put(table, &(const struct result *){ &result });
	}
	ft_table_close(table);
}

/* ---- accounts or users --------------------------------------------------- */

struct group_row {
	const struct contest_group *group;
	const struct contest *contest;
};

static void
get_won(const void *row, struct ft_value *value)
{
	const struct group_row *at = row;
	enum contest_order order = (enum contest_order)value->column->id;
	const double *won = at->contest->score[order].won;

	show_count(won[at->group - at->contest->group], order, value);
}

#define GROUP(member) FT_MEMBER(struct contest_group, member), .none = "-"
static const struct ft_column group_columns[] = {
	FAUCTION_COLUMN("account", "Account", -10, ACCOUNTS, GROUP(name)),
	FAUCTION_COLUMN("user", "User", -10, USERS, GROUP(name)),
	COLUMN("jobs", "Jobs", 5, GROUP(jobs)),
	COLUMN("wants", "Wants", 7, GROUP(wants), .decimals = 1),
	COLUMN("promised", "Promised", 8, GROUP(promised), .decimals = 2),
	{ 0 },
};

static void
print_groups(const struct contest *contest, struct ft_out *out)
{
	size_t shown = contest->n_group;
	struct ft_table *table =
	    open_table(contest, out, group_columns, get_won);

	if (contest->top && contest->top < shown)
		shown = contest->top;
	for (size_t k = 0; k < shown; k++)
		ft_table_put(
		    table, &(struct group_row){ &contest->group[k], contest });
	ft_table_close(table);
	if (shown < contest->n_group)
		ft_str_addf(&out->text,
		    "(%zu more with smaller promises; --top 0 shows all)\n",
		    contest->n_group - shown);
}

/* ---- jobs ---------------------------------------------------------------- */

struct job_row {
	const struct contest_job *job;
	const struct ft_job *asked;
	const struct contest *contest;
};

static void
get_id(const void *row, struct ft_value *value)
{
	const struct job_row *at = row;

	contest_add_id(ft_value_build(value), at->job);
}

static void
get_chosen(const void *row, struct ft_value *value)
{
	const struct job_row *at = row;
	const struct contest *contest = at->contest;
	int order = value->column->id;
	double chosen = contest->score[order].chosen[at->job - contest->job];

	if (!fauction_show_people(&contest->show))
		ft_str_addf(ft_value_build(value), "%g", chosen);
	else if (order == CONTEST_SHUFFLE)
		ft_str_addf(ft_value_build(value), "%.0f%%", chosen * 100);
	else
		ft_value_text(value, chosen > 0 ? "yes" : "-");
}

#define JOB(member)   FT_MEMBER(struct contest_job, member)
#define ASKED(member) FT_MEMBER_OF(struct job_row, asked, struct ft_job, member)
static const struct ft_column job_columns[] = {
	COLUMN("job", "JobId", 7, .get = get_id),
	COLUMN("user", "User", -8, ASKED(user)),
	COLUMN("account", "Account", -10, ASKED(account)),
	UNITS(6, JOB(units)),
	COLUMN("minutes", "Minutes", 7, JOB(minutes)),
	COLUMN("value", "Value", 8, JOB(value)),
	{ 0 },
};

static void
print_jobs(const struct contest *contest, struct ft_out *out)
{
	struct ft_table *table =
	    open_table(contest, out, job_columns, get_chosen);

	for (size_t i = 0; i < contest->n; i++)
		ft_table_put(
		    table, &(struct job_row){ &contest->job[i],
			       contest->job[i].standing->job, contest });
	ft_table_close(table);
}

/* ---- the front ----------------------------------------------------------- */

struct point {
	double unfairness, value, part, units, bound;
};

static const struct ft_column front_columns[] = {
	COLUMN("unfairness", "Unfair", 8, DIGITS(9, struct point, unfairness)),
	COLUMN("value", "Value", 12, DIGITS(17, struct point, value)),
	COLUMN("part", "OfBest", 8, DIGITS(6, struct point, part)),
	UNITS(8, DIGITS(10, struct point, units)),
	COLUMN("bound", "Bound", 12, DIGITS(17, struct point, bound)),
	{ 0 },
};

static void
print_front(const struct contest *contest, struct ft_out *out)
{
	double best = contest->score[CONTEST_OPTIMUM].value;
	struct ft_table *table = open_table(contest, out, front_columns, NULL);

	for (size_t i = 0; i < contest->front.n; i++) {
		const struct contest_point *from = &contest->front.point[i];
		struct point point = { from->unfairness, from->value,
			from->value / best, from->units, from->bound };

		ft_table_put(table, &(const struct point *){ &point });
	}
	ft_table_close(table);
}

/* ---- all together -------------------------------------------------------- */

static void
print_people(const struct contest *contest, struct ft_out *out)
{
	struct ft_page_options options = { .width = ft_pager_width(
					       contest->context) };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_page page;

	if (!options.width)
		options.width = WIDTH;
	if (contest->n) {
		ft_str_addf(&out->text,
		    "%zu %s for %" PRIu64 " %s; %" PRIu32
		    " are allocated in one auction.  Value: %s.\n\n",
		    contest->n, contest->n == 1 ? "job waits" : "jobs wait",
		    contest->wanted, contest_units(contest),
		    contest->auction.nodes, contest_worth(contest));
		if (contest->list) {
			print_jobs(contest, out);
			ft_str_add_char(&out->text, '\n');
		}
		print_orders(contest, out);
		ft_str_add_char(&out->text, '\n');
		print_groups(contest, out);
		ft_str_add_char(&out->text, '\n');
	}
	contest_say(contest, &text);
	ft_page_init(&page, out, &options);
	ft_page_text(&page, ft_str_text(&text));
	ft_page_free(&page);
}

void
contest_print(const struct contest *contest)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(contest->context->out);

	if (fauction_show_document(&contest->show))
		contest_document(contest, &out);
	else if (contest->list_front)
		print_front(contest, &out);
	else if (fauction_show_people(&contest->show))
		print_people(contest, &out);
	else if (contest->list)
		print_jobs(contest, &out);
	else
		print_orders(contest, &out);
}
