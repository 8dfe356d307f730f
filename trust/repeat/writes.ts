import type { ProblemCode } from '#contract/problem.ts';
import type { Actor, MatrixFixture } from '#server/test/matrix/actors.ts';
import { rows } from '#server/test/matrix/rows.ts';
import type { Random } from '#trust/lib/random.ts';

/** Endpoints that are not idempotent, with what each request adds. */
export const nonIdempotentEndpoints: Readonly<Record<string, string>> = {
  login: 'a session',
  previewTemplate: 'a preview, and it is counted',
  sendTestEmail: 'an email to oneself',
  exportBoard: 'an export, and its entry',
  exportResultSheets: 'an export, and its entry',
  prepareDownload: 'a download, and its entry',
};

const cohortEndpoints = ['updateCohort', 'closeCohort', 'reopenCohort'];
const settingsEndpoints = ['saveSetting', 'convertScheme', 'importSettings'];

/** Refusals that show that the write has already happened, with the endpoints that may reply so. */
export const alreadyDoneRefusals: Partial<Record<ProblemCode, readonly string[]>> = {
  'stale-version': [
    ...cohortEndpoints,
    ...settingsEndpoints,
    'askExtension',
    'decideExtension',
    'updateAnnouncement',
    'withdrawAnnouncement',
  ],
  'cohort-closed': cohortEndpoints,
  'name-taken': ['addCohort', 'addAnnouncement'],
  'email-taken': ['register', 'createUser'],
  'link-over': ['confirmEmail', 'resetPassword'],
  'not-found': [
    'deleteGroup',
    'restoreGroup',
    'settleObjection',
    'sendEmailAgain',
    'dismissEmail',
    'endSession',
    'deleteView',
    'removeCertificate',
  ],
  'signed-out': ['logout'],
  'wrong-credentials': ['changePassword'],
  'too-often': ['sendReminders', 'mailGroup'],
  invalid: ['sendCertificatesResult'],
};

/** Every write of the access matrix; `column` is the caller's role. */
export const writes = rows.flatMap(({ cells, variants, ...row }) => {
  if (row.endpoint.method === 'GET' || row.name in nonIdempotentEndpoints) return [];
  // An additional admin would receive emails of other writes.
  if (row.target === 'promote') return [];
  const columns = Object.keys(cells).filter((column) => cells[column]?.endsWith('!'));
  return columns.flatMap((column) => variants.map((variant) => ({ ...row, column, variant })));
});
export type RepeatedWrite = (typeof writes)[number];

export const findActor = ({ live, gone }: MatrixFixture, { column }: RepeatedWrite) =>
  (live[column] ?? gone.nobody) as Actor;

/** Shuffles the writes; each endpoint occurs once before any is repeated. */
export function shuffleWrites(random: Random): RepeatedWrite[] {
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
