/*
 * suggest.h - "; did you mean 'barney'?" behind a name that the store does not
 * know.
 *
 * Only under our own names, and never more than words: nothing is put right
 * by itself.  Who may not see a kind of names (PrivateData) is told none.
 */
#ifndef FT_CMD_COMMON_SUGGEST_H
#define FT_CMD_COMMON_SUGGEST_H

#include "cli/cmd.h"

struct ft_session;
struct ft_arglist;

/*
 * Append to the message of ERR which name of KIND was probably meant by WORD;
 * nothing if none is near, or as Slurm.  Returns err->status.
 */
enum ft_status ft_suggest(const struct ft_context *context,
    struct ft_session *session, enum ft_complete kind, const char *word,
    struct ft_error *err);
/* Returns whether the store has the name WORD of KIND; yes if it cannot tell. */
bool ft_suggest_known(
    struct ft_session *session, enum ft_complete kind, const char *word);
/* Returns whether it has one that was probably meant by WORD. */
bool ft_suggest_any(
    struct ft_session *session, enum ft_complete kind, const char *word);
/*
 * FT_ENOENT: one of the words is none of the names of KIND: "unknown account
 * 'bedrok'; did you mean 'bedrock'?".  Never as Slurm.
 */
enum ft_status ft_suggest_check(const struct ft_context *context,
    struct ft_session *session, enum ft_complete kind,
    const struct ft_arglist *words, struct ft_error *err);
/* Append to the message of ERR which of FIELDS was probably meant by WORD. */
enum ft_status ft_suggest_field(const struct ft_context *context,
    const struct ft_column *fields, const char *word, struct ft_error *err);

#endif
