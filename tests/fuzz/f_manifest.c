/* Manifests: every part has a name inside the folder, times in order, a command. */
#include "io/site/manifest.h"

#include "fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct ft_input input = { "fuzz", (const char *)data, size };
	struct ft_manifest manifest = { 0 };
	struct ft_error err = { 0 };

	enum ft_status status = ft_manifest_parse(&manifest, &input, &err);

	if (status != FT_OK)
		must_have_place(err.text);
	for (size_t i = 0; status == FT_OK && i < manifest.n; i++) {
		const struct ft_manifest_part *part = &manifest.part[i];

		must(*part->name && *part->name != '/' &&
			 !strstr(part->name, "/../"),
		    "a name stays in the folder");
		must(part->began >= 0 && part->ended >= part->began,
		    "a command ends after it began");
		must(*part->command && part->line, "it has a command");
		must(ft_manifest_find(&manifest, part->name) == part,
		    "a name is there once");
	}
	ft_manifest_free(&manifest);
	return 0;
}
