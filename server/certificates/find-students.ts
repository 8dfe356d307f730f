import { certificatesStates } from '#contract/rules/certificates-state.ts';
import type {
  CertificatesFilter,
  certificateSorts,
  MemberCertificatesSummary,
} from '#contract/students/certificates.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import type { CohortContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Services } from '#server/services.ts';
import { streamGroupSummaries } from '#server/summaries/read-summaries.ts';
import { createCertificatesReader } from '#server/summaries/summarise.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'title' | 'program' | 'supervisor'>;
type Member = Pick<DatabaseRow<'members'>, 'id' | 'group_id' | 'name' | 'roll'>;
type Certificates = ReturnType<ReturnType<typeof createCertificatesReader>>;

export type Asked = { scope: ScopedGroupQuery; cohort: CohortContent; filter: CertificatesFilter };

/** Compares each program only once, because normalising its name takes longer than reading its groups. */
export function createProgramFilter({ program: wanted }: CertificatesFilter) {
  const known = new Map<string, boolean>();
  return (program: string) =>
    known.getOrInsertComputed(
      program,
      () => wanted === undefined || isSameListEntry(program, wanted),
    );
}

type ReadMembers = (groupIds: readonly string[]) => Promise<Map<string, Member[]>>;

/** Reads the students in small batches, and keeps only those that match the filter. */
export async function findStudents(
  services: Services,
  { scope, cohort, filter }: Asked,
  readMembersOf: ReadMembers,
) {
  const { content } = services;
  const groups = streamGroupSummaries(services, scope, cohort, {
    columns: ['name', 'title', 'program', 'supervisor'],
    parts: ['certificates'],
  });
  const readState = createCertificatesReader(content.courses.rule);
  const isProgramWanted = createProgramFilter(filter);
  const programs = new Set<string>();
  const words = parseSearchTerms(filter.q);
  const counts = { missing: 0, incomplete: 0, unchecked: 0, complete: 0 };
  const rows: MemberCertificatesSummary[] = [];
  for await (const batch of groups) {
    const members = await readMembersOf(batch.map(({ id }) => id));
    for (const { certificates: texts, ...group } of batch)
      for (const member of members.get(group.id) ?? []) {
        programs.add(group.program);
        if (!isProgramWanted(group.program)) continue;
        if (!matchesSearchTerms(words, [member.name, member.roll, group.name, group.title]))
          continue;
        const certificates = readState(texts[member.id]);
        counts[certificates.state] += 1;
        if (filter.state === undefined || filter.state === certificates.state)
          rows.push(toSummary(group, member, certificates));
      }
  }
  return { rows, counts, programs };
}

export async function readMembers(
  db: Db,
  groupIds: readonly string[],
): Promise<Map<string, Member[]>> {
  const members = await db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'roll'])
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(groupIds)))
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  return Map.groupBy(members, ({ group_id }) => group_id);
}

const toSummary = (
  group: Group,
  member: Member,
  certificates: Certificates,
): MemberCertificatesSummary => ({
  memberId: member.id,
  name: member.name,
  roll: member.roll,
  groupId: group.id,
  fypGroupName: group.name,
  program: group.program,
  supervisor: group.supervisor,
  state: certificates.state,
  sentence: certificates.sentence,
  unchecked: certificates.unchecked,
  accepted: certificates.accepted,
  returned: certificates.returned,
});

const keyOf: Record<
  (typeof certificateSorts)[number],
  (row: MemberCertificatesSummary) => string | number
> = {
  name: ({ name }) => toSortKey(name),
  roll: ({ roll }) => toSortKey(roll),
  group: () => 0,
  state: ({ state }) => certificatesStates.indexOf(state),
};

export function sortStudents(
  rows: readonly MemberCertificatesSummary[],
  { sort, descending }: CertificatesFilter,
): MemberCertificatesSummary[] {
  const key = keyOf[sort];
  const sign = descending ? -1 : 1;
  if (sort === 'group') return descending ? rows.toReversed() : [...rows];
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign))
    .map(({ row }) => row);
}
