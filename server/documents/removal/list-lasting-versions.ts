import { maxStoredVersions } from '#contract/documents.ts';
import { type Deadline, isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { buildSubmission } from '#contract/rules/newcomers.ts';
import { assignFilesToDeadlines, type SubmittedFile } from '#contract/rules/submissions.ts';

export type FileVersion = {
  id: string;
  version: number;
  name: string;
  uploadedAt: string;
  isRemoved: boolean;
  /** True if staff have checked this version, or a certificate in it. */
  isChecked: boolean;
  submissions: readonly { deadlineId: string; at: string }[];
};

/** All versions of one file: of the group's thesis, of a member's certificates, or of the report of one deadline. */
export type VersionedFile = {
  kind: DocumentKind;
  memberId: string | null;
  deadlineId: string | null;
  versions: readonly FileVersion[];
};

/** Dates of a group that decide which versions stay stored. */
export type GroupDates = {
  createdAt: string;
  /** Current and former deadlines, each with all common and individual due dates that the group has or had. */
  deadlines: readonly {
    deadline: Deadline;
    dueDates: readonly string[];
    /** True if a decision on an extension is pending. It may grant any date after the current one, also a past date. */
    isExtensionRequested: boolean;
  }[];
  /** Own due dates of members who joined late. */
  ownDates: readonly { memberId: string; due: string }[];
  /** Times when a mark was saved for the work that a deadline requires. */
  marked: readonly { deadlineId: string; memberId: string | null; at: string }[];
};

export const hasTooManyVersions = ({ versions }: VersionedFile): boolean =>
  versions.filter(({ isRemoved }) => !isRemoved).length > maxStoredVersions;

/** Returns stored versions that are not among the latest and were never due, marked or checked, oldest first. */
export function listVersionsToRemove(
  file: VersionedFile,
  dates: GroupDates,
  now: Date,
): FileVersion[] {
  const stored = file.versions
    .filter(({ isRemoved }) => !isRemoved)
    .toSorted((a, b) => a.version - b.version);
  const lasting = new Set([
    ...listDueVersions(file, dates, now),
    ...listMarkedVersions(file, dates),
  ]);
  return stored
    .slice(0, -maxStoredVersions)
    .filter(({ version, isChecked }) => !isChecked && !lasting.has(version));
}

/**
 * Returns the versions that count for a deadline at each of its due dates (decision 47), and all later versions while
 * an extension is requested.
 */
function listDueVersions(
  { kind, memberId, versions }: VersionedFile,
  { createdAt, deadlines, ownDates }: GroupDates,
  now: Date,
): number[] {
  // Newest first, so that of two versions with the same time the newer counts.
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  const files = newestFirst.flatMap(({ version, uploadedAt, submissions }): SubmittedFile[] => {
    const about = { kind, memberId, version };
    if (submissions.length === 0) return [{ ...about, deadlineId: null, at: uploadedAt }];
    return submissions.map((submission) => ({ ...about, ...submission }));
  });
  // A file without a deadline counts for the earliest that requires it. Because the list of deadlines can change, each
  // deadline is evaluated both with and without these files.
  const submitted = files.filter(({ deadlineId }) => deadlineId !== null);
  const members = memberId === null ? [] : [{ id: memberId, name: '', ownDue: null }];
  const ownDueDates = ownDates.filter((each) => each.memberId === memberId).map(({ due }) => due);
  const memberKinds = memberId === null ? [] : [kind];
  return deadlines.flatMap(({ deadline, dueDates, isExtensionRequested }) =>
    [submitted, files].flatMap((candidates) => {
      const assigned = assignFilesToDeadlines(candidates, [deadline]);
      const counted = [...dueDates, ...ownDueDates].flatMap((due) => {
        const facts = {
          deadline: { ...deadline, due, memberKinds },
          members,
          files: assigned,
          createdAt,
        };
        return buildSubmission(facts, now).counted;
      });
      const late = assigned.filter(({ at }) =>
        dueDates.some((due) => isDeadlinePassed({ due }, new Date(at))),
      );
      return [...counted, ...(isExtensionRequested ? late : [])].map(({ version }) => version);
    }),
  );
}

/** Returns the version that was the newest when a mark was saved, for each mark of work that includes this file. */
function listMarkedVersions(
  { kind, memberId, deadlineId, versions }: VersionedFile,
  { deadlines, marked }: GroupDates,
): number[] {
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  const asking = deadlines.filter(
    ({ deadline: { _id, documents } }) =>
      documents.some((asked) => asked === kind) && [null, _id].includes(deadlineId),
  );
  return marked
    .filter((mark) => asking.some(({ deadline }) => deadline._id === mark.deadlineId))
    .filter((mark) => memberId === null || mark.memberId === memberId)
    .flatMap(({ at }) => {
      const newest = newestFirst.find(({ uploadedAt }) => Date.parse(uploadedAt) <= Date.parse(at));
      return newest ? [newest.version] : [];
    });
}
