import { writeCohort } from '#server/content/write-settings.ts';
import type { Portal } from './portal.ts';

/** The current one, though an admin has to make another one current first. */
export const closeCohort = ({ db, clock, content }: Portal) =>
  writeCohort(db, content.current._id, { closed_at: clock().toISOString() });
