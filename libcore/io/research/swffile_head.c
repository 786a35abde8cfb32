/* swffile_head.c - the head of a trace, and the names for its numbers. */

#include "base/text/timefmt.h"
#include "io/text/logical.h"
#include "io/research/swffile_private.h"

/* ---- names ------------------------------------------------------------------ */

/* Returns the slot of ID < SWF_DIRECT. */
static uint32_t *
slot_of(struct swf_numbered *numbered, size_t id)
{
	if (id >= numbered->n) {
		size_t n = id < 512 ? 512 : SWF_DIRECT;

		numbered->index =
		    ft_realloc(numbered->index, n, sizeof *numbered->index);
		memset(numbered->index + numbered->n, 0,
		    (n - numbered->n) * sizeof *numbered->index);
		numbered->n = n;
	}
	return &numbered->index[id];
}

uint32_t
ft_swf_make_name(
    struct swf_reading *reading, struct swf_numbered *numbered, int64_t id)
{
	char name[32];
	int len =
	    snprintf(name, sizeof name, "%s%" PRId64, numbered->prefix, id);
	uint32_t index =
	    ft_trace_name(reading->trace, numbered->names, name, (size_t)len);

	if (id < SWF_DIRECT)
		*slot_of(numbered, (size_t)id) = index + 1;
	return index;
}

/* ---- the head --------------------------------------------------------------- */

/* "3 name and explanation": the name of number 3. */
static void
take_name(
    struct swf_reading *reading, void *member, const char *text, size_t len)
{
	struct swf_numbered *numbered = member;
	size_t i = 0, start;
	uint64_t id = 0;

	/* the first of them says that there is a 19th field */
	reading->has_qos = reading->has_qos || numbered == &reading->qos;
	while (i < len && text[i] >= '0' && text[i] <= '9' && id < SWF_DIRECT)
		id = id * 10 + (uint64_t)(text[i++] - '0');
	if (!i || i == len || !ft_is_blank(text[i]) || id >= SWF_DIRECT)
		return;
	while (i < len && ft_is_blank(text[i]))
		i++;
	for (start = i; i < len && !ft_is_blank(text[i]);)
		i++;
	if (i > start)
		*slot_of(numbered, (size_t)id) =
		    ft_trace_name(reading->trace, numbered->names, text + start,
			i - start) +
		    1;
}

/* The number TEXT begins with; 0: none, or not of LOW..HIGH. */
static int64_t
read_count(const char *text, size_t len, int64_t high)
{
	char word[24];
	int64_t value;
	size_t n = 0;

	while (n < len && n + 1 < sizeof word && text[n] >= '0' &&
	       text[n] <= '9') {
		word[n] = text[n];
		n++;
	}
	word[n] = '\0';
	return ft_num_i64(word, &value) && value <= high ? value : 0;
}

static void
take_note(
    struct swf_reading *reading, void *member, const char *text, size_t len)
{
	const char **notes = member;
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 };

	if (!len)
		return;
	ft_str_add(&note, *notes);
	if (note.len)
		ft_str_add_char(&note, '\n');
	ft_str_add_n(&note, text, len);
	*notes = ft_arena_strdup(&reading->trace->arena, ft_str_text(&note));
}

static void
take_count(
    struct swf_reading *reading, void *member, const char *text, size_t len)
{
	(void)reading;
	*(uint32_t *)member = (uint32_t)read_count(text, len, UINT32_MAX);
}

static void
take_start(
    struct swf_reading *reading, void *member, const char *text, size_t len)
{
	int64_t *start = member;

	*start = read_count(text, len, FT_TIME_LAST);
	reading->has_start = *start > 0;
}

static void
take_text(
    struct swf_reading *reading, void *member, const char *text, size_t len)
{
	*(const char **)member =
	    ft_arena_strndup(&reading->trace->arena, text, len);
}

/* The lines of the head, and the member each one sets. */
static const struct head {
	const char *name;
	void (*take)(struct swf_reading *reading, void *member,
	    const char *text, size_t len);
	bool of_trace; /* else of the reading */
	size_t at;
} heads[] = {
	{ "MaxProcs", take_count, true, offsetof(struct ft_trace, procs) },
	{ "MaxNodes", take_count, true, offsetof(struct ft_trace, nodes) },
	{ "UnixStartTime", take_start, true, offsetof(struct ft_trace, start) },
	{ "Computer", take_text, true, offsetof(struct ft_trace, computer) },
	{ "Note", take_note, true, offsetof(struct ft_trace, note) },
	{ "Queue", take_name, false, offsetof(struct swf_reading, queue) },
	{ "Partition", take_name, false,
	    offsetof(struct swf_reading, partition) },
	{ "UserName", take_name, false, offsetof(struct swf_reading, user) },
	{ "GroupName", take_name, false, offsetof(struct swf_reading, group) },
	{ "QosName", take_name, false, offsetof(struct swf_reading, qos) },
};

/* A comment: only "; Name: value" has a meaning. */
void
ft_swf_read_comment(struct swf_reading *reading, const char *text, size_t len)
{
	const char *cr = memchr(text, '\r', len);

	len = cr ? (size_t)(cr - text) : len;
	while (len && (*text == ';' || ft_is_blank(*text))) {
		text++;
		len--;
	}
	while (len && ft_is_blank(text[len - 1]))
		len--;
	for (size_t i = 0; i < FT_COUNT(heads); i++) {
		const struct head *head = &heads[i];
		size_t n = strlen(head->name);
		char *base =
		    head->of_trace ? (char *)reading->trace : (char *)reading;

		if (len <= n || text[n] != ':' ||
		    memcmp(text, head->name, n) != 0 || memchr(text, '\0', len))
			continue;
		for (n++; n < len && ft_is_blank(text[n]);)
			n++;
		head->take(reading, base + head->at, text + n, len - n);
		return;
	}
}
