/*
 * private.h - PrivateData: who may see whose usage.
 */
#ifndef FT_CMD_PRIVATE_H
#define FT_CMD_PRIVATE_H

#include <stdbool.h>

#include "common/session.h"

/* Returns whether it matters for what is shown who the acting user is. */
bool ft_private_usage(const struct ft_session *session);
/*
 * Set *all to whether the acting user may see what everybody used:
 * PrivateData, and that he is no operator, may be against it.
 */
enum ft_status ft_private_sees_all(
    struct ft_session *session, bool *all, struct ft_error *err);

/* FT_EPERM: he may not, so NAME, said in the message, is not for him. */
enum ft_status ft_private_need_all(
    struct ft_session *session, const char *name, struct ft_error *err);

/*
 * Set *all to whether the acting user may see WHAT of everybody: one of the
 * words of PrivateData ("users", "accounts", ...).
 */
enum ft_status ft_private_sees(struct ft_session *session, const char *what,
    bool *all, struct ft_error *err);

/* The store id of the user NAME in BOOK, 0 if none; its rank; what it leads. */
uint32_t ft_private_user(const struct ft_book *book, const char *name);
bool ft_private_is_operator(const struct ft_book *book, uint32_t user);
bool ft_private_coordinates(
    const struct ft_book *book, uint32_t user, uint32_t account);

#endif
