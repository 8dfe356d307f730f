import type { FeatureKinds } from './feature.ts';
import { accountKinds } from './kinds/account.ts';
import { announcementsKinds } from './kinds/announcements.ts';
import { auditKinds } from './kinds/audit.ts';
import { backupKinds } from './kinds/backup.ts';
import { calendarKinds } from './kinds/calendar.ts';
import { certificatesKinds } from './kinds/certificates.ts';
import { cohortsKinds } from './kinds/cohorts.ts';
import { discussionKinds } from './kinds/discussion.ts';
import { documentsKinds } from './kinds/documents.ts';
import { emailsKinds } from './kinds/emails.ts';
import { groupsKinds } from './kinds/groups.ts';
import { importsKinds } from './kinds/imports.ts';
import { installationKinds } from './kinds/installation.ts';
import { marksKinds } from './kinds/marks.ts';
import { meetingsKinds } from './kinds/meetings.ts';
import { objectionsKinds } from './kinds/objections.ts';
import { peopleKinds } from './kinds/people.ts';
import { proposalsKinds } from './kinds/proposals.ts';
import { reviewsKinds } from './kinds/reviews.ts';
import { sessionKinds } from './kinds/session.ts';
import { settingsKinds } from './kinds/settings.ts';
import { setupKinds } from './kinds/setup.ts';
import { similarityKinds } from './kinds/similarity.ts';
import { submissionsKinds } from './kinds/submissions.ts';
import { templatesKinds } from './kinds/templates.ts';
import { usersKinds } from './kinds/users.ts';

/** Kinds that each feature of the server declares. The order is the order of the audit actions in lists. */
export const featureKinds = {
  session: sessionKinds,
  account: accountKinds,
  users: usersKinds,
  proposals: proposalsKinds,
  groups: groupsKinds,
  people: peopleKinds,
  marks: marksKinds,
  emails: emailsKinds,
  objections: objectionsKinds,
  documents: documentsKinds,
  similarity: similarityKinds,
  certificates: certificatesKinds,
  cohorts: cohortsKinds,
  settings: settingsKinds,
  installation: installationKinds,
  setup: setupKinds,
  calendar: calendarKinds,
  submissions: submissionsKinds,
  meetings: meetingsKinds,
  reviews: reviewsKinds,
  announcements: announcementsKinds,
  discussion: discussionKinds,
  templates: templatesKinds,
  audit: auditKinds,
  imports: importsKinds,
  backup: backupKinds,
} as const satisfies Record<string, FeatureKinds>;

type Features = typeof featureKinds;
type DeclaredKinds<Feature, Part extends string> =
  Feature extends Record<Part, infer Kinds> ? Kinds : never;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Names of the audit actions whose repetitions are counted in one entry. */
export type CountedAction = {
  [Name in keyof Features]: Features[Name] extends {
    countedActions: infer Names extends readonly string[];
  }
    ? Names[number]
    : never;
}[keyof Features];

export const countedActionNames = Object.values<FeatureKinds>(featureKinds).flatMap(
  ({ countedActions = [] }) => countedActions,
) as CountedAction[];

type KindPart = Exclude<keyof FeatureKinds, 'countedActions'>;

/** Kinds of one part, such as `noticeKinds`, of all features. */
export type CollectedKinds<Part extends KindPart> = Intersection<
  DeclaredKinds<Features[keyof Features], Part>
>;

/** Names of the kinds of emails that the feature declares. */
export type EmailKindOf<FeatureName extends string> = FeatureName extends keyof Features
  ? Features[FeatureName] extends { emailKinds: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;

const getOrder = (kind: string | { order: number }) => (typeof kind === 'string' ? 0 : kind.order);

/** Returns the kinds of one part of all features by name, sorted by `order` if they have one. */
export function collectKinds<Part extends KindPart>(part: Part) {
  const kinds = Object.values<FeatureKinds>(featureKinds)
    .flatMap((feature) => Object.entries<string | { order: number }>(feature[part] ?? {}))
    .sort(([, a], [, b]) => getOrder(a) - getOrder(b));
  return Object.fromEntries(kinds) as CollectedKinds<Part>;
}
