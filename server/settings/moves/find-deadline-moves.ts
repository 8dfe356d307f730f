import type { DeadlineMoves } from '#contract/settings/deadline-moves.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Services } from '#server/services.ts';
import { readDeadlineMoves } from './read-deadline-moves.ts';

export async function findDeadlineMoves(
  { db, content, clock }: Services,
  code: string | undefined,
): Promise<DeadlineMoves> {
  const { _id: cohortId } = getCohort(content, code);
  const { version, known, moves, groups } = await readDeadlineMoves(db, content, cohortId, clock());
  const announced = await db
    .selectFrom('deadline_announcements')
    .select('version')
    .where('cohort_id', '=', cohortId)
    .where('version', '=', version)
    .executeTakeFirst();
  const extended = groups.flatMap((group) => group.moves.filter(({ extension }) => extension));
  return {
    version,
    known,
    moves: announced ? [] : moves,
    groups: groups.length,
    extensions: extended.length,
  };
}
