/* The head of a trace, and the names that its numbers stand for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "io/logical.h"
#include "io/swffile_int.h"

/* ---- names ------------------------------------------------------------------ */

uint32_t *
swf_slot_of(struct swf_numbered *numbered, size_t id)
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
swf_make_name(
    struct swf_reading *reading, struct swf_numbered *numbered, int64_t id)
{
	char name[32];
	int len =
	    snprintf(name, sizeof name, "%s%" PRId64, numbered->prefix, id);
	uint32_t index =
	    ft_trace_name(reading->trace, numbered->names, name, (size_t)len);

	if (id < SWF_DIRECT)
		*swf_slot_of(numbered, (size_t)id) = index + 1;
	return index;
}

/* ---- the head --------------------------------------------------------------- */

/* "3 name and what it is": number 3 is called so. */
static void
read_name(struct swf_reading *reading, struct swf_numbered *numbered,
    const char *text, size_t len)
{
	size_t i = 0, start;
	uint64_t id = 0;

	while (i < len && text[i] >= '0' && text[i] <= '9' && id < SWF_DIRECT)
		id = id * 10 + (uint64_t)(text[i++] - '0');
	if (!i || i == len || !ft_is_blank(text[i]) || id >= SWF_DIRECT)
		return;
	while (i < len && ft_is_blank(text[i]))
		i++;
	for (start = i; i < len && !ft_is_blank(text[i]);)
		i++;
	if (i > start)
		*swf_slot_of(numbered, (size_t)id) =
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
add_note(struct ft_trace *trace, const char *text, size_t len)
{
	struct ft_str note FT_CLEANUP(ft_str_free) = { 0 };

	if (!len)
		return;
	ft_str_add(&note, trace->note);
	if (note.len)
		ft_str_add_char(&note, '\n');
	ft_str_add_n(&note, text, len);
	trace->note = ft_arena_strdup(&trace->arena, ft_str_text(&note));
}

enum head {
	HEAD_PROCS,
	HEAD_NODES,
	HEAD_START,
	HEAD_COMPUTER,
	HEAD_NOTE,
	HEAD_QUEUE,
	HEAD_PARTITION,
	HEAD_USER,
	HEAD_GROUP,
	HEAD_QOS,
	HEADS
};

static const char *const heads[HEADS] = {
	[HEAD_PROCS] = "MaxProcs",
	[HEAD_NODES] = "MaxNodes",
	[HEAD_START] = "UnixStartTime",
	[HEAD_COMPUTER] = "Computer",
	[HEAD_NOTE] = "Note",
	[HEAD_QUEUE] = "Queue",
	[HEAD_PARTITION] = "Partition",
	[HEAD_USER] = "UserName",
	[HEAD_GROUP] = "GroupName",
	[HEAD_QOS] = "QosName",
};

static void
take_head(
    struct swf_reading *reading, enum head head, const char *text, size_t len)
{
	struct ft_trace *trace = reading->trace;

	switch (head) {
	case HEAD_PROCS:
		trace->procs = (uint32_t)read_count(text, len, UINT32_MAX);
		break;
	case HEAD_NODES:
		trace->nodes = (uint32_t)read_count(text, len, UINT32_MAX);
		break;
	case HEAD_START:
		trace->start = read_count(text, len, FT_TIME_LAST);
		reading->has_start = trace->start > 0;
		break;
	case HEAD_COMPUTER:
		trace->computer = ft_arena_strndup(&trace->arena, text, len);
		break;
	case HEAD_NOTE:
		add_note(trace, text, len);
		break;
	case HEAD_QUEUE:
		read_name(reading, &reading->queue, text, len);
		break;
	case HEAD_PARTITION:
		read_name(reading, &reading->partition, text, len);
		break;
	case HEAD_USER:
		read_name(reading, &reading->user, text, len);
		break;
	case HEAD_GROUP:
		read_name(reading, &reading->group, text, len);
		break;
	case HEAD_QOS:
		read_name(reading, &reading->qos, text, len);
		reading->has_qos = true;
		break;
	case HEADS:
		break;
	}
}

/* A comment: "; Name: value" says something, others do not. */
void
swf_read_comment(struct swf_reading *reading, const char *text, size_t len)
{
	const char *cr = memchr(text, '\r', len);

	len = cr ? (size_t)(cr - text) : len;
	while (len && (*text == ';' || ft_is_blank(*text))) {
		text++;
		len--;
	}
	while (len && ft_is_blank(text[len - 1]))
		len--;
	for (size_t head = 0; head < HEADS; head++) {
		size_t n = strlen(heads[head]);

		if (len <= n || text[n] != ':' ||
		    memcmp(text, heads[head], n) != 0 ||
		    memchr(text, '\0', len))
			continue;
		for (n++; n < len && ft_is_blank(text[n]);)
			n++;
		take_head(reading, (enum head)head, text + n, len - n);
		return;
	}
}
