/*
 * width.h - how many columns a terminal has.
 */
#ifndef FT_CMD_FILES_WIDTH_H
#define FT_CMD_FILES_WIDTH_H

/* Returns the columns of the terminal FD: of $COLUMNS, else as it says itself,
 * else 80. */
int ft_width_of(int fd);
/* Returns the rows of the terminal FD, 24 if it does not say. */
int ft_width_rows(int fd);

#endif
