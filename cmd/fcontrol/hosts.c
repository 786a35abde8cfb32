/* hosts.c - fcontrol show hostnames, hostlist, hostlistsorted. */

#include "base/text/hostlist.h"
#include "files/infile.h"
#include "cli/arglist.h"
#include "cli/opt.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"

/* Releases that check less. */
static bool
is_lax(const struct fcontrol *control)
{
	return control->context->slurm &&
	       !ft_release_has(
		   control->context->release, FT_RULE_HOSTLIST_CHECKED);
}

/* Whether a name of TEXT goes on behind its last bracket. */
static bool
has_tail(const char *text)
{
	bool closed = false;

	for (; *text; text++) {
		if (closed && !strchr(",[", *text) &&
		    text[strcspn(text, ",[")] != '[')
			return true;
		closed = *text == ']';
	}
	return false;
}

static enum ft_status
read_names(const struct fcontrol *control, const char *word,
    struct ft_arglist *names, struct ft_error *err)
{
	if (is_lax(control) && has_tail(word))
		return ft_fail(
		    err, FT_EPARSE, "'%s' goes on behind its bracket", word);
	return ft_arglist_hosts(names, word, err);
}

/* The same of a file if it starts with a slash, and of the standard input. */
static enum ft_status
read_list(const struct fcontrol *control, const char *word,
    struct ft_arglist *names, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	bool input = !strcmp(word, "-") && !is_lax(control);

	if (*word != '/' && !input)
		return read_names(control, word, names, err);
	FT_TRY(ft_infile_read(FT_BOUND_NODES, word, &text, err));
	return read_names(control, ft_str_text(&text), names, err);
}

/* Print the range that cannot be read, if WORD closes its brackets. */
static void
say_range(const struct ft_context *context, const char *word, const char *what)
{
	const char *open = strchr(word, '[');
	const char *close = strchr(open ? open : word, ']');

	if (open && close)
		ft_cmd_error(context, "_parse_single_range: %s range%s `%.*s'",
		    what, *what == 'I' ? ":" : "", (int)(close - open - 1),
		    open + 1);
}

int
fcontrol_refuse_nodes(
    struct fcontrol *control, const char *word, struct ft_error *err)
{
	const struct ft_context *context = control->context;
	const char *open = strchr(word, '[');
	bool lax = is_lax(control);

	if (!context->slurm || err->status != FT_EPARSE)
		return fcontrol_fail(control, err);
	if (lax && open && !strchr(open, ']')) {
		fprintf(context->out, "Node %.*s] not found\n",
		    (int)(open - word), word);
		return 1;
	}
	say_range(context, word, "Invalid");
	fprintf(context->err, "unable to parse node list %s\n", word);
	if (!lax)
		ft_cmd_error(context, "hostlist_shift_dims: no hostlist given");
	return 1;
}

/*
 * Refuse a list with wrong brackets as scontrol does, which accepts some of them.
 * Returns STATUS, or 0 if the list is accepted.
 */
static int
refuse(struct fcontrol *control, const char *word, struct ft_error *err,
    int status)
{
	const struct ft_context *context = control->context;
	const char *open = strchr(word, '[');
	const char *close = strchr(open ? open : word, ']');
	bool lax = is_lax(control), many = err->status == FT_EINVAL;

	if (!context->slurm || (err->status != FT_EPARSE && !many))
		return fcontrol_fail(control, err);
	if (!open || (!close && lax)) {
		/* scontrol closes an open bracket and drops its numbers */
		fprintf(context->out, open ? "%.*s]\n" : "%.*s\n",
		    open ? (int)(open - word) : (int)strlen(word), word);
		return 0;
	}
	if (!lax || !has_tail(word))
		say_range(
		    context, word, many ? "Too many hosts in" : "Invalid");
	fprintf(context->err, "Invalid hostlist: %s\n", word);
	return status;
}

#define FCONTROL_THING struct host

struct host {
	const char *name;
};
static const struct ft_column rows[] = {
	{ "NodeName", FCONTROL_TEXT(name) },
	{ 0 },
};

static void
print_names(struct fcontrol *control, const struct ft_arglist *names)
{
	struct fcontrol_records records;

	if (control->format == FT_FORMAT_TABLE) {
		for (size_t i = 0; i < names->n; i++)
			fprintf(control->context->out, "%s\n", names->item[i]);
		return;
	}
	fcontrol_records_open(&records, control, "hosts", "", false);
	for (size_t i = 0; i < names->n; i++)
		fcontrol_record(
		    &records, rows, &(struct host){ names->item[i] });
	fcontrol_records_close(&records);
}

/* The list that is given; scontrol takes an empty one. */
static const char *
named(const struct fcontrol *control, int argc, char **argv)
{
	return control->context->slurm && argc > 0
		   ? argv[0]
		   : fcontrol_operand(argc, argv);
}

int
fcontrol_show_hosts(struct fcontrol *control, int argc, char **argv)
{
	const char *word = named(control, argc, argv);
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };
	struct ft_error err = { 0 };

	if (!word)
		word = ft_cmd_variable("SLURM_NODELIST");
	if (!word)
		/* Slurm's exit status is that of success */
		return ft_cmd_error(control->context, "host list is empty") &&
		       !control->context->slurm;
	if (read_names(control, word, &names, &err) != FT_OK)
		return refuse(control, word, &err, 0);
	print_names(control, &names);
	return 0;
}

static int
by_name(const void *a, const void *b)
{
	return ft_hostlist_compare(
	    *(const char *const *)a, *(const char *const *)b);
}

static int
fold(struct fcontrol *control, int argc, char **argv, bool sorted)
{
	const char *word = named(control, argc, argv);
	struct ft_arglist names FT_CLEANUP(ft_arglist_free) = { 0 };
	struct ft_error err = { 0 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!word && control->context->slurm) {
		fputs("invalid encode argument\n", control->context->err);
		ft_opt_help(control->context, control->context->out);
		return 0;
	}
	if (!word)
		return ft_cmd_misuse(control->context, "missing hosts");
	if (read_list(control, word, &names, &err) != FT_OK)
		return refuse(control, word, &err, 1);
	if (sorted && names.n)
		qsort(names.item, names.n, sizeof *names.item, by_name);
	ft_hostlist_fold(&str, (const char *const *)names.item, names.n);
	fprintf(control->context->out, "%s\n", ft_str_text(&str));
	return 0;
}

int
fcontrol_show_host_list(struct fcontrol *control, int argc, char **argv)
{
	return fold(control, argc, argv, false);
}

int
fcontrol_show_sorted_list(struct fcontrol *control, int argc, char **argv)
{
	return fold(control, argc, argv, true);
}
