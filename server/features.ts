import { account } from './account/routes.ts';
import { admin } from './admin/routes.ts';
import { announcements } from './announcements/routes.ts';
import { audit } from './audit/routes.ts';
import { awards } from './awards/routes.ts';
import { board } from './board/routes.ts';
import { calendar } from './calendar/routes.ts';
import { certificates } from './certificates/routes.ts';
import { cohorts } from './cohorts/routes.ts';
import { content } from './content/routes.ts';
import { desk } from './desk/routes.ts';
import { documents } from './documents/routes.ts';
import { downloads } from './downloads/routes.ts';
import { emails } from './emails/routes.ts';
import { groups } from './groups/routes.ts';
import type { Feature } from './http/feature.ts';
import { imports } from './imports/routes.ts';
import { insights } from './insights/routes.ts';
import { marks } from './marks/routes.ts';
import { notices } from './notices/routes.ts';
import { objections } from './objections/routes.ts';
import { proposals } from './proposals/routes.ts';
import { results } from './results/routes.ts';
import { session } from './session/routes.ts';
import { settings } from './settings/routes.ts';
import { submissions } from './submissions/routes.ts';
import { templates } from './templates/routes.ts';
import { users } from './users/routes.ts';

const beforeDesk: readonly Feature[] = [
  content,
  audit,
  session,
  notices,
  groups,
  awards,
  insights,
  documents,
  submissions,
  certificates,
  calendar,
  users,
  account,
  emails,
  objections,
  marks,
  board,
  results,
  downloads,
  announcements,
  cohorts,
  settings,
  proposals,
  templates,
];

/** All features, each of which may import only earlier ones. Routes and access tests are derived from this list. */
export const features: readonly Feature[] = [
  ...beforeDesk,
  desk(beforeDesk.flatMap((feature) => feature.desk)),
  admin,
  imports,
];

export const endpoints = features.flatMap((feature) => feature.endpoints);
export const backgroundJobs = features.flatMap((feature) => feature.jobs);
