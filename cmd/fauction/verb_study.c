/* fauction study: the published figures, recomputed. */
#include "fauction/study.h"
#include "fauction/texts.h"
#include "fauction/verbs.h"
#include "files/infile.h"
#include "cli/opt.h"
#include "common/session.h"
#include "io/research/figuresfile.h"

#define FT_SETTINGS struct study

static const struct ft_option options[] = {
	{ 'a', "all", NULL,
	    "print each rule for each sample, with its arithmetic",
	    FT_INTO_FLAG(all) },
	FAUCTION_SHOW_OPTIONS(show),
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "FILE",
	    "figures as CSV with the columns table, sample, column and value "
	    "(default: those of the study, built in)",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fauction study",
	    "the study's ratios, and rules its tables should follow" },
	{ "fauction study --all", "each number of each sample" },
	{ NULL, NULL },
};

static enum ft_status
read_figures(struct study *study, const char *file, struct ft_error *err)
{
	const struct fauction_text *built_in =
	    fauction_text_find("scheduler-game");
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (file)
		FT_TRY(ft_infile_read(FT_BOUND_FIGURES, file, &text, err));
	else
		ft_str_add_n(
		    &text, (const char *)built_in->text, built_in->size);
	return ft_figuresfile_read(&study->figures,
	    file ? file : built_in->name, ft_str_text(&text), text.len, err);
}

/* Returns whether SAMPLE has what a ratio or a rule needs. */
static bool
says_something(const struct ft_figures *figures, const char *sample)
{
	struct ft_study_ratio ratio;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	bool says = ft_study_ratio(figures, sample, &ratio);

	for (size_t k = 0; k < ft_study_n_rule && !says; k++)
		says = ft_study_test(&ft_study_rules[k], figures, sample,
			   &text) != FT_STUDY_ABSENT;
	return says;
}

/* Unknown figures are more likely those of a mistyped table. */
static enum ft_status
check_figures(
    const struct ft_figures *figures, const char *file, struct ft_error *err)
{
	for (size_t i = 0; i < figures->n_sample; i++)
		if (says_something(figures, figures->sample[i]))
			return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    "nothing can be computed from '%s': name tables and columns as in "
	    "the example scheduler-game.csv",
	    file);
}

static int
go(void *settings, int argc, char **argv)
{
	struct study *study = settings;
	struct ft_error err = { 0 };

	study->show.context = study->context;

	if (argc > 1)
		return ft_cmd_misuse(
		    study->context, "more than one file of figures");
	if (fauction_show_check(&study->show, &err) != FT_OK)
		return ft_cmd_misuse(study->context, "%s", err.text);
	if (read_figures(study, argc ? argv[0] : NULL, &err) != FT_OK)
		return ft_cmd_fail_file(study->context, &err);
	if (argc && check_figures(&study->figures, argv[0], &err) != FT_OK)
		return ft_cmd_fail(study->context, &err);
	study_print(study);
	if (study_draw(study, &err) != FT_OK)
		return ft_cmd_fail(study->context, &err);
	return 0;
}

static void
study_free(void *settings)
{
	ft_figures_free(&((struct study *)settings)->figures);
}

const struct ft_cmd fauction_verb_study = {
	.name = "study",
	.slurm_name = "",
	.summary = "recompute the published figures",
	.synopsis = "[options] [FILE]",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct study, context),
	.pages = true,
	.go = go,
	.free = study_free,
};
