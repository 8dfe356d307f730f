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
import { discussionFeature } from './discussion/routes.ts';
import { documentsFeature } from './documents/routes.ts';
import { downloadsFeature } from './downloads/routes.ts';
import { draftsFeature } from './drafts/routes.ts';
import { emailsFeature } from './emails/routes.ts';
import { groupsFeature } from './groups/routes.ts';
import { createHistoryFeature } from './history/routes.ts';
import type { Feature } from './http/feature.ts';
import { importsFeature } from './imports/routes.ts';
import { insightsFeature } from './insights/routes.ts';
import { installationFeature } from './installation/routes.ts';
import type { EmailSamples } from './mail/email-sample.ts';
import { marksFeature } from './marks/routes.ts';
import { meetingsFeature } from './meetings/routes.ts';
import { noticesFeature } from './notices/routes.ts';
import { objectionsFeature } from './objections/routes.ts';
import { outcomesFeature } from './outcomes/routes.ts';
import { peopleFeature } from './people/routes.ts';
import { proposalsFeature } from './proposals/routes.ts';
import { resultsFeature } from './results/routes.ts';
import { reviewsFeature } from './reviews/routes.ts';
import { searchFeature } from './search/routes.ts';
import { sessionFeature } from './session/routes.ts';
import { settingsFeature } from './settings/routes.ts';
import { setupFeature } from './setup/routes.ts';
import { similarityFeature } from './similarity/routes.ts';
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
  similarityFeature,
  submissionsFeature,
  certificatesFeature,
  calendarFeature,
  usersFeature,
  accountFeature,
  draftsFeature,
  emailsFeature,
  objectionsFeature,
  marksFeature,
  resultsFeature,
  outcomesFeature,
  meetingsFeature,
  reviewsFeature,
  boardFeature,
  searchFeature,
  downloadsFeature,
  announcementsFeature,
  discussionFeature,
  cohortsFeature,
  settingsFeature,
  installationFeature,
  setupFeature,
  proposalsFeature,
  adminFeature,
  peopleFeature,
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
  createHistoryFeature(beforeDesk.flatMap((feature) => feature.history)),
  importsFeature,
];

export const endpoints = features.flatMap((feature) => feature.endpoints);
export const backgroundJobs = features.flatMap((feature) => feature.jobs);
