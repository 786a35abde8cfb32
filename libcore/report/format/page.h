/*
 * page.h - a page for people: headings, paragraphs, lists and small tables, as
 * plain text or Markdown.
 *
 * Not here: thousands of rows (format.h), documents for programs (doc.h).
 */
#ifndef FT_REPORT_FORMAT_PAGE_H
#define FT_REPORT_FORMAT_PAGE_H

#include "report/format/out.h"
#include "report/color/color.h"

struct ft_page_options {
	bool markdown;
	struct ft_paint paint; /* plain text: headings are bold */
	int width; /* plain text: columns to fold paragraphs at; 0: never */
	bool kept; /* keep what tables are made of */
};

/* A table that was added, to be added again to a page of another width. */
struct ft_page_kept {
	const char *const *header; /* as given to ft_page_table */
	size_t columns, n_cell;
	char *cells;     /* each terminated */
	size_t from, to; /* its bytes in out->text */
};

struct ft_page {
	struct ft_out *out;
	struct ft_page_options options;
	bool begun;   /* the page is not empty */
	bool list;    /* the last thing was an element of a list */
	size_t *head; /* [n_head] where the headings start in out->text, if that
	                 keeps everything */
	size_t n_head, head_cap;
	struct ft_page_kept *kept; /* [n_kept], if options.kept; may be taken */
	size_t n_kept, kept_cap;

	/* the table being gathered */
	const char *const *header;
	size_t columns;
	struct ft_str cells; /* each terminated */
	size_t n_cell;
};

void ft_page_init(struct ft_page *page, struct ft_out *out,
    const struct ft_page_options *options);
void ft_page_free(struct ft_page *page);

void ft_page_head(struct ft_page *page, const char *text);
void ft_page_text(struct ft_page *page, const char *text);
void ft_page_item(struct ft_page *page, const char *text);
/* The same with STR, which is freed; nothing if it is empty. */
void ft_page_take_text(struct ft_page *page, struct ft_str *str);
void ft_page_take_item(struct ft_page *page, struct ft_str *str);

/*
 * Start a table of N columns; header: borrowed until it ends. A column whose
 * header starts with > is right-aligned; if that of the first starts with <, its
 * cells lose their middle where the table would be wider than the page, or than
 * 80 columns.  Neither sign is shown.  Where plain text is still too narrow for
 * the columns, a row is folded: its first cell, then the others behind their
 * headers.
 */
void ft_page_table(struct ft_page *page, const char *const *header, size_t n);
/* Add the next cell; after N cells the next row begins. */
void ft_page_cell(struct ft_page *page, const char *text);
void ft_page_cellf(struct ft_page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Print it; the last row must be full. */
void ft_page_table_end(struct ft_page *page);
/* Add a table that another page has kept. */
void ft_page_table_again(
    struct ft_page *page, const struct ft_page_kept *table);
/* Free KEPT[n], taken from a page. */
void ft_page_kept_free(struct ft_page_kept *kept, size_t n);

#endif
