/*
 * settings.c - fcontrol update config, fsdampeningfactor, reconfigure: change
 * the settings that the store keeps.
 */

#include "fcontrol/cluster.h"
#include "io/slurm/slurmconf.h"
#include "load/world/world.h"
#include "model/conf/pairs.h"
#include "store/job/jobs.h"

static const char dampening[] = "FairShareDampeningFactor";

/*
 * Begin a transaction that changes the configuration.  Returns false, after a
 * message, if that fails or the user lacks the right; CALL is the function that
 * Slurm's library names then.
 */
static bool
begin(struct fcontrol *control, const char *call, const char *denied)
{
	if (!fcontrol_start(control, FT_RIGHT_SETTINGS, NULL))
		return false;
	if (control->session.may)
		return true;
	fcontrol_failed(control, call, denied);
	return false;
}

static int
end(struct fcontrol *control, enum ft_status status, struct ft_error *err)
{
	if (status == FT_OK)
		status = fcontrol_commit(control, err);
	return status == FT_OK ? 0 : fcontrol_fail(control, err);
}

int
fcontrol_dampening(struct fcontrol *control, int argc, char **argv)
{
	struct ft_error err = { 0 };
	uint32_t factor;

	(void)argc;
	if (!ft_num_u32(argv[0], &factor) || factor < 1 || factor > 65534) {
		fprintf(control->context->err, "invalid dampening factor: %s\n",
		    argv[0]);
		return !control->context->slurm ||
		       ft_release_has(
			   control->context->release, FT_RULE_DAMPENING_STATUS);
	}
	if (!begin(control, "slurm_set_fs_dampeningfactor error",
		"Permission denied"))
		return 1;
	return end(control,
	    ft_store_put_setting(
		control->session.store, dampening, argv[0], &err),
	    &err);
}

int
fcontrol_reconfigure(struct fcontrol *control, int argc, char **argv)
{
	struct ft_store *store;
	struct ft_error err = { 0 };
	enum ft_status status;

	(void)argc;
	(void)argv;
	if (!begin(control, "slurm_reconfigure error", "Invalid user id"))
		return 1;
	store = control->session.store;
	status = ft_store_clear_live(store, control->session.cluster, &err);
	if (status == FT_OK)
		status = ft_store_put_setting(store, dampening, "", &err);
	if (status == FT_OK)
		status =
		    ft_load_reconfigure(store, &control->session.conf, &err);
	return end(control, status, &err);
}

/* ---- the stored copy of slurm.conf --------------------------------------------------- */

/* Keys that several lines may have, each for another name. */
static bool
is_named(const char *key)
{
	static const char *const keys[] = { "NodeName", "PartitionName",
		"NodeSet", "DownNodes" };

	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (strcasecmp(key, keys[i]) == 0)
			return true;
	return false;
}

/* Whether the LEN bytes at LINE set KEY and nothing else; for keys that several
 * lines may have, KEY=VALUE. */
static bool
is_line_of(const char *line, size_t len, const char *key, const char *value)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strndup(line, len);
	struct ft_pairs pairs;
	bool same, more;

	ft_pairs_init(&pairs, copy);
	same = ft_pairs_next(&pairs) &&
	       strcasecmp(ft_str_text(&pairs.key), key) == 0;
	if (same && is_named(key)) {
		same = strcmp(ft_str_text(&pairs.value), value) == 0;
	} else if (same) {
		more = ft_pairs_next(&pairs);
		same = !more;
	}
	ft_pairs_free(&pairs);
	/* a continued line is left alone: the new line comes after it */
	if (len && copy[len - 1] == '\\')
		same = false;
	return same;
}

/* Copy TEXT without the lines that set KEY. */
static void
copy_without(
    struct ft_str *str, const char *text, const char *key, const char *value)
{
	bool goes_on = false;

	while (*text) {
		size_t len = strcspn(text, "\n");
		bool last = goes_on;

		goes_on = len && text[len - 1] == '\\';
		if (last || !is_line_of(text, len, key, value)) {
			ft_str_add_n(str, text, len);
			ft_str_add_char(str, '\n');
		}
		text += len + (text[len] == '\n');
	}
}

/* Replace the setting of Key in TEXT by WORD, Key=Value. */
static enum ft_status
replace(struct ft_str *str, const char *text, const char *word,
    struct ft_error *err)
{
	char key[FCONTROL_KEY];
	const char *value = fcontrol_split(word, key);
	struct ft_pairs pairs;

	if (!value)
		return ft_fail(err, FT_EINVAL, "not KEY=VALUE: '%s'", word);
	if (!is_named(key) && ft_conf_find(key) == FT_CONF_KEYS)
		return ft_fail(err, FT_ENOENT, "unknown parameter '%s'", key);
	if (strpbrk(word, "\n\r\""))
		return ft_fail(err, FT_EINVAL,
		    "'%s' must not contain line ends or quotes", key);
	ft_pairs_init(&pairs, word);
	ft_pairs_next(&pairs);
	copy_without(str, text, key, ft_str_text(&pairs.value));
	ft_pairs_free(&pairs);
	if (!*value)
		return FT_OK; /* the default applies again */
	if (!is_named(key) && strpbrk(value, " \t#"))
		ft_str_addf(str, "%s=\"%s\"\n", key, value);
	else
		ft_str_addf(str, "%s=%s\n", key, value);
	return FT_OK;
}

/* Store TEXT if it is valid as a whole, and apply it. */
static enum ft_status
take_over(
    const struct fcontrol *control, const char *text, struct ft_error *err)
{
	struct ft_store *store = control->session.store;
	struct ft_conf conf;
	enum ft_status status;
	size_t ended;

	ft_conf_init(&conf);
	status =
	    ft_slurmconf_parse_kept(&conf, "stored", text, strlen(text), err);
	if (status == FT_OK)
		status = ft_conf_check(&conf, err);
	if (status == FT_OK && conf.value[FT_CONF_CLUSTER_NAME].set &&
	    strcmp(ft_conf_text(&conf, FT_CONF_CLUSTER_NAME),
		control->session.cluster_name) != 0)
		status = ft_fail(err, FT_EINVAL,
		    "ClusterName must stay '%s' (facctmgr adds other clusters)",
		    control->session.cluster_name);
	if (status == FT_OK)
		status = ft_load_put_conf(store, text, &conf, &ended, err);
	ft_conf_free(&conf);
	return status;
}

static bool
is_dampening(const char *name)
{
	return strcmp(name, dampening) == 0;
}

/* Returns the setting of WORD, Key=Value, that the store keeps apart from the
 * text, over which it wins; NULL: it keeps it in the text. */
static const char *
kept_name(const char *word)
{
	char key[FCONTROL_KEY];

	(void)fcontrol_split(word, key);
	for (const enum ft_conf_key *kept = ft_conf_kept; *kept != FT_CONF_KEYS;
	     kept++)
		if (strcasecmp(key, ft_conf_infos[*kept].name) == 0)
			return ft_conf_infos[*kept].name;
	return NULL;
}

/* Change the setting NAME, which the store keeps apart, as WORD says. */
static enum ft_status
set_apart(const struct fcontrol *control, const char *name, const char *word,
    struct ft_error *err)
{
	const char *value = strchr(word, '=') + 1;

	/* scontrol's dampening lasts until the setting itself changes */
	if (is_dampening(name))
		value = "";
	if (strcmp(name, ft_conf_infos[FT_CONF_FAIRTREE_SLURM].name) == 0)
		ft_session_check_release(control->context, value);
	return ft_store_put_setting(control->session.store, name, value, err);
}

static enum ft_status
change(struct fcontrol *control, int argc, char **argv, struct ft_error *err)
{
	struct ft_store *store = control->session.store;
	struct ft_str next = { 0 };
	char *text = NULL;
	enum ft_status status = ft_store_read_conf(store, &text, err);

	for (int i = 0; i < argc && status == FT_OK; i++) {
		const char *kept = kept_name(argv[i]);

		if (control->session.conf_named &&
		    (!kept || is_dampening(kept)))
			status = ft_fail(err, FT_EINVAL,
			    "the settings come from '%s', not from the store: "
			    "change them there",
			    control->session.conf_file);
		else
			status = replace(&next, text, argv[i], err);
		if (status == FT_OK && kept)
			status = set_apart(control, kept, argv[i], err);
		ft_free(text);
		text = ft_strdup(ft_str_text(&next));
		ft_str_free(&next);
	}
	if (status == FT_OK)
		status = take_over(control, text, err);
	ft_free(text);
	return status;
}

int
fcontrol_update_config(struct fcontrol *control, int argc, char **argv)
{
	struct ft_error err = { 0 };

	if (argc < 2)
		return ft_cmd_misuse(control->context,
		    "missing KEY=VALUE: update config KEY=VALUE ...");
	if (!begin(control, "slurm_update error", "Invalid user id"))
		return 1;
	return end(control, change(control, argc - 1, argv + 1, &err), &err);
}
