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
      `Scheduled announcements will be withdrawn: ${scheduled.join('; ')}.`,
      paths.announcements,
    ],
    [
      leaving,
      `${count(leaving, 'student asks', 'students ask')} to leave a group. You can decide only while the session is open.`,
      links.leaveRequests,
    ],
    [owed, `${count(owed, 'student', 'students')} will get an email about recently saved marks.`],
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
      `${count(unchecked, 'student has', 'students have')} unchecked certificates.`,
      links.uncheckedCertificates,
    ],
    [
      unbound,
      `${count(unbound, 'group has', 'groups have')} staff without an account, who have no access.`,
      attention,
    ],
    [
      contested,
      `${count(contested, 'member has', 'members have')} an unclear account. You can still choose it under Attention.`,
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
            text: `${count(withoutCertificates, 'student doesn’t', 'students don’t')} have all required certificates`,
            to: links.certificatesOfCohort(cohort),
          },
        ]
      : []),
  ];
}
