import { describe, expect } from 'vitest';
import { addCohort, closeCohort, listCohorts, updateCohort } from '#contract/settings/cohorts.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort, buildCohortInput } from '#server/test/records/cohorts.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';

const adding = (portal: Portal, name: string, code: string) =>
  buildCohortInput(portal, { name, code });
const add = (portal: Portal, name: string, code: string) => addTestCohort(portal, { name, code });
const renaming = ({ _id, version }: { _id: string; version: number }, name: string) => ({
  params: { cohortId: _id },
  body: { version, name },
});
const takenBy = (name: string) => {
  const message = `A session named “${name}” exists already; choose another name.`;
  return { status: 409, code: 'name-taken', message, fields: { name: message } };
};

describe('a cohort name', () => {
  test.for([
    ['Straße 2028', ['STRASSE 2028', 'straße  2028', 'Ѕtraße 2028']],
    ['Ørsted – İzmir', ['ØRSTED - IZMIR', 'ørsted — izmir']],
    ['ΣΊΣΥΦΟΣ', ['Σίσυφος', 'σίσυφοσ']],
  ] as const)(
    'is rejected if it is confusable with %s, even if that cohort is closed',
    async ([name, confusableNames], { portal }) => {
      const first = await add(portal, name, '2028');
      const second = await add(portal, 'Another', '2029');
      const { _id, version } = first;
      await portal.admin.call(closeCohort, { params: { cohortId: _id }, body: { version } });
      for (const other of confusableNames) {
        for (const [endpoint, input] of [
          [addCohort, adding(portal, other, '2030')],
          [updateCohort, renaming(second, other)],
        ] as const) {
          expect(await expectRefusal(portal, portal.admin, endpoint, input), other).toMatchObject(
            takenBy(name),
          );
        }
      }
    },
  );

  test.for(['.', '..', '… .'])('is rejected if it is %j', async (name, { portal }) => {
    const cohort = await add(portal, 'Another', '2029');
    for (const [endpoint, input] of [
      [addCohort, adding(portal, name, '2030')],
      [updateCohort, renaming(cohort, name)],
    ] as const) {
      expect(await expectRefusal(portal, portal.admin, endpoint, input)).toMatchObject({
        code: 'invalid',
        fields: { name: expect.stringContaining('is not a name.') },
      });
    }
  });

  test('can be changed to another spelling of the same name', async ({ portal }) => {
    const cohort = await add(portal, 'Łódź', '2029');
    const saved = await portal.admin.call(updateCohort, renaming(cohort, 'ŁÓDŹ'));
    expect(saved.cohort.name).toBe('ŁÓDŹ');
  });

  test('is assigned to only one of two cohorts that request it concurrently', async ({
    portal,
  }) => {
    const other = await add(portal, 'Another', '2029');
    const replies = await Promise.all([
      portal.admin.request(addCohort, adding(portal, 'Đặng', '2030')),
      portal.admin.request(updateCohort, renaming(other, 'ĐẶNG')),
    ]);
    const lost = replies.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(1);
    const { cohorts } = await portal.admin.call(listCohorts);
    const [winner, ...otherNames] = cohorts
      .map(({ name }) => name)
      .filter((name) => /^đ/i.test(name));
    expect(otherNames).toEqual([]);
    expect(lost[0] && (await readRefusal(lost[0]))).toMatchObject(takenBy(`${winner}`));
  });
});
