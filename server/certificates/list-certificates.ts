import type { z } from 'zod';
import type {
  CertificatesFilter,
  certificateSorts,
  listCertificates as endpoint,
  MemberCertificatesSummary,
} from '#contract/certificates.ts';
import { certificatesStates } from '#contract/rules/certificates-state.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { sortTexts, toSortKey } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { toLimitOffset } from '#server/db/search.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readCertificateStates } from './read-states.ts';

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
  { db, content }: Services,
  caller: Caller,
  { cohort }: CertificatesFilter,
): Promise<Listed[]> {
  const scope = selectVisibleGroups(db, caller, getCohort(content, cohort)._id);
  const groups = await scope
    .select(['groups.id', 'groups.name', 'groups.title', 'groups.program', 'groups.supervisor'])
    .orderBy('groups.sort_key')
    .orderBy('groups.id')
    .execute();
  const members = Map.groupBy(
    await readCertificateStates(db, content.courses.rule, scope),
    ({ groupId }) => groupId,
  );
  return groups.flatMap(({ id, name: fypGroupName, ...group }) =>
    (members.get(id) ?? []).map((member) => ({ ...group, fypGroupName, ...member })),
  );
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
