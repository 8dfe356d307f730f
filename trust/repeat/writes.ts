import type { ProblemCode } from '#contract/problem.ts';
import type { Actor, World } from '#server/test/matrix/actors.ts';
import { rows } from '#server/test/matrix/rows.ts';
import type { Random } from '#trust/lib/random.ts';

/** Endpoints whose every request is another thing, and what that is. */
export const anotherEachTime: Readonly<Record<string, string>> = {
  login: 'a session',
  previewTemplate: 'a preview, and it is counted',
  sendTestEmail: 'an email to oneself',
  exportBoard: 'an export, and its entry',
  exportResultSheets: 'an export, and its entry',
  prepareDownload: 'a download, and its entry',
};

const ofCohort = ['updateCohort', 'closeCohort', 'reopenCohort'];
const ofSettings = ['saveSetting', 'convertScheme', 'importSettings'];

/** Refusals that say clearly that it was done already, and the endpoints that may give them. */
export const saysDone: Partial<Record<ProblemCode, readonly string[]>> = {
  'stale-version': [
    ...[...ofCohort, ...ofSettings, 'askExtension', 'decideExtension'],
    ...['updateAnnouncement', 'withdrawAnnouncement'],
  ],
  'cohort-closed': ofCohort,
  'name-taken': ['addCohort', 'addAnnouncement'],
  'email-taken': ['register', 'createUser'],
  'link-over': ['confirmEmail', 'resetPassword'],
  'not-found': [
    ...['deleteGroup', 'restoreGroup', 'settleObjection', 'sendEmailAgain', 'dismissEmail'],
    ...['endSession', 'deleteView', 'removeCertificate'],
  ],
  'signed-out': ['logout'],
  'wrong-credentials': ['changePassword'],
  'too-often': ['sendReminders', 'mailGroup'],
  invalid: ['sendCertificatesResult'],
};

/** Every cell of the access matrices that writes; `column` is who asks. */
export const writes = rows.flatMap(({ cells, variants, ...row }) => {
  if (row.endpoint.method === 'GET' || row.name in anotherEachTime) return [];
  // With one more admin, what is sent meanwhile goes to more people.
  if (row.target === 'promote') return [];
  const columns = Object.keys(cells).filter((column) => cells[column]?.endsWith('!'));
  return columns.flatMap((column) => variants.map((variant) => ({ ...row, column, variant })));
});
export type Write = (typeof writes)[number];

export const actorIn = ({ live, gone }: World, { column }: Write) =>
  (live[column] ?? gone.nobody) as Actor;

/** In random order, but one of each endpoint before the second of any. */
export function inTurn(random: Random): Write[] {
  const before = new Map<string, number>();
  const ranked = writes
    .map((write) => ({ write, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ write }) => {
      const rank = before.get(write.name) ?? 0;
      before.set(write.name, rank + 1);
      return { write, rank };
    });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ write }) => write);
}
