/*
 * slurmdoc.h - --json[=PARSER] and --yaml[=PARSER] under Slurm's names, since
 * its data parsers exist (23.02).
 *
 *     struct ft_doc *doc = ft_slurmdoc_open(&asked, context, out, &failed);
 *     if (!doc)
 *         ...                           the list of parsers, or no such parser
 *     ft_doc_begin_list(doc, "jobs");   { "jobs": [ ... ],
 *     ...
 *     ft_slurmdoc_close(doc, &asked, &call);   "meta": ..., "warnings": [] }
 *
 * Objects are tables of struct ft_column (ft_doc_row): .key "time.limit" is a
 * member of an object, .flags FT_COLUMN_UNION a number as {set, infinite,
 * number}, .write anything else; a member that came or went has .since and
 * .until, which are compared with the release of the parser asked for.
 */
#ifndef FT_CMD_COMMON_SLURMDOC_H
#define FT_CMD_COMMON_SLURMDOC_H

#include "cli/opt.h"
#include "common/session.h"
#include "report/format/doc.h"

/* What the options ask for. */
struct ft_slurmdoc {
	enum ft_format_kind format; /* FT_FORMAT_TABLE: no document */
	const char *parser; /* "v0.0.42+fast"; NULL: the release's own */
};

ft_opt_fn ft_slurmdoc_option;

/* member: the struct ft_slurmdoc in the command's settings; from: the release
 * that has the options, as FT_RELEASE_23_02. */
#define FT_SLURMDOC_OPTIONS(member, from)                                      \
	{ 0, "json", "PARSER",                                                 \
		"under Slurm's name: print JSON in the shape of a data "       \
		"parser of Slurm: the release's own, or v0.0.42; list names "  \
		"them",                                                        \
		FT_OPT_SLURM | FT_OPT_OPTIONAL_ARG, .value = FT_FORMAT_JSON,   \
		.since = (from),                                               \
		FT_INTO_CALL_AT(ft_slurmdoc_option, member) },                 \
	{                                                                      \
		0, "yaml", "PARSER",                                           \
		    "under Slurm's name: print the same as YAML",              \
		    FT_OPT_SLURM | FT_OPT_OPTIONAL_ARG,                        \
		    .value = FT_FORMAT_YAML, .since = (from),                  \
		    FT_INTO_CALL_AT(ft_slurmdoc_option, member)                \
	}

/* Who asks, for the meta data. */
struct ft_slurmdoc_call {
	const struct ft_context *context;
	const struct ft_session *session;
	/* What main() of the Slurm command hands on: all words, or the
	 * operands; before 26.05 the last of them is missing. */
	int argc;
	char *const *argv;
};

/*
 * Begin the document on OUT.  NULL: there is none; either the list of parsers
 * was printed, or *failed and a message was printed.
 */
struct ft_doc *ft_slurmdoc_open(const struct ft_slurmdoc *asked,
    const struct ft_context *context, struct ft_out *out, bool *failed);
/* End it with meta data, errors and warnings. */
void ft_slurmdoc_close(struct ft_doc *doc, const struct ft_slurmdoc *asked,
    const struct ft_slurmdoc_call *call);

#endif
