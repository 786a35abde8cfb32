/* suggest.c - "did you mean" for words, and for names that the store lacks. */

#include "facctmgr/parse/parse.h"
#include "cli/spelling.h"
#include "common/suggest.h"

static bool
is_number(const char *name)
{
	return name[strspn(name, "0123456789")] == '\0';
}

/* Returns whether the store knows all names of KIND. */
static bool
has_names(enum ft_complete kind)
{
	return kind == FT_COMPLETE_ACCOUNT || kind == FT_COMPLETE_USER ||
	       kind == FT_COMPLETE_QOS || kind == FT_COMPLETE_CLUSTER ||
	       kind == FT_COMPLETE_RESOURCE;
}

/*
 * Complain if the store has no such name: all: always, else only if it has a
 * similar one.  Returns whether it complained.
 */
static bool
warn_unknown(
    struct facctmgr *acct, enum ft_complete kind, const char *name, bool all)
{
	struct ft_error err;
	char *word FT_CLEANUP(ft_free_at) = ft_strdup(name);
	bool unknown =
	    *word && !is_number(word) &&
	    ft_suggest_check(acct->context, &acct->session, kind,
		&(struct ft_arglist){ .item = &word, .n = 1 }, &err) != FT_OK &&
	    (all || ft_suggest_any(&acct->session, kind, word));

	if (unknown)
		facctmgr_complain(
		    acct, "%s: %s\n", acct->context->program, err.text);
	return unknown;
}

void
facctmgr_warn_unknown_names(
    struct facctmgr *acct, const struct ft_admin_where *where, bool all)
{
	if (acct->context->slurm || acct->quiet)
		return;
	/* one line is enough */
	for (int key = 0; key < FT_KEYS; key++) {
		enum ft_complete kind =
		    facctmgr_kind_of((enum ft_admin_key)key);
		const struct ft_admin_names *names = &where->key[key];

		for (size_t i = 0; has_names(kind) && i < names->n; i++)
			if (warn_unknown(acct, kind, names->item[i], all))
				return;
	}
}

void
facctmgr_suggest_name(struct facctmgr *acct, enum ft_complete kind,
    const char *name, struct ft_error *err)
{
	(void)ft_suggest(acct->context, &acct->session, kind, name, err);
}

/* Words for lists are in the plural, and mostly typed in the singular. */
static void
offer_words(struct ft_spelling *near, const struct facctmgr_word *row)
{
	for (; row && row->name; row++) {
		char one[FT_SPELLING_LENGTH];
		size_t len = strlen(row->name);

		ft_spelling_offer(near, row->name);
		if (len == 0 || len >= sizeof one || row->name[len - 1] != 's')
			continue;
		memcpy(one, row->name, len - 1);
		one[len - 1] = '\0';
		ft_spelling_offer(near, one);
		if (near->best == one)
			near->best = row->name;
	}
}

const char *
facctmgr_suggest_word(
    const struct facctmgr_grammar *grammar, bool setting, const char *word)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_spelling near = { 0 };
	const struct ft_attr *attr;
	size_t n;

	ft_str_add_n(&key, word, strcspn(word, "="));
	while (key.len > 1 && strchr("+-", key.data[key.len - 1]))
		key.data[--key.len] = '\0';
	near.word = ft_str_text(&key);
	offer_words(&near, setting || grammar->names_in_settings
			       ? grammar->settings
			       : grammar->conditions);
	attr = ft_attrs(setting ? grammar->options : FT_ENTITY_CLUSTER, &n);
	for (; n > 0; n--, attr++)
		if (attr->letters)
			ft_spelling_offer(&near, attr->name);
	return near.best;
}
