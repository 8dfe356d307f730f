import { Problem } from '#contract/problem.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { findListEntry } from '#contract/values/listed.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db } from '#server/db/tables.ts';
import { type AnnouncementTarget, selectTargetGroups } from './audience.ts';

const refused = (field: string, message: string) =>
  new Problem('invalid', message, { fields: { [field]: message } });

export function requireValidLinks(text: string): void {
  const [message] = parseFormattedText(text).errors;
  if (message === undefined) return;
  throw refused(
    'text',
    message.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  );
}

type Times = { publishAt: string | null; shownUntil: string | null };

/** Throws `invalid` if the publication time is in the past, or if the end time is not after the publication time. */
export function requireValidTimes({ publishAt, shownUntil }: Times, now: Date): void {
  const from = publishAt === null ? now.getTime() : Date.parse(publishAt);
  if (publishAt !== null && from <= now.getTime()) {
    throw refused('publishAt', 'Choose a time in the future, or publish it now.');
  }
  if (shownUntil !== null && Date.parse(shownUntil) <= from) {
    throw refused('shownUntil', 'Choose a time after the announcement is published.');
  }
}

/** Throws `invalid` for an unknown program, or `not-found` unless `groupCount` groups of the cohort were found. */
export function requireValidTarget(
  cohort: CohortContent,
  target: AnnouncementTarget,
  groupCount: number,
): void {
  const known = cohort.programs.map(({ value }) => value);
  const unknown = target.programs?.filter((program) => !findListEntry(known, program)) ?? [];
  if (unknown.length > 0) {
    const message = `${cohort.name} has no program ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`;
    throw refused('audience.programs', message);
  }
  if (!target.groupIds || groupCount === target.groupIds.length) return;
  throw new Problem(
    'not-found',
    `One of these groups doesn’t exist or isn’t part of ${cohort.name}.`,
  );
}

/** Returns how many of the groups that the announcement names exist in the cohort. */
export async function countTargetGroups(db: Db, target: AnnouncementTarget): Promise<number> {
  if (!target.groupIds) return 0;
  return (await selectTargetGroups(db, target).select('groups.id').execute()).length;
}

/** Throws `name-taken` if an announcement with the same title and text is already scheduled or published. */
export async function requireNoDuplicateAnnouncement(
  db: Db,
  cohortId: string,
  { title, text }: { title: string; text: string },
  now: Date,
  exceptId: string | undefined,
): Promise<void> {
  const same = await db
    .selectFrom('announcements')
    .select('id')
    .where('cohort_id', '=', cohortId)
    .where('title', '=', title)
    .where('text', '=', text)
    .where('withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or([eb('shown_until', 'is', null), eb('shown_until', '>', now.toISOString())]),
    )
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  if (!same) return;
  const message =
    'The same announcement is already scheduled or published. Withdraw it first, or change the title or text.';
  throw new Problem('name-taken', message);
}
