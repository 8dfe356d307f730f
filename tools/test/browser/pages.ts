import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Pages } from '#client/feature.ts';

const client = join(import.meta.dirname, '../../../client');
const declarations = globSync('*/feature.ts', { cwd: client }).toSorted();

/** Same pages as `client/features.ts`, which only Vite can load. */
export const pages: Pages = (
  await Promise.all(
    declarations.map(
      async (file) => ((await import(join(client, file))) as { pages: Pages }).pages,
    ),
  )
).flat();
