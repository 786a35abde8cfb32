/* state.c - the states of -t. */

#include "finfo/finfo.h"

static const struct {
	const char *word, *compact;
	unsigned flags, bases;
	enum ft_release since, until;
	bool unlisted;
} states[] = {
#define IS(id) FT_NODE_HAS_##id
#define IN(id) (1U << FT_NODE_BASE_##id)
#define BUSY   (IN(ALLOCATED) | IN(MIXED))
#define ANY    ((1U << FT_NODE_BASES) - 1)
#define NEVER  0
#define STATE(word, compact, flags, bases, since, until)                       \
	{ word, compact, flags, bases, since, until, false },
#define UNLISTED(word, compact, flags, bases, since, until)                    \
	{ word, compact, flags, bases, since, until, true },
#include "finfo/state.def"
};

static bool
is_known(const struct ft_context *context, size_t i)
{
	return ft_release_within(
	    context->release, states[i].since, states[i].until);
}

static void
add_list(struct ft_str *str, const struct ft_context *context, const char *sep)
{
	size_t start = str->len;

	for (size_t i = 0; i < FT_COUNT(states); i++)
		if (is_known(context, i) && !states[i].unlisted)
			ft_str_addf(str, "%s%s", str->len > start ? sep : "",
			    states[i].word);
}

enum ft_status
finfo_states_help(const struct ft_opt_use *use)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	add_list(&list, use->context, "\n");
	fprintf(use->context->out, "%s\n", ft_str_text(&list));
	return FT_OPT_STOP;
}

static enum ft_status
bad_state(
    const struct ft_context *context, struct ft_word word, struct ft_error *err)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	add_list(&list, context, ",");
	if (!context->slurm)
		return ft_fail(err, FT_EINVAL,
		    "unknown state of a node: '%.*s' (there are %s and all)",
		    (int)word.len, word.at, ft_str_text(&list));
	ft_cmd_error(
	    context, "Bad state string: \"%.*s\"", (int)word.len, word.at);
	ft_cmd_error(context, "valid states: %s", ft_str_text(&list));
	return FT_EINVAL;
}

static bool
begins(struct ft_word word, const char *name)
{
	return strncasecmp(name, word.at, word.len) == 0;
}

/* Whether states may be negated, and + joins them as & does. */
static bool
has_negation(const struct ft_context *context)
{
	return ft_release_has(context->release, FT_RULE_STATES_NEGATED);
}

/* One word of an alternative: "mixed", "~drain". */
static bool
add_term(struct finfo_args *args, struct ft_word word, bool or)
{
	struct finfo_term term = { .or = or };

	if (word.len > 1 && *word.at == '~' && has_negation(args->context)) {
		term.not = true;
		word.at++;
		word.len--;
	}
	if (begins(word, "all") && word.len == 3) {
		term.bases = ANY;
		*ft_vec_add(args->term, args->n_term, args->cap_term) = term;
		return true;
	}
	for (size_t i = 0; i < FT_COUNT(states); i++) {
		if (!is_known(args->context, i) ||
		    (!begins(word, states[i].word) &&
			!begins(word, states[i].compact)))
			continue;
		term.flags = states[i].flags;
		term.bases = states[i].bases;
		*ft_vec_add(args->term, args->n_term, args->cap_term) = term;
		return true;
	}
	return false;
}

enum ft_status
finfo_states_read(
    struct finfo_args *args, const char *text, struct ft_error *err)
{
	const char *joins = has_negation(args->context) ? "&+" : "&";
	/* for sinfo a list with & in it has no alternatives */
	bool all = args->context->slurm && strpbrk(text, joins);
	struct ft_word word, term;

	args->states = text;
	args->n_term = 0;
	while (ft_word_next(&text, ",", &word)) {
		char *part FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);
		const char *at = part;

		for (bool or = true; ft_word_next(&at, joins, &term);
		     or = or &&!term.len)
			if (term.len && !add_term(args, term,
					    or &&!(all && args->n_term > 0)))
				return bad_state(args->context, term, err);
	}
	return FT_OK;
}

bool
finfo_states_match(const struct finfo_args *args, unsigned state)
{
	unsigned base = 1U << ft_nodestate_base(state);
	bool found = false;

	if (!args->states)
		return true;
	for (size_t i = 0; i < args->n_term; i++) {
		const struct finfo_term *term = &args->term[i];
		bool is =
		    (state & term->flags) == term->flags && base & term->bases;

		if (term->or &&found)
			return true;
		found = (term->or || found) && is != term->not ;
	}
	return found;
}
