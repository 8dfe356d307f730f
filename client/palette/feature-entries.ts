import type { PaletteEntries, PaletteEntry } from '#client/feature.ts';
import type { Modules } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';

const declarations = Object.values(
  import.meta.glob<PaletteEntries>('../*/palette-entries.ts', {
    eager: true,
    import: 'paletteEntries',
  }),
);

/** Returns the entries that the features declare for the role under a title. */
export async function listFeatureEntries(
  title: PaletteEntries['title'],
  role: Role,
  modules: Modules,
): Promise<readonly PaletteEntry[]> {
  const declared = declarations.filter(
    (declaration) => declaration.title === title && declaration.roles.includes(role),
  );
  return (await Promise.all(declared.map(({ list }) => list(modules)))).flat();
}
