/*
 * features.c - constraints: what a job asks of its nodes by feature (sbatch -C).
 *
 *   ib&big        each node has both; a comma is the same as &
 *   big|small     each node has one of them
 *   [big|small]   the same one on all nodes
 *   ib*2          two nodes have it, the others need not
 *   [big*1&small*2]
 *
 * Source: sbatch(1), --constraint; tests/oracle/cases/s50-feature-counts,
 * s51-feature-words.
 */

#include "model/machine/machine.h"

/* ---- does a node satisfy one --------------------------------------------------- */

/* What parts the names of an expression; a count behind `*` is no name. */
static const char marks[] = "&|,()[]*";

/* Brackets inside brackets; deeper ones are not looked at. */
#define DEPTH_MAX 32

/* Evaluate at *AT up to a closing bracket, from left to right. */
static bool
evaluate(const char *list, const char **at, int depth)
{
	bool so_far = true, either = false;

	while (**at && **at != ')' && **at != ']') {
		struct ft_word word = ft_word_until(*at, marks);
		bool value = true;

		if (word.len) {
			value = ft_list_holds(list, word);
			*at += word.len;
		} else if (**at == '(' || **at == '[') {
			++*at;
			value =
			    depth < DEPTH_MAX && evaluate(list, at, depth + 1);
			*at += **at != '\0';
		} else if (**at == '*') {
			*at += 1 + strspn(*at + 1, "0123456789");
			continue;
		} else {
			either = **at == '|';
			++*at;
			continue;
		}
		so_far = either ? so_far || value : so_far && value;
		either = false;
	}
	return so_far;
}

bool
ft_node_has_features(const struct ft_node *node, const char *expression)
{
	const char *at = expression;

	/* a closing bracket that nobody opened ends it */
	return evaluate(node->active, &at, 0);
}

bool
ft_features_hold(const char *all, const char *some)
{
	struct ft_word word;

	while (ft_word_next(&some, ",", &word))
		if (word.len && !ft_list_holds(all, word))
			return false;
	return true;
}

bool
ft_machine_knows_features(
    const struct ft_machine *machine, const char *expression)
{
	struct ft_word word;

	while (ft_word_next(&expression, marks, &word)) {
		size_t i = 0;

		while (i < machine->n_node && word.len &&
		       !ft_list_holds(machine->node[i].features, word))
			i++;
		if (word.len && i == machine->n_node)
			return false;
		if (word.at[word.len] == '*')
			expression += strcspn(expression, "&|,()[]");
	}
	return true;
}

/* ---- which texts are constraints ---------------------------------------------- */

/* How far a text has been read. */
struct reader {
	const char *at;
	char open[3]; /* brackets that are open: at most one of a kind */
	int depth;
	bool operand;    /* a name or a closing bracket came last */
	bool strict;     /* COUNTS_IN_BRACKETS */
	bool operators;  /* there is one */
	bool outside;    /* a count is outside of [...] */
	bool had_square; /* there may be only one [...] */
	unsigned parts, counted, ands; /* directly in [...] */
};

/* A count: digits of a number above 0; what follows up to the next mark is
 * ignored. */
static bool
read_count(struct reader *reader)
{
	const char *at = reader->at + 1;

	if (!reader->operand || at[-2] == ']' ||
	    (reader->depth && reader->open[reader->depth - 1] == '(') ||
	    strspn(at, "0") == strspn(at, "0123456789"))
		return false;
	reader->counted += reader->depth > 0;
	reader->outside |= reader->depth == 0;
	if (at[-2] == ')' && reader->strict && !reader->depth)
		return false;
	reader->at = at + strcspn(at, "&|,()[]");
	return true;
}

static bool
open_bracket(struct reader *reader)
{
	char bracket = *reader->at++;

	if (reader->operand || reader->depth == 2 ||
	    (reader->depth && reader->open[0] == bracket) ||
	    (bracket == '[' && reader->had_square) ||
	    (bracket == '[' && reader->depth && reader->strict))
		return false;
	reader->had_square |= bracket == '[';
	reader->open[reader->depth++] = bracket;
	return true;
}

/* Inside [...] either each part has a count and all are wanted, or none has one
 * and one of them is. */
static bool
close_bracket(struct reader *reader)
{
	bool square = *reader->at++ == ']';
	bool counts = reader->counted > 0;

	if (!reader->operand || !reader->depth ||
	    reader->open[--reader->depth] != (square ? '[' : '('))
		return false;
	if (!square) {
		reader->parts += reader->depth > 0;
		return true;
	}
	return counts ? reader->counted == reader->parts &&
			    reader->ands + 1 == reader->parts
		      : !reader->ands;
}

static bool
read_operator(struct reader *reader)
{
	bool inside = reader->depth && reader->open[reader->depth - 1] == '[';

	if (!reader->operand)
		return false;
	reader->operand = false;
	reader->operators = true;
	reader->ands += inside && *reader->at != '|';
	reader->at++;
	return true;
}

static bool
read_mark(struct reader *reader)
{
	switch (*reader->at) {
	case '*':
		return read_count(reader);
	case '(':
	case '[':
		return open_bracket(reader);
	case ')':
	case ']':
		return close_bracket(reader);
	case '&':
	case '|':
	case ',':
		return read_operator(reader);
	}
	if (reader->operand)
		return false;
	reader->at += strcspn(reader->at, marks);
	reader->operand = true;
	reader->parts +=
	    reader->depth && reader->open[reader->depth - 1] == '[';
	return true;
}

bool
ft_features_are_sound(const char *expression, enum ft_release release)
{
	struct reader reader = { .at = expression,
		.strict = ft_release_has(release, FT_RULE_COUNTS_IN_BRACKETS) };

	while (*reader.at)
		if (!read_mark(&reader))
			return false;
	return !reader.depth &&
	       !(reader.strict && reader.outside && reader.operators);
}

bool
ft_features_name(const char *all, const char *some)
{
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word;

	while (ft_word_next(&all, marks, &word)) {
		ft_str_addf(&names, "%.*s,", (int)word.len, word.at);
		if (word.at[word.len] == '*')
			all += strcspn(all, "&|,()[]");
	}
	return *some && !some[strcspn(some, ",()[]*")] &&
	       evaluate(ft_str_text(&names), &some, 0);
}

/* ---- parts --------------------------------------------------------------------- */

/* Returns the end of the part at AT: a name or (...). */
static const char *
end_of(const char *at)
{
	return *at == '(' ? at + strcspn(at, ")") + 1 : at + strcspn(at, marks);
}

size_t
ft_features_parts(const char *expression, struct ft_feature_part *part)
{
	const char *square = strchr(expression, '[');
	bool counts = strchr(expression, '*');
	const char *at = counts || !square ? expression : square + 1;
	size_t n = 0;

	if (!counts && !square)
		return 0;
	while (*at && (counts || *at != ']') && n < FT_FEATURE_PARTS) {
		const char *end = end_of(at);

		if (end == at) {
			at++;
			continue;
		}
		part[n] = (struct ft_feature_part){ at, 0 };
		at = end;
		if (*at == '*')
			part[n].count =
			    (uint32_t)ft_num_in_u32(strtoull(++at, NULL, 10));
		at += strcspn(at, "&|,()[]");
		n += !counts || part[n].count;
	}
	return n;
}

bool
ft_node_has_part(const struct ft_node *node, const struct ft_feature_part *part)
{
	const char *at = part->at;

	if (*at != '(')
		return ft_list_holds(node->active, ft_word_until(at, marks));
	at++;
	return evaluate(node->active, &at, 1);
}
