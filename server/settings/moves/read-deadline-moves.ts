import { isPerMember } from '#contract/rules/document-kinds.ts';
import type { DeadlineMove } from '#contract/settings/deadline-moves.ts';
import type { PortalContent } from '#server/content/content.ts';
import { parseStoredSetting, toDeadlines } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { getSettingVersion } from '#server/settings/get-setting.ts';

/**
 * `extension` is the group's own due date if it stays later than the new one. `isPerMember` is true if each member submits
 * all files: who joined late then does so by a date of their own.
 */
export type AffectedMove = DeadlineMove & { extension: string | null; isPerMember: boolean };
export type AffectedGroup = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id'> & {
  moves: AffectedMove[];
};

/** Moves that nobody has announced for so long are no longer offered. */
const maxAgeMs = 7 * 24 * 3_600_000;

/**
 * Returns the version of the deadlines that students and supervisors know: the newest one before `version` that was
 * announced or is a week old, or the first one.
 */
async function findKnownVersion(db: Db, cohortId: string, version: number, now: Date) {
  const oldest = new Date(now.getTime() - maxAgeMs).toISOString();
  const earlier = db
    .selectFrom('settings')
    .where('scope', '=', cohortId)
    .where('name', '=', 'deadlines')
    .where('version', '<', version);
  const [announced, outdated, first] = await Promise.all([
    db
      .selectFrom('deadline_announcements')
      .select(({ fn }) => fn.max('version').as('version'))
      .where('cohort_id', '=', cohortId)
      .where('version', '<', version)
      .executeTakeFirst(),
    earlier
      .select(({ fn }) => fn.max('version').as('version'))
      .where('changed_at', '<', oldest)
      .executeTakeFirst(),
    earlier.select(({ fn }) => fn.min('version').as('version')).executeTakeFirst(),
  ]);
  const known = Math.max(announced?.version ?? 0, outdated?.version ?? 0);
  return known || (first?.version ?? version);
}

/** Compares the newest version of a cohort's deadlines with the one that students and supervisors know. */
export async function readDeadlineMoves(
  db: Db,
  content: PortalContent,
  cohortId: string,
  now: Date,
) {
  const newest = await getSettingVersion(db, cohortId, 'deadlines');
  const { version } = newest;
  const read = (row: typeof newest) =>
    toDeadlines(parseStoredSetting('deadlines', row), content.timeZone);
  const known = await findKnownVersion(db, cohortId, version, now);
  const previous = read(await getSettingVersion(db, cohortId, 'deadlines', known));
  const moves = read(newest).flatMap(({ _id, title, due }): DeadlineMove[] => {
    const from = previous.find((deadline) => deadline._id === _id)?.due;
    const isMoved = from !== undefined && Date.parse(from) !== Date.parse(due);
    return isMoved ? [{ deadlineId: _id, title, from, to: due }] : [];
  });
  const groups =
    moves.length > 0 ? await findAffectedGroups(db, content, { cohortId, moves, now }) : [];
  return { version, known, moves, groups };
}

/** Groups that have submitted their files, are excused or started after the due date are not affected. */
const unaffected = new Set(['submitted', 'late', 'excused', 'before-group']);

async function findAffectedGroups(
  db: Db,
  content: PortalContent,
  { cohortId, moves, now }: { cohortId: string; moves: readonly DeadlineMove[]; now: Date },
): Promise<AffectedGroup[]> {
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'cohort_id', 'created_at', 'supervisor_id'])
    .where('cohort_id', '=', cohortId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_key')
    .execute();
  const [submissions, cohort] = await Promise.all([
    readSubmissions(db, content, groups, now),
    content.cohort(db, cohortId),
  ]);
  const perMember = new Set(
    cohort.deadlines
      .filter(
        (deadline) =>
          deadline.documents.length > 0 &&
          deadline.documents.every((kind) => isPerMember(deadline, kind)),
      )
      .map(({ _id }) => _id),
  );
  return groups.flatMap(({ id, name, supervisor_id }) => {
    const open = (submissions.get(id) ?? []).filter(({ state }) => !unaffected.has(state));
    const itsMoves = moves.flatMap((move) => {
      const due = open.find(({ deadlineId }) => deadlineId === move.deadlineId)?.due;
      if (due === undefined) return [];
      const extension = Date.parse(due) > Date.parse(move.to) ? due : null;
      return { ...move, extension, isPerMember: perMember.has(move.deadlineId) };
    });
    return itsMoves.length > 0 ? [{ id, name, supervisor_id, moves: itsMoves }] : [];
  });
}
