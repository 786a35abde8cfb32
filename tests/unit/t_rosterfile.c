#include "io/site/rosterfile.h"

#include <string.h>

#include "base/text/str.h"
#include "tap/tap.h"

static const char *
read_all(const char *text)
{
	static struct ft_str str;
	struct ft_roster roster;
	struct ft_error err = { 0 };

	ft_str_clear(&str);
	ft_roster_init(&roster, "r");
	if (ft_rosterfile_parse(&roster, text, strlen(text), &err) != FT_OK)
		ft_str_add(&str, err.text);
	else
		for (size_t i = 0; i < roster.n_row; i++) {
			const struct ft_roster_row *row = &roster.row[i];

			ft_str_addf(&str, "%s%s@%s", i ? "; " : "", row->user,
			    row->account);
			for (size_t s = 0; s < row->settings.n; s++) {
				const struct ft_sync_setting *setting =
				    &roster.setting[row->settings.first + s];

				ft_str_addf(&str, " %s=%s(%u:%u)", setting->key,
				    setting->value,
				    (unsigned)setting->value_at.line,
				    (unsigned)setting->value_at.column);
			}
		}
	ft_roster_free(&roster);
	return ft_str_text(&str);
}

int
main(void)
{
	static const struct {
		const char *text, *want;
	} row[] = {
		{ "", "" },
		{ "account,user,shares\n", "" },
		{ "account,user,shares\nphysics,ann,10\n",
		    "ann@physics shares=10(2:13)" },
		{ "physics,ann,10\n", "ann@physics shares=10(1:13)" },
		{ "physics,ann\n", "ann@physics" },
		{ "physics,ann,\n", "ann@physics" },
		{ "Account, User\nphysics , ann \n", "ann@physics" },
		{ "shares,user,account,qos\n5,ann,physics,\"a,b\"\n,bob,chem\n",
		    "ann@physics shares=5(2:1) qos=a,b(2:15); bob@chem" },
		{ "account,user,parent\nphysics,,science\n",
		    "@physics parent=science(2:10)" },
		{ "physics\n", "r:1:1: expected an account and a user" },
		{ "account,user\nphysics\n",
		    "r:2:1: expected an account and a user" },
		{ "physics,ann,1,2\n",
		    "r:1:15: more fields than there are columns (3)" },
		{ "account,user\na,b,c\n",
		    "r:2:5: more fields than there are columns (2)" },
		{ "account,user,\na,b,c\n", "r:1:14: a column without a name" },
		{ "account,user,User\na,b,c\n", "r:1:14: column 'User' again" },
		{ "account,user\n,ann\n", "r:2:1: no account" },
		{ "account;user\nphysics;ann\n",
		    "r:1:1: expected an account and a user" },
	};

	for (size_t i = 0; i < FT_COUNT(row); i++)
		is_str(read_all(row[i].text), row[i].want, "text %zu", i);
	return done_testing();
}
