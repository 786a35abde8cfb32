/* complete.c - what the next word of a command of fcontrol may be. */
#include "common/complete.h"

#include "fcontrol/fcontrol.h"
#include "model/machine/machine.h"
#include "model/reservation/reservation.h"
#include "sim/update/update.h"

/* Keys and entities whose values are names. */
static const struct {
	const char *key;
	size_t least;
	enum ft_complete kind;
} kinds[] = {
	{ "jobs", 1, FT_COMPLETE_JOB },
	{ "jobid", 3, FT_COMPLETE_JOB },
	{ "partitions", 1, FT_COMPLETE_PARTITION },
	{ "partitionname", 3, FT_COMPLETE_PARTITION },
	{ "nodes", 1, FT_COMPLETE_NODE },
	{ "nodename", 5, FT_COMPLETE_NODE },
	{ "nodelist", 8, FT_COMPLETE_NODE },
	{ "excnodelist", 3, FT_COMPLETE_NODE },
	{ "reqnodelist", 8, FT_COMPLETE_NODE },
	{ "reservations", 1, FT_COMPLETE_RESERVATION },
	{ "reservationname", 3, FT_COMPLETE_RESERVATION },
	{ "accounts", 1, FT_COMPLETE_ACCOUNT },
	{ "allowaccounts", 13, FT_COMPLETE_ACCOUNT },
	{ "denyaccounts", 12, FT_COMPLETE_ACCOUNT },
	{ "users", 1, FT_COMPLETE_USER },
	{ "userid", 5, FT_COMPLETE_USER },
	{ "qos", 2, FT_COMPLETE_QOS },
	{ "allowqos", 8, FT_COMPLETE_QOS },
	{ "denyqos", 7, FT_COMPLETE_QOS },
	{ "wckey", 1, FT_COMPLETE_WCKEY },
};

static enum ft_complete
kind_of(struct ft_word word)
{
	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (ft_word_abbreviates(word, kinds[i].key, kinds[i].least))
			return kinds[i].kind;
	return FT_COMPLETE_NONE;
}

/* NAME in lower case, as a key or a word. */
static void
offer(const struct ft_completer *to, const char *word, const char *name,
    bool key, const char *text)
{
	struct ft_str lower FT_CLEANUP(ft_str_free) = { 0 };

	for (; *name; name++)
		ft_str_add_char(&lower, (char)tolower((unsigned char)*name));
	if (key)
		ft_complete_key(to, "", word, ft_str_text(&lower), text);
	else
		ft_complete_word(to, "", word, ft_str_text(&lower), text);
}

/* ---- keys ------------------------------------------------------------------ */

static void
offer_job_keys(const struct ft_completer *to, const char *word)
{
	for (const struct ft_update_key *row = ft_update_keys; row->name; row++)
		if (!(row->flags & FT_UPDATE_SLURM))
			offer(to, word, row->name, true, row->sentence);
}

static void
offer_node_keys(const struct ft_completer *to, const char *word)
{
	static const char *const keys[] = { "state", "reason", "weight",
		"features", "gres" };

	for (size_t i = 0; i < FT_COUNT(keys); i++)
		offer(to, word, keys[i], true, "");
}

static void
offer_partition_keys(const struct ft_completer *to, const char *word)
{
	const char *key;

	for (size_t i = 0; (key = ft_machine_partition_key_at(i)); i++)
		offer(to, word, key, true, "");
}

static void
offer_reservation_keys(const struct ft_completer *to, const char *word)
{
	for (size_t i = 0; i < FT_RESERVATION_KEYS; i++)
		offer(to, word, ft_reservation_keys[i].name,
		    ft_reservation_keys[i].value != NULL,
		    ft_reservation_keys[i].sentence);
}

/* Offer the keys of the record that ABOUT names, "jobid=12". */
static void
offer_keys(const struct ft_completer *to, const char *about, const char *word)
{
	static const struct {
		enum ft_complete kind;
		void (*offer)(const struct ft_completer *to, const char *word);
	} keys[] = {
		{ FT_COMPLETE_JOB, offer_job_keys },
		{ FT_COMPLETE_USER, offer_job_keys },
		{ FT_COMPLETE_NODE, offer_node_keys },
		{ FT_COMPLETE_PARTITION, offer_partition_keys },
		{ FT_COMPLETE_RESERVATION, offer_reservation_keys },
	};
	struct ft_word key = ft_word_until(about, "=");

	if (ft_word_abbreviates(key, "config", 3)) {
		ft_complete_names(to, FT_COMPLETE_SETTING, "", word);
		return;
	}
	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (keys[i].kind == kind_of(key))
			keys[i].offer(to, word);
}

/* ---- values ---------------------------------------------------------------- */

static void
offer_value(const struct ft_completer *to, const char *about, const char *word)
{
	struct ft_word key = ft_word_until(word, "=");
	const char *value = key.at + key.len + 1;
	enum ft_complete kind = kind_of(key);
	struct ft_str head FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_n(&head, word, key.len + 1);
	if (kind != FT_COMPLETE_NONE)
		ft_complete_list(to, kind, ft_str_text(&head), value);
	else if (ft_word_abbreviates(key, "state", 5))
		ft_complete_words(to, ft_str_text(&head), value,
		    kind_of(ft_word_until(about, "=")) == FT_COMPLETE_NODE
			? "DOWN|DRAIN|IDLE|RESUME"
			: "DOWN|DRAIN|INACTIVE|UP");
}

/* ---- verbs ----------------------------------------------------------------- */

static void
offer_table(const struct ft_completer *to, const struct fcontrol_name *row,
    const char *word, bool key)
{
	for (; row->name; row++)
		offer(to, word, row->name,
		    key && strcasecmp(row->name, "config") != 0, row->sentence);
}

static void
complete_show(const struct ft_completer *to, int argc, char *const *argv)
{
	const char *word = argv[argc - 1];

	if (strchr(word, '='))
		offer_value(to, "", word);
	else if (argc == 1)
		offer_table(to, fcontrol_entities, word, false);
	else if (ft_word_abbreviates(ft_word_of(argv[0]), "assoc_mgr", 2) ||
		 ft_word_abbreviates(ft_word_of(argv[0]), "cache", 2))
		ft_complete_words(to, "", word, "users=|accounts=|qos=|flags=");
	else
		ft_complete_list(to, kind_of(ft_word_of(argv[0])), "", word);
}

static void
complete_update(const struct ft_completer *to, int argc, char *const *argv)
{
	const char *word = argv[argc - 1];

	if (strchr(word, '='))
		offer_value(to, argv[0], word);
	else if (argc == 1)
		offer_table(to, fcontrol_changes, word, true);
	else
		offer_keys(to, argv[0], word);
}

/* create, delete: "partition", "reservation", or their keys. */
static void
complete_other(
    const struct ft_completer *to, bool make, int argc, char *const *argv)
{
	const char *word = argv[argc - 1];

	if (strchr(word, '='))
		offer_value(to, argv[0], word);
	else if (argc == 1)
		ft_complete_words(to, "", word,
		    "partition|reservation|partitionname=|reservationname=");
	else if (make)
		offer_keys(to, argv[0], word);
	else
		ft_complete_list(
		    to, kind_of(ft_word_until(argv[0], "=")), "", word);
}

static bool
takes_jobs(struct ft_word verb)
{
	static fcontrol_verb_fn *const runs[] = { fcontrol_do_jobs,
		fcontrol_top, fcontrol_wait_job, fcontrol_list_pids };

	for (const struct fcontrol_name *row = fcontrol_verbs; row->name; row++)
		for (size_t i = 0; i < FT_COUNT(runs); i++)
			if (runs[i] == row->run && row->sentence &&
			    ft_word_abbreviates(verb, row->name, 3))
				return true;
	return false;
}

void
fcontrol_complete(const struct ft_completer *to, int argc, char *const *argv)
{
	const char *word = argv[argc - 1];
	struct ft_word verb = ft_word_of(argv[0]);

	for (const struct fcontrol_name *row = fcontrol_verbs;
	     argc == 1 && row->name; row++)
		if (row->sentence)
			ft_complete_word(
			    to, "", word, row->name, row->sentence);
	if (argc == 1)
		return;
	if (takes_jobs(verb))
		ft_complete_list(to, FT_COMPLETE_JOB, "", word);
	else if (ft_word_abbreviates(verb, "show", 3))
		complete_show(to, argc - 1, argv + 1);
	else if (ft_word_abbreviates(verb, "env", 3))
		ft_complete_words(to, "", word, "empty|slurm=|remove");
	else if (ft_word_abbreviates(verb, "update", 1))
		complete_update(to, argc - 1, argv + 1);
	else if (ft_word_abbreviates(verb, "create", 1))
		complete_other(to, true, argc - 1, argv + 1);
	else if (ft_word_abbreviates(verb, "delete", 1))
		complete_other(to, false, argc - 1, argv + 1);
}
