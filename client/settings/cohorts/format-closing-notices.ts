import type { OpenWork } from '#contract/settings/cohorts.ts';

const count = (n: number, singular: string, many = `${singular}s`) =>
  `${n} ${n === 1 ? singular : many}`;

/** Returns one sentence for each unavoidable consequence of closing the cohort. */
export function formatClosingNotices(
  work: OpenWork,
  formatAt: (instant: string) => string,
): string[] {
  const { announcements, unchecked, unbound, contested, owed, queued, failed } = work;
  const scheduled = announcements.map(
    ({ title, publishAt }) => `“${title}” (${formatAt(publishAt)})`,
  );
  const sentences: [count: number, text: string][] = [
    [scheduled.length, `Scheduled announcements are withdrawn: ${scheduled.join('; ')}.`],
    [
      owed,
      `${count(owed, 'student is', 'students are')} owed an email about marks: it is queued now.`,
    ],
    [
      queued,
      `${count(queued, 'email is', 'emails are')} still queued: they are sent all the same.`,
    ],
    [failed, `${count(failed, 'email')} could not be delivered. You can still send them again.`],
    [unchecked, `The certificates of ${count(unchecked, 'student')} stay unchecked.`],
    [
      unbound,
      `${count(unbound, 'group names', 'groups name')} staff without an account, who cannot read them.`,
    ],
    [
      contested,
      `The account of ${count(contested, 'member')} is ambiguous. You can still select it under Attention.`,
    ],
  ];
  return sentences.flatMap(([n, text]) => (n > 0 ? [text] : []));
}
