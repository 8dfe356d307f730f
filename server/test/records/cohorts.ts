import { updateCohortRow } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';

/** Closes the current cohort directly in the database, because the portal closes only cohorts that are not current. */
export const closeCurrentCohort = ({ db, clock, content }: Portal) =>
  updateCohortRow(db, content.current._id, { closed_at: clock().toISOString() });
