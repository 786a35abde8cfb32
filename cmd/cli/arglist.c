#include "cli/arglist.h"

void
ft_arglist_free(struct ft_arglist *list)
{
	for (size_t i = 0; i < list->n; i++)
		ft_free(list->item[i]);
	ft_free(list->item);
	*list = (struct ft_arglist){ 0 };
}

void
ft_arglist_push(struct ft_arglist *list, char *word)
{
	*ft_vec_add(list->item, list->n, list->cap) = word;
}

void
ft_arglist_add(struct ft_arglist *list, const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (len > 0)
			ft_arglist_push(list, ft_strndup(text, len));
	}
}

static bool
have(const struct ft_arglist *list, const char *word, size_t len)
{
	for (size_t i = 0; i < list->n; i++) {
		if (strncasecmp(list->item[i], word, len) == 0 &&
		    list->item[i][len] == '\0')
			return true;
	}
	return false;
}

bool
ft_arglist_have(const struct ft_arglist *list, const char *word)
{
	return have(list, word, strlen(word));
}

bool
ft_arglist_meet(const struct ft_arglist *list, const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (have(list, text, len))
			return true;
	}
	return false;
}

void
ft_args_add(struct ft_args *args, const char *text)
{
	*ft_vec_add(args->item, args->n, args->cap) = text;
}

void
ft_args_free(struct ft_args *args)
{
	ft_free(args->item);
	*args = (struct ft_args){ 0 };
}
