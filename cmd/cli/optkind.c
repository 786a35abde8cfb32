/* optkind.c - reads the argument of an option, by its kind. */

#include "cli/opt.h"
#include "cli/slurmlist.h"
#include "fairtree.h"

/* "auto|always|never" as "auto, always or never" */
static void
list_choices(struct ft_str *str, const char *choices)
{
	const char *last = strrchr(choices, '|');

	for (; *choices; choices++) {
		if (*choices == '|')
			ft_str_add(str, choices == last ? " or " : ", ");
		else
			ft_str_add_char(str, *choices);
	}
}

enum ft_status
ft_opt_choice(const struct ft_option *row, const char *arg, size_t *choice,
    struct ft_error *err)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };
	const char *at = row->arg;
	struct ft_word word;

	for (*choice = 0; ft_word_next(&at, "|", &word); ++*choice)
		if (ft_word_equals(word, arg))
			return FT_OK;
	list_choices(&list, row->arg);
	return ft_fail(err, FT_EINVAL, "bad word for --%s: '%s' (%s)",
	    row->name, arg, ft_str_text(&list));
}

enum ft_status
ft_opt_number(const struct ft_option *row, const char *arg, uint64_t *number,
    struct ft_error *err)
{
	uint64_t value;
	bool good = ft_num_u64(arg, &value) && value >= row->least &&
		    value <= row->most;

	if (!good && row->most == UINT64_MAX)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " or more)",
		    row->name, arg, row->least);
	if (!good)
		return ft_fail(err, FT_EINVAL,
		    "bad number for --%s: '%s' (%" PRIu64 " to %" PRIu64 ")",
		    row->name, arg, row->least, row->most);
	*number = value;
	return FT_OK;
}

/* MEMBER is an integer of SIZE bytes, or an enum. */
static void
put_integer(void *member, size_t size, uint64_t value)
{
	const uint8_t small = (uint8_t)value;
	const uint32_t middle = (uint32_t)value;

	if (size == sizeof small)
		memcpy(member, &small, size);
	else if (size == sizeof middle)
		memcpy(member, &middle, size);
	else
		memcpy(member, &value, sizeof value);
}

static enum ft_status
read_nothing(const struct ft_opt_use *use)
{
	(void)use;
	return FT_OK;
}

/* FT_OPT_VALUE, FT_OPT_BIT and FT_OPT_COUNT */
static enum ft_status
read_value(const struct ft_opt_use *use)
{
	const struct ft_option *row = use->row;
	void *member = ft_opt_member(use);
	uint64_t value = row->value;

	if (row->kind == FT_OPT_BIT)
		value |= *(unsigned *)member;
	else if (row->kind == FT_OPT_COUNT)
		value = *(unsigned *)member + UINT64_C(1);
	put_integer(member, row->size, value);
	return FT_OK;
}

static enum ft_status
read_text(const struct ft_opt_use *use)
{
	const char **text = ft_opt_member(use);

	if (use->row->kind != FT_OPT_TEXT && !*use->arg)
		return ft_fail(
		    use->err, FT_EINVAL, "empty --%s", use->row->name);
	if (use->row->kind == FT_OPT_BESIDE && strcmp(use->arg, "-") == 0)
		return ft_fail(use->err, FT_EINVAL,
		    "--%s cannot be '-': standard output has what the command "
		    "prints (give a name)",
		    use->row->name);
	*text = use->arg;
	return FT_OK;
}

static enum ft_status
read_texts(const struct ft_opt_use *use)
{
	ft_args_add(ft_opt_member(use), use->arg);
	return FT_OK;
}

static enum ft_status
read_words(const struct ft_opt_use *use)
{
	struct ft_arglist *words = ft_opt_member(use);

	if (use->row->kind == FT_OPT_LIST || use->row->kind == FT_OPT_LAST)
		ft_arglist_free(words);
	if (use->row->kind == FT_OPT_NAMES || use->row->kind == FT_OPT_LAST)
		ft_slurmlist_words(use->context, words, use->arg);
	else
		ft_arglist_add(words, use->arg);
	words->text = use->arg;
	return FT_OK;
}

static enum ft_status
read_join(const struct ft_opt_use *use)
{
	struct ft_str *str = ft_opt_member(use);

	/* the first argument sets data, even if it is empty */
	if (str->data)
		ft_str_add_char(str, ',');
	ft_str_add(str, use->arg ? use->arg : use->row->joined);
	return FT_OK;
}

static enum ft_status
read_number(const struct ft_opt_use *use)
{
	uint64_t number = use->row->value;

	if (use->arg)
		FT_TRY(ft_opt_number(use->row, use->arg, &number, use->err));
	put_integer(ft_opt_member(use), use->row->size, number);
	return FT_OK;
}

static enum ft_status
read_choice(const struct ft_opt_use *use)
{
	size_t choice;

	FT_TRY(ft_opt_choice(use->row, use->arg, &choice, use->err));
	put_integer(ft_opt_member(use), use->row->size, choice);
	return FT_OK;
}

static enum ft_status
read_real(const struct ft_opt_use *use)
{
	double *real = ft_opt_member(use);

	if (ft_num_double(use->arg, real) && *real > 0)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "--%s needs a number above 0, not '%s'", use->row->name, use->arg);
}

static enum ft_status
read_call(const struct ft_opt_use *use)
{
	return use->row->call(use);
}

static enum ft_status
print_help(const struct ft_opt_use *use)
{
	ft_opt_help(use->context, use->context->out);
	return FT_OPT_STOP;
}

static enum ft_status
print_version_of(const struct ft_opt_use *use)
{
	const struct ft_context *context = use->context;

	if (context->slurm)
		fprintf(context->out, "slurm-wlm %s\n",
		    ft_releases[context->release].version);
	else
		fprintf(context->out, "fairtree %s\n", FT_VERSION);
	if (context->cmd->print_version)
		context->cmd->print_version(use->settings);
	return FT_OPT_STOP;
}

static ft_opt_fn *const readers[] = {
	[FT_OPT_NOTHING] = read_nothing,
	[FT_OPT_VALUE] = read_value,
	[FT_OPT_BIT] = read_value,
	[FT_OPT_COUNT] = read_value,
	[FT_OPT_TEXT] = read_text,
	[FT_OPT_NAME] = read_text,
	[FT_OPT_BESIDE] = read_text,
	[FT_OPT_TEXTS] = read_texts,
	[FT_OPT_WORDS] = read_words,
	[FT_OPT_LIST] = read_words,
	[FT_OPT_NAMES] = read_words,
	[FT_OPT_LAST] = read_words,
	[FT_OPT_JOIN] = read_join,
	[FT_OPT_NUMBER] = read_number,
	[FT_OPT_REAL] = read_real,
	[FT_OPT_CHOICE] = read_choice,
	[FT_OPT_CALL] = read_call,
	[FT_OPT_HELP] = print_help,
	[FT_OPT_VERSION] = print_version_of,
};

enum ft_status
ft_opt_read(const struct ft_opt_use *use)
{
	return readers[use->row->kind](use);
}

enum ft_status
ft_opt_trace(const struct ft_opt_use *use, bool *json)
{
	static const struct ft_option words = { .name = "trace",
		.arg = "text|json" };
	size_t choice = 0;
	enum ft_status status = FT_OK;

	if (use->arg)
		status = ft_opt_choice(&words, use->arg, &choice, use->err);
	*json = choice;
	return status;
}
