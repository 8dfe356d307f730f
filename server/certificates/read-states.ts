import { sql } from 'kysely';
import {
  type CertificateEntry,
  type CertificateEntryState,
  type CertificateFileState,
  type CertificatesState,
  getCertificatesState,
} from '#contract/rules/certificates-state.ts';
import type { Courses } from '#contract/settings/courses.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

export type MemberCertificatesState = {
  memberId: string;
  groupId: string;
  name: string;
  email: string;
  roll: string;
} & CertificatesState &
  Record<CertificateEntryState, number>;

/** Returns the members in `scope`, sorted by position in the group. Runs only three queries. */
export async function readCertificateStates(
  db: Db,
  rule: Courses['rule'],
  scope: ScopedGroupQuery,
): Promise<MemberCertificatesState[]> {
  const groups = scope.select('groups.id');
  const [members, entries, files] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id as memberId', 'group_id as groupId', 'name', 'email', 'roll'])
      .where('group_id', 'in', groups)
      .where(isCurrentMember)
      .orderBy('position')
      .execute(),
    entriesIn(db, scope),
    filesIn(db, scope),
  ]);
  return members.map((member) => {
    const memberEntries = entries.get(member.memberId) ?? [];
    const file = files.get(member.memberId) ?? 'none';
    return {
      ...member,
      ...getCertificatesState(rule, memberEntries, file),
      ...countCertificatesByState(memberEntries),
    };
  });
}

export function countCertificatesByState(
  entries: readonly CertificateEntry[],
): Record<CertificateEntryState, number> {
  const counts = { unchecked: 0, accepted: 0, returned: 0 };
  for (const { state, count = 1 } of entries) counts[state] += count;
  return counts;
}

/** Aggregates each member's certificates in SQL, because reading one row per certificate is slower. */
async function entriesIn(
  db: Db,
  scope: ScopedGroupQuery,
): Promise<Map<string, CertificateEntry[]>> {
  const rows = await db
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .select('member_id')
    .select(sql<string>`string_agg(counts_for || ':' || state, ',')`.as('entries'))
    .where('members.group_id', 'in', scope.select('groups.id'))
    .groupBy('member_id')
    .execute();
  return new Map(
    rows.map(({ member_id, entries }) => [
      member_id,
      entries.split(',').map((entry) => {
        const [countsFor = '', state] = entry.split(':');
        return { countsFor, state: state as CertificateEntryState };
      }),
    ]),
  );
}

async function filesIn(
  db: Db,
  scope: ScopedGroupQuery,
): Promise<Map<string, CertificateFileState>> {
  const rows = await db
    .selectFrom('documents')
    .select(['member_id', 'version', 'checked_at', 'removed_at'])
    .where('kind', '=', 'certificate')
    .where('group_id', 'in', scope.select('groups.id'))
    .orderBy('version')
    .execute();
  // The rows are sorted by version, so the newest version replaces older ones in the map.
  return new Map(rows.map((row) => [row.member_id ?? '', getCertificateFileState(row)]));
}

/** Returns the state of a member's merged PDF by its newest version, or `none` if this version was removed. */
export function getCertificateFileState(
  newest: Pick<DatabaseRow<'documents'>, 'checked_at' | 'removed_at'> | undefined,
): CertificateFileState {
  if (!newest || newest.removed_at !== null) return 'none';
  return newest.checked_at === null ? 'uploaded' : 'checked';
}
