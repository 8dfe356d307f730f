import { describe, expect } from 'vitest';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { convertScheme, getSetting, saveSetting } from '#contract/settings/settings.ts';
import { buildCohortQueryParams, buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { addTestCohort, closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import {
  buildConversion,
  createMarkedGroups,
  editMilestone,
  readLastSettingChange,
  readMonth1,
  removeMilestone,
} from '#server/test/records/scheme-changes.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const refuseConversion = async (...change: Parameters<typeof buildConversion>) =>
  expectRefusal(change[0], change[0].admin, convertScheme, await buildConversion(...change));

describe('a marking scheme change to a milestone with marks', () => {
  test.for<[string, (scheme: MarkingScheme) => void, object]>([
    [
      'a raised total',
      editMilestone('month1', { total: 20 }),
      { totalAfter: 20, count: 2, highest: 10, choices: ['scale', 'keep'] },
    ],
    [
      'a removed milestone',
      removeMilestone('month1'),
      { totalAfter: null, count: 2, choices: ['remove'] },
    ],
  ])(
    'is rejected with an error that names the affected milestone if no conversion is chosen: %s',
    async ([, by, affected], { portal }) => {
      await createMarkedGroups(portal);
      const saved = await buildSettingChange(portal, 'scheme', by);
      const refused = await expectRefusal(portal, portal.admin, saveSetting, saved);
      expect([refused.status, refused.code]).toEqual([409, 'marks-affected']);
      expect(refused.affected).toHaveLength(1);
      expect(refused.affected?.[0]).toMatchObject({
        title: 'Month 1',
        totalBefore: 10,
        ...affected,
      });
      const again = await refuseConversion(portal, by, { proposal: 'scale' });
      expect(again.message).toBe(refused.message);
    },
  );

  test('is rejected if a milestone has no conversion choice, with an error that lists its marks and totals', async ({
    portal,
  }) => {
    await createMarkedGroups(portal);
    const by = (scheme: MarkingScheme) => {
      editMilestone('month1', { total: 20, weight: 20 })(scheme);
      editMilestone('proposal', { total: 8 })(scheme);
    };
    const refused = await refuseConversion(portal, by, { month1: 'keep' });
    expect(refused.message).toBe(
      'Nothing was saved: there are marks for Proposal (1 mark, total from 10 to 8). Choose what happens to these marks.',
    );
    expect(refused.affected?.map(({ milestone }) => milestone)).toEqual(['proposal', 'month1']);
  });

  test('needs no conversion choice if all the marks belong to another cohort', async ({
    portal,
  }) => {
    const { team } = await createMarkedGroups(portal);
    await addTestCohort(portal);
    const change = editMilestone('month1', { total: 20 });
    await portal.admin.call(
      saveSetting,
      await buildSettingChange(portal, 'scheme', change, '2028'),
    );
    expect(await readMonth1(team)).toMatchObject({ marks: 10, revision: 1 });
  });

  test('is rejected without a conversion choice even if it restores an earlier version', async ({
    portal,
  }) => {
    await portal.admin.call(
      saveSetting,
      await buildSettingChange(portal, 'scheme', editMilestone('month1', { total: 12 })),
    );
    const team = await createTestGroup(portal);
    await markTestGroup(team, 12);
    const { value } = await portal.admin.call(getSetting, {
      params: { name: 'scheme' },
      query: { version: 1 },
    });
    const body = { version: 2, value, restored: 1 };
    const refused = await expectRefusal(portal, portal.admin, saveSetting, {
      params: { name: 'scheme' },
      query: buildCohortQueryParams(portal),
      body,
    });
    expect(refused.code).toBe('marks-affected');
    await portal.admin.call(convertScheme, {
      query: buildCohortQueryParams(portal),
      body: { ...body, conversion: { month1: 'scale' }, dryRun: false },
    });
    expect(await readMonth1(team)).toMatchObject({ marks: 10, revision: 2 });
    expect(await readLastSettingChange(portal)).toBe(
      'Marking scheme: version 1 restored: Month 1: total from 12 to 10, 1 mark scaled',
    );
  });

  test('is rejected if the choice keeps marks above the total, scales to the same total or removes marks of a kept milestone', async ({
    portal,
  }) => {
    await createMarkedGroups(portal);
    const keep = await refuseConversion(portal, editMilestone('month1', { total: 9.99 }), {
      month1: 'keep',
    });
    expect([keep.status, keep.fields]).toEqual([
      400,
      {
        'conversion.month1':
          'Month 1: a mark of 10 exceeds the new total of 9.99. Scale the marks, or raise the total.',
      },
    ]);
    const weight = await refuseConversion(portal, editMilestone('month1', { weight: 9 }), {
      month1: 'scale',
    });
    expect(weight.message).toBe('Month 1: the total stays, so the marks can only be kept.');
    const raise = await refuseConversion(portal, editMilestone('month1', { total: 20 }), {
      month1: 'remove',
    });
    expect(raise.message).toBe('Month 1: the milestone stays, so its marks can be scaled or kept.');
  });

  test('is rejected in a closed cohort', async ({ portal }) => {
    await createMarkedGroups(portal);
    const converted = await buildConversion(portal, editMilestone('month1', { total: 20 }), {
      month1: 'scale',
    });
    await closeCurrentCohort(portal);
    const refused = await expectRefusal(portal, portal.admin, convertScheme, converted);
    expect(refused.code).toBe('cohort-closed');
  });
});
