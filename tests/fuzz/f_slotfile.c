/*
 * Files of events for fsim slotwise: what was read is in order, and settings
 * stay on their lines.
 */
#include "fuzz/fuzz.h"
#include "io/research/slotfile.h"

static size_t
lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static void
must_hold(const struct ft_slotfile *file)
{
	for (size_t i = 0; i < file->n; i++) {
		const struct ft_slot_event *event = &file->event[i];

		must(!i || event[-1].at <= event->at, "the order of times");
		must(!i || event[-1].line < event->line, "the order of lines");
		must(event->line <= lines(file->conf), "a line of the file");
		must(event->slots > 0, "some slots");
		if (event->verb == FT_SLOT_SET)
			must(event->queue && event->key && event->value,
			    "what is set");
		else
			must(event->task && *event->task, "a task");
		if (event->verb == FT_SLOT_START)
			must(event->queue && *event->queue, "a queue");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_slotfile file;
	struct ft_error err = { 0 };

	if (ft_slotfile_parse(&file, "fuzz", (const char *)data, size, &err) ==
	    FT_OK) {
		must_hold(&file);
	} else {
		must(!strncmp(err.text, "fuzz:", 5), "a place");
		must(!strchr(err.text, '\n'), "a message of one line");
	}
	ft_slotfile_free(&file);
	return 0;
}
