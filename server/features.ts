import { accountFeature } from './account/routes.ts';
import { adminFeature } from './admin/routes.ts';
import { announcementsFeature } from './announcements/routes.ts';
import { auditFeature } from './audit/routes.ts';
import { awardsFeature } from './awards/routes.ts';
import { backupFeature } from './backup/routes.ts';
import { boardFeature } from './board/routes.ts';
import { calendarFeature } from './calendar/routes.ts';
import { certificatesFeature } from './certificates/routes.ts';
import { cohortsFeature } from './cohorts/routes.ts';
import { contentFeature } from './content/routes.ts';
import { createDeskFeature } from './desk/routes.ts';
import { documentsFeature } from './documents/routes.ts';
import { downloadsFeature } from './downloads/routes.ts';
import { emailsFeature } from './emails/routes.ts';
import { groupsFeature } from './groups/routes.ts';
import type { Feature } from './http/feature.ts';
import { importsFeature } from './imports/routes.ts';
import { insightsFeature } from './insights/routes.ts';
import type { EmailSamples } from './mail/email-sample.ts';
import { marksFeature } from './marks/routes.ts';
import { noticesFeature } from './notices/routes.ts';
import { objectionsFeature } from './objections/routes.ts';
import { proposalsFeature } from './proposals/routes.ts';
import { resultsFeature } from './results/routes.ts';
import { sessionFeature } from './session/routes.ts';
import { settingsFeature } from './settings/routes.ts';
import { submissionsFeature } from './submissions/routes.ts';
import { summariesFeature } from './summaries/routes.ts';
import { createTemplatesFeature } from './templates/routes.ts';
import { usersFeature } from './users/routes.ts';

const beforeDesk: readonly Feature[] = [
  contentFeature,
  auditFeature,
  backupFeature,
  sessionFeature,
  noticesFeature,
  groupsFeature,
  summariesFeature,
  awardsFeature,
  insightsFeature,
  documentsFeature,
  submissionsFeature,
  certificatesFeature,
  calendarFeature,
  usersFeature,
  accountFeature,
  emailsFeature,
  objectionsFeature,
  marksFeature,
  boardFeature,
  resultsFeature,
  downloadsFeature,
  announcementsFeature,
  cohortsFeature,
  settingsFeature,
  proposalsFeature,
];

export const emailSamples = Object.assign(
  {},
  ...beforeDesk.map((feature) => feature.emailSamples),
) as EmailSamples;

/** A feature may import only features that precede it. Routes and access tests are derived from this list. */
export const features: readonly Feature[] = [
  ...beforeDesk,
  createTemplatesFeature(emailSamples),
  createDeskFeature(beforeDesk.flatMap((feature) => feature.desk)),
  adminFeature,
  importsFeature,
];

export const endpoints = features.flatMap((feature) => feature.endpoints);
export const backgroundJobs = features.flatMap((feature) => feature.jobs);
