/* format.c - which columns are printed: -o, -O, or the default of each mode. */

#include "fqueue/fqueue.h"

/* What 22.05 prints without -o and -O. */
#define FORMAT_DEFAULT "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R"
#define FORMAT_LONG    "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R"
#define FORMAT_START   "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20Y %R"
#define FORMAT_FORECAST                                                        \
	"JobArrayID:.18 ,Partition:.9 ,Name:.8 ,UserName:.8 ,StateCompact:.2 " \
	",StartTime:.19 ,StartP10:.19 ,StartP50:.19 ,StartP90:.19 "            \
	",NumNodes:.6 ,ReasonList:"
#define FORMAT_STATES "%.18i %.2t"
#define FORMAT_STEPS  "%.15i %.8j %.9P %.8u %.9M %N"

const struct ft_column *
fqueue_column(const char *name, size_t len, enum ft_release release)
{
	for (const struct ft_column *row = fqueue_fields; row->name; row++)
		if (strlen(row->name) == len &&
		    strncasecmp(row->name, name, len) == 0 &&
		    ft_column_is_known(row, release))
			return row;
	return NULL;
}

static bool
unknown(void *ctx, const char *spec)
{
	const struct fqueue_args *args = ctx;

	if (args->complains)
		ft_cmd_error(args->context,
		    "Invalid job%s format specification: %s",
		    args->steps ? " step" : "", spec);
	return true;
}

/* "%all": each letter there is, small ones first. */
static void
add_all(const struct ft_column *table, enum ft_release release,
    struct ft_str *format)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

	for (const char *at = letters; *at; at++) {
		for (const struct ft_column *row = table; row->name; row++) {
			if (row->letter == *at &&
			    ft_column_is_known(row, release))
				ft_str_addf(format, "%s%%%c",
				    format->len > 0 ? "|" : "", *at);
		}
	}
}

/* ---- -O ---------------------------------------------------------------------- */

static const struct ft_column *
find_word(const char *word, size_t len, enum ft_release release)
{
	const struct ft_column *found =
	    len == 4 && strncasecmp(word, "tres", 4) == 0
		? fqueue_column("tres-alloc", 10, release)
		: fqueue_column(word, len, release);

	return found && found->own & FQUEUE_NO_WORD &&
		       !ft_release_has(release, FT_RULE_EXC_NODES_WORD)
		   ? NULL
		   : found;
}

/* Ours shows of a step also what it shows of a job. */
static const struct ft_column *
find_step_word(const struct fqueue_args *args, const struct ft_column *steps,
    const char *word, size_t len)
{
	enum ft_release release = args->context->release;
	const struct ft_column *found =
	    fqueue_step_word(steps, word, len, release);

	return found || args->context->slurm ? found
					     : find_word(word, len, release);
}

/* "word[:[.][width][suffix]]", LEN bytes. */
static void
add_word(struct ft_code_list *list, const struct fqueue_args *args,
    const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len);
	size_t word = colon ? (size_t)(colon - text) : len;
	char *name = ft_arena_strndup(&list->arena, text, word);
	static const struct ft_column nothing = {
		.name = "", .header = "", .get = ft_column_get_arg, .arg = ""
	};
	struct ft_column steps[FQUEUE_STEP_COLUMNS + 1];
	const struct ft_column *column;
	struct ft_code_item *item;
	char *spaced;

	fqueue_step_columns(steps);
	column = args->steps ? find_step_word(args, steps, text, word)
			     : find_word(text, word, args->context->release);
	if (!column)
		(void)unknown((void *)(uintptr_t)args, name);
	if (!column && !args->context->slurm)
		return;
	ft_code_add_word(
	    list, column ? column : &nothing, text + word, len - word);
	item = &list->item[list->n - 1];
	/* of an unknown one squeue prints the suffix */
	if (!column)
		item->width = 0;
	if (!args->context->slurm || item->width >= 0)
		return;
	/* below 0 squeue prints what there is, and a blank */
	item->width = 0;
	spaced = ft_arena_alloc(&list->arena, strlen(item->text) + 2);
	spaced[0] = ' ';
	memcpy(spaced + 1, item->text, strlen(item->text) + 1);
	item->text = spaced;
}

static void
choose_words(struct ft_code_list *list, const struct fqueue_args *args,
    const char *words)
{
	struct ft_word word;

	while (ft_word_next(&words, ",", &word))
		if (word.len > 0)
			add_word(list, args, word.at, word.len);
}

/* ---- either -------------------------------------------------------------------- */

static void
choose(const struct fqueue_args *args, struct ft_code_list *list)
{
	struct ft_column steps[FQUEUE_STEP_COLUMNS + 1];
	const struct ft_column *table = args->steps ? steps : fqueue_fields;
	const char *format = args->format;
	struct ft_str all FT_CLEANUP(ft_str_free) = { 0 };
	void *ctx = (void *)(uintptr_t)args;

	/* squeue --start does not look at -O */
	if (args->long_format && !format &&
	    !(args->start && args->context->slurm)) {
		choose_words(list, args, args->long_format);
		return;
	}
	if (args->forecast && !format) {
		choose_words(list, args, FORMAT_FORECAST);
		return;
	}
	if (!format)
		format = args->steps        ? FORMAT_STEPS
			 : args->start      ? FORMAT_START
			 : args->only_state ? FORMAT_STATES
			 : args->long_list  ? FORMAT_LONG
					    : FORMAT_DEFAULT;
	fqueue_step_columns(steps);
	list->release = args->context->release;
	if (args->context->slurm && !args->steps &&
	    ft_release_has(list->release, FT_RULE_BARE_PERCENT))
		list->bare = fqueue_column("AccrueTime", 10, list->release);
	if (strcmp(format, "%all") == 0) {
		add_all(table, list->release, &all);
		ft_str_add(
		    &all, args->steps && args->context->slurm ? "|" : "");
		format = ft_str_text(&all);
	}
	ft_code_choose(list, table, format, unknown, ctx);
}

void
fqueue_format_complain(struct fqueue_args *args)
{
	struct ft_code_list list;

	args->complains = true;
	ft_code_list_init(&list);
	choose(args, &list);
	ft_code_list_free(&list);
	args->complains = false;
}

void
fqueue_format_choose(const struct fqueue_args *args, struct ft_code_list *list)
{
	choose(args, list);
	for (size_t i = 0; i < list->n && args->steps; i++)
		fqueue_use_step(&list->item[i].column);
	for (size_t i = 0; i < list->n && fqueue_is_bare(args); i++)
		fqueue_use_bare(&list->item[i].column);
}
