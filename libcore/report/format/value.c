#include "report/format/value.h"

static ft_real
number_of(const struct ft_value *value)
{
	static const ft_real endless = (ft_real)INFINITY;

	if (value->ordered)
		return value->order;
	if (value->kind == FT_VALUE_INFINITE)
		return endless;
	if (value->kind == FT_VALUE_REAL)
		return value->real;
	return value->kind == FT_VALUE_I64 ? (ft_real)value->whole
					   : (ft_real)value->number;
}

int
ft_value_compare(
    const struct ft_value *a, const struct ft_value *b, double near)
{
	ft_real left, right;

	if (!a->ordered && a->kind == FT_VALUE_TEXT && b->kind == FT_VALUE_TEXT)
		return strcmp(a->text, b->text);
	left = number_of(a);
	right = number_of(b);
	if (near > 0 && fabs((double)left - (double)right) < near)
		return 0;
	return ft_real_cmp(left, right);
}

void
ft_value_add(struct ft_str *str, const struct ft_value *value)
{
	switch (value->kind) {
	case FT_VALUE_TEXT:
		ft_str_add_n(str, value->text, value->len);
		break;
	case FT_VALUE_U64:
	case FT_VALUE_BOOL:
		ft_str_add_u64(str, value->number);
		break;
	case FT_VALUE_I64:
		if (value->whole < 0)
			ft_str_addf(str, "%" PRId64, value->whole);
		else
			ft_str_add_u64(str, (uint64_t)value->whole);
		break;
	case FT_VALUE_REAL:
		if (isfinite(value->real))
			ft_str_add_real(str, (double)value->real);
		else if (!isnan(value->real))
			ft_str_add(str, value->real > 0 ? "inf" : "-inf");
		break;
	case FT_VALUE_UNSET:
	case FT_VALUE_INFINITE:
		break;
	}
}
