/* listkey: words of lists, found once each and replaced where they stand. */
#include <string.h>

#include "model/conf/listkey.h"
#include "model/conf/sched.h"
#include "tap/tap.h"

static struct ft_listkey
find(enum ft_conf_key list, const char *name)
{
	struct ft_listkey key = { .name = NULL };

	for (size_t i = 0; ft_listkey_at(i, &key); i++)
		if (key.list == list && !strcmp(key.name, name))
			return key;
	bail("no word %s", name);
}

static void
puts_word(const char *list, const struct ft_listkey *key, const char *value,
    const char *want)
{
	struct ft_str str = { 0 };

	ft_listkey_put(&str, list, key, value);
	is_str(ft_str_text(&str), want, "%s, %s: %s", list, key->name,
	    value ? value : "none");
	ft_str_free(&str);
}

static void
test_rows(void)
{
	const struct ft_listkey number =
	    find(FT_CONF_SCHEDULER_PARAMETERS, "bf_interval");
	const struct ft_listkey word =
	    find(FT_CONF_PREEMPT_PARAMETERS, "strict_order");
	const struct ft_listkey flag =
	    find(FT_CONF_PRIORITY_FLAGS, "NO_FAIR_TREE");
	struct ft_listkey key;
	size_t n = 0, switches = 0;

	ok(!number.is_switch && number.low == -1 && number.high == 10800,
	    "a number with its range");
	ok(word.is_switch && flag.is_switch, "switches");
	while (ft_listkey_at(n, &key)) {
		n++;
		switches += key.is_switch;
	}
	ok(n > FT_SCHED_KEYS + FT_PREEMPT_WORDS && switches > 10,
	    "%zu words, %zu of them switches", n, switches);
}

static void
test_put(void)
{
	const struct ft_listkey number =
	    find(FT_CONF_SCHEDULER_PARAMETERS, "bf_interval");
	const struct ft_listkey word =
	    find(FT_CONF_SCHEDULER_PARAMETERS, "defer");

	puts_word("", &number, "30", "bf_interval=30");
	puts_word("defer", &number, "30", "defer,bf_interval=30");
	puts_word("a,BF_Interval=7,b", &number, "30", "a,bf_interval=30,b");
	puts_word(
	    "bf_interval=7,b,bf_interval=8", &number, "30", "bf_interval=30,b");
	/* other words that begin or end alike stay */
	puts_word("bf_interval_x=7,xbf_interval=8", &number, "30",
	    "bf_interval_x=7,xbf_interval=8,bf_interval=30");
	puts_word("a,b=1", &word, "", "a,b=1,defer");
	puts_word("a,DEFER,b=1", &word, "", "a,defer,b=1");
	puts_word("defer,a,defer=x", &word, NULL, "a");
	puts_word("defer", &word, NULL, "");
	puts_word("deferred,a", &word, NULL, "deferred,a");
}

/* What is put in is what is read. */
static void
test_read(void)
{
	struct ft_conf conf;
	struct ft_sched sched;
	struct ft_error err;
	struct ft_listkey key;
	bool good = true;

	for (size_t i = 0; i < FT_SCHED_KEYS && ft_listkey_at(i, &key); i++) {
		struct ft_str str = { 0 };

		ft_listkey_put(
		    &str, "bf_interval=11,defer,bf_window=77", &key, "1");
		ft_conf_init(&conf);
		good = good && ft_conf_set(&conf, key.list, ft_str_text(&str),
				   "here", &err) == FT_OK;
		ft_sched_read(&sched, &conf);
		good = good && sched.value[i] == 1;
		ft_conf_free(&conf);
		ft_str_free(&str);
	}
	ok(good, "each word of SchedulerParameters is read as it was put");
}

int
main(void)
{
	test_rows();
	test_put();
	test_read();
	return done_testing();
}
