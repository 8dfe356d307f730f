import { writeCohort } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** Closes the current cohort directly, because the portal closes a cohort only after another has become current. */
export const closeCohort = ({ db, clock, content }: Portal) =>
  writeCohort(db, content.current._id, { closed_at: clock().toISOString() });
