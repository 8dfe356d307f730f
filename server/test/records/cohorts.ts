import { updateCohortRow } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** The portal itself can close a cohort only after another one has become current. */
export const closeCurrentCohort = ({ db, clock, content }: Portal) =>
  updateCohortRow(db, content.current._id, { closed_at: clock().toISOString() });
