#include "io/research/outagefile.h"

#include "base/text/hostlist.h"
#include "base/text/timefmt.h"
#include "io/text/logical.h"

#define WORDS 4

/* A word of a line, terminated in the arena. */
struct word {
	const char *text, *at; /* at: in the line */
};

static bool
is_number(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0';
}

static enum ft_status
read_time(const struct ft_logical *lines, const struct word *word,
    int64_t origin, int64_t *time, struct ft_error *err)
{
	bool good = false;

	if (is_number(word->text))
		good = ft_num_i64(word->text, time) && *time <= FT_TIME_LAST &&
		       ft_num_add_i64(origin, *time, time) &&
		       *time <= FT_TIME_LAST;
	else if (*word->text >= '0' && *word->text <= '9')
		good = ft_time_date(word->text, origin, false, time);
	if (good)
		return FT_OK;
	return ft_logical_fail(lines, word->at, err,
	    "'%.40s' is no date and no number of seconds", word->text);
}

static enum ft_status
take_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	size_t *n = ctx;

	(void)name;
	(void)err;
	*n += len > 0;
	return FT_OK;
}

static enum ft_status
read_what(const struct ft_logical *lines, const struct word *word,
    struct ft_outage *outage, struct ft_error *err)
{
	uint64_t procs;
	size_t names = 0;

	if (is_number(word->text)) {
		if (!ft_num_u64(word->text, &procs) || !procs ||
		    procs > INT32_MAX)
			return ft_logical_fail(lines, word->at, err,
			    "'%.40s' is no number of processors", word->text);
		outage->procs = (uint32_t)procs;
		return FT_OK;
	}
	if (ft_hostlist_each(word->text, take_name, &names, err) != FT_OK)
		return ft_logical_blame(lines, word->at, err);
	if (!names)
		return ft_logical_fail(lines, word->at, err, "no nodes");
	outage->nodes = word->text;
	return FT_OK;
}

/* Split the line into word[WORDS]; returns how many there are, WORDS + 1 if there
 * are more. */
static size_t
split(struct ft_outages *outages, const struct ft_logical *lines,
    struct word *word)
{
	const char *at = lines->at, *end = lines->at + lines->len;
	size_t n = 0;

	for (;;) {
		const char *from;

		while (at < end && ft_is_blank(*at))
			at++;
		if (at == end)
			return n;
		if (n == WORDS)
			return n + 1;
		from = at;
		while (at < end && !ft_is_blank(*at))
			at++;
		word[n++] = (struct word){ ft_arena_strndup(&outages->arena,
					       from, (size_t)(at - from)),
			from };
	}
}

static enum ft_status
read_line(struct ft_outages *outages, const struct ft_logical *lines,
    int64_t origin, struct ft_error *err)
{
	struct ft_outage outage = { .line = lines->line };
	struct word word[WORDS];
	size_t n = split(outages, lines, word);

	if (!n)
		return FT_OK;
	if (n < 3 || n > WORDS)
		return ft_logical_fail(lines, lines->at, err,
		    "a line is START END NODES [failure|maintenance], or has "
		    "a number of processors instead of nodes");
	FT_TRY(read_time(lines, &word[0], origin, &outage.start, err));
	FT_TRY(read_time(lines, &word[1], origin, &outage.end, err));
	if (outage.end <= outage.start)
		return ft_logical_fail(
		    lines, word[1].at, err, "it ends before it begins");
	FT_TRY(read_what(lines, &word[2], &outage, err));
	if (n == WORDS && strcmp(word[3].text, "maintenance") == 0)
		outage.drain = true;
	else if (n == WORDS && strcmp(word[3].text, "failure") != 0)
		return ft_logical_fail(lines, word[3].at, err,
		    "'%.40s' is neither failure nor maintenance", word[3].text);
	*ft_vec_add(outages->item, outages->n, outages->cap) = outage;
	return FT_OK;
}

enum ft_status
ft_outagefile_parse(struct ft_outages *outages, const struct ft_input *input,
    int64_t origin, struct ft_error *err)
{
	struct ft_logical lines;
	enum ft_status status;
	bool more = true;

	ft_logical_init(&lines, input->file, input->text, input->size);
	do {
		status = ft_logical_next(&lines, &more, err);
		if (status == FT_OK && more)
			status = read_line(outages, &lines, origin, err);
	} while (status == FT_OK && more);
	ft_logical_free(&lines);
	ft_outages_sort(outages);
	return status;
}
