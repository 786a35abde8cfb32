#include "gen/synopsis.h"

/* "conf|dump|usage": words to choose from, typed as they are. */
static void
add_choice(struct ft_str *str, const char *word, size_t len)
{
	ft_str_add(str, " Cm");
	for (size_t i = 0; i < len; i++) {
		if (word[i] == '|')
			ft_str_add(str, " | Cm");
		if (word[i] == '|' || i == 0)
			ft_str_add_char(str, ' ');
		if (word[i] != '|')
			ft_str_add_char(str, word[i]);
	}
}

/* "--grid" or "--grid KEY=VALUE,..." without what stands behind the blank. */
static void
add_flag(struct ft_str *str, const char *word, size_t len)
{
	ft_str_add(str, " Fl ");
	ft_str_add_n(str, word + 1, len - 1);
}

static void
add_word(struct ft_str *str, const char *word, size_t len)
{
	if (*word == '-') {
		add_flag(str, word, len);
	} else if (memchr(word, '|', len)) {
		add_choice(str, word, len);
	} else if (len == 1) {
		/* what stands alone would be punctuation to roff */
		ft_str_addf(str, " No \\&%c", *word);
	} else if (len == 3 && strncmp(word, "...", 3) == 0) {
		ft_str_add(str, " ...");
	} else {
		ft_str_add(str, " Ar ");
		ft_str_add_n(str, word, len);
	}
}

/* The words of TEXT; those in brackets are optional, to the end of a line. */
static void
add_words(struct ft_str *str, const char *text, size_t size)
{
	const char *end = text + size;
	bool start = true;

	while (text < end) {
		size_t len = strcspn(text, " []");
		size_t room = (size_t)(end - text);

		if (len > room)
			len = room;
		if (*text == '[') {
			ft_str_add(str, start ? ".Op" : " Op");
			start = false;
		} else if (len > 0) {
			struct ft_str word FT_CLEANUP(ft_str_free) = { 0 };

			add_word(&word, text, len);
			ft_str_addf(str, "%s%s", start ? "." : " ",
			    ft_str_text(&word) + 1);
			start = false;
		}
		text += len > 0 ? len : 1;
	}
	ft_str_add_char(str, '\n');
}

/* Where the piece of SYNOPSIS ends that goes on one line: outside brackets. */
static size_t
piece(const char *synopsis)
{
	size_t len = 0, depth = 0;

	for (; synopsis[len]; len++) {
		if (synopsis[len] == '[')
			depth++;
		else if (synopsis[len] == ']' && --depth == 0)
			return len + 1;
		else if (depth == 0 && synopsis[len] == ' ' &&
			 synopsis[len + 1] == '[')
			return len;
	}
	return len;
}

/* One way to call it: the name, maybe a verb, then SYNOPSIS[size]. */
static void
add_way(struct ft_str *str, const char *name, const char *verb,
    const char *synopsis, size_t size)
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	const char *at;

	ft_str_addf(str, ".Nm%s%s\n", name ? " " : "", name ? name : "");
	if (verb)
		ft_str_addf(str, ".Cm %s\n", verb);
	ft_str_add_n(&copy, synopsis, size);
	for (at = ft_str_text(&copy); *at; at += strspn(at, " ")) {
		size_t len = piece(at);

		add_words(str, at, len);
		at += len;
	}
}

/* All ways of SYNOPSIS, which " | " parts; each begins as the first does. */
static void
add_ways(struct ft_str *str, const char *name, const char *synopsis)
{
	static const char options[] = "[options] ";
	const char *bar = strstr(synopsis, " | ");
	bool shared = strncmp(synopsis, options, sizeof options - 1) == 0;

	add_way(str, name, NULL, synopsis,
	    bar ? (size_t)(bar - synopsis) : strlen(synopsis));
	while (bar) {
		const char *next = strstr(bar + 3, " | ");
		struct ft_str way = { 0 };

		ft_str_add(&way, shared ? options : "");
		ft_str_add_n(&way, bar + 3,
		    next ? (size_t)(next - bar - 3) : strlen(bar + 3));
		add_way(str, name, NULL, way.data, way.len);
		ft_str_free(&way);
		bar = next;
	}
}

void
gen_synopsis(struct ft_str *str, const struct ft_cmd *cmd)
{
	for (const struct ft_cmd *const *verb = cmd->verbs; verb && *verb;
	     verb++)
		add_way(str, NULL, (*verb)->name, (*verb)->synopsis,
		    strlen((*verb)->synopsis));
	if (!cmd->verbs)
		add_ways(str, NULL, cmd->synopsis);
	if (*cmd->slurm_name)
		add_ways(str, cmd->slurm_name, cmd->synopsis);
}
