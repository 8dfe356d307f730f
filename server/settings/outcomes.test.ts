import { describe, expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { findMilestone } from '#contract/rules/scheme.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import { convertScheme, saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { defineTestOutcomes } from '#server/test/records/outcomes.ts';
import { buildConversion, removeMilestone } from '#server/test/records/scheme-changes.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildSampleOutcomes } from '#tools/test/outcomes.ts';

const buildOutcomes = (portal: Portal, by: (outcomes: OutcomeSettings) => void = () => {}) =>
  buildSettingChange(portal, 'outcomes', (value) => {
    Object.assign(value, buildSampleOutcomes());
    by(value);
  });

describe('the settings of learning outcomes', () => {
  test('are empty in a new portal, and are copied to a new cohort', async ({ portal }) => {
    expect(portal.content.current.outcomes).toMatchObject({ plos: [], clos: [] });
    await defineTestOutcomes(portal);
    await addTestCohort(portal);
    const copy = portal.content.cohorts.find(({ code }) => code === '2028');
    expect(copy?.outcomes).toEqual(buildSampleOutcomes());
  });

  test.for<[string, (outcomes: OutcomeSettings) => void, string, string]>([
    [
      'an unknown milestone',
      ({ clos }) => {
        getItemAt(getItemAt(clos, 0).milestones, 1).milestone = 'exam';
      },
      'clos.0.milestones.1.milestone',
      '“exam” is not a milestone of the marking scheme. Enter one of proposal, month1,',
    ],
    [
      'an unknown program',
      ({ plos }) => {
        getItemAt(plos, 1).programs = ['BSCS', 'BSEE'];
      },
      'plos.1.programs.1',
      '“BSEE” is not among the programs. Enter one of BSCS,',
    ],
    [
      'an unknown PLO',
      ({ clos }) => {
        getItemAt(getItemAt(clos, 1).plos, 0).plo = 'PLO9';
      },
      'clos.1.plos.0.plo',
      '“PLO9” is not among the program learning outcomes. Enter one of PLO1, PLO2.',
    ],
    [
      'two PLOs of a program with the same code',
      ({ plos }) => {
        getItemAt(plos, 2).programs = ['BSAI', 'BSCS'];
      },
      'plos.2.code',
      '“PLO2” is already the code of another outcome of the same program. Choose another, or different programs.',
    ],
    [
      'two CLOs with the same code',
      ({ clos }) => {
        getItemAt(clos, 1).code = 'clo1';
      },
      'clos.1.code',
      '“clo1” is already used at clos.0.code. Choose another.',
    ],
    [
      'a CLO with the code of a PLO',
      ({ clos }) => {
        getItemAt(clos, 0).code = 'PLO1';
      },
      'clos.0.code',
      '“PLO1” is already the code of a program learning outcome. Choose another.',
    ],
    [
      'a milestone that a CLO names twice',
      ({ clos }) => {
        getItemAt(getItemAt(clos, 0).milestones, 1).milestone = 'proposal';
      },
      'clos.0.milestones.1.milestone',
      '“proposal” is already used at clos.0.milestones.0.milestone. Choose another.',
    ],
    [
      'a weight of 0',
      ({ clos }) => {
        getItemAt(getItemAt(clos, 0).plos, 0).weight = 0;
      },
      'clos.0.plos.0.weight',
      'This is 0. Enter a number of 0.01 or more.',
    ],
    [
      'a weight above 1000',
      ({ clos }) => {
        getItemAt(getItemAt(clos, 0).milestones, 0).weight = 1001;
      },
      'clos.0.milestones.0.weight',
      'This is 1001. Enter a number of 1000 or less.',
    ],
    [
      'a threshold above 100 %',
      (outcomes) => {
        outcomes.studentPercent = 101;
      },
      'studentPercent',
      'This is 101. Enter a number of 100 or less.',
    ],
  ])('are refused with %s', async ([, by, field, message], { portal }) => {
    const refused = await expectRefusal(
      portal,
      portal.admin,
      saveSetting,
      await buildOutcomes(portal, by),
    );
    expect(refused.status).toBe(400);
    expect(refused.fields?.[field]).toContain(message.replace('This is ', 'is ').slice(1));
  });

  test('allow the same code for different programs', async ({ portal }) => {
    await portal.admin.call(saveSetting, await buildOutcomes(portal));
    expect(portal.content.current.outcomes.plos.map(({ code }) => code)).toEqual([
      'PLO1',
      'PLO2',
      'PLO2',
    ]);
  });

  test('lose the outcomes of a removed program, and the mappings to their codes', async ({
    portal,
  }) => {
    await portal.admin.call(saveSetting, await buildOutcomes(portal, ({ plos }) => plos.pop()));
    const change = await buildSettingChange(portal, 'choices', ({ programs }) => {
      programs.splice(0, 1);
    });
    const { inUse = [] } = await expectRefusal(portal, portal.admin, saveSetting, change);
    expect(inUse[0]?.uses).toEqual(['Program learning outcome PLO2']);
    const removed = inUse.map(({ list, value, uses }) => ({
      list,
      value,
      uses,
      replacement: null,
    }));
    await portal.admin.call(saveSetting, { ...change, body: { ...change.body, removed } });
    const { plos, clos } = portal.content.current.outcomes;
    expect(plos.map(({ code }) => code)).toEqual(['PLO1']);
    expect(clos[1]?.plos).toEqual([{ plo: 'PLO1', weight: 1 }]);
  });

  test('never name a milestone that another admin removes at the same moment', async ({
    portal,
  }) => {
    const removal = await buildSettingChange(portal, 'scheme', removeMilestone('progressReport'));
    const results = await Promise.allSettled([
      portal.admin.call(saveSetting, await buildOutcomes(portal)),
      portal.admin.call(saveSetting, removal),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { outcomes, scheme } = portal.content.current;
    const named = outcomes.clos.flatMap(({ milestones }) => milestones);
    for (const { milestone } of named) expect(findMilestone(scheme, milestone)).toBeDefined();
  });

  test('follow the removal of a milestone with marks, which the conversion repeats', async ({
    portal,
  }) => {
    await defineTestOutcomes(portal);
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { progressReport: { marks: 7 } });
    const remove = removeMilestone('progressReport');
    const conversion = { progressReport: 'remove' as const };
    const input = await buildConversion(portal, remove, conversion);
    const refusal = await expectRefusal(portal, portal.admin, convertScheme, input);
    expect([refusal.status, refusal.code]).toEqual([409, 'entries-in-use']);
    const { inUse = [] } = refusal;
    const removed = inUse.map(({ list, value, uses }) => ({
      list,
      value,
      uses,
      replacement: null,
    }));

    const save = { params: { name: 'scheme' as const }, query: input.query };
    const body = { version: input.body.version, value: input.body.value, removed };
    const affected = await portal.admin
      .call(saveSetting, { ...save, body })
      .catch((error) => error);
    expect(affected).toBeInstanceOf(Problem);
    expect(affected.code).toBe('marks-affected');
    await portal.admin.call(convertScheme, { ...input, body: { ...input.body, removed } });
    expect(portal.content.current.outcomes.clos[1]?.milestones).toEqual([]);
  });
});
