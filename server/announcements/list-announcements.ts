import type { z } from 'zod';
import type {
  AnnouncementState,
  AnnouncementSummary,
  listAnnouncements as endpoint,
} from '#contract/messages/announcements.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { parseAudience } from './audience.ts';
import { formatAudience } from './format-audience.ts';

type Query = z.output<typeof endpoint.query>;
type Filter = Pick<Query, 'cohort' | 'q' | 'state' | 'sort'>;
type AnnouncementFacts = Omit<AnnouncementSummary, 'emails' | 'answers'>;

export async function listAnnouncements(services: Services, { page, limit, ...filter }: Query) {
  const announcements = await findMatchingAnnouncements(services, filter);
  const range = toLimitOffset({ page, limit });
  const shown = range
    ? announcements.slice(range.offset, range.offset + range.limit)
    : announcements;
  return { announcements: await addCounts(services.db, shown), total: announcements.length };
}

/** Filters and sorts announcements in memory, because a cohort has at most a few hundred. */
export async function findMatchingAnnouncements(
  { db, content, clock }: Services,
  { cohort, q, state, sort }: Filter,
): Promise<AnnouncementFacts[]> {
  const words = parseSearchTerms(q);
  const now = clock();
  const rows = await rowsOf(db, getCohort(content, cohort)._id);
  const matches = rows
    .map((row) => toAnnouncementSummary(row, now))
    .filter((row) => state === undefined || row.state === state)
    .filter(({ title, audience, createdBy }) =>
      matchesSearchTerms(words, [title, audience, createdBy]),
    );
  const textOf = sortedTexts[sort.replace('-', '') as keyof typeof sortedTexts];
  const sorted = sortByText(
    matches.toSorted((a, b) => (a.publishAt < b.publishAt ? -1 : 1)),
    textOf,
  );
  return sort.startsWith('-') ? sorted.reverse() : sorted;
}

/** Sort key of an announcement for each column. Announcements with equal keys are sorted by time. */
const sortedTexts = {
  when: () => '',
  title: ({ title }: AnnouncementFacts) => title,
  state: ({ state }: AnnouncementFacts) => state,
  audience: ({ audience }: AnnouncementFacts) => audience,
  by: ({ createdBy }: AnnouncementFacts) => createdBy,
};

const rowsOf = (db: Db, cohortId: string) =>
  db
    .selectFrom('announcements')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('announcement_groups')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('announcement_id', '=', 'announcements.id')
        .$asScalar()
        .$notNull()
        .as('groups'),
    )
    .where('cohort_id', '=', cohortId)
    .execute();

type Listed = DatabaseRow<'announcements'> & { groups: number };

export function toAnnouncementSummary(row: Listed, now: Date): AnnouncementFacts {
  const { roles, programs } = parseAudience(row);
  const groups = row.is_for_groups === 1 ? Number(row.groups) : null;
  return {
    _id: row.id,
    title: row.title,
    state: stateOf(row, now),
    audience: formatAudience({ roles, programs, groups }),
    byEmail: row.by_email === 1,
    publishAt: row.published_at ?? row.publish_at,
    shownUntil: row.shown_until,
    withdrawnAt: row.withdrawn_at,
    createdBy: row.created_by_name,
    allowsAnswers: row.allows_answers === 1,
  };
}

function stateOf(row: Listed, now: Date): AnnouncementState {
  if (row.withdrawn_at) return 'withdrawn';
  if (row.published_at === null) return 'scheduled';
  return row.shown_until !== null && Date.parse(row.shown_until) <= now.getTime()
    ? 'expired'
    : 'published';
}

/** Adds the delivery state of the emails and the number of answers. */
export async function addCounts(
  db: Db,
  announcements: readonly AnnouncementFacts[],
): Promise<AnnouncementSummary[]> {
  if (announcements.length === 0) return [];
  const ids = announcements.map(({ _id }) => _id);
  const [rows, answered] = await readTogether(db, (reader) =>
    Promise.all([countEmails(reader, ids), countAnswers(reader, ids)]),
  );
  const counts = new Map(rows.map((row) => [row.announcement_id, row]));
  const answers = new Map(answered.map((row) => [row.announcement_id, Number(row.all)]));
  return announcements.map((announcement) => {
    const { all = 0, sent = 0, failed = 0 } = counts.get(announcement._id) ?? {};
    const emails = { sent: Number(sent), failed: Number(failed), queued: Number(all) };
    emails.queued -= emails.sent + emails.failed;
    return { ...announcement, emails, answers: answers.get(announcement._id) ?? 0 };
  });
}

const countEmails = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('announcement_emails')
    .innerJoin('emails', 'emails.id', 'announcement_emails.email_id')
    .select(({ fn }) => [
      'announcement_id',
      fn.countAll<number>().as('all'),
      fn.count<number>('sent_at').as('sent'),
      fn.count<number>('failed_at').filterWhere('sent_at', 'is', null).as('failed'),
    ])
    .where('announcement_id', 'in', ids)
    .groupBy('announcement_id')
    .execute();

const countAnswers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('announcement_answers')
    .select(({ fn }) => ['announcement_id', fn.countAll<number>().as('all')])
    .where('announcement_id', 'in', ids)
    .groupBy('announcement_id')
    .execute();
