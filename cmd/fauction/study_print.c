/* The study's figures: as tables, rows, a document, or bars. */

#include "fauction/study.h"
#include "files/pager.h"
#include "report/format/doc.h"
#include "report/format/page.h"

#define SCHEMA "fairtree.auction-study/1"
#define CASES  3  /* of a rule, shown without --all */
#define WIDTH  80 /* without a terminal */

/* ---- one answer ---------------------------------------------------------- */

static const char *
word(bool good)
{
	return good ? "pass" : "fail";
}

static const char *
hundredths(char text[32], int64_t value)
{
	snprintf(text, 32, "%" PRId64 ".%02" PRId64, value / 100, value % 100);
	return text;
}

/* One rule on all samples. */
struct verdict {
	size_t of, holds;
};

static struct verdict
judge(const struct study *study, const struct ft_study_rule *rule)
{
	struct verdict verdict = { 0, 0 };

	for (size_t i = 0; i < study->figures.n_sample; i++) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
		enum ft_study_answer answer = ft_study_test(
		    rule, &study->figures, study->figures.sample[i], &text);

		verdict.of += answer != FT_STUDY_ABSENT;
		verdict.holds += answer == FT_STUDY_HOLDS;
	}
	return verdict;
}

/* Returns the mean, rounded as in the study, in hundredths. */
static int64_t
rounded(double mean)
{
	return (int64_t)(mean * 100 + 0.5);
}

/* ---- for people ---------------------------------------------------------- */

struct ratio_row {
	const char *sample, *result;
	struct ft_study_ratio ratio;
	double inverse;
};

static void
get_hundredths(const void *row, struct ft_value *value)
{
	const int64_t *number = ft_column_member(value->column, row);
	char text[32];

	if (*number >= 0)
		ft_str_add(ft_value_build(value), hundredths(text, *number));
}

#define COLUMN(name, header, width, ...)                                       \
	FAUCTION_COLUMN(name, header, width, 1, __VA_ARGS__)
#define RATIO(member) FT_MEMBER(struct ratio_row, member), .none = "-"
static const struct ft_column ratio_columns[] = {
	COLUMN("sample", "Sample", -9, RATIO(sample)),
	COLUMN("greedy", "TV_1B", 7, RATIO(ratio.greedy)),
	COLUMN("observed", "Simulator", 9, RATIO(ratio.observed)),
	COLUMN("ratio", "Ratio", 5, RATIO(ratio.ratio), .get = get_hundredths),
	COLUMN("printed", "Printed", 7, RATIO(ratio.printed),
	    .get = get_hundredths),
	COLUMN("result", "Result", -6, RATIO(result)),
	COLUMN("inverse", "Inverse", 7, RATIO(inverse), .decimals = 3),
	COLUMN("half", "Half", 8, RATIO(ratio.half), .decimals = 1),
	{ 0 },
};

static void
print_ratios(const struct study *study, struct ft_out *out)
{
	struct ft_table *table =
	    fauction_table_of(&study->show, out, ratio_columns, 1);

	for (size_t i = 0; i < study->figures.n_sample; i++) {
		struct ratio_row row = { .sample = study->figures.sample[i] };

		if (!ft_study_ratio(&study->figures, row.sample, &row.ratio))
			continue;
		if (row.ratio.printed >= 0)
			row.result = word(row.ratio.ratio == row.ratio.printed);
		row.inverse = 1 / row.ratio.exact;
		if (row.ratio.half <= 0)
			row.ratio.half = (double)NAN;
		ft_table_put(table, &(const struct ratio_row *){ &row });
	}
	ft_table_close(table);
}

static void
print_mean(const struct study *study, struct ft_page *page)
{
	char mean[32], printed[32];
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	size_t n;
	double exact = ft_study_mean(&study->figures, &n);

	if (!n)
		return;
	ft_str_addf(&text,
	    "Mean of the %zu ratios: %s (%.4f); the study prints %s: %s.  "
	    "Inverse: Simulator / TV_1B.  Half: the most that a random half of "
	    "a sample is expected to be worth.",
	    n, hundredths(mean, rounded(exact)), exact,
	    hundredths(printed, FT_STUDY_MEAN),
	    word(rounded(exact) == FT_STUDY_MEAN));
	ft_page_text(page, ft_str_text(&text));
}

/* Returns whether to print a sample with this ANSWER: all that fail, else the first
 * that holds. */
static bool
shows(const struct study *study, const struct verdict *verdict,
    enum ft_study_answer answer, size_t shown)
{
	if (study->all)
		return answer != FT_STUDY_ABSENT;
	if (verdict->holds < verdict->of)
		return answer == FT_STUDY_FAILS;
	return answer == FT_STUDY_HOLDS && !shown;
}

static void
add_cases(const struct study *study, const struct ft_study_rule *rule,
    const struct verdict *verdict, struct ft_str *text)
{
	size_t shown = 0;

	for (size_t i = 0; i < study->figures.n_sample; i++) {
		const char *sample = study->figures.sample[i];
		struct ft_str sum FT_CLEANUP(ft_str_free) = { 0 };

		if (shows(study, verdict,
			ft_study_test(rule, &study->figures, sample, &sum),
			shown) &&
		    (++shown <= CASES || study->all))
			ft_str_addf(text, "%s %s: %s", shown > 1 ? ";" : "",
			    sample, ft_str_text(&sum));
	}
	if (shown > CASES && !study->all)
		ft_str_addf(text, "; and %zu more", shown - CASES);
}

static void
print_rule(const struct study *study, const struct ft_study_rule *rule,
    struct ft_page *page)
{
	struct verdict verdict = judge(study, rule);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (!verdict.of)
		return;
	ft_str_addf(&text, "%s %s: %s.  %zu of %zu%s",
	    word(verdict.holds == verdict.of), rule->name, rule->sentence,
	    verdict.holds, verdict.of,
	    verdict.holds < verdict.of && !study->all ? ", not in" : ",");
	add_cases(study, rule, &verdict, &text);
	ft_page_item(page, ft_str_text(&text));
}

/* ---- as rows: all there is ----------------------------------------------- */

struct check {
	const char *check, *sample, *result, *computed, *printed, *sum;
};

#define CHECK(member) FT_MEMBER(struct check, member)
static const struct ft_column check_columns[] = {
	COLUMN("check", "Check", -16, CHECK(check)),
	COLUMN("sample", "Sample", -9, CHECK(sample)),
	COLUMN("result", "Result", -6, CHECK(result)),
	COLUMN("computed", "Computed", 8, CHECK(computed)),
	COLUMN("printed", "Printed", 8, CHECK(printed)),
	COLUMN("arithmetic", "Arithmetic", -10, CHECK(sum)),
	{ 0 },
};

static void
put(struct ft_table *table, const struct check *check)
{
	ft_table_put(table, &check);
}

static void
ratio_rows(const struct study *study, struct ft_table *table)
{
	char computed[32], printed[32], sum[64];
	size_t n;
	double mean = ft_study_mean(&study->figures, &n);

	for (size_t i = 0; i < study->figures.n_sample; i++) {
		struct ft_study_ratio ratio;

		if (!ft_study_ratio(
			&study->figures, study->figures.sample[i], &ratio) ||
		    ratio.printed < 0)
			continue;
		snprintf(sum, sizeof sum, "%" PRId64 " / %" PRId64,
		    ratio.greedy, ratio.observed);
		put(table, &(struct check){ "ratio", study->figures.sample[i],
			       word(ratio.ratio == ratio.printed),
			       hundredths(computed, ratio.ratio),
			       hundredths(printed, ratio.printed), sum });
	}
	if (!n)
		return;
	snprintf(sum, sizeof sum, "mean of %zu: %.4f", n, mean);
	put(table,
	    &(struct check){ "mean", "", word(rounded(mean) == FT_STUDY_MEAN),
		hundredths(computed, rounded(mean)),
		hundredths(printed, FT_STUDY_MEAN), sum });
}

static void
rule_rows(const struct study *study, const struct ft_study_rule *rule,
    struct ft_table *table)
{
	for (size_t i = 0; i < study->figures.n_sample; i++) {
		struct ft_str sum FT_CLEANUP(ft_str_free) = { 0 };
		enum ft_study_answer answer = ft_study_test(
		    rule, &study->figures, study->figures.sample[i], &sum);

		if (answer != FT_STUDY_ABSENT)
			put(table, &(struct check){ rule->name,
				       study->figures.sample[i],
				       word(answer == FT_STUDY_HOLDS), NULL,
				       NULL, ft_str_text(&sum) });
	}
}

static void
print_rows(const struct study *study, struct ft_out *out)
{
	struct ft_table *table =
	    fauction_table_of(&study->show, out, check_columns, 1);

	ratio_rows(study, table);
	for (size_t k = 0; k < ft_study_n_rule; k++)
		rule_rows(study, &ft_study_rules[k], table);
	ft_table_close(table);
}

static void
print_people(const struct study *study, struct ft_out *out)
{
	struct ft_page_options options = { .width =
					       ft_pager_width(study->context) };
	struct ft_page page;
	size_t n;

	if (!options.width)
		options.width = WIDTH;
	ft_study_mean(&study->figures, &n);
	if (n) {
		print_ratios(study, out);
		ft_str_add_char(&out->text, '\n');
	}
	ft_page_init(&page, out, &options);
	print_mean(study, &page);
	for (size_t k = 0; k < ft_study_n_rule; k++)
		print_rule(study, &ft_study_rules[k], &page);
	ft_page_free(&page);
}

/* ---- as a document ------------------------------------------------------- */

static void
doc_ratio(const struct study *study, const char *sample, struct ft_doc *doc)
{
	struct ft_study_ratio ratio;

	if (!ft_study_ratio(&study->figures, sample, &ratio))
		return;
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "sample", sample);
	ft_doc_i64(doc, "greedy", ratio.greedy);
	ft_doc_i64(doc, "observed", ratio.observed);
	ft_doc_real(doc, "ratio", ratio.exact);
	ft_doc_real(doc, "inverse", 1 / ratio.exact);
	if (ratio.printed >= 0) {
		ft_doc_real(doc, "printed", (double)ratio.printed / 100);
		ft_doc_bool(doc, "same", ratio.ratio == ratio.printed);
	}
	if (ratio.half > 0)
		ft_doc_real(doc, "half_at_most", ratio.half);
	ft_doc_end(doc);
}

static void
doc_rule(const struct study *study, const struct ft_study_rule *rule,
    struct ft_doc *doc)
{
	struct verdict verdict = judge(study, rule);

	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "rule", rule->name);
	ft_doc_text(doc, "says", rule->sentence);
	ft_doc_u64(doc, "holds", verdict.holds);
	ft_doc_u64(doc, "of", verdict.of);
	ft_doc_begin_list(doc, "samples");
	for (size_t i = 0; i < study->figures.n_sample; i++) {
		struct ft_str sum FT_CLEANUP(ft_str_free) = { 0 };
		enum ft_study_answer answer = ft_study_test(
		    rule, &study->figures, study->figures.sample[i], &sum);

		if (answer != FT_STUDY_ABSENT) {
			ft_doc_begin(doc, NULL);
			ft_doc_text(doc, "sample", study->figures.sample[i]);
			ft_doc_bool(doc, "holds", answer == FT_STUDY_HOLDS);
			ft_doc_text(doc, "arithmetic", ft_str_text(&sum));
			ft_doc_end(doc);
		}
	}
	ft_doc_end(doc);
	ft_doc_end(doc);
}

static void
print_document(const struct study *study, struct ft_out *out)
{
	struct ft_doc *doc = ft_doc_open_ours(out, study->show.format, SCHEMA);
	size_t n;
	double mean = ft_study_mean(&study->figures, &n);

	ft_doc_begin_list(doc, "ratios");
	for (size_t i = 0; i < study->figures.n_sample; i++)
		doc_ratio(study, study->figures.sample[i], doc);
	ft_doc_end(doc);
	ft_doc_begin(doc, "mean");
	ft_doc_u64(doc, "n", n);
	ft_doc_real(doc, "ratio", n ? mean : (double)NAN);
	ft_doc_real(doc, "printed", FT_STUDY_MEAN / 100.0);
	ft_doc_end(doc);
	ft_doc_begin_list(doc, "rules");
	for (size_t k = 0; k < ft_study_n_rule; k++)
		doc_rule(study, &ft_study_rules[k], doc);
	ft_doc_end(doc);
	ft_doc_close(doc);
}

void
study_print(const struct study *study)
{
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(study->context->out);

	if (fauction_show_document(&study->show))
		print_document(study, &out);
	else if (fauction_show_people(&study->show))
		print_people(study, &out);
	else
		print_rows(study, &out);
}

/* ---- as bars ------------------------------------------------------------- */

enum { GREEDY, OBSERVED, HALF, SERIES };

enum ft_status
study_draw(const struct study *study, struct ft_error *err)
{
	static const char *const labels[SERIES] = { "greedy (1B)", "simulator",
		"half by lot, at most" };
	size_t most = study->figures.n_sample, n = 0;
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	const char **label = ft_arena_calloc(&arena, most, sizeof *label);
	double *value[SERIES];
	struct ft_chart chart = { .kind = FT_CHART_BARS,
		.unit = FT_CHART_COUNT,
		.name = "study",
		.title = "Total value of the winners, node minutes",
		.label = label };

	for (size_t s = 0; s < SERIES; s++) {
		value[s] = ft_arena_calloc(&arena, most, sizeof *value[s]);
		ft_chart_add(&chart, labels[s], value[s]);
	}
	for (size_t i = 0; i < most; i++) {
		struct ft_study_ratio ratio;

		if (!ft_study_ratio(
			&study->figures, study->figures.sample[i], &ratio))
			continue;
		label[n] = study->figures.sample[i];
		value[GREEDY][n] = (double)ratio.greedy;
		value[OBSERVED][n] = (double)ratio.observed;
		value[HALF][n++] = ratio.half > 0 ? ratio.half : (double)NAN;
	}
	chart.n = n;
	return fauction_draw(
	    &study->show, &chart, 1, "The scheduler-game study", err);
}
