/* format.c - which columns are printed. */

#include "finfo/finfo.h"

/* What sinfo prints without -o and -O. */
#define FORMAT_DEFAULT "%9P %.5a %.10l %.6D %.6t %N"
#define FORMAT_SUMMARY "%9P %.5a %.10l %.16F %N"
#define FORMAT_LONG    "%9P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %N"
#define FORMAT_LONG_NEW                                                        \
	"%9P %.5a %.10l %.10s %.4r %.8h %.10g %.6D %.11T %.11i %N"
#define FORMAT_NODES "%9N %.6D %.9P %6t"
#define FORMAT_NODES_LONG                                                      \
	"%9N %.6D %.9P %.11T %.4c %.8z %.6m %.8d %.6w %.8f %20E"
#define FORMAT_REASONS      "%20E %9u %19H %N"
#define FORMAT_REASONS_LONG "%20E %12U %19H %6t %N"
#define FORMAT_ALL                                                             \
	"%a|%b|%c|%d|%e|%f|%g|%h|%l|%m|%n|%o|%p|%r|%s|%t|%u|%v|%w|%z|"         \
	"%A |%B |%C |%D |%E |%F |%G |%H |%I |%L |%M |%N |%O |%P |%R |%S |%T |" \
	"%U |%V |%X |%Y |%Z "
#define FORMAT_ALL_NEW                                                         \
	"%a|%b|%c|%d|%e|%f|%g|%h|%i|%l|%m|%n|%o|%p|%r|%s|%t|%u|%v|%w|%z|"      \
	"%A |%B |%C |%D |%E |%F |%G |%H |%I |%L |%M |%N |%O |%P |%R |%S |%T |" \
	"%U |%V |%X |%Y |%Z "

static bool
unknown(void *ctx, const char *spec)
{
	const struct finfo_args *args = ctx;

	if (args->context->slurm)
		fprintf(args->context->err,
		    "Invalid node format specification: %s\n",
		    *spec ? spec : " ");
	else
		ft_cmd_error(
		    args->context, "no column has the letter '%s'", spec);
	return true;
}

/* Whether lists have the reservation of a node. */
static bool
has_reservation(const struct finfo_args *args)
{
	return ft_code_find(finfo_fields, 'i', args->context->release);
}

static void
choose_letters(struct ft_code_list *list, const struct finfo_args *args,
    const char *format)
{
	if (strcmp(format, "%all") == 0)
		format = has_reservation(args) ? FORMAT_ALL_NEW : FORMAT_ALL;
	list->release = args->context->release;
	ft_code_choose(
	    list, finfo_fields, format, unknown, (void *)(uintptr_t)args);
}

/* "word[:[.][width][text]]", LEN bytes. */
static void
add_word(struct ft_code_list *list, const struct finfo_args *args,
    const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len);
	size_t word = colon ? (size_t)(colon - text) : len;
	const struct ft_context *context = args->context;
	const char *name = "OverSubscribe"; /* has an older name, too */
	bool old = word == 5 && strncasecmp(text, "share", word) == 0;

	for (const struct ft_column *row = finfo_fields; row->name; row++)
		if ((old ? strcmp(row->name, name) == 0
			 : strlen(row->name) == word &&
				strncasecmp(row->name, text, word) == 0) &&
		    ft_column_is_known(row, context->release)) {
			ft_code_add_word(list, row, text + word, len - word);
			/* by that name it separates rows */
			list->item[list->n - 1].column.own |=
			    old ? FINFO_ALIKE : 0;
			return;
		}
	ft_cmd_error(context,
	    context->slurm ? "Invalid job format specification: %.*s"
			   : "no column is called '%.*s'",
	    (int)word, text);
}

static void
choose_words(struct ft_code_list *list, const struct finfo_args *args)
{
	struct ft_word word;

	for (const char *at = args->format; ft_word_next(&at, ",", &word);)
		if (word.len > 0)
			add_word(list, args, word.at, word.len);
}

static const char *
usual_format(const struct finfo_args *args)
{
	if (args->summary)
		return FORMAT_SUMMARY;
	if (args->by_node)
		return args->long_list ? FORMAT_NODES_LONG : FORMAT_NODES;
	if (args->reasons)
		return args->long_list ? FORMAT_REASONS_LONG : FORMAT_REASONS;
	if (args->long_list)
		return has_reservation(args) ? FORMAT_LONG_NEW : FORMAT_LONG;
	return FORMAT_DEFAULT;
}

/* -O all is -o %all; later releases complain all the same. */
static bool
is_all(const struct finfo_args *args)
{
	const char *text = args->format;
	bool all = args->words && text && strncasecmp(text, "all", 3) == 0 &&
		   (text[3] == '\0' || text[3] == ':');

	if (all && args->context->slurm &&
	    ft_release_has(args->context->release, FT_RULE_ALL_UNKNOWN))
		ft_cmd_error(
		    args->context, "Invalid job format specification: all");
	return all;
}

/* sinfo aligns CPUs to the left, whatever is asked for; and getters see the width
 * to which it cuts. */
static void
adapt(struct finfo_format *format, const struct ft_context *context)
{
	bool slurm = context->slurm;

	for (size_t i = 0; i < format->list.n; i++) {
		struct ft_code_item *item = &format->list.item[i];

		item->column.width = slurm && !format->usual ? item->width : 0;
		if (slurm && item->column.letter == 'c')
			item->right = false;
		if (item->column.letter == 'h' &&
		    !ft_release_has(context->release, FT_RULE_SHARING_JOINED))
			item->column.own |= FINFO_ALIKE;
	}
}

void
finfo_format_choose(const struct finfo_args *args, struct finfo_format *format)
{
	struct ft_code_list *list = &format->list;

	ft_code_list_init(list);
	format->usual = !args->format;
	if (is_all(args))
		choose_letters(list, args, "%all");
	else if (args->words)
		choose_words(list, args);
	else
		choose_letters(list, args,
		    args->format ? args->format : usual_format(args));
	adapt(format, args->context);
}
