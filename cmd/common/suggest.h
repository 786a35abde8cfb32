/*
 * suggest.h - "; did you mean 'barney'?" after a name that is not in the store.
 *
 * Only under our own names, and only as a message: nothing is corrected.  Names
 * that PrivateData hides from the user are not suggested.
 */
#ifndef FT_CMD_COMMON_SUGGEST_H
#define FT_CMD_COMMON_SUGGEST_H

#include "cli/cmd.h"

struct ft_session;
struct ft_arglist;

/*
 * Append to the message of ERR the name of KIND that is most similar to WORD, if
 * there is one; not under a Slurm name.  Returns err->status.
 */
enum ft_status ft_suggest(const struct ft_context *context,
    struct ft_session *session, enum ft_complete kind, const char *word,
    struct ft_error *err);
/* Returns whether the store has the name WORD of KIND; true without a store. */
bool ft_suggest_known(
    struct ft_session *session, enum ft_complete kind, const char *word);
/* Returns whether it has a similar name. */
bool ft_suggest_any(
    struct ft_session *session, enum ft_complete kind, const char *word);
/*
 * FT_ENOENT: WORDS has an element that is no name of KIND: "unknown account
 * 'bedrok'; did you mean 'bedrock'?".  FT_OK under a Slurm name.
 */
enum ft_status ft_suggest_check(const struct ft_context *context,
    struct ft_session *session, enum ft_complete kind,
    const struct ft_arglist *words, struct ft_error *err);
/* FT_ENOENT: none of the clusters NAMES, which OPTION gave, is known. */
enum ft_status ft_suggest_unreached(
    const char *names, const char *option, struct ft_error *err);
/* The same, as sshare and sprio say that they know none of the clusters NAMES,
 * which OPTION gave; NULL: -M or the variable. */
enum ft_status ft_suggest_no_cluster(const struct ft_context *context,
    const char *names, const char *option, struct ft_error *err);
/* Print a line for each cluster of NAMES that the store does not have. */
void ft_suggest_unknown_clusters(const struct ft_context *context,
    struct ft_session *session, const struct ft_arglist *names);
/* Enter the first cluster of NAMES that the store has, after such lines.
 * FT_ENOENT: none is known. */
enum ft_status ft_suggest_enter_first(const struct ft_context *context,
    struct ft_session *session, const struct ft_arglist *names,
    struct ft_error *err);
/*
 * Enter the cluster that OPTION names; NAMES may be NULL.  Slurm's commands take a
 * list, and the first one that is known counts; "all" is any.  FT_ENOENT: none is.
 */
enum ft_status ft_suggest_enter(const struct ft_context *context,
    struct ft_session *session, const char *names, const char *option,
    struct ft_error *err);
/* Enter the cluster that -M names, or SLURM_CLUSTERS if NAMES is NULL. */
enum ft_status ft_suggest_enter_cluster(const struct ft_context *context,
    struct ft_session *session, const char *names, struct ft_error *err);
/* Append to the message of ERR the field that is most similar to WORD. */
enum ft_status ft_suggest_field(const struct ft_context *context,
    const struct ft_column *fields, const char *word, struct ft_error *err);

/* Returns what to do next with a store that lacks what is to be shown, a clause;
 * NULL: it has that. */
const char *ft_suggest_next(
    const struct ft_cmd_stock *stock, enum ft_cmd_shows shows);
/* Print that as a note, if there is anything; not under a Slurm name. */
void ft_suggest_print_next(
    const struct ft_context *context, enum ft_cmd_shows shows);

#endif
