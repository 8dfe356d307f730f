import { noticeKinds } from '#contract/notices.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { Row } from '#server/db/tables.ts';
import { type Block, composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import type { Services } from '#server/services.ts';

/** Older notices are on the notices page only. */
const mostLines = 100;

export function digestEmail(
  services: Services,
  name: string,
  notices: readonly Pick<Row<'notices'>, 'kind' | 'text' | 'created_at'>[],
) {
  const { publicUrl, timeZone } = services.config;
  const shown = notices.slice(-mostLines);
  const byKind = Map.groupBy(shown, ({ kind }) => kind);
  const more = notices.length - shown.length;
  const blocks: Block[] = [
    { paragraph: `Dear ${name},\n\nthis is new for you on the portal:` },
    ...[...byKind].map(([kind, kindNotices]) => ({
      heading: noticeKinds[kind].label,
      facts: kindNotices.map(({ text, created_at }) => ({
        label: formatDateTime(created_at, timeZone),
        value: text,
        isText: true,
      })),
    })),
    ...(more > 0 ? [{ paragraph: `And ${more} older ones, on the page.` }] : []),
    { link: `${publicUrl}/notices`, label: 'Open your notices' },
  ];
  const subject = notices.length === 1 ? '1 new notice' : `${notices.length} new notices`;
  return composeEmail(getEmailSender(services), { subject, blocks, isOptional: true });
}
