/* complete.c - completion of the last word of a command. */
#include "facctmgr/complete.h"

#include "facctmgr/list/list.h"
#include "facctmgr/verb.h"

struct typing {
	const struct ft_completer *to;
	const char *word;
	const char *value;  /* after the =; NULL: there is none */
	size_t len;         /* of the name, without + or - */
	struct ft_str head; /* everything before the value, "account=" */
};

/* ---- values --------------------------------------------------------------- */

/* Returns the last word of a comma list; what is before it goes to head. */
static const char *
last_of_list(struct typing *typing)
{
	const char *comma = strrchr(typing->value, ',');
	const char *start = comma ? comma + 1 : typing->value;

	ft_str_add_n(
	    &typing->head, typing->value, (size_t)(start - typing->value));
	return start;
}

static void
offer_fields(struct typing *typing)
{
	const char *start = last_of_list(typing);

	for (const struct ft_column *row = facctmgr_fields; row->name; row++)
		if (row->sentence)
			ft_complete_word(typing->to, ft_str_text(&typing->head),
			    start, row->name, row->sentence);
}

static void
offer_of_table(struct typing *typing, const struct ft_keywords *words)
{
	const char *start = last_of_list(typing);

	for (size_t i = 0; i < words->n; i++)
		ft_complete_word(typing->to, ft_str_text(&typing->head), start,
		    words->word[i].name, "");
}

/* grptres=cpu=4,mem=: the names of TRES, but not their numbers. */
static void
offer_tres(struct typing *typing)
{
	const char *start = last_of_list(typing);

	if (!strchr(start, '='))
		ft_complete_tres(typing->to, ft_str_text(&typing->head), start);
}

static void
offer_list(struct typing *typing, enum ft_complete kind)
{
	ft_complete_list(
	    typing->to, kind, ft_str_text(&typing->head), typing->value);
}

/* The value of a word of an entity's own. */
static void
offer_word_value(struct typing *typing, const struct facctmgr_word *row)
{
	enum facctmgr_word_type kind = row->type;
	const char *words = kind == WORD_LEVEL ? "None|Operator|Administrator"
			    : kind == WORD_FLAGS_SET ? "UsersAreCoords"
						     : NULL;

	if (kind == WORD_LIST || kind == WORD_NAMES)
		offer_list(
		    typing, facctmgr_kind_of((enum ft_admin_key)row->key));
	else if (kind == WORD_FORMAT)
		offer_fields(typing);
	else if (words)
		ft_complete_words(typing->to, ft_str_text(&typing->head),
		    typing->value, words);
	else if (kind == WORD_TEXT &&
		 row->key == FACCTMGR_TO(user.default_account))
		offer_list(typing, FT_COMPLETE_ACCOUNT);
	else if (kind == WORD_TEXT &&
		 row->key == FACCTMGR_TO(user.to.user.default_wckey))
		offer_list(typing, FT_COMPLETE_WCKEY);
}

/* The value of a setting of associations and QOS. */
static void
offer_option_value(struct typing *typing, const struct ft_attr *attr)
{
	if (attr->words)
		offer_of_table(typing, attr->words);
	else if (attr->type == FT_ATTR_LIMIT && !attr->tres &&
		 ft_limit_infos[attr->limit].type == FT_LIMIT_TRES)
		offer_tres(typing);
	else if (attr->type == FT_ATTR_QOS || attr->type == FT_ATTR_QOS_LIST)
		offer_list(typing, FT_COMPLETE_QOS);
	else if (attr->type == FT_ATTR_PARENT)
		offer_list(typing, FT_COMPLETE_ACCOUNT);
	else if (attr->type == FT_ATTR_SHARES)
		ft_complete_word(typing->to, ft_str_text(&typing->head),
		    typing->value, "parent", "");
}

/* ---- words of an entity --------------------------------------------------- */

/* NAME in lower case, without the s of lists. */
static void
offer_key(struct typing *typing, const char *name, bool list, bool value)
{
	size_t len = strlen(name);
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	if (list && len > 3 && tolower((unsigned char)name[len - 1]) == 's' &&
	    strcasecmp(name, "QOS") != 0)
		len--;
	for (size_t i = 0; i < len; i++)
		ft_str_add_char(&key, (char)tolower((unsigned char)name[i]));
	if (value)
		ft_complete_key(
		    typing->to, "", typing->word, ft_str_text(&key), "");
	else
		ft_complete_word(
		    typing->to, "", typing->word, ft_str_text(&key), "");
}

/* Returns whether an earlier row of TABLE means the same as ROW. */
static bool
is_offered(const struct facctmgr_word *table, const struct facctmgr_word *row)
{
	for (; table < row; table++)
		if (table->type == row->type && table->key == row->key &&
		    !(table->flags & WORD_BARE) && table->type != WORD_IGNORE)
			return true;
	return false;
}

static void
offer_words(struct typing *typing, const struct facctmgr_word *table)
{
	for (const struct facctmgr_word *row = table; row && row->name; row++) {
		bool list = row->type == WORD_LIST || row->type == WORD_NAMES ||
			    row->type == WORD_IDS;

		if (row->type == WORD_IGNORE || row->type == WORD_NOTHING ||
		    row->type == WORD_FIXED || is_offered(table, row))
			continue;
		offer_key(typing, row->name, list, row->type != WORD_FLAG);
	}
}

/* Returns whether ATTR is only another spelling of an earlier setting. */
static bool
is_other_option(const struct ft_attr *row, const struct ft_attr *attr)
{
	if (attr->tres)
		return true;
	for (; row < attr; row++)
		if (attr->type == FT_ATTR_LIMIT && !row->tres &&
		    row->type == attr->type && row->limit == attr->limit)
			return true;
	return false;
}

static void
offer_options(struct typing *typing, enum ft_entity entity)
{
	size_t n;
	const struct ft_attr *row = ft_attrs(entity, &n);

	for (size_t i = 0; i < n; i++)
		if (row[i].letters && !is_other_option(row, &row[i]))
			offer_key(typing, row[i].name, false, true);
}

/* Offer names, if a bare word is a name. */
static void
offer_bare(struct typing *typing, const struct facctmgr_word *table)
{
	const struct facctmgr_word *row = facctmgr_bare_word(table);

	if (row && row->type == WORD_LIST)
		ft_complete_list(typing->to,
		    facctmgr_kind_of((enum ft_admin_key)row->key), "",
		    typing->word);
}

static void
offer_value(struct typing *typing, const struct facctmgr_word *words,
    enum ft_entity options)
{
	const struct facctmgr_word *row = facctmgr_find_word(
	    words, (struct ft_word){ typing->word, typing->len }, true);
	const struct ft_attr *attr =
	    row ? NULL
		: ft_attr_find(
		      options, (struct ft_word){ typing->word, typing->len });

	if (row)
		offer_word_value(typing, row);
	else if (attr)
		offer_option_value(typing, attr);
}

/* argv: the words after the entity, including the one being typed. */
static void
offer_of_entity(struct typing *typing,
    const struct facctmgr_entity_name *entity, int argc, char *const *argv)
{
	const struct facctmgr_grammar of = facctmgr_grammar_of(
	    entity->entity, (enum facctmgr_action)entity->verb);
	const struct facctmgr_grammar *grammar = &of;
	bool setting = grammar->names_in_settings;
	bool changes = grammar->conditions && grammar->settings;
	const struct facctmgr_word *words;

	for (int i = 0; i + 1 < argc; i++) {
		if (ft_word_abbreviates(ft_word_of(argv[i]), "where", 5))
			setting = grammar->names_in_settings;
		else if (ft_word_abbreviates(ft_word_of(argv[i]), "set", 3))
			setting = grammar->settings != NULL;
	}
	words = setting ? grammar->settings : grammar->conditions;
	if (typing->value) {
		offer_value(typing, words,
		    setting ? grammar->options : FT_ENTITY_CLUSTER);
		return;
	}
	if (!setting || grammar->add_user)
		offer_bare(typing, words);
	if (changes && !setting)
		ft_complete_words(typing->to, "", typing->word,
		    argc == 1 ? "where|set" : "set");
	offer_words(typing, words);
	if (setting)
		offer_options(typing, grammar->options);
}

/* ---- verbs ---------------------------------------------------------------- */

static void
offer_verbs(struct typing *typing)
{
	for (const struct facctmgr_verb *row = facctmgr_verbs; row->name; row++)
		if (row->text)
			ft_complete_word(
			    typing->to, "", typing->word, row->name, row->text);
}

static void
offer_entities(struct typing *typing, enum facctmgr_verb_id verb)
{
	for (const struct facctmgr_entity_name *row = facctmgr_entity_names;
	     row->name; row++)
		if (row->verb == verb && !row->alias)
			offer_key(typing, row->name, verb != VERB_LIST, false);
}

/* The words of a verb without an entity; BEFORE: the previous word. */
static void
offer_of_verb(struct typing *typing, const struct facctmgr_keyword *keys,
    const char *before)
{
	const struct facctmgr_keyword *key = facctmgr_find_keyword(
	    keys, typing->value ? (struct ft_word){ typing->word, typing->len }
				: ft_word_of(before));

	if (typing->value) {
		if (key)
			offer_list(typing, key->complete);
		return;
	}
	if (key && key->flags & FACCTMGR_KEY_PAIR) {
		ft_complete_names(typing->to, key->complete, "", typing->word);
		return;
	}
	for (; keys->name; keys++) {
		if (keys->flags & FACCTMGR_KEY_BARE)
			ft_complete_names(
			    typing->to, keys->complete, "", typing->word);
		if (!(keys->flags & FACCTMGR_KEY_QUIET))
			offer_key(typing, keys->name, false,
			    keys->is != FACCTMGR_KEY_FLAG &&
				!(keys->flags & FACCTMGR_KEY_PAIR));
	}
}

static void
typing_init(struct typing *typing, const struct ft_completer *to, char *word)
{
	const char *equal = strchr(word, '=');

	*typing = (struct typing){ .to = to, .word = word };
	typing->len = strlen(word);
	if (!equal)
		return;
	typing->value = equal + 1;
	typing->len = (size_t)(equal - word);
	ft_str_add_n(&typing->head, word, typing->len + 1);
	if (typing->len > 1 && strchr("+-", word[typing->len - 1]))
		typing->len--;
}

void
facctmgr_complete(const struct ft_completer *to, int argc, char *const *argv)
{
	const struct facctmgr_verb *verb =
	    argc > 1 ? facctmgr_find_verb(argv[0]) : NULL;
	const struct facctmgr_entity_name *entity =
	    verb && argc > 2 ? facctmgr_find_entity(verb->verb, argv[1]) : NULL;
	struct typing typing;

	typing_init(&typing, to, argv[argc - 1]);
	if (argc == 1)
		offer_verbs(&typing);
	else if (verb && verb->verb <= VERB_DELETE && argc == 2)
		offer_entities(&typing, verb->verb);
	else if (entity && entity->entity->conditions)
		offer_of_entity(&typing, entity, argc - 2, argv + 2);
	else if (verb && verb->keywords)
		offer_of_verb(&typing, verb->keywords, argv[argc - 2]);
	ft_str_free(&typing.head);
}
