#include "common/lesson.h"

#include "files/infile.h"
#include "common/session.h"

const struct ft_lesson_text ft_lesson_texts[] = {
#include "lessons/all.inc"
	{ NULL, NULL, 0 },
};

const char *
ft_lesson_short_name(const struct ft_lesson_text *text)
{
	size_t digits = strspn(text->name, "0123456789");

	return text->name[digits] == '-' ? text->name + digits + 1 : text->name;
}

/* "1" is 01-...; names of lessons start with a letter. */
static const struct ft_lesson_text *
find(const char *name)
{
	uint32_t wanted = 0, number;

	(void)ft_num_u32(name, &wanted);
	for (const struct ft_lesson_text *text = ft_lesson_texts; text->name;
	     text++) {
		const char *rest = ft_lesson_short_name(text);
		char digits[8] = "";

		if (rest > text->name &&
		    (size_t)(rest - text->name) <= sizeof digits)
			memcpy(digits, text->name,
			    (size_t)(rest - text->name) - 1);
		if (strcmp(name, text->name) == 0 || strcmp(name, rest) == 0 ||
		    (wanted && ft_num_u32(digits, &number) && number == wanted))
			return text;
	}
	return NULL;
}

static enum ft_status
fail_unknown(const char *name, struct ft_error *err)
{
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (const struct ft_lesson_text *text = ft_lesson_texts; text->name;
	     text++)
		ft_str_addf(&names, "%s%s", text == ft_lesson_texts ? "" : ", ",
		    ft_lesson_short_name(text));
	ft_fail(err, FT_ENOENT, "no lesson '%s' (there are %s)", name,
	    ft_str_text(&names));
	return FT_ENOENT;
}

enum ft_status
ft_lesson_open(struct ft_lesson *lesson, const char *name, struct ft_error *err)
{
	const struct ft_lesson_text *found = find(name);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (found)
		return ft_lesson_parse(lesson, found->name,
		    (const char *)found->text, found->size, err);
	if (!strpbrk(name, "/."))
		return fail_unknown(name, err);
	FT_TRY(ft_infile_read(FT_BOUND_LESSON, name, &text, err));
	return ft_lesson_parse(lesson, name, ft_str_text(&text), text.len, err);
}

const struct ft_lesson_text *
ft_lesson_beside(const char *name, int way, bool *bundled)
{
	const struct ft_lesson_text *found = find(name);

	*bundled = found != NULL;
	if (!found || (way < 0 && found == ft_lesson_texts))
		return NULL;
	found += way;
	return found->name ? found : NULL;
}

void
ft_lesson_list(FILE *out)
{
	for (const struct ft_lesson_text *text = ft_lesson_texts; text->name;
	     text++) {
		struct ft_lesson lesson;
		struct ft_error err;

		ft_lesson_init(&lesson);
		if (ft_lesson_parse(&lesson, text->name,
			(const char *)text->text, text->size, &err) == FT_OK)
			fprintf(out, "%-17s %s\n", ft_lesson_short_name(text),
			    lesson.title);
		ft_lesson_free(&lesson);
	}
}
