#include "common/complete.h"

#include "base/text/hostlist.h"
#include "base/text/text.h"
#include "common/session.h"
#include "model/conf/pairs.h"
#include "store/job/jobs.h"

#define NAMES_MOST 200    /* names offered; see ft_store_each_name */
#define LOOK_MOST  100000 /* names compared for a message */

#define NOT_HIDDEN FT_VISIBILITY_KINDS /* PrivateData cannot hide it */

/* Where the names of each kind are, and what hides them. */
static const struct kind {
	enum ft_complete kind;
	const char *name;
	int names;  /* enum ft_store_names, -1 not in the store */
	bool lower; /* the store has them in lower case */
	enum ft_visibility_kind visibility;
} kinds[] = {
	{ FT_COMPLETE_ACCOUNT, "accounts", FT_STORE_ACCOUNTS, true,
	    FT_VISIBILITY_ACCOUNTS },
	{ FT_COMPLETE_USER, "users", FT_STORE_USERS, false,
	    FT_VISIBILITY_USERS },
	{ FT_COMPLETE_CLUSTER, "clusters", FT_STORE_CLUSTERS, true,
	    NOT_HIDDEN },
	{ FT_COMPLETE_QOS, "qos", FT_STORE_QOS, true, NOT_HIDDEN },
	{ FT_COMPLETE_PARTITION, "partitions", -1, false,
	    FT_VISIBILITY_PARTITIONS },
	{ FT_COMPLETE_NODE, "nodes", -1, false, FT_VISIBILITY_NODES },
	{ FT_COMPLETE_JOB, "jobs", FT_STORE_JOBS, false, FT_VISIBILITY_JOBS },
	{ FT_COMPLETE_RESERVATION, "reservations", FT_STORE_RESERVATIONS, false,
	    FT_VISIBILITY_RESERVATIONS },
	{ FT_COMPLETE_WCKEY, "wckeys", FT_STORE_WCKEYS, false,
	    FT_VISIBILITY_USERS },
	{ FT_COMPLETE_TRES, "tres", FT_STORE_TRES, true, NOT_HIDDEN },
	{ FT_COMPLETE_RESOURCE, "resources", FT_STORE_RESOURCES, false,
	    NOT_HIDDEN },
	{ FT_COMPLETE_SETTING, "settings", -1, false, NOT_HIDDEN },
	{ FT_COMPLETE_NONE, "", -1, false, NOT_HIDDEN },
};

static const struct kind *
find_kind(enum ft_complete kind)
{
	const struct kind *row = kinds;

	while (row->kind != kind && row->kind != FT_COMPLETE_NONE)
		row++;
	return row;
}

const char *
ft_complete_kind_name(enum ft_complete kind)
{
	return find_kind(kind)->name;
}

/* ---- words ---------------------------------------------------------------- */

/* A candidate: HEAD, LEN bytes of WORD, TAIL. */
struct candidate {
	const char *head, *word;
	size_t len;
	const char *tail;
};

static void
offer(const struct ft_completer *to, const struct candidate *candidate,
    const char *text)
{
	struct ft_str whole FT_CLEANUP(ft_str_free) = { 0 };

	if (!to->fn)
		return; /* names for a message, not candidates */
	ft_str_add(&whole, candidate->head);
	ft_str_add_n(&whole, candidate->word, candidate->len);
	ft_str_add(&whole, candidate->tail);
	/* an unsafe word could not be typed, and an editor would print it */
	if (!ft_text_unsafe(ft_str_text(&whole), whole.len, FT_TEXT_WORD))
		to->fn(to->ctx, ft_str_text(&whole), text);
}

void
ft_complete_word(const struct ft_completer *to, const char *head,
    const char *typed, const char *word, const char *text)
{
	if (strncasecmp(word, typed, strlen(typed)) == 0)
		offer(to, &(struct candidate){ head, word, strlen(word), "" },
		    text);
}

void
ft_complete_key(const struct ft_completer *to, const char *head,
    const char *typed, const char *key, const char *text)
{
	if (strncasecmp(key, typed, strlen(typed)) == 0)
		offer(to, &(struct candidate){ head, key, strlen(key), "=" },
		    text);
}

void
ft_complete_words(const struct ft_completer *to, const char *head,
    const char *typed, const char *words)
{
	size_t typed_len = strlen(typed), len;

	for (; *words; words += len + (words[len] == '|')) {
		len = strcspn(words, "|");
		if (len >= typed_len &&
		    strncasecmp(words, typed, typed_len) == 0)
			offer(to, &(struct candidate){ head, words, len, "" },
			    "");
	}
}

/* ---- names ---------------------------------------------------------------- */

/* A request for names. */
struct asking {
	const struct ft_completer *to;
	const char *head;
	const char *typed; /* the start of the names */
	const char *list;  /* a comma list up to TYPED: names to leave out */
	const char *tail;  /* appended to each */
	size_t n, most;
	const struct kind *kind;
	ft_complete_name_fn *fn; /* NULL: they are offered */
	void *ctx;
};

/* Whether NAME is in the list already. */
static bool
is_given(const struct asking *asking, const char *name)
{
	const char *at = asking->list;
	size_t len, name_len = strlen(name);

	while (at < asking->typed) {
		len = strcspn(at, ",");
		if (len == name_len && strncasecmp(at, name, len) == 0)
			return true;
		at += len + 1;
	}
	return false;
}

/* Whether PrivateData shows NAME; a wckey is not tied to one user. */
static bool
may_hear(const struct asking *asking, const char *name)
{
	const struct ft_session *session = asking->to->session;
	enum ft_visibility_kind kind = asking->kind->visibility;

	if (kind == FT_VISIBILITY_KINDS || !session)
		return true;
	if (asking->kind->kind == FT_COMPLETE_WCKEY)
		return ft_visibility_shows_all(
		    &session->visibility, 1U << kind);
	return ft_visibility_names(&session->visibility, kind, name);
}

static void
offer_name(void *ctx, const char *name)
{
	struct asking *asking = ctx;

	if (!may_hear(asking, name))
		return;
	if (asking->fn)
		asking->fn(asking->ctx, name);
	else if (!is_given(asking, name))
		offer(asking->to,
		    &(struct candidate){
			asking->head, name, strlen(name), asking->tail },
		    "");
	asking->n++;
}

/* A name that does not come from an index range. */
static void
offer_if(struct asking *asking, const char *name)
{
	if (asking->n < asking->most && strcmp(name, "DEFAULT") != 0 &&
	    strncmp(name, asking->typed, strlen(asking->typed)) == 0)
		offer_name(asking, name);
}

static enum ft_status
offer_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct asking *asking = ctx;
	struct ft_str host FT_CLEANUP(ft_str_free) = { 0 };

	(void)err;
	ft_str_add_n(&host, name, len);
	offer_if(asking, ft_str_text(&host));
	return asking->n < asking->most ? FT_OK : FT_ENOENT;
}

/* The names of the lines of slurm.conf that start with KEY. */
static void
offer_lines(struct asking *asking, const char *key)
{
	const struct ft_conf *conf = &asking->to->session->conf;
	struct ft_error err = { 0 };

	for (size_t i = 0; i < conf->n_line; i++) {
		struct ft_pairs pairs;

		if (strcasecmp(conf->line[i].key, key) != 0)
			continue;
		ft_pairs_init(&pairs, conf->line[i].text);
		if (ft_pairs_next(&pairs))
			(void)ft_hostlist_each(ft_str_text(&pairs.value),
			    offer_host, asking, &err);
		ft_pairs_free(&pairs);
	}
}

/* A partition made by scontrol create, not by slurm.conf. */
static enum ft_status
offer_live(void *ctx, const struct ft_live_change *change, struct ft_error *err)
{
	(void)err;
	if (change->kind == 'p' && !*change->key && *change->value)
		offer_if(ctx, change->name);
	return FT_OK;
}

static void
offer_settings(struct asking *asking)
{
	for (size_t i = 0; i < FT_CONF_KEYS; i++)
		ft_complete_key(asking->to, asking->head, asking->typed,
		    ft_conf_infos[i].name, "");
}

/* Errors of reading are ignored. */
static void
ask(struct asking *asking, const struct kind *kind)
{
	const struct ft_session *session = asking->to->session;
	struct ft_str start FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_error err = { 0 };

	asking->kind = kind;
	if (kind->kind == FT_COMPLETE_SETTING)
		offer_settings(asking);
	if (!session || !session->store)
		return;
	if (kind->kind == FT_COMPLETE_PARTITION) {
		offer_lines(asking, "PartitionName");
		(void)ft_store_read_live(
		    session->store, session->cluster, offer_live, asking, &err);
	} else if (kind->kind == FT_COMPLETE_NODE) {
		offer_lines(asking, "NodeName");
	}
	if (kind->names < 0)
		return;
	ft_str_add(&start, asking->typed);
	if (kind->lower && start.len)
		ft_word_lower(start.data);
	(void)ft_store_each_name(session->store,
	    &(struct ft_store_name_range){
		.what = (enum ft_store_names)kind->names,
		.cluster = session->cluster,
		.prefix = ft_str_text(&start),
		.most = session->visibility.hidden ? LOOK_MOST : asking->most },
	    offer_name, asking, &err);
}

void
ft_complete_names(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed)
{
	struct asking asking = { to, head, typed, typed, "", 0, NAMES_MOST,
		NULL, NULL, NULL };

	ask(&asking, find_kind(kind));
}

void
ft_complete_tres(
    const struct ft_completer *to, const char *head, const char *typed)
{
	struct asking asking = { to, head, typed, typed, "=", 0, NAMES_MOST,
		NULL, NULL, NULL };

	ask(&asking, find_kind(FT_COMPLETE_TRES));
}

void
ft_complete_list(const struct ft_completer *to, enum ft_complete kind,
    const char *head, const char *typed)
{
	const char *comma = strrchr(typed, ',');
	const char *start = comma ? comma + 1 : typed;
	struct ft_str before FT_CLEANUP(ft_str_free) = { 0 };
	struct asking asking = { to, NULL, start, typed, "", 0, NAMES_MOST,
		NULL, NULL, NULL };

	ft_str_add(&before, head);
	ft_str_add_n(&before, typed, (size_t)(start - typed));
	asking.head = ft_str_text(&before);
	ask(&asking, find_kind(kind));
}

void
ft_complete_start(const struct ft_session *session, enum ft_complete kind,
    const char *start, ft_complete_name_fn *fn, void *ctx)
{
	struct ft_completer to = { .session = session };
	struct asking asking = { &to, "", start, start, "", 0, LOOK_MOST, NULL,
		fn, ctx };

	ask(&asking, find_kind(kind));
}

void
ft_complete_each(const struct ft_session *session, enum ft_complete kind,
    ft_complete_name_fn *fn, void *ctx)
{
	ft_complete_start(session, kind, "", fn, ctx);
}
