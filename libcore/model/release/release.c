/* release.c - the tables of releases and of what differs between them. */
#include "model/release/release.h"

const struct ft_release_info ft_releases[FT_RELEASES] = {
#define RELEASE(id, name_, version_, parser_, rpc_, recorded_, parsers_)       \
	[FT_RELEASE_##id] = { .name = name_,                                   \
		.version = version_,                                           \
		.parser = parser_,                                             \
		.rpc = rpc_,                                                   \
		.recorded = recorded_,                                         \
		.parsers = parsers_ },
#include "model/release/release.def"
#undef RELEASE
};

#define FT_RELEASE_ALWAYS 0 /* until: no end */
const struct ft_release_rule_info ft_release_rules[FT_RULES + 1] = {
#define RULE(id_, since_, until_, place_, sentence_, case_)                    \
	[FT_RULE_##id_] = { .id = #id_,                                        \
		.since = FT_RELEASE_##since_,                                  \
		.until = FT_RELEASE_##until_,                                  \
		.place = place_,                                               \
		.sentence = sentence_,                                         \
		.recorded = case_ },
#include "model/release/rule.def"
#undef RULE
	[FT_RULES] = { 0 },
};

/*
 * The year and month of TEXT, "YY.MM" with anything before that is no digit and
 * a patch level after it, as one number: 2411.
 */
static bool
parse_number(const char *text, uint32_t *number)
{
	const char *at = text + strcspn(text, "0123456789");
	struct ft_word year = ft_word_until(at, "."), month;
	uint32_t years, months;
	char digits[3];

	if (year.len != 2 || !at[2] ||
	    !ft_word_copy(year, digits, sizeof digits) ||
	    !ft_num_u32(digits, &years))
		return false;
	month = ft_word_until(at + 3, ".-");
	if (month.len != 2 || !ft_word_copy(month, digits, sizeof digits) ||
	    !ft_num_u32(digits, &months) || months < 1 || months > 12)
		return false;
	*number = years * 100 + months;
	return true;
}

bool
ft_release_parse(const char *text, enum ft_release *release)
{
	uint32_t number, row;

	if (!parse_number(text, &number))
		return false;
	*release = FT_RELEASE_22_05;
	for (enum ft_release at = FT_RELEASE_22_05; at < FT_RELEASES; at++)
		if (parse_number(ft_releases[at].name, &row) && row <= number)
			*release = at;
	return true;
}

bool
ft_release_is(enum ft_release release, const char *text)
{
	uint32_t a, b;

	return parse_number(text, &a) &&
	       parse_number(ft_releases[release].name, &b) && a == b;
}

bool
ft_release_parser(
    enum ft_release release, const char *name, enum ft_release *shape)
{
	const char *list = ft_releases[release].parsers;
	struct ft_word word;

	while (ft_word_next(&list, " ", &word)) {
		if (strlen(name) != word.len ||
		    strncmp(name, word.at, word.len) != 0)
			continue;
		for (*shape = 0; *shape < FT_RELEASES; (*shape)++)
			if (strcmp(ft_releases[*shape].parser, name) == 0)
				return true;
	}
	return false;
}

bool
ft_release_within(
    enum ft_release release, enum ft_release since, enum ft_release until)
{
	return release == FT_RELEASE_ANY ||
	       (release >= since && (!until || release < until));
}

bool
ft_release_has(enum ft_release release, enum ft_release_rule rule)
{
	return ft_release_within(release, ft_release_rules[rule].since,
	    ft_release_rules[rule].until);
}
