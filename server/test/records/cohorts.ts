import { writeCohort } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** Closes the current cohort, which the portal allows only after another cohort has become the current one. */
export const closeCohort = ({ db, clock, content }: Portal) =>
  writeCohort(db, content.current._id, { closed_at: clock().toISOString() });
