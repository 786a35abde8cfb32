/*
 * Images in the journal: bytes that are not a block are refused; in a block, every
 * value of every row lies within the block's own bytes.
 */
#include "fuzz/fuzz.h"
#include "store/row/block_internal.h"

/* Read the texts of all values. */
static void
touch(const struct ft_block *block, const struct ft_block_value *value,
    size_t size)
{
	for (size_t i = 0; i < block->rows; i++) {
		if (value[i].type != SQLITE_TEXT)
			continue;
		must(value[i].text >= block->data &&
			 value[i].text + value[i].len <= block->data + size,
		    "a text inside the block");
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int64_t last = 1; last <= FT_BLOCK_ROWS; last += last) {
		struct ft_block block;

		if (!ft_block_read(&block, data, size, 1, last))
			continue;
		must(block.rows == (size_t)last && block.n, "rows and columns");
		must(ft_block_values(&block, 0)[last - 1].number == last,
		    "the ids that were asked for");
		for (size_t i = 0; i < block.n; i++) {
			const struct ft_block_value *value =
			    ft_block_values(&block, i);

			if (value)
				touch(&block, value, size);
		}
		ft_block_free(&block);
	}
	return 0;
}
