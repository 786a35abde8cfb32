/*
 * width.h - how many columns and rows a terminal has.
 */
#ifndef FT_CMD_FILES_WIDTH_H
#define FT_CMD_FILES_WIDTH_H

/* Returns the columns of the terminal FD: of $COLUMNS, else as it says itself,
 * else 80. */
int ft_width_of(int fd);
/* The same of rows: $LINES, else 24. */
int ft_width_rows(int fd);

#endif
