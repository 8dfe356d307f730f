import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import type { OpenWork } from '#contract/settings/cohorts.ts';

const count = (n: number, singular: string, many = `${singular}s`) =>
  `${n} ${n === 1 ? singular : many}`;

/** Something that is still open in the cohort, and the page where it can be finished. */
export type ClosingNotice = { text: string; to?: string };

/** Returns a sentence for each unavoidable consequence of closing the cohort. */
export function formatClosingNotices(
  work: OpenWork,
  formatAt: (instant: string) => string,
): ClosingNotice[] {
  const { leaving, announcements, unchecked, unbound, contested, owed, queued, failed } = work;
  const scheduled = announcements.map(
    ({ title, publishAt }) => `“${title}” (${formatAt(publishAt)})`,
  );
  const attention = links.adminTab('attention');
  const notices: [count: number, text: string, to?: string][] = [
    [
      scheduled.length,
      `Scheduled announcements are withdrawn: ${scheduled.join('; ')}.`,
      paths.announcements,
    ],
    [
      leaving,
      `${count(leaving, 'student asks', 'students ask')} to leave a group. You can decide only while the session is open.`,
      links.leaveRequests,
    ],
    [
      owed,
      `${count(owed, 'student', 'students')} will get an email about marks that were saved recently.`,
    ],
    [
      queued,
      `${count(queued, 'email is', 'emails are')} still queued and will be sent.`,
      paths.emails,
    ],
    [
      failed,
      `${count(failed, 'email')} couldn’t be delivered. You can still send them again.`,
      links.failedEmails,
    ],
    [
      unchecked,
      `The certificates of ${count(unchecked, 'student')} stay unchecked.`,
      links.uncheckedCertificates,
    ],
    [
      unbound,
      `${count(unbound, 'group names', 'groups name')} staff without an account, who cannot read them.`,
      attention,
    ],
    [
      contested,
      `The account of ${count(contested, 'member')} is ambiguous. You can still select it under Attention.`,
      attention,
    ],
  ];
  return notices.flatMap(([n, text, to]) => (n > 0 ? [{ text, ...(to && { to }) }] : []));
}

/** Returns a line for each kind of work that nobody can finish in a closed cohort. */
export function formatUnfinishedWork(
  { unfinished: { unmarked, missed, withoutOutcome, withoutCertificates } }: OpenWork,
  cohort: string,
): ClosingNotice[] {
  return [
    ...unmarked.map(({ milestone, title, students }) => ({
      text: `${title}: ${count(students, 'student is', 'students are')} not marked`,
      to: links.milestone(milestone, cohort),
    })),
    ...missed.map(({ deadlineId, title, count: groups }) => ({
      text: `${title}: ${count(groups, 'group has', 'groups have')} missing files`,
      to: links.missedGroups({ deadline: deadlineId, cohort }),
    })),
    ...(withoutOutcome > 0
      ? [
          {
            text: `${count(withoutOutcome, 'group has', 'groups have')} no final viva result`,
            to: links.externalVivas(cohort),
          },
        ]
      : []),
    ...(withoutCertificates > 0
      ? [
          {
            text: `The certificates of ${count(withoutCertificates, 'student')} are not complete`,
            to: links.certificatesOfCohort(cohort),
          },
        ]
      : []),
  ];
}
