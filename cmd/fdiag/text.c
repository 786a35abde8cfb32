/* text.c - the text of sdiag, line by line.  Source: sdiag(1); case l03-sdiag. */
#include "common/timetext.h"
#include "fdiag/fdiag.h"

enum kind { WORDS, NUMBER, TIME };

#define OF(member)      offsetof(struct ft_stats, member)
#define SAYS(text)      .words = (text)
#define COUNT(text, of) .words = (text), .kind = NUMBER, .at = OF(of)
#define WHEN(text, of)  .words = (text), .kind = TIME, .at = OF(of)
/* the line is left out as long as that is 0 */
#define IF(of) .needs = OF(of) + 1
#define NEWER  .since = FT_RELEASE_24_11

static const struct line {
	const char *words;
	enum kind kind;
	size_t at;
	size_t needs; /* 0: nothing */
	int width;    /* of the number */
	enum ft_release since;
} lines[] = {
#include "fdiag/line.def"
};

#undef OF
#undef SAYS
#undef COUNT
#undef WHEN
#undef IF
#undef NEWER

static uint64_t
value_of(const struct ft_stats *stats, size_t at)
{
	uint64_t value;

	memcpy(&value, (const char *)stats + at, sizeof value);
	return value;
}

static void
add_time(struct ft_str *str, uint64_t time)
{
	if (!time) {
		ft_str_add(str, "N/A");
		return;
	}
	ft_timetext_add_ctime(str, (int64_t)time);
	ft_str_addf(str, " (%" PRIu64 ")", time);
}

static void
add_line(
    const struct line *line, const struct ft_stats *stats, struct ft_str *str)
{
	uint64_t value = value_of(stats, line->at);

	ft_str_add(str, line->words);
	switch (line->kind) {
	case WORDS:
		break;
	case NUMBER:
		ft_str_addf(str, "%*" PRIu64, line->width, value);
		break;
	case TIME:
		add_time(str, value);
		break;
	}
	ft_str_add_char(str, '\n');
}

void
fdiag_text(
    const struct ft_stats *stats, enum ft_release release, struct ft_out *out)
{
	for (size_t i = 0; i < FT_COUNT(lines); i++)
		if (ft_release_within(
			release, lines[i].since, FT_RELEASE_ANY) &&
		    (!lines[i].needs ||
			value_of(stats, lines[i].needs - 1) > 0))
			add_line(&lines[i], stats, &out->text);
}
