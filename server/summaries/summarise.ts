import { createHash } from 'node:crypto';
import {
  type CertificateEntryState,
  type CertificateFileState,
  getCertificatesState,
} from '#contract/rules/certificates-state.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import { findCompletionTime } from '#contract/rules/newcomers.ts';
import { appliesToProgram, assignFilesToDeadlines } from '#contract/rules/submissions.ts';
import type { Courses } from '#contract/settings/courses.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { GroupFacts } from './read-facts.ts';

/** Settings on which summaries depend. */
export type SummaryRules = Pick<CohortContent, 'deadlines'> & {
  certificates: Courses['rule'];
  timeZone: string;
};

/** Pairs of a local day, counted from 1 January 1970, and the number of versions, since objects are slow to parse. */
export type DayCounts = number[];

export type GroupSummary = {
  students: number;
  unchecked: number;
  /**
   * Minute, counted from 1970, in which the first version of the last required file was submitted, by deadline id; or
   * `owedByNobody`.
   */
  completed: Record<string, number>;
  /** Ids of deadlines that require a file that is missing, unless the date had passed before the group was created. */
  missing: string[];
  /** The certificates of each member who has certificates or a merged PDF, as `summariseCertificates` writes them. */
  certificates: Record<string, string>;
  /** For each kind of file, the number of owners (groups or students) and of versions by day. */
  files: [kind: string, owners: number, versions: DayCounts][];
  /** Marks of the members by milestone, without missing ones. */
  marks: Record<string, number[]>;
};

/** Returns a key that changes with the rules. */
export const buildRulesKey = ({ deadlines, certificates, timeZone }: SummaryRules): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        owedByNobody,
        deadlines.map(({ _id, due, documents, programs, memberKinds }) => [
          ...[_id, due, documents, programs],
          ...(memberKinds ? [memberKinds] : []),
        ]),
        certificates,
        timeZone,
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

/** Instead of a minute, for a deadline whose files no member owes by the group's date. */
export const owedByNobody = -1;

export const toMinute = (instant: Date): number => Math.floor(instant.getTime() / 60_000);

export function summariseGroup(facts: GroupFacts, rules: SummaryRules): GroupSummary {
  const { group, members, files } = facts;
  const applicable = rules.deadlines.filter((each) => appliesToProgram(each, group.program));
  const submissions = assignFilesToDeadlines(files, applicable);
  const completed: GroupSummary['completed'] = {};
  const missing: string[] = [];
  for (const deadline of applicable) {
    const completedAt = findCompletionTime({ deadline, members, files: submissions });
    const isBeforeGroup = isDeadlinePassed(deadline, new Date(group.created_at));
    if (completedAt === 'owed-by-nobody') completed[deadline._id] = owedByNobody;
    else if (completedAt) completed[deadline._id] = toMinute(completedAt);
    else if (deadline.documents.length > 0 && !isBeforeGroup) missing.push(deadline._id);
  }
  const certificates = summariseCertificates(facts);
  const unchecked = Object.values(certificates).filter(
    (text) => readCertificates(rules.certificates, text).state === 'unchecked',
  );
  return {
    students: members.length,
    unchecked: unchecked.length,
    completed,
    missing,
    certificates,
    files: countFiles(facts, rules.timeZone),
    marks: Object.fromEntries(
      [...Map.groupBy(facts.marks, ({ milestone }) => milestone)].map(([milestone, rows]) => [
        milestone,
        rows.map(({ marks }) => marks),
      ]),
    ),
  };
}

/** Returns the certificates of a member as text such as "uploaded optional:accepted java:unchecked". */
function summariseCertificates({ certificates, files }: GroupFacts): GroupSummary['certificates'] {
  const entries = Map.groupBy(certificates, ({ member_id }) => member_id);
  const newest = new Map<string, { version: number; state: CertificateFileState }>();
  for (const { kind, memberId, version, checkedAt, removedAt } of files) {
    if (kind !== 'certificate' || (newest.get(memberId ?? '')?.version ?? 0) > version) continue;
    const state = removedAt !== null ? 'none' : checkedAt === null ? 'uploaded' : 'checked';
    newest.set(memberId ?? '', { version, state });
  }
  return Object.fromEntries(
    [...new Set([...entries.keys(), ...newest.keys()])].map((memberId) => {
      const state = newest.get(memberId)?.state ?? 'none';
      const listed = entries.get(memberId) ?? [];
      return [
        memberId,
        [state, ...listed.map((row) => `${row.counts_for}:${row.state}`)].join(' '),
      ];
    }),
  );
}

/**
 * Returns a function that reads a text of `summariseCertificates`: the state, and the number of certificates by state.
 * Caches the results, because most members have the same certificates as some other member.
 */
export function createCertificatesReader(rule: Courses['rule']) {
  const known = new Map<string, ReturnType<typeof readCertificates>>();
  return (text = 'none') => known.getOrInsertComputed(text, () => readCertificates(rule, text));
}

function readCertificates(rule: Courses['rule'], text: string) {
  const [file, ...listed] = text.split(' ');
  const counts = { unchecked: 0, accepted: 0, returned: 0 };
  const entries = listed.map((entry) => {
    const [countsFor = '', state] = entry.split(':');
    counts[state as CertificateEntryState] += 1;
    return { countsFor, state: state as CertificateEntryState };
  });
  return { ...getCertificatesState(rule, entries, file as CertificateFileState), ...counts };
}

function countFiles({ files }: GroupFacts, timeZone: string): GroupSummary['files'] {
  // A version that was submitted for several deadlines has several rows.
  const versions = [...new Map(files.map((file) => [file.id, file])).values()];
  return [...Map.groupBy(versions, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const days = Map.groupBy(ofKind, ({ uploadedAt }) => toLocalDay(uploadedAt, timeZone));
    const counts = [...days].flatMap(([day, ofDay]) => [day, ofDay.length]);
    return [kind, new Set(ofKind.map(({ memberId }) => memberId)).size, counts];
  });
}

const epoch = Temporal.PlainDate.from('1970-01-01');

/** Returns the local day of an instant as the number of days since 1 January 1970. */
export const toLocalDay = (instant: string, timeZone: string): number =>
  epoch.until(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate()).days;

export const fromLocalDay = (day: number): string => epoch.add({ days: day }).toString();
