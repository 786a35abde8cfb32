#include "io/research/slotfile.h"

#include <string.h>

#include "tap/tap.h"

static void
test_events(void)
{
	static const char text[] =
	    "NodeName=h1 CPUs=4\n"
	    "0 start b1 B.q\n"
	    "\n"
	    "  5 START a1 A.q 4 # four\r\n"
	    "5 set A.q SubordinateList=\"slots=2(B.q, C)\"\n"
	    "7 suspend b1\n"
	    "8 resume b1\n"
	    "9 end b1";
	struct ft_slotfile file;
	struct ft_error err = { 0 };

	ok(ft_slotfile_parse(&file, "f", text, strlen(text), &err) == FT_OK,
	    "is read %s", err.text);
	is_u64(file.n, 6, "six events");
	is_str(file.conf, "NodeName=h1 CPUs=4\n\n\n\n\n\n\n\n",
	    "the settings, with their lines");
	is_str(file.event[0].task, "b1", "a task");
	is_u64(file.event[0].slots, 1, "one slot");
	is_u64(file.event[1].line, 4, "a line");
	is_i64(file.event[1].at, 5, "a time");
	is_str(file.event[1].queue, "A.q", "a queue");
	is_u64(file.event[1].slots, 4, "four slots");
	is_str(file.event[2].key, "SubordinateList", "a key");
	is_str(file.event[2].value, "slots=2(B.q, C)", "a quoted value");
	for (size_t i = 2; i < file.n; i++)
		is_str(ft_slot_verb_name(file.event[i].verb),
		    (const char *[]){
			"set", "suspend", "resume", "end" }[i - 2],
		    "a verb");
	ft_slotfile_free(&file);
}

static void
test_bad(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "1x start a A", "f:1:1: expected a time in seconds" },
		{ "99999999999999999999 start a A",
		    "f:1:1: expected a time in seconds" },
		{ "1", "f:1:2: expected start, end, suspend, resume or set" },
		{ "1 stop a",
		    "f:1:3: expected start, end, suspend, resume or set" },
		{ "1 start", "f:1:8: expected the name of a task" },
		{ "1 start # a A", "f:1:9: expected the name of a task" },
		{ "1 start a", "f:1:10: expected a queue" },
		{ "1 start a A 0", "f:1:13: expected a number of slots" },
		{ "1 start a A -1", "f:1:13: expected a number of slots" },
		{ "1 start a A 1 1", "f:1:15: expected the end of the line" },
		{ "\n1 end a", "f:2:7: this task was never started" },
		{ "1 start a A\n1 end a b",
		    "f:2:9: expected the end of the line" },
		{ "2 start a A\n1 start b A",
		    "f:2:1: earlier than the event above" },
		{ "1 set", "f:1:6: expected a queue" },
		{ "1 set A", "f:1:8: expected KEY=VALUE" },
		{ "1 set A key", "f:1:9: expected KEY=VALUE" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		struct ft_slotfile file;
		struct ft_error err = { 0 };

		ok(ft_slotfile_parse(&file, "f", row[i].text,
		       strlen(row[i].text), &err) == FT_EPARSE,
		    "'%s' is refused", row[i].text);
		is_str(err.text, row[i].want, "and why");
		ft_slotfile_free(&file);
	}
}

int
main(void)
{
	test_events();
	test_bad();
	return done_testing();
}
