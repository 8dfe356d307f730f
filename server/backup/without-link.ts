import { emptiedBody, withheldBody } from '#server/mail/outbox.ts';

type Row = Record<string, unknown>;

const whyNotSent =
  'It was not sent before the backup, and its link is in no backup. Have a new link sent, and dismiss this email.';

/** Without the link, which is secret; not fit to be sent any more, one that still waited counts as failed. */
export function withoutLink(row: Row, takenAt: string): Row {
  if (!carriesLink(row)) return row;
  const isEmptied = row.text_body === emptiedBody;
  const kept = isEmptied ? row : { ...row, text_body: withheldBody, html_body: withheldBody };
  if (row.sent_at !== null) return kept;
  return {
    ...kept,
    leased_until: null,
    failed_at: row.failed_at ?? takenAt,
    last_error: row.failed_at ? row.last_error : whyNotSent,
  };
}

/** Older databases lack the column: there a link shows in the text alone, never in a group's emails. */
const carriesLink = ({ carries_link, group_id, text_body }: Row) =>
  carries_link === undefined
    ? group_id === null && /\/login#(reset|confirm)=/.test(`${text_body}`)
    : carries_link === 1;
