import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Versions of a cohort's deadlines of which students and supervisors were notified. */
    deadline_announcements: { cohort_id: string; version: number; announced_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<'deadline_announcements'> = {
  deadline_announcements: {
    backup: ['cohort_id', 'version'],
    isRecord: true,
    cohort: { key: 'cohort_id', cohortOf: (id) => id, isLocked: true },
  },
};
