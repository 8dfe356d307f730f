import { findCountedFile } from '#contract/rules/choose-deadline.ts';
import {
  getLatenessMs,
  type SubmissionWithFiles,
  uploadGraceMinutes,
} from '#contract/rules/submissions.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { clockToleranceMs } from './clock-fault.ts';
import { findKnownDamage } from './damage/damaged-files.ts';
import { recordSubmission } from './record-submission.ts';
import { listVersionSubmissions, submitVersion } from './submit-version.ts';

type VersionSubmissions = Awaited<ReturnType<typeof listVersionSubmissions>>;
type Request = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id' | 'cohort_id'>;
  upload: { deadline?: string | undefined };
  began: Date;
};
type Reused = { row: DatabaseRow<'documents'>; target: SubmissionWithFiles | undefined };
type Result = { submissions: VersionSubmissions; lateMs: number; isDamaged: boolean };

/**
 * Submits a stored version for the target deadline, because an upload has repeated the file, unless the version already
 * counts for this deadline or the request repeats a recent upload. `isDamaged` tells whether the stored file is known to
 * be damaged. The caller must hold the lock on the group.
 */
export async function reuseVersion(
  context: WriteContext,
  request: Request,
  reused: Reused,
): Promise<Result> {
  const { trx } = context;
  const { row, target } = reused;
  const [submissions, damage] = await Promise.all([
    listVersionSubmissions(trx, row.id),
    findKnownDamage(trx, row.id),
  ]);
  const isDamaged = damage !== undefined;
  const { now } = context;
  const earlierLateMs = findEarlierLateness({ ...request, now }, reused, submissions);
  if (!target || earlierLateMs !== undefined) {
    return { submissions, lateMs: earlierLateMs ?? 0, isDamaged };
  }
  const lateMs = getLatenessMs(target, now);
  await submitVersion(context, row.id, target.deadlineId);
  await recordSubmission(context, { group: request.group, row, target, lateMs });
  return { submissions: await listVersionSubmissions(trx, row.id), lateMs, isDamaged };
}

/** Returns how late the version is, in milliseconds, or undefined if it is to be submitted now. */
function findEarlierLateness(
  { upload, began, now }: Request & { now: Date },
  { row, target }: Reused,
  submissions: VersionSubmissions,
): number | undefined {
  if (!target) return undefined;
  const stored = submissions.find(({ deadline_id }) => deadline_id === target.deadlineId);
  // A time in the future was stored while the server’s clock was ahead: submit the file now.
  const isInFuture = (at: string) => Date.parse(at) > now.getTime() + clockToleranceMs;
  if (isInFuture(stored?.submitted_at ?? row.uploaded_at)) return undefined;
  if (stored) return getLatenessMs(target, new Date(stored.submitted_at));
  // A version without a row in `submissions` may also count, if no deadline required its kind when it was uploaded.
  const counted = findCountedFile(target, { kind: row.kind, memberId: row.member_id });
  if (counted?.version === row.version) return getLatenessMs(target, new Date(counted.at));
  const last = submissions.at(-1);
  const isRepeat =
    last && began.getTime() - Date.parse(last.submitted_at) <= uploadGraceMinutes * 60_000;
  return upload.deadline === undefined && isRepeat ? 0 : undefined;
}
