import type { z } from 'zod';
import { certificatesStates } from '#contract/rules/certificates-state.ts';
import type {
  CertificatesFilter,
  certificateSorts,
  listCertificates as endpoint,
  MemberCertificatesSummary,
} from '#contract/students/certificates.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { sortTexts, toSortKey } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { splitScope } from '#server/groups/lists/scope-batches.ts';
import {
  type ScopedGroupQuery,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readGroupSummaries } from '#server/summaries/read-summaries.ts';
import { createCertificatesReader } from '#server/summaries/summarise.ts';

type Listed = MemberCertificatesSummary & { title: string };

/** Returns a page of students, and the number of students per state before filtering by state. Throws `not-found`. */
export async function listCertificates(
  services: Services,
  caller: Caller,
  { page, limit, ...filter }: z.output<typeof endpoint.query>,
) {
  const all = await readRows(services, caller, filter);
  const matching = all.filter(matches({ ...filter, state: undefined }));
  const rows = sorted(matching.filter(matches(filter)), filter);
  const range = toLimitOffset({ page, limit });
  const counts = Object.fromEntries(
    certificatesStates.map((state) => [
      state,
      matching.filter((row) => row.state === state).length,
    ]),
  ) as Record<MemberCertificatesSummary['state'], number>;
  return {
    rows: range ? rows.slice(range.offset, range.offset + range.limit) : rows,
    total: rows.length,
    counts,
    programs: sortTexts(new Set(all.map(({ program }) => program))),
  };
}

async function readRows(
  services: Services,
  caller: Caller,
  { cohort: code }: CertificatesFilter,
): Promise<Listed[]> {
  const { db, content } = services;
  const cohort = getCohort(content, code);
  const scope = selectVisibleGroups(db, caller, cohort._id);
  const groups = await readGroupSummaries(services, scope, cohort, {
    columns: ['name', 'title', 'program', 'supervisor'],
    parts: ['certificates'],
  });
  const members = await readMembers(db, scope);
  const readState = createCertificatesReader(content.courses.rule);
  return groups.flatMap(
    ({ id: groupId, name: fypGroupName, title, program, supervisor, ...group }) =>
      (members.get(groupId) ?? []).map(({ id: memberId, name, roll }) => ({
        ...{ memberId, name, roll, groupId, fypGroupName, title, program, supervisor },
        ...readState(group.certificates[memberId]),
      })),
  );
}

async function readMembers(db: Db, scope: ScopedGroupQuery) {
  const members: Pick<DatabaseRow<'members'>, 'id' | 'group_id' | 'name' | 'roll'>[] = [];
  for await (const batch of splitScope(db, scope)) {
    const rows = await db
      .selectFrom('members')
      .select(['id', 'group_id', 'name', 'roll'])
      .where('group_id', 'in', batch.clearOrderBy().select('groups.id'))
      .orderBy('position')
      .execute();
    members.push(...rows);
  }
  return Map.groupBy(members, ({ group_id }) => group_id);
}

function matches({ q, program, state }: Pick<CertificatesFilter, 'q' | 'program' | 'state'>) {
  const words = parseSearchTerms(q);
  return (row: Listed) => {
    if (program !== undefined && !isSameListEntry(row.program, program)) return false;
    if (state !== undefined && row.state !== state) return false;
    return matchesSearchTerms(words, [row.name, row.roll, row.fypGroupName, row.title]);
  };
}

const keyOf: Record<(typeof certificateSorts)[number], (row: Listed) => string | number> = {
  name: ({ name }) => toSortKey(name),
  roll: ({ roll }) => toSortKey(roll),
  group: () => 0,
  state: ({ state }) => certificatesStates.indexOf(state),
};

function sorted(rows: readonly Listed[], { sort, descending }: CertificatesFilter): Listed[] {
  const key = keyOf[sort];
  const sign = descending ? -1 : 1;
  if (sort === 'group') return descending ? rows.toReversed() : [...rows];
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -sign : sign))
    .map(({ row }) => row);
}
