import { links } from '#contract/links.ts';
import { erasedEmailText, withheldEmailText } from '#server/mail/outbox.ts';

type Row = Record<string, unknown>;

const whyNotSent =
  'It was not sent before the backup, and backups contain no links. Request a new link, and dismiss this email.';

/** Removes the one-use link from an email. Marks an unsent email as failed, so that it is not sent after a restore. */
export function removeLinkFromEmail(row: Row, takenAt: string): Row {
  if (!carriesLink(row)) return row;
  const isEmptied = row.text_body === erasedEmailText;
  const withheld = isEmptied
    ? row
    : { ...row, text_body: withheldEmailText, html_body: withheldEmailText };
  if (row.sent_at !== null) return withheld;
  return {
    ...withheld,
    leased_until: null,
    failed_at: row.failed_at ?? takenAt,
    last_error: row.failed_at ? row.last_error : whyNotSent,
  };
}

const singleUseLinks = [links.resetPassword(''), links.confirmEmail('')];

/** Returns true if the email contains a one-use link. Searches the text if the row has no `carries_link`. */
const carriesLink = ({ carries_link, group_id, text_body }: Row) =>
  carries_link === undefined
    ? group_id === null && singleUseLinks.some((link) => `${text_body}`.includes(link))
    : carries_link === 1;
