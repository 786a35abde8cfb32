#include "io/site/mapfile.h"

#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

static void
tell_words(struct ft_str *str, const char *name, const struct ft_sync_words *w)
{
	for (size_t i = 0; i < w->n; i++)
		ft_str_addf(str, "%s%s", i ? "," : name, w->item[i].text);
	if (w->n)
		ft_str_add_char(str, ';');
}

static void
tell_rules(struct ft_str *str, const struct ft_syncmap *map)
{
	static const char *const kinds[] = { "account", "group", "ignore",
		"user" };

	for (size_t i = 0; i < map->n_rule; i++) {
		const struct ft_sync_rule *rule = &map->rule[i];

		ft_str_addf(str, "%s(%u:%u) %s", kinds[rule->kind],
		    (unsigned)rule->at.line, (unsigned)rule->at.column,
		    rule->name);
		if (rule->account)
			ft_str_addf(str, " account=%s", rule->account);
		for (size_t s = 0; s < rule->settings.n; s++) {
			const struct ft_sync_setting *setting =
			    &map->setting[rule->settings.first + s];

			ft_str_addf(str, " %s=<%s>(%u:%u)", setting->key,
			    setting->value, (unsigned)setting->value_at.line,
			    (unsigned)setting->value_at.column);
		}
		ft_str_add_char(str, ';');
	}
}

static const char *
read_all(const char *text)
{
	static struct ft_str str;
	struct ft_syncmap map;
	struct ft_error err = { 0 };

	ft_str_clear(&str);
	ft_syncmap_init(&map, "m");
	if (ft_mapfile_parse(&map, text, strlen(text), &err) != FT_OK) {
		ft_str_add(&str, err.text);
	} else {
		if (map.cluster.text)
			ft_str_addf(&str, "cluster=%s;", map.cluster.text);
		if (map.min_uid_at.line)
			ft_str_addf(&str, "minuid=%u;", (unsigned)map.min_uid);
		if (map.members)
			ft_str_addf(&str, "members=%s;",
			    ft_sync_members_names[map.members]);
		if (map.default_first || map.default_always)
			ft_str_addf(&str, "default=%s%s;",
			    map.default_first ? "first" : "primary",
			    map.default_always ? " always" : "");
		if (map.leave)
			ft_str_addf(&str, "leave=%s%s%s;",
			    ft_sync_leave_names[map.leave],
			    map.leave_to.text ? " " : "",
			    map.leave_to.text ? map.leave_to.text : "");
		tell_words(&str, "exclude=", &map.exclude);
		tell_words(&str, "nologin=", &map.nologin);
		tell_rules(&str, &map);
	}
	ft_syncmap_free(&map);
	return ft_str_text(&str);
}

static void
test_good(void)
{
	/* clang-format off */
	static const struct { const char *text, *want; } row[] = {
		{ "", "" },
		{ "\n # nothing\n\t\n", "" },
		{ "cluster tux\nminuid 1000\n", "cluster=tux;minuid=1000;" },
		{ "members primary\ndefault first always\n",
		    "members=primary;default=first always;" },
		{ "members all\ndefault primary\nleave delete\n", "" },
		{ "default primary always", "default=primary always;" },
		{ "leave move alumni\n", "leave=move alumni;" },
		{ "Leave Zero\n", "leave=zero;" },
		{ "exclude root svc-*\nexclude *-test # some\n"
		  "nologin /bin/false",
		    "exclude=root,svc-*,*-test;nologin=/bin/false;" },
		{ "account science shares=50\n",
		    "account(1:9) science shares=<50>(1:24);" },
		{ "account a description=\"Natural sciences\" org='it''s'\n",
		    "account(1:9) a description=<Natural sciences>(1:23) "
		    "org=<its>(1:46);" },
		{ "account \"two words\"", "account(1:9) two words;" },
		{ "group physics\n", "group(1:7) physics;" },
		{ "group hpc-* shares=2 account=x-* parent=science\n",
		    "group(1:7) hpc-* account=x-* shares=<2>(1:20) "
		    "parent=<science>(1:41);" },
		{ "group a \\\n  parent=b\n",
		    "group(1:7) a parent=<b>(2:10);" },
		{ "ignore tmp-* old\n", "ignore(1:8) tmp-*;ignore(1:14) old;" },
		{ "user bob@physics grptres=cpu=4,mem=1\n",
		    "user(1:6) bob account=physics grptres=<cpu=4,mem=1>"
		    "(1:26);" },
		{ "user *@h-* qos=a\nuser x qos=+b\n",
		    "user(1:6) * account=h-* qos=<a>(1:16);"
		    "user(2:6) x qos=<+b>(2:12);" },
	};
	/* clang-format on */

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(read_all(row[i].text), row[i].want, "text %zu", i);
}

static void
test_refused(void)
{
	/* clang-format off */
	static const struct { const char *text, *want; } row[] = {
		{ "grup physics\n", "m:1:1: unknown word 'grup'" },
		{ "\n  group=physics\n", "m:2:3: unknown word 'group'" },
		{ "cluster\n", "m:1:1: cluster needs a name" },
		{ "cluster a b\n", "m:1:11: cluster takes one word" },
		{ "cluster a\ncluster a\n", "m:2:1: cluster again" },
		{ "minuid x\n", "m:1:8: a uid is a number, not 'x'" },
		{ "minuid\n", "m:1:1: minuid needs a number" },
		{ "members some\n",
		    "m:1:9: members needs all, listed or primary" },
		{ "members\n", "m:1:1: members needs all, listed or primary" },
		{ "members all now\n", "m:1:13: members does not take 'now'" },
		{ "default last\n", "m:1:9: default needs primary or first" },
		{ "default first x\n", "m:1:15: default does not take 'x'" },
		{ "leave soon\n",
		    "m:1:7: leave needs delete, zero, keep or move" },
		{ "leave move\n", "m:1:7: leave move needs an account" },
		{ "leave move a b\n", "m:1:14: leave does not take 'b'" },
		{ "leave zero a\n", "m:1:12: leave does not take 'a'" },
		{ "exclude\n", "m:1:1: exclude needs a name" },
		{ "exclude a=b\n", "m:1:9: exclude needs a name" },
		{ "exclude a*b*\n", "m:1:9: a pattern may have only one *" },
		{ "account\n", "m:1:1: account needs a name" },
		{ "account x*\n", "m:1:9: an account cannot be a pattern" },
		{ "account x shares\n",
		    "m:1:11: expected NAME=VALUE, not 'shares'" },
		{ "account x shares=\n", "m:1:11: no value for 'shares'" },
		{ "account x =5\n", "m:1:11: expected NAME=VALUE, not ''" },
		{ "account x d=\"a\n", "m:1:13: this quote is not closed" },
		{ "group a account=b account=c\n", "m:1:19: duplicate account=" },
		{ "group a account=\n", "m:1:9: missing account" },
		{ "group a account=x-*\n",
		    "m:1:17: * has nothing to match: the group has no *" },
		{ "group a* account=**\n",
		    "m:1:18: a pattern may have only one *" },
		{ "ignore\n", "m:1:1: ignore needs a name" },
		{ "user bob\n", "m:1:6: user needs a setting" },
		{ "user @a shares=1\n",
		    "m:1:6: expected USER or USER@ACCOUNT" },
		{ "user a@ shares=1\n",
		    "m:1:6: expected USER or USER@ACCOUNT" },
		{ "user a shares 1\n",
		    "m:1:8: expected NAME=VALUE, not 'shares'" },
		{ "# x\x01\n", "m:1:4: control character 0x01" },
	};
	/* clang-format on */

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(read_all(row[i].text), row[i].want, "refused %zu", i);
}

int
main(void)
{
	test_good();
	test_refused();
	return done_testing();
}
