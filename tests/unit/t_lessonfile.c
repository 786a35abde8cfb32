#include "io/lesson/lessonfile.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "algo/share/share.h"
#include "base/text/str.h"
#include "tap/tap.h"

static const char small[] = "# comment\n"
			    "Title:  Two users \n"
			    "\n"
			    "[about]\n"
			    "First line\n"
			    "  goes on.\n"
			    "\n"
			    "Second.\n"
			    "[settings]\n"
			    "FairTreeTies=slurm\n"
			    "[tree]\n"
			    "Cluster - 'tiny':Fairshare=1\n"
			    "Parent - 'root'\n"
			    "Account - 'chem':Fairshare=parent\n"
			    "Parent - 'chem'\n"
			    "User - 'ann':Fairshare=3:Partition='night'\n"
			    "User - 'bob'\n"
			    "[usage]\n"
			    "chem ann@night 300.5\n"
			    "chem - 10\n"
			    "[note rank * 2]\n"
			    "The last one.\n"
			    "[note sort root]\n"
			    "Sorted.\n";

static void
test_small(void)
{
	struct ft_lesson lesson;
	struct ft_error err = { 0 };
	const struct ft_tree *tree;

	ft_lesson_init(&lesson);
	if (!ok(ft_lesson_parse(&lesson, "t", small, sizeof small - 1, &err) ==
		    FT_OK,
		"is read"))
		bail("%s", err.text);
	is_str(lesson.title, "Two users", "title");
	is_str(lesson.about, "First line goes on.\n\nSecond.", "about");
	is_str(lesson.cluster, "tiny", "cluster");
	is_str(ft_conf_text(&lesson.conf, FT_CONF_FAIRTREE_TIES), "slurm",
	    "a setting");
	tree = lesson.tree;
	is_u64(tree->n, 4, "nodes");
	is_u64(tree->n_user, 2, "users");
	/* chem is transparent: chem, ann, bob are the family of the root */
	is_str(ft_tree_user(tree, &lesson.names, 2), "ann", "first user");
	is_u64(tree->shares[2], 3, "shares of ann");
	is_u64(tree->shares[3], 1, "shares of bob, by default");
	is_str(ft_names_get(&lesson.names.partition, tree->partition[2]),
	    "night", "partition");
	ok(tree->flags[1] & FT_NODE_PARENT, "chem has shares of its parent");
	is_real(lesson.usage[0], 310.5L, "usage of all");
	is_real(lesson.usage[2], 300.5L, "usage of ann");
	is_u64(lesson.n_note, 3, "notes, the about one too");
	is_u64(lesson.note[0].at, 0, "about is there from the start");
	is_u64(lesson.note[1].at, FT_LESSON_NOWHERE, "not placed yet");
	ft_lesson_free(&lesson);
}

/* Run LESSON and put its notes in place. */
static enum ft_status
play(struct ft_lesson *lesson, struct ft_share *share, struct ft_error *err)
{
	struct ft_share_input input = { .usage = NULL };
	struct ft_event_sink sink = ft_lesson_sink(lesson);
	enum ft_status status;

	(void)ft_share_params_of(&lesson->conf, NULL, &input.params);
	FT_TRY(
	    ft_lesson_reorder(lesson, ft_share_siblings(&input.params), err));
	input.tree = lesson->tree;
	input.usage = lesson->usage;
	status =
	    ft_share_run(ft_algo_find("fairtree"), &input, share, &sink, err);
	return status == FT_OK ? ft_lesson_place(lesson, err) : status;
}

static void
test_places(void)
{
	struct ft_lesson lesson;
	struct ft_share share = { 0 };
	struct ft_error err = { 0 };

	ft_lesson_init(&lesson);
	if (ft_lesson_parse(&lesson, "t", small, sizeof small - 1, &err))
		bail("%s", err.text);
	is_i64(play(&lesson, &share, &err), FT_OK, "all notes found");
	/*
	 * 1 start, 2 enter root, 3-5 level_fs, 6 sort root, 7 rank bob (no
	 * usage), 8 enter chem (its 4294967294 is before finite ones), 9 sort,
	 * 10 leave, 11 rank ann, 12 leave root, 13 end
	 */
	is_u64(lesson.n_event, 13, "events");
	is_u64(lesson.note[0].at, 0, "about");
	is_str(
	    lesson.note[1].text, "Sorted.", "notes in the order of the film");
	is_u64(lesson.note[1].at, 6, "once the root is sorted");
	is_str(lesson.note[2].text, "The last one.", "then the other");
	is_u64(lesson.note[2].at, 11, "the second rank");
	ft_share_free(&share);
	ft_lesson_free(&lesson);
}

/* ---- refused -------------------------------------------------------------- */

#define TREE "[tree]\nUser - 'ann'\n"

static void
test_refused(void)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "t:1:1: a lesson must start with \"Title: ...\"" },
		{ "hello\n", "t:1:1: a lesson must start with \"Title: ...\"" },
		{ "Title: a\nTitle: b\n", "t:2:1: a second title" },
		{ "Title: a\n", "t:1:1: missing section [tree]" },
		{ "Title: a\n[tree\n",
		    "t:2:1: a section must start with [name]" },
		{ "Title: a\n[tree] x\n",
		    "t:2:8: text after the section name" },
		{ "Title: a\n[]\n", "t:2:1: a section without a name" },
		{ "Title: a\n[song]\n", "t:2:1: unknown section 'song'" },
		{ "Title: a\n[tree x]\n",
		    "t:2:1: section 'tree' takes no arguments" },
		{ "Title: a\n" TREE "[tree]\n",
		    "t:4:1: section 'tree' is repeated" },
		{ "Title: a\n[note a b c d]\n",
		    "t:2:1: too many words for a section" },
		{ "Title: a\n[note]\n", "t:2:1: a note must name its step" },
		{ "Title: a\n[note sing]\n", "t:2:1: unknown step 'sing'" },
		{ "Title: a\n[note rank ann 0]\n",
		    "t:2:1: '0' is not the number of a step" },
		{ "Title: a\n" TREE "[note end]\n\n",
		    "t:4:1: a note without text" },
		{ "Title: a\n" TREE "[note rank eve]\nx\n",
		    "t:4:1: no 'eve' in the tree" },
		{ "Title: a\n[tree]\nAccount - 'ann'\nUser - 'ann'\n"
		  "[note rank ann]\nx\n",
		    "t:5:1: 'ann' is ambiguous" },
		{ "Title: a\n[settings]\nFoo=1\n" TREE,
		    "t:3:1: unknown setting 'Foo'" },
		{ "Title: a\n[tree]\nUser - 'ann':Fairshare=x\n",
		    "t:3:14: not a number of shares: 'x'" },
		{ "Title: a\n[tree]\nUser - 'ann'\nUser - 'ann'\n",
		    "t:4:1: a second user 'ann'" },
		{ "Title: a\n[tree]\nAccount - 'root'\n",
		    "t:3:1: a second account 'root'" },
		{ "Title: a\n[tree]\nParent - 'x'\n", "t:3:1: no account 'x'" },
		{ "Title: a\n[tree]\nQOS - 'x'\n",
		    "t:3:1: a lesson may only have clusters, accounts and "
		    "users, not "
		    "'QOS'" },
		{ "Title: a\n" TREE "[usage]\nroot eve 1\n",
		    "t:5:6: no 'eve' in account 'root'" },
		{ "Title: a\n" TREE "[usage]\nroot ann 1\nroot ann 2\n",
		    "t:6:1: a second usage of 'ann'" },
		{ "Title: a\x01\n", "t:1:9: control character 0x01" },
	};

	for (size_t i = 0; i < FT_COUNT(rows); i++) {
		struct ft_lesson lesson;
		struct ft_error err = { 0 };

		ft_lesson_init(&lesson);
		is_i64(ft_lesson_parse(&lesson, "t", rows[i].text,
			   strlen(rows[i].text), &err),
		    FT_EPARSE, "refused: %s", rows[i].want);
		is_str(err.text, rows[i].want, "message");
		ft_lesson_free(&lesson);
	}
}

static void
test_never(void)
{
	static const char text[] = "Title: a\n" TREE "[note merge]\nx\n";
	struct ft_lesson lesson;
	struct ft_share share = { 0 };
	struct ft_error err = { 0 };

	ft_lesson_init(&lesson);
	if (ft_lesson_parse(&lesson, "t", text, sizeof text - 1, &err))
		bail("%s", err.text);
	is_i64(play(&lesson, &share, &err), FT_EPARSE, "a step is missing");
	is_str(err.text, "t:4:1: this step never occurs", "and named");
	ft_share_free(&share);
	ft_lesson_free(&lesson);
}

/* ---- the bundled ones ----------------------------------------------------- */

/* What every user of the lessons gets: the vectors E1-E8 and published values. */
static const struct {
	const char *name, *factors;
} bundled[] = {
	{ "01-bedrock", "fred=0.2 barney=0.6 wilma=0.8 betty=0.4 slate=1" },
	/* LF: Acct2 .5/.25 = 2, Acct1 .5/.75; Acct16 1.5, Acct12 .75; UserC 2,
	 * UserA .5/.75 */
	{ "02-recipe", "UserD=1 UserA=0.25 UserC=0.5 UserB=0.75" },
	{ "03-no-usage", "a1=1 a2=1 b1=1" },
	{ "04-zero-shares", "a1=0.25 b1=0.75 b2=0.75 b3=1" },
	{ "05-parent-shares", "xp=0.666667 x1=0.166667 x2=0.333333 y1=0.5 q1=1 "
			      "q2=0.833333" },
	{ "06-user-and-account", "r=1 a1=1 a2=0.333333" },
	{ "07-tied-accounts", "a1=0.75 a2=0.5 b1=1 b2=0.25" },
	{ "08-three-tied",
	    "a1=1 a2=0.833333 b1=0.833333 b2=0.5 c1=0.5 c2=0.5" },
	{ "09-near-tie", "u1=0.75 u2=1 u3=0.25 u4=0.5" },
	{ "10-lost-tie", "a1=1 b1=0.5" },
	{ "11-three-rules", "a1=1 a2=0.875 k1=0.875 k2=0.625 m1=0.625 m2=0.375 "
			    "z1=0.375 z2=0.125" },
};

static void
read_file(const char *path, struct ft_str *text)
{
	FILE *file = fopen(path, "r");
	size_t got;

	if (!file)
		bail("cannot open %s", path);
	do {
		char *to = ft_str_reserve(text, 65536);

		got = fread(to, 1, 65536, file);
		text->len += got;
		text->data[text->len] = '\0';
	} while (got > 0);
	fclose(file);
}

/* Returns whether FACTORS names exactly the factors of the lesson. */
static bool
has_factors(const struct ft_lesson *lesson, const struct ft_share *share,
    const char *factors)
{
	char copy[256], *rest = copy, *word;
	uint32_t n = 0;

	snprintf(copy, sizeof copy, "%s", factors);
	while ((word = strtok_r(rest, " ", &rest))) {
		char *equal = strchr(word, '='), got[32];

		if (!equal)
			return false;
		*equal = '\0';
		for (uint32_t i = 0; i < lesson->tree->n; i++) {
			const char *user =
			    ft_tree_user(lesson->tree, &lesson->names, i);

			if (!user || strcmp(user, word) != 0)
				continue;
			snprintf(got, sizeof got, "%g", share->factor[i]);
			if (strcmp(got, equal + 1) != 0)
				diag("%s has %s", user, got);
			n += strcmp(got, equal + 1) == 0;
		}
	}
	return n == lesson->tree->n_user;
}

static void
test_bundled(void)
{
	glob_t files;

	for (size_t i = 0; i < FT_COUNT(bundled); i++) {
		struct ft_str path = { 0 }, text = { 0 };
		struct ft_lesson lesson;
		struct ft_share share = { 0 };
		struct ft_error err = { 0 };

		ft_lesson_init(&lesson);
		ft_str_addf(&path, "data/lessons/%s.lesson", bundled[i].name);
		read_file(path.data, &text);
		is_i64(ft_lesson_parse(
			   &lesson, path.data, text.data, text.len, &err),
		    FT_OK, "%s is read %s", bundled[i].name, err.text);
		is_i64(play(&lesson, &share, &err), FT_OK,
		    "its notes have places %s", err.text);
		ok(has_factors(&lesson, &share, bundled[i].factors),
		    "its factors");
		is_u64(lesson.note[0].at, 0, "it starts with a text");
		is_u64(lesson.note[lesson.n_note - 1].at, lesson.n_event,
		    "and ends with one");
		ft_share_free(&share);
		ft_lesson_free(&lesson);
		ft_str_free(&path);
		ft_str_free(&text);
	}
	if (glob("data/lessons/*.lesson", 0, NULL, &files) != 0)
		bail("no lessons");
	is_u64(files.gl_pathc, FT_COUNT(bundled), "no lesson without a test");
	globfree(&files);
}

int
main(void)
{
	test_small();
	test_places();
	test_refused();
	test_never();
	test_bundled();
	return done_testing();
}
