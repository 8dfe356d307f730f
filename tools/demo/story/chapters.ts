import { announcements } from './announcements.ts';
import { certificates } from './certificates.ts';
import { discussions } from './discussions.ts';
import type { Chapter } from './event.ts';
import { extensions } from './extensions.ts';
import { jobs } from './jobs.ts';
import { marks } from './marks.ts';
import { meetings } from './meetings.ts';
import { proposals } from './proposals.ts';
import { reports } from './reports.ts';
import { staff } from './staff.ts';
import { vivas } from './vivas.ts';

/** The past of the demo’s department. A feature adds its sample records as a chapter. */
export const chapters: readonly Chapter[] = [
  staff,
  proposals,
  certificates,
  reports,
  marks,
  extensions,
  vivas,
  discussions,
  meetings,
  announcements,
  jobs,
];
