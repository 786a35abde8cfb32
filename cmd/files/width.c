#include "files/width.h"

#include <sys/ioctl.h>

#include "cli/cmd.h"

#define USUAL      80
#define USUAL_ROWS 24
#define MOST       10000

/* Returns the number in $NAME; without one OWN, or USUAL if that is 0. */
static int
size_of(const char *name, int own, int usual)
{
	const char *text = ft_cmd_variable(name);
	uint32_t number = 0;

	if (text && ft_num_u32(text, &number) && number > 0 && number < MOST)
		return (int)number;
	return own > 0 ? own : usual;
}

static struct winsize
ask_terminal(int fd)
{
	struct winsize size = { 0 };

	if (ioctl(fd, TIOCGWINSZ, &size) != 0)
		return (struct winsize){ 0 };
	return size;
}

int
ft_width_of(int fd)
{
	return size_of("COLUMNS", ask_terminal(fd).ws_col, USUAL);
}

int
ft_width_rows(int fd)
{
	return size_of("LINES", ask_terminal(fd).ws_row, USUAL_ROWS);
}
