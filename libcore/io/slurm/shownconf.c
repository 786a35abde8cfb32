#include "io/slurm/shownconf.h"

#include "base/cursor.h"
#include "base/text/word.h"
#include "model/conf/conf.h"

static struct ft_word
trim(struct ft_word word)
{
	while (word.len && *word.at == ' ') {
		word.at++;
		word.len--;
	}
	while (word.len && word.at[word.len - 1] == ' ')
		word.len--;
	return word;
}

/* Drop the TRES that are always there from those of AccountingStorageTRES. */
static struct ft_word
own_tres(struct ft_word value)
{
	static const char usual[] =
	    "cpu,mem,energy,node,billing,fs/disk,vmem,pages";
	size_t len = sizeof usual - 1;

	if (value.len < len || memcmp(value.at, usual, len) != 0)
		return value;
	len += value.len > len;
	return (struct ft_word){ value.at + len, value.len - len };
}

/* Whether VALUE says that KEY is not set. */
static bool
is_unset(struct ft_word key, struct ft_word value)
{
	static const char *const memory[] = { "DefMemPerCPU", "DefMemPerNode",
		"MaxMemPerCPU", "MaxMemPerNode" };

	for (size_t i = 0; i < FT_COUNT(memory); i++)
		if (ft_word_is(key, memory[i]))
			return ft_word_is(value, "UNLIMITED");
	return !value.len || ft_word_is(value, "(null)") ||
	       ft_word_is(value, "N/A");
}

/* "300 sec", "root(0)": without unit and id. */
static struct ft_word
plain(struct ft_word key, struct ft_word value)
{
	static const char *const units[] = { " sec", " min", " percent" };
	struct ft_word rest;

	for (size_t i = 0; i < FT_COUNT(units); i++) {
		size_t len = strlen(units[i]);

		if (value.len > len && *value.at >= '0' && *value.at <= '9' &&
		    !strncmp(value.at + value.len - len, units[i], len))
			value.len -= len;
	}
	if (ft_word_is(key, "SlurmUser"))
		(void)ft_word_split(&value, '(', &rest);
	return value;
}

static void
add_line(struct ft_str *conf, struct ft_word key)
{
	struct ft_word value;
	char name[64];

	if (!ft_word_split(&key, '=', &value))
		return;
	key = trim(key);
	value = trim(value);
	if (ft_word_is(key, "AccountingStorageTRES"))
		value = own_tres(value);
	if (!ft_word_copy(key, name, sizeof name) || is_unset(key, value) ||
	    (ft_conf_find(name) == FT_CONF_KEYS &&
		strcmp(name, "SLURM_VERSION") != 0))
		return;
	value = plain(key, value);
	ft_str_addf(conf, "%s=", name);
	/* a comment, in slurm.conf */
	for (size_t i = 0; i < value.len; i++)
		ft_str_addf(
		    conf, value.at[i] == '#' ? "\\%c" : "%c", value.at[i]);
}

bool
ft_shownconf_convert(const char *text, size_t size, struct ft_str *conf)
{
	static const char head[] = "Configuration data as of ";
	struct ft_cursor cursor;
	bool shown = false;

	if (size < sizeof head || memcmp(text, head, sizeof head - 1) != 0)
		return false;
	ft_cursor_init(&cursor, "", text, size);
	while (ft_cursor_line(&cursor)) {
		/* the sections of cgroup.conf and others follow */
		if (!shown && cursor.len)
			add_line(
			    conf, (struct ft_word){ cursor.at, cursor.len });
		shown |= !cursor.len;
		ft_str_add_char(conf, '\n');
	}
	return true;
}
