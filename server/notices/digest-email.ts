import { noticeKinds } from '#contract/messages/notices.ts';
import { paths } from '#contract/paths.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatRepetitions } from '#contract/values/repetitions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { isolateRightToLeftWords } from '#server/mail/isolate.ts';
import type { Services } from '#server/services.ts';

/** Maximum number of notices in a digest email. Older notices remain on the notices page. */
const maxLines = 100;

type DigestNotice = Pick<
  DatabaseRow<'notices'>,
  'kind' | 'text' | 'created_at' | 'repetitions' | 'last_at'
>;

/** Returns the time of a notice: "15 January 2027, 14:04 (12 times until 14:05)". */
function formatTime({ created_at, repetitions, last_at }: DigestNotice, timeZone: string): string {
  const repeated = { times: repetitions + 1, lastAt: last_at ?? created_at };
  const suffix = formatRepetitions(repeated, timeZone);
  return formatDateTime(created_at, timeZone) + (suffix ? ` (${suffix})` : '');
}

export function composeDigestEmail(
  services: Services,
  name: string,
  notices: readonly DigestNotice[],
) {
  const { publicUrl, timeZone } = services.config;
  const shown = notices.slice(-maxLines);
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  const more = notices.length - shown.length;
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nHere’s what’s new for you on the portal:`,
    },
    ...[...byKind].map(([kind, kindNotices]) => ({
      heading: noticeKinds[kind].label,
      facts: kindNotices.map((notice) => ({
        label: formatTime(notice, timeZone),
        value: isolateRightToLeftWords(notice.text),
        isText: true,
      })),
    })),
    ...(more > 0
      ? [{ paragraph: `${more} older notifications are on the notifications page.` }]
      : []),
    { link: `${publicUrl}${paths.notices}`, label: 'Open your notifications' },
  ];
  const subject =
    notices.length === 1 ? '1 new notification' : `${notices.length} new notifications`;
  return composeEmail(getEmailSender(services), { subject, blocks, isOptional: true });
}
