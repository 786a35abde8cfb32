#include "common/private.h"

#include <string.h>

uint32_t
ft_private_user(const struct ft_book *book, const char *name)
{
	for (size_t i = 0; i < book->n_user; i++) {
		if (strcmp(book->user[i].name, name) == 0)
			return book->user[i].id;
	}
	return 0;
}

bool
ft_private_is_operator(const struct ft_book *book, uint32_t user)
{
	const struct ft_user *record = ft_book_user(book, user);

	return record && record->admin_level >= FT_ADMIN_OPERATOR;
}

bool
ft_private_coordinates(
    const struct ft_book *book, uint32_t user, uint32_t account)
{
	for (size_t i = 0; i < book->n_coord; i++) {
		if (book->coord[i].user == user &&
		    book->coord[i].account == account)
			return true;
	}
	return false;
}

/* Returns whether PrivateData says WHAT, and the acting user is not root. */
static bool
is_private(const struct ft_session *session, const char *what)
{
	return (ft_conf_has(&session->conf, FT_CONF_PRIVATE_DATA, what) ||
		   ft_conf_has(&session->conf, FT_CONF_PRIVATE_DATA, "all")) &&
	       !ft_session_is_root(session);
}

bool
ft_private_usage(const struct ft_session *session)
{
	return is_private(session, "usage");
}

enum ft_status
ft_private_sees(struct ft_session *session, const char *what, bool *all,
    struct ft_error *err)
{
	struct ft_book book;
	enum ft_status status;

	*all = true;
	if (!is_private(session, what))
		return FT_OK;
	ft_book_init(&book);
	status = ft_store_read_book(session->store, false, &book, err);
	*all = status == FT_OK && ft_private_is_operator(&book,
				      ft_private_user(&book, session->user));
	ft_book_free(&book);
	return status;
}

enum ft_status
ft_private_sees_all(struct ft_session *session, bool *all, struct ft_error *err)
{
	return ft_private_sees(session, "usage", all, err);
}

enum ft_status
ft_private_need_all(
    struct ft_session *session, const char *name, struct ft_error *err)
{
	bool all;
	enum ft_status status = ft_private_sees_all(session, &all, err);

	if (status == FT_OK && !all)
		return ft_fail(err, FT_EPERM,
		    "PrivateData hides other users: %s is for operators", name);
	return status;
}
