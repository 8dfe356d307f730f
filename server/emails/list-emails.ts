import type { z } from 'zod';
import type { listEmails as endpoint } from '#contract/messages/emails.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { Services } from '#server/services.ts';
import { countEmails, selectEmails, sortNewestFirst, toEmailWithState } from './find-emails.ts';

/** Returns a page of emails, newest first. `q` matches recipients, subjects and group names. */
export async function listEmails(
  { db }: Services,
  { page, limit, ...filter }: z.output<typeof endpoint.query>,
) {
  const matching = selectEmails(db, filter);
  const total = await countEmails(db, filter);
  // A search that finds nothing must read all emails, so do not repeat it.
  if (total === 0) return { emails: [], total };
  let ordered = sortNewestFirst(matching, filter);
  const range = toLimitOffset({ page, limit });
  if (range) ordered = ordered.limit(range.limit).offset(range.offset);
  return { emails: (await ordered.execute()).map(toEmailWithState), total };
}
