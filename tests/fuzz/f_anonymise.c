/* Copies of files of a site: the first pass finds all names, and the copy is read
 * again.  The first byte chooses the file. */
#include "io/site/anonymise.h"

#include "fuzz/fuzz.h"
#include "io/slurm/slurmconf.h"

static const char *const parts[] = { "config", "qos", "assoc", "users",
	"accounts", "tres", "nodes", "sshare", "sshare.json", "sprio", "squeue",
	"sacct/001", "version", "conf/slurm.conf" };

static enum ft_status
copy(const char *name, const struct ft_input *input,
    struct ft_pseudonyms *names, struct ft_str *out, struct ft_error *err)
{
	const struct ft_anonymise_part *part = ft_anonymise_find(name);
	struct ft_conf conf;
	enum ft_status status;

	must(part != NULL, "a part");
	ft_str_clear(out);
	if (part->shape != FT_ANONYMISE_CONF)
		return ft_anonymise(part, input, names, out, err);
	ft_conf_init(&conf);
	status = ft_slurmconf_parse(&conf,
	    &(struct ft_slurmconf_source){
		input->file, input->text, input->size, NULL, NULL },
	    err);
	if (status == FT_OK)
		ft_anonymise_conf(&conf, names, out);
	ft_conf_free(&conf);
	return status;
}

static size_t
count(const struct ft_pseudonyms *names)
{
	size_t n = 0;

	for (int i = 0; i < FT_PSEUDONYM_KINDS; i++)
		n += names->list[i].n;
	return n;
}

/* Whether the copy is a table of one column, in which anything can be a line of
 * dashes or an empty line. */
static bool
is_narrow(const struct ft_str *out)
{
	return !memchr(ft_str_text(out), '|', strcspn(ft_str_text(out), "\n"));
}

static void
read_again(const char *name, const struct ft_str *out)
{
	struct ft_pseudonyms names = { 0 };
	struct ft_str again = { 0 };
	struct ft_error err = { 0 };

	if (ft_anonymise_find(name)->shape == FT_ANONYMISE_TABLE &&
	    is_narrow(out))
		return;
	must(
	    copy(name, &(struct ft_input){ "fuzz", ft_str_text(out), out->len },
		&names, &again, &err) == FT_OK,
	    "the copy is read again");
	ft_pseudonyms_free(&names);
	ft_str_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_pseudonyms names = { 0 };
	struct ft_str out = { 0 };
	struct ft_error err = { 0 };
	const char *name;
	size_t n;

	if (!size)
		return 0;
	name = parts[(*data - '0') % (FT_COUNT(parts))];
	if (*data < '0')
		name = parts[0];
	names.all = size % 2;
	const struct ft_input input = { "fuzz", (const char *)data + 1,
		size - 1 };

	if (copy(name, &input, &names, &out, &err) != FT_OK) {
		must_have_place(err.text);
	} else {
		n = count(&names);
		must(ft_pseudonyms_give(&names, FT_SIBLINGS_UCA1400, &err) ==
			 FT_OK,
		    "a new map has room");
		must(copy(name, &input, &names, &out, &err) == FT_OK,
		    "the second pass is as the first");
		must(count(&names) == n, "the first pass finds all names");
		read_again(name, &out);
	}
	ft_pseudonyms_free(&names);
	ft_str_free(&out);
	return 0;
}
