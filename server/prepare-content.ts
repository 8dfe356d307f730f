import type { PortalContent } from './content/content.ts';
import type { ContentFiles } from './content/files/load-content.ts';
import { initialiseSettings } from './content/initialise-settings.ts';
import { loadStoredContent } from './content/open-content.ts';
import type { Db } from './db/tables.ts';
import { assignGroupsToCohorts } from './groups/adopt-groups.ts';
import { requireFittingScheme } from './marks/conversion/require-fitting-scheme.ts';

/** Stores missing settings, assigns groups that have no cohort to one, and loads all settings. */
export async function initialisePortalContent(
  db: Db,
  files: ContentFiles,
  config: Readonly<{ timeZone: string }>,
  now: Date,
  refreshConfig?: (db: Db) => Promise<void>,
): Promise<PortalContent> {
  await requireFittingScheme(db, null, files.scheme);
  await initialiseSettings(db, files, now);
  await assignGroupsToCohorts(db, files, now);
  return loadStoredContent(db, config, refreshConfig);
}
