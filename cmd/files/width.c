#include "files/width.h"

#include <sys/ioctl.h>

#include "cli/cmd.h"

#define USUAL      80
#define USUAL_ROWS 24
#define MOST       10000

int
ft_width_of(int fd)
{
	const char *columns = ft_cmd_variable("COLUMNS");
	struct winsize size = { 0 };
	uint32_t number = 0;

	if (columns && ft_num_u32(columns, &number) && number < MOST)
		return (int)number;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	return USUAL;
}

int
ft_width_rows(int fd)
{
	const char *lines = ft_cmd_variable("LINES");
	struct winsize size = { 0 };
	uint32_t number = 0;

	if (lines && ft_num_u32(lines, &number) && number < MOST)
		return (int)number;
	if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row)
		return size.ws_row;
	return USUAL_ROWS;
}
