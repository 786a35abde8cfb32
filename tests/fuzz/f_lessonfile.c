/* Lessons: what is read has a tree, usages that add up, and notes in it. */
#include "base/text/real.h"
#include "fuzz/fuzz.h"
#include "io/lesson/lessonfile.h"

static void
check(const struct ft_lesson *lesson)
{
	const struct ft_tree *tree = lesson->tree;

	must(*lesson->title != '\0', "a title");
	must(tree && tree->n > 1, "a tree");
	for (uint32_t i = 0; i < tree->n; i++) {
		must(ft_tree_account(tree, &lesson->names, i) != NULL,
		    "a name for each account");
		must(lesson->usage[i] >= 0, "no negative usage");
		must(ft_real_cmp(lesson->usage[0], lesson->usage[i]) >= 0,
		    "the root used most");
	}
	for (size_t i = 0; i < lesson->n_note; i++) {
		const struct ft_lesson_note *note = &lesson->note[i];

		must(note->text && *note->text, "a note with a text");
		must(note->node == FT_NODE_NONE || note->node < tree->n,
		    "a note about a node");
		must(note->left == (note->at ? note->nth : 0),
		    "a note that waits");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_lesson lesson;
	struct ft_error err = { 0 };

	ft_lesson_init(&lesson);
	if (ft_lesson_parse(&lesson, "fuzz", (const char *)data, size, &err) !=
	    FT_OK)
		must_have_place(err.text);
	else
		check(&lesson);
	ft_lesson_free(&lesson);
	return 0;
}
