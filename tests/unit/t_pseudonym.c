/* Pseudonyms: their order, their gaps, the map. */
#include "io/site/pseudonym.h"

#include <string.h>

#include "tap/tap.h"

static struct ft_pseudonyms names;
static struct ft_str text;
static struct ft_error err;

static void
begin(void)
{
	ft_pseudonyms_free(&names);
	names = (struct ft_pseudonyms){ 0 };
	err = (struct ft_error){ 0 };
}

static const char *
of(enum ft_pseudonym_kind kind, const char *name)
{
	ft_str_clear(&text);
	ft_pseudonyms_add(&names, kind, ft_word_of(name), &text);
	return ft_str_text(&text);
}

static void
note(enum ft_pseudonym_kind kind, const char *list)
{
	struct ft_word name;

	while (ft_word_next(&list, " ", &name))
		ft_pseudonyms_add(&names, kind, name, &text);
}

static enum ft_status
parse(const char *map)
{
	begin();
	return ft_pseudonyms_parse(
	    &names, &(struct ft_input){ "m", map, strlen(map) }, &err);
}

static void
test_users(void)
{
	begin();
	is_str(of(FT_PSEUDONYM_USER, "zoe"), "", "a new name has none");
	note(FT_PSEUDONYM_USER, "u_1 U-1 u1 u10 u2 \xc3\xbc root");
	ok(ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err) == FT_OK, "users");
	/* - is 2d, 1 is 31, _ is 5f */
	is_str(of(FT_PSEUDONYM_USER, "u-1"), "u0010", "by bytes");
	is_str(of(FT_PSEUDONYM_USER, "u1"), "u0020", "digits after signs");
	is_str(of(FT_PSEUDONYM_USER, "u10"), "u0030", "10 after 1");
	is_str(of(FT_PSEUDONYM_USER, "u2"), "u0040", "and before 2");
	is_str(of(FT_PSEUDONYM_USER, "U_1"), "u0050", "in any case");
	is_str(of(FT_PSEUDONYM_USER, "zoe"), "u0060", "a letter");
	is_str(of(FT_PSEUDONYM_USER, "\xc3\xbc"), "u0070", "UTF-8 is last");
	is_str(of(FT_PSEUDONYM_USER, "ROOT"), "root", "root is itself");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "root"), "root", "as an account, too");
	is_u64(names.list[FT_PSEUDONYM_ACCOUNT].n, 0, "which is not noted");
}

static uint64_t
place_of(const char *account)
{
	return ft_pseudonyms_place(&names, ft_word_of(account));
}

static void
test_accounts(void)
{
	static const char list[] = "a a_b a-b ab";

	begin();
	note(FT_PSEUDONYM_ACCOUNT, list);
	ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err);
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a"), "a0010", "bytes: a");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a-b"), "a0020", "bytes: a-b");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a_b"), "a0030", "bytes: a_b");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "ab"), "a0040", "bytes: ab");
	begin();
	note(FT_PSEUDONYM_ACCOUNT, list);
	note(FT_PSEUDONYM_USER, "u u-1");
	ft_pseudonyms_give(&names, FT_SIBLINGS_UCA1400, &err);
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a-b"), "a0010", "bytes: a-b/");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a"), "a0020", "bytes: a/");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "a_b"), "a0030", "bytes: a_b/");
	is_str(of(FT_PSEUDONYM_ACCOUNT, "ab"), "a0040", "bytes: ab/");
	is_str(of(FT_PSEUDONYM_USER, "u-1"), "u0010", "users likewise");
	is_str(of(FT_PSEUDONYM_USER, "u"), "u0020", "0-u-1/ before 0-u/");
	is_u64(place_of("a_b"), 1, "uca1400: a_b/");
	is_u64(place_of("A-b"), 2, "uca1400: a-b/");
	is_u64(place_of("a"), 3, "uca1400: a/");
	is_u64(place_of("ab"), 4, "uca1400: ab/");
	is_u64(place_of("b"), 0, "unknown");
}

static void
test_nodes(void)
{
	begin();
	note(FT_PSEUDONYM_NODE, "n10 n9 n2 n11 gpu1 Gpu1");
	ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err);
	is_str(of(FT_PSEUDONYM_NODE, "Gpu1"), "n0001", "case matters");
	is_str(of(FT_PSEUDONYM_NODE, "gpu1"), "n0101", "a gap of 100");
	is_str(of(FT_PSEUDONYM_NODE, "n2"), "n0201", "another name");
	is_str(of(FT_PSEUDONYM_NODE, "n9"), "n0301", "a gap in the numbers");
	is_str(of(FT_PSEUDONYM_NODE, "n10"), "n0302", "10 follows 9");
	is_str(of(FT_PSEUDONYM_NODE, "n11"), "n0303", "11 follows 10");
}

static void
test_digits(void)
{
	char name[16];

	begin();
	/* 1000 x 10: twice as many need five digits */
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "x%04d", i);
		note(FT_PSEUDONYM_USER, name);
	}
	ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err);
	is_str(of(FT_PSEUDONYM_USER, "x0000"), "u00010", "five digits");
	is_str(of(FT_PSEUDONYM_USER, "x0999"), "u10000", "for all");
}

static void
test_gaps(void)
{
	is_i64(parse("# a map\nuser\tann\tu0010\nuser\tdan\tu0040\n"
		     "node\tn1\tn0001\nnode\tn3\tn0003\n"),
	    FT_OK, "a map");
	note(FT_PSEUDONYM_USER, "abe bob cy eve");
	note(FT_PSEUDONYM_NODE, "n2");
	is_i64(ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err), FT_OK,
	    "new names");
	is_str(of(FT_PSEUDONYM_USER, "ann"), "u0010", "one of the map stays");
	is_str(of(FT_PSEUDONYM_USER, "abe"), "u0005", "half of 0 and 10");
	is_str(of(FT_PSEUDONYM_USER, "bob"), "u0020", "10 and a third of 30");
	is_str(of(FT_PSEUDONYM_USER, "cy"), "u0030", "and two");
	is_str(of(FT_PSEUDONYM_USER, "eve"), "u0050", "at the end");
	is_str(of(FT_PSEUDONYM_NODE, "n2"), "n0002", "a node between two");
	ft_str_clear(&text);
	ft_pseudonyms_write(&names, &text);
	ok(strstr(text.data, "\nuser\tabe\tu0005\nuser\tann\tu0010\n") != NULL,
	    "the map is written in order");
	is_i64(parse("user\tann\tu0010\nuser\tcy\tu0012\n"), FT_OK, "a map");
	note(FT_PSEUDONYM_USER, "bea bob");
	is_i64(ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err), FT_EINVAL,
	    "two names between 10 and 12");
	is_str(err.text,
	    "the map has no room for the user 'bea': make a new map",
	    "are refused");
	is_i64(parse("user\tann\tu9999\n"), FT_OK, "a map");
	note(FT_PSEUDONYM_USER, "bob");
	is_i64(ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err), FT_EINVAL,
	    "nothing is after 9999");
	is_i64(parse("user\tann\tu0002\nuser\tcy\tu0001\n"), FT_OK, "a map");
	is_i64(ft_pseudonyms_give(&names, FT_SIBLINGS_LFT, &err), FT_EINVAL,
	    "in another order");
	is_str(err.text,
	    "the map has the user 'cy' in another order: make a new map",
	    "is refused");
}

static void
test_bad(void)
{
	static const struct {
		const char *map, *error;
	} row[] = {
		{ "group\tx\tg0010\n",
		    "m:1:1: expected user, account, node, "
		    "wckey, reservation, partition, qos, license or feature" },
		{ "user\n", "m:1:1: no name" },
		{ "user\tann\n", "m:1:9: expected a pseudonym such as u0010" },
		{ "user\tann\ta0010\n",
		    "m:1:10: expected a pseudonym such as u0010" },
		{ "user\tann\tu0000\n",
		    "m:1:10: expected a pseudonym such as u0010" },
		{ "user\tann\tu0010\nuser\tbob\tu00020\n",
		    "m:2:10: expected a pseudonym such as u0010" },
		{ "user\tann\tu0010\nuser\tANN\tu0020\n",
		    "m:2:6: the same name again" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++) {
		is_i64(parse(row[i].map), FT_EPARSE, "a bad map");
		is_str(err.text, row[i].error, "says where");
	}
}

int
main(void)
{
	test_users();
	test_accounts();
	test_nodes();
	test_digits();
	test_gaps();
	test_bad();
	ft_pseudonyms_free(&names);
	ft_str_free(&text);
	return done_testing();
}
