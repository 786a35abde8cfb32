#include "io/research/slotfile.h"

#include "base/map.h"
#include "model/conf/pairs.h"

static const char *const verbs[] = { "start", "end", "suspend", "resume",
	"set" };

const char *
ft_slot_verb_name(enum ft_slot_verb verb)
{
	return verbs[verb];
}

struct reading {
	struct ft_slotfile *file;
	const char *name;
	const char *line;      /* its begin, in a copy */
	char *at;              /* the rest of it */
	struct ft_map started; /* names of tasks */
	struct ft_error *err;
};

static enum ft_status
fail(const struct reading *reading, const char *at, const char *what)
{
	const struct ft_slotfile *file = reading->file;

	return ft_fail(reading->err, FT_EPARSE, "%s:%u:%zu: %s", reading->name,
	    file->event[file->n - 1].line, (size_t)(at - reading->line) + 1,
	    what);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Split off the next word; "" at the end of the line or at a comment. */
static char *
word(struct reading *reading)
{
	char *at = reading->at, *from;

	while (is_blank(*at))
		at++;
	if (*at == '#')
		*at = '\0';
	from = at;
	while (*at && !is_blank(*at))
		at++;
	reading->at = at + (*at != '\0');
	*at = '\0';
	return from;
}

static enum ft_status
read_task(struct reading *reading, struct ft_slot_event *event)
{
	const char *name = word(reading);

	if (!*name)
		return fail(reading, name, "expected the name of a task");
	if (event->verb == FT_SLOT_START)
		ft_map_put(&reading->started, name, 1);
	else if (!ft_map_get(&reading->started, name, NULL))
		return fail(reading, name, "this task was never started");
	event->task = ft_arena_strdup(&reading->file->arena, name);
	return FT_OK;
}

static enum ft_status
read_queue(struct reading *reading, struct ft_slot_event *event)
{
	const char *name = word(reading);

	if (!*name)
		return fail(reading, name, "expected a queue");
	event->queue = ft_arena_strdup(&reading->file->arena, name);
	return FT_OK;
}

/* KEY=VALUE to the end of the line; the value may be quoted. */
static enum ft_status
read_pair(struct reading *reading, struct ft_slot_event *event)
{
	struct ft_arena *arena = &reading->file->arena;
	struct ft_pairs pairs;
	enum ft_status status = FT_OK;

	ft_pairs_init(&pairs, reading->at);
	if (ft_pairs_next(&pairs)) {
		event->key = ft_arena_strdup(arena, ft_str_text(&pairs.key));
		event->value =
		    ft_arena_strdup(arena, ft_str_text(&pairs.value));
	} else {
		status = fail(reading, reading->at, "expected KEY=VALUE");
	}
	ft_pairs_free(&pairs);
	reading->at += strlen(reading->at);
	return status;
}

static enum ft_status
read_rest(struct reading *reading, struct ft_slot_event *event)
{
	enum ft_status status;
	const char *more;

	if (event->verb == FT_SLOT_SET) {
		status = read_queue(reading, event);
		return status == FT_OK ? read_pair(reading, event) : status;
	}
	status = read_task(reading, event);
	if (status == FT_OK && event->verb == FT_SLOT_START)
		status = read_queue(reading, event);
	if (status != FT_OK)
		return status;
	more = word(reading);
	if (event->verb == FT_SLOT_START && *more) {
		if (!ft_num_u32(more, &event->slots) || event->slots == 0)
			return fail(
			    reading, more, "expected a number of slots");
		more = word(reading);
	}
	if (*more)
		return fail(reading, more, "expected the end of the line");
	return FT_OK;
}

static enum ft_status
read_event(struct reading *reading, unsigned line)
{
	struct ft_slotfile *file = reading->file;
	struct ft_slot_event *event;
	const char *at;
	size_t verb;

	event = ft_vec_add(file->event, file->n, file->cap);
	*event = (struct ft_slot_event){ .line = line, .slots = 1 };
	at = word(reading);
	if (!ft_num_i64(at, &event->at))
		return fail(reading, at, "expected a time in seconds");
	if (file->n > 1 && event->at < event[-1].at)
		return fail(reading, at, "earlier than the event above");
	at = word(reading);
	for (verb = 0; verb < FT_COUNT(verbs); verb++)
		if (strcasecmp(verbs[verb], at) == 0)
			break;
	if (verb == FT_COUNT(verbs))
		return fail(
		    reading, at, "expected start, end, suspend, resume or set");
	event->verb = (enum ft_slot_verb)verb;
	return read_rest(reading, event);
}

enum ft_status
ft_slotfile_parse(struct ft_slotfile *file, const char *name, const char *text,
    size_t len, struct ft_error *err)
{
	struct reading reading = { .file = file, .name = name, .err = err };
	enum ft_status status = FT_OK;
	char *copy FT_CLEANUP(ft_free_at) = ft_strndup(text, len);
	char *line = copy;
	struct ft_str conf = { 0 };

	*file = (struct ft_slotfile){ .n = 0 };
	for (unsigned n = 1; *line && status == FT_OK; n++) {
		size_t length = strcspn(line, "\n"), blanks;
		char *next = line + length + (line[length] == '\n');

		blanks = strspn(line, " \t");
		line[length] = '\0';
		if (line[blanks] >= '0' && line[blanks] <= '9') {
			reading.line = reading.at = line;
			status = read_event(&reading, n);
		} else {
			ft_str_add(&conf, line);
		}
		ft_str_add_char(&conf, '\n');
		line = next;
	}
	file->conf = ft_str_take(&conf);
	ft_map_clear(&reading.started);
	return status;
}

void
ft_slotfile_free(struct ft_slotfile *file)
{
	ft_free(file->event);
	ft_free(file->conf);
	ft_arena_clear(&file->arena);
	*file = (struct ft_slotfile){ .n = 0 };
}
