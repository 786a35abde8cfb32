#define _GNU_SOURCE /* fopencookie */
#include "files/stream.h"

#include <sys/stat.h>
#include <unistd.h>

#include "files/progress.h"

#define STREAMS    2  /* standard output and standard error */
#define BEGUN_SIZE 32 /* bytes of an incomplete character or colour */

struct masked {
	FILE *stream, *below;
	enum ft_text_rule rule;
	struct ft_paint paint; /* colours that pass */
	bool wrote;
	bool terminal, pipe;  /* what is below */
	ft_stream_fn *divert; /* takes the text; NULL: it goes below */
	size_t left;          /* bytes that may still be written */
	char begun[BEGUN_SIZE];
	size_t n_begun;
	struct ft_str text, out; /* scratch */
};

static struct masked streams[STREAMS];

static struct masked *
find(FILE *stream)
{
	for (size_t i = 0; i < STREAMS; i++)
		if (stream && streams[i].stream == stream)
			return &streams[i];
	return NULL;
}

/* ---- colours ---------------------------------------------------------------------- */

/*
 * Mask LEN bytes at TEXT into masked->out, colours passed; returns how many of
 * them were taken: the rest begins a colour.
 */
static size_t
mask(struct masked *masked, const char *text, size_t len, bool last)
{
	const char *end = text + len, *at = text;

	while (masked->paint.depth != FT_DEPTH_NONE && at < end) {
		const char *escape = memchr(at, '\033', (size_t)(end - at));
		bool cut = false;
		size_t size;

		if (!escape)
			break;
		ft_text_mask(
		    &masked->out, at, (size_t)(escape - at), masked->rule);
		size = ft_paint_match(
		    &masked->paint, escape, (size_t)(end - escape), &cut);
		if (!size && cut && !last)
			return (size_t)(escape - text);
		if (size)
			ft_str_add_n(&masked->out, escape, size);
		else
			ft_text_mask(
			    &masked->out, escape, size = 1, masked->rule);
		at = escape + size;
	}
	ft_text_mask(&masked->out, at, (size_t)(end - at), masked->rule);
	return len;
}

/* ---- writing ---------------------------------------------------------------------- */

/* What reads a pipe may write to the terminal, as a pager does. */
static void
make_way(struct masked *masked)
{
	masked->wrote = true;
	if (masked->terminal || masked->pipe)
		ft_progress_pause();
	if (masked->pipe)
		ft_progress_abandon();
}

static bool
write_all(struct masked *masked, const char *text, size_t len)
{
	int fd = fileno(masked->below);

	if (masked->divert) {
		masked->wrote = true;
		return masked->divert(text, len);
	}
	make_way(masked);
	/* text written below this stream comes first */
	if (fflush(masked->below) != 0)
		return false;
	len = len < masked->left ? len : masked->left;
	masked->left -= masked->left < SIZE_MAX ? len : 0;
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		len -= (size_t)n;
	}
	return true;
}

/* last: nothing follows, so an incomplete character or colour is masked. */
static bool
put(struct masked *masked, const char *text, size_t len, bool last)
{
	size_t begun, taken;

	if (!masked->n_begun && !ft_text_unsafe(text, len, masked->rule) &&
	    !ft_text_begun(text, len))
		return write_all(masked, text, len);
	ft_str_clear(&masked->text);
	ft_str_clear(&masked->out);
	ft_str_add_n(&masked->text, masked->begun, masked->n_begun);
	ft_str_add_n(&masked->text, text, len);
	text = ft_str_text(&masked->text);
	len = masked->text.len;
	begun = last ? 0 : ft_text_begun(text, len);
	taken = mask(masked, text, len - begun, last);
	masked->n_begun = len - taken;
	memcpy(masked->begun, text + taken, masked->n_begun);
	return write_all(masked, ft_str_text(&masked->out), masked->out.len);
}

static ssize_t
take(void *cookie, const char *text, size_t len)
{
	return put(cookie, text, len, false) ? (ssize_t)len : 0;
}

/* ---- streams ---------------------------------------------------------------------- */

FILE *
ft_stream_mask(FILE *below, enum ft_text_rule rule)
{
	struct masked *masked = streams[0].stream ? &streams[1] : &streams[0];
	bool terminal = isatty(fileno(below));
	struct stat info = { 0 };
	FILE *stream =
	    fopencookie(masked, "w", (cookie_io_functions_t){ .write = take });

	(void)fstat(fileno(below), &info);
	*masked = (struct masked){ .stream = stream,
		.below = below,
		.rule = rule,
		.terminal = terminal,
		.pipe = S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode),
		.left = SIZE_MAX };
	if (stream)
		setvbuf(stream, NULL,
		    below == stderr ? _IONBF
		    : terminal      ? _IOLBF
				    : _IOFBF,
		    BUFSIZ);
	return stream;
}

void
ft_stream_colors(FILE *stream, const struct ft_paint *paint)
{
	struct masked *masked = find(stream);

	if (masked)
		masked->paint = *paint;
}

void
ft_stream_lend(FILE *stream)
{
	struct masked *masked = find(stream);

	if (masked)
		make_way(masked);
}

void
ft_stream_divert(FILE *stream, ft_stream_fn *write)
{
	struct masked *masked = find(stream);

	if (masked)
		masked->divert = write;
}

void
ft_stream_cut(FILE *stream, size_t bytes)
{
	struct masked *masked = find(stream);

	if (masked)
		masked->left = bytes;
}

bool
ft_stream_wrote(FILE *stream)
{
	const struct masked *masked = find(stream);

	return masked && masked->wrote;
}

int
ft_stream_end(FILE *stream)
{
	struct masked *masked = find(stream);
	int status = fflush(stream);

	if (masked && masked->n_begun && !put(masked, "", 0, true))
		status = EOF;
	return status;
}

FILE *
ft_stream_below(FILE *stream)
{
	struct masked *masked = find(stream);

	return masked ? masked->below : stream;
}

int
ft_stream_fd(FILE *stream)
{
	return fileno(ft_stream_below(stream));
}
