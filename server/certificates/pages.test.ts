import { describe, expect } from 'vitest';
import { type CertificatesFilter, listCertificates } from '#contract/students/certificates.ts';
import { updateGroupSummaries } from '#server/summaries/update-summaries.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { addEightCertificates, uploadCertificates } from '#server/test/records/certificates.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const pages = [1, 2, 3, 4];
const filters: Partial<CertificatesFilter>[] = [
  {},
  { descending: 'true' },
  { state: 'missing' },
  { state: 'unchecked', descending: 'true' },
  { state: 'complete' },
  { program: 'BSCS' },
  { program: 'BSSE', state: 'missing' },
  { sort: 'state' },
  { sort: 'state', descending: 'true' },
  { sort: 'state', state: 'missing' },
];

/** Compares each page with the list of all students, which reads the name of every student. */
async function expectPagesOfFullList(caller: ApiCaller) {
  for (const filter of filters) {
    const full = await caller.call(listCertificates, { query: filter });
    for (const limit of [1, 2, 3])
      for (const page of pages) {
        const query = { ...filter, page, limit };
        const rows = full.rows.slice((page - 1) * limit, page * limit);
        expect(await caller.call(listCertificates, { query }), JSON.stringify(query)).toEqual({
          ...full,
          rows,
        });
      }
  }
}

describe('a page of students sorted by group or state', () => {
  test('has the rows, counts and programs of the full list, with and without current summaries', async ({
    portal,
  }) => {
    const first = await createTestGroup(portal, { size: 3 });
    await createTestGroup(portal, { size: 1 });
    await createTestGroup(portal, { size: 2 });
    await addEightCertificates(portal, first);
    await uploadCertificates(first);
    await expectPagesOfFullList(portal.admin);
    await updateGroupSummaries(portal);
    await expectPagesOfFullList(portal.admin);
  });

  test('contains and counts only the students of the supervisor’s own groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    const neighbour = await createTestGroup(portal, { size: 3 });
    await addEightCertificates(portal, neighbour);
    await updateGroupSummaries(portal);
    await expectPagesOfFullList(team.supervisor.caller);
    const { rows, total, counts } = await team.supervisor.caller.call(listCertificates, {
      query: { page: 1, limit: 25 },
    });
    expect(rows.map(({ memberId }) => memberId)).toEqual(team.ids);
    expect([total, counts.missing, counts.incomplete]).toEqual([2, 2, 0]);
  });
});
