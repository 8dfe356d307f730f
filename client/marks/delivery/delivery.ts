import type { GroupEmail } from '#contract/marks.ts';

export type DeliverySummary = {
  text: string;
  /** Undefined while any email is queued. */
  outcome: 'sent' | 'refused' | 'withdrawn' | undefined;
};

const formatCount = (count: number) => (count === 1 ? '1 email' : `${count} emails`);

export const describeQueuedEmails = (count: number): DeliverySummary => ({
  text: `${formatCount(count)} queued.`,
  outcome: undefined,
});

export function describeDelivery(
  emails: readonly GroupEmail[],
  sendsEmail: boolean,
): DeliverySummary {
  const sent = emails.filter(({ state }) => state === 'sent').length;
  const queued = emails.filter(({ state }) => state === 'queued').length;
  if (queued > 0) {
    if (sent === 0) return describeQueuedEmails(queued);
    return { text: `${formatCount(sent)} sent, ${queued} queued.`, outcome: undefined };
  }
  const unsent = emails.filter(({ state }) => state === 'refused' || state === 'withdrawn');
  if (unsent.length > 0) {
    const rest = sent > 0 ? [`${formatCount(sent)} sent.`] : [];
    const isRefused = unsent.some(({ state }) => state === 'refused');
    const text = [...unsent.map(formatUnsent), ...rest].join(' ');
    return { text, outcome: isRefused ? 'refused' : 'withdrawn' };
  }
  const where = sendsEmail ? 'sent' : 'in the outbox folder';
  const how = sendsEmail ? '' : ' Emails will be delivered once an admin has set up a mail server.';
  return { text: `${formatCount(sent)} ${where}.${how}`, outcome: 'sent' };
}

const formatUnsent = ({ memberName, recipient, state, reason }: GroupEmail) =>
  state === 'withdrawn'
    ? `The email to ${memberName} wasn’t sent: ${reason ?? 'they can no longer receive it.'}`
    : `The email to ${memberName} (${recipient}) was refused: ${reason ?? 'no reason was given'}.`;
