/* slurmdoc.c - documents in the shape of Slurm's data parsers. */

#include "common/slurmdoc.h"

#include <grp.h>
#include <pwd.h>
#include <strings.h>
#include <unistd.h>

#define PREFIX "data_parser/"

enum ft_status
ft_slurmdoc_option(const struct ft_opt_use *use)
{
	*(struct ft_slurmdoc *)ft_opt_member(use) = (struct ft_slurmdoc){
		.format = (enum ft_format_kind)use->row->value,
		.parser = use->arg,
	};
	return FT_OK;
}

/* ---- the parser ----------------------------------------------------------------- */

/* Append what PARSER is called in the meta data: without what may stand before
 * its version, with its flags. */
static void
add_name(struct ft_str *str, const char *parser, enum ft_release release)
{
	static const char latest[] = "latest";
	const char *own = ft_releases[release].parser;

	if (!parser) {
		ft_str_add(str, own);
		return;
	}
	if (strncmp(parser, PREFIX, strlen(PREFIX)) == 0)
		parser += strlen(PREFIX);
	if (strncmp(parser, latest, strlen(latest)) == 0) {
		ft_str_add(str, own);
		parser += strlen(latest);
	}
	ft_str_add(str, parser);
}

static void
print_list(const struct ft_context *context, struct ft_out *out)
{
	const char *list = ft_releases[context->release].parsers;
	struct ft_word parser;

	fputs("Possible data_parser plugins:\n", context->err);
	while (ft_word_next(&list, " ", &parser))
		ft_str_addf(
		    &out->text, PREFIX "%.*s\n", (int)parser.len, parser.at);
}

/* Say why there is no document. */
static void
refuse(const struct ft_slurmdoc *asked, const struct ft_context *context,
    const char *name)
{
	static const char call[] = "data_parser_g_new";
	const char *parser = asked->parser ? asked->parser : "";

	if (!*parser) {
		ft_cmd_error(context, "%s: invalid plugin ", call);
	} else if (strchr(parser, ',')) {
		ft_cmd_error(
		    context, "%s: rejecting ambiguous plugin %s", call, parser);
	} else if (!*name) {
		ft_cmd_error(context, "%s: unable to find plugin ", call);
	} else {
		ft_cmd_error(context,
		    "load_plugins: unable to find plugin: " PREFIX "%s", name);
		ft_cmd_error(context,
		    "%s: failure loading plugins: Plugin has invalid format "
		    "or unable to be loaded",
		    call);
	}
	ft_cmd_error(context,
	    "application/%s output not supported by " PREFIX "%s",
	    asked->format == FT_FORMAT_JSON ? "json" : "x-yaml",
	    ft_releases[context->release].parser);
}

/* The flags after the version: "+complex+fast".  Returns false for the one that
 * prints a description of the document instead. */
static bool
read_flags(struct ft_doc_shape *shape, const struct ft_context *context,
    const char *text, const char *name)
{
	struct ft_word word;
	char flag[40];

	while (ft_word_next(&text, "+", &word)) {
		snprintf(flag, sizeof flag, "%.*s", (int)word.len, word.at);
		if (strcasecmp(flag, "complex") == 0) {
			shape->complex = true;
		} else if (strcasecmp(flag, "spec_only") == 0) {
			ft_cmd_error(
			    context, "the flag spec_only is not mirrored");
			return false;
		} else if (strcasecmp(flag, "prefer_refs") == 0) {
			if (ft_release_has(
				shape->parser, FT_RULE_REFS_BY_DEFAULT))
				fprintf(context->err,
				    "%s: " PREFIX "%s ignoring default flag "
				    "FLAG_PREFER_REFS\n",
				    context->program, name);
		} else if (*flag && strcasecmp(flag, "fast") != 0 &&
			   strcasecmp(flag, "minimize_refs") != 0) {
			fprintf(context->err,
			    "%s: warning: " PREFIX
			    "%s ignoring unknown flag %s\n",
			    context->program, name, flag);
		}
	}
	return true;
}

struct ft_doc *
ft_slurmdoc_open(const struct ft_slurmdoc *asked,
    const struct ft_context *context, struct ft_out *out, bool *failed)
{
	struct ft_doc_shape shape = { .release = context->release };
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	const char *flags = "";
	struct ft_doc *doc;

	*failed = false;
	if (asked->parser && strcasecmp(asked->parser, "list") == 0) {
		print_list(context, out);
		return NULL;
	}
	add_name(&name, asked->parser, context->release);
	if (strchr(ft_str_text(&name), '+')) {
		size_t len = strcspn(name.data, "+");

		flags = name.data + len + 1;
		name.data[len] = '\0';
	}
	*failed = true;
	if (!ft_release_parser(
		context->release, ft_str_text(&name), &shape.parser)) {
		refuse(asked, context, ft_str_text(&name));
		return NULL;
	}
	if (!read_flags(&shape, context, flags, name.data))
		return NULL;
	*failed = false;
	doc = ft_doc_open_slurm(out, asked->format, shape);
	ft_doc_begin(doc, NULL);
	return doc;
}

/* ---- the end ---------------------------------------------------------------------- */

/* Returns the name of the user's group; "" if it has none. */
static const char *
group_of(const char *user)
{
	const struct passwd *entry = getpwnam(user);
	const struct group *group = getgrgid(entry ? entry->pw_gid : getgid());

	return group ? group->gr_name : "";
}

void
ft_slurmdoc_close(struct ft_doc *doc, const struct ft_slurmdoc *asked,
    const struct ft_slurmdoc_call *call)
{
	const struct ft_session *session = call->session;
	const struct ft_context *context = call->context;
	struct ft_str parser FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_doc_meta meta = {
		.source = ttyname(STDIN_FILENO),
		.user = session->user,
		.group = group_of(session->user),
		.cluster = session->cluster_name,
		.word = call->argv,
	};

	add_name(&parser, asked->parser, context->release);
	meta.parser = parser.data;
	if (!ft_release_has(context->release, FT_RULE_WHOLE_COMMAND)) {
		meta.n_word = call->argc > 0 ? (size_t)call->argc - 1 : 0;
	} else if (call->argv == context->argv) {
		meta.n_word = (size_t)context->argc;
	} else {
		meta.word = context->typed;
		meta.n_word = (size_t)context->argc;
	}
	ft_doc_slurm_tail(doc, &meta);
	ft_doc_close(doc);
}
