import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { listChanges } from '#contract/history.ts';
import { previewMarks } from '#contract/marks.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildMarksBody, expectMarksRefusal, saveTestMarks } from '#server/test/records/marking.ts';
import {
  confirmTestFigures,
  createGroupWithReport,
  decideTestSimilarity,
  enterTestFigures,
  excessiveFigures,
  hecLimits,
  readTestSimilarity,
  setSimilarityLimits,
} from '#server/test/records/similarity.ts';
import { upload } from '#server/test/records/versions.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const semester = 'Semester 8';
const thesis = { thesis: { marks: 8 } };

const markThesis = (team: TestGroup) => saveTestMarks(team, team.supervisor, thesis, semester);

describe('the mark of a thesis', () => {
  test('is refused until the figures are below the limits or accepted, and the message says what to do', async ({
    portal,
  }) => {
    const team = await createGroupWithReport(portal);
    const other = await createTestGroup(portal);
    const refuse = async (who = team) =>
      (await expectMarksRefusal(portal, who, who.supervisor, thesis, semester)).message;
    expect(await refuse(other)).toContain('hasn’t uploaded both');
    expect(await refuse()).toBe(
      'Nothing was saved: Thesis cannot be marked yet. A member still has to enter the figures of the similarity report. Other marks can be saved.',
    );
    await enterTestFigures(team, excessiveFigures);
    expect(await refuse()).toContain('hasn’t confirmed the figures');
    await upload(portal, team, 1, { kind: 'similarity' });
    expect(await refuse()).toContain('enter the figures again');
    const exceeded = await confirmTestFigures(team, excessiveFigures);
    expect(await refuse()).toContain('has to accept or return the thesis');
    const returned = await decideTestSimilarity(team, exceeded, 'returned');
    expect(await refuse()).toContain('has to upload a revised thesis');
    await decideTestSimilarity(team, returned);
    await markThesis(team);
    expect(getItemAt((await team.read()).fypGroupMembers, 0).thesis).toMatchObject({ marks: 8 });
    expect(await refuse(other)).toContain('hasn’t uploaded both');
  });

  test('is refused to an admin and in a preview, too', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    const body = buildMarksBody(team, thesis, semester);
    await expectRefusal(portal, team.supervisor.caller, previewMarks, { body });
    await expectMarksRefusal(portal, team, { caller: portal.admin }, thesis, semester);
    const edit = {
      params: { groupId: team.groupId },
      body: {
        fypGroupMembers: buildMemberEdits(team.ids, { _id: getItemAt(team.ids, 0), ...thesis }),
      },
    };
    const refused = await expectRefusal(portal, portal.admin, updateGroup, edit);
    expect(refused.message).toContain('Thesis cannot be marked yet');
  });

  test('does not hold up other marks, feedback on the thesis, or its removal', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markThesis(team);
    await setSimilarityLimits(portal, hecLimits);
    const save = (cells: object) => saveTestMarks(team, team.supervisor, cells, semester);
    await save({ month5: { marks: 9 }, thesis: { marks: 8, feedback: 'Compare chapter 2.' } });
    await save({ thesis: { marks: null } });
    const [first] = (await team.read()).fypGroupMembers;
    expect(first?.thesis).toMatchObject({ marks: null, feedback: 'Compare chapter 2.' });
  });

  test('is refused again once a newer thesis is uploaded', async ({ portal }) => {
    const team = await createGroupWithReport(portal);
    await confirmTestFigures(team);
    await upload(portal, team, 1, { kind: 'thesis' });
    const refused = await expectMarksRefusal(portal, team, team.supervisor, thesis, semester);
    expect(refused.message).toContain('enter the figures again');
  });
});

test.for([
  ['of a second milestone', 'month5', { overall: 30, singleSource: 10 }],
  ['of 0', 'thesis', { overall: 0, singleSource: 5 }],
  ['above 100', 'thesis', { overall: 20, singleSource: 101 }],
] as const)('limits %s are refused', async ([, key, limits], { portal }) => {
  await setSimilarityLimits(portal, hecLimits);
  const input = await buildSettingChange(portal, 'scheme', ({ parts }) => {
    const milestone = parts.flatMap(({ milestones }) => milestones).find((m) => m.key === key);
    if (milestone) milestone.similarity = limits;
  });
  const refused = await expectRefusal(portal, portal.admin, saveSetting, input);
  expect(Object.keys(refused.fields ?? {})).toHaveLength(1);
  expect(Object.keys(refused.fields ?? {})[0]).toContain('.similarity');
});

test('desks ask the students to enter figures, and the supervisor to confirm and to decide', async ({
  portal,
}) => {
  const team = await createGroupWithReport(portal);
  const neighbour = await createGroupWithReport(portal);
  await enterTestFigures(neighbour);
  const read = async ({ caller }: TestGroup['student']) =>
    (await caller.call(findDesk)).items
      .filter(({ id }) => id.startsWith('similarity'))
      .map(({ text }) => text);
  expect(await read(team.mate)).toEqual(['Enter the figures of your similarity report.']);
  expect(await read(team.supervisor)).toEqual([]);
  await enterTestFigures(team, excessiveFigures);
  expect(await read(team.mate)).toEqual([]);
  expect(await read(team.supervisor)).toEqual(['One similarity report needs your confirmation.']);
  const shown = await readTestSimilarity(team);
  expect(shown.state).toBe('unconfirmed');
  await upload(portal, team, 1, { kind: 'similarity' });
  const exceeded = await confirmTestFigures(team, excessiveFigures);
  expect(await read(team.supervisor)).toEqual([
    'One thesis reaches a similarity limit and needs your decision.',
  ]);
  await decideTestSimilarity(team, exceeded, 'returned');
  expect(await read(team.student)).toEqual([
    'Upload a revised thesis with a new similarity report.',
  ]);
  await setSimilarityLimits(portal, undefined);
  expect(await read(team.student)).toEqual([]);
  expect(await read(neighbour.supervisor)).toEqual([]);
});

test('the history of the group contains each entry, and none of another group', async ({
  portal,
}) => {
  const team = await createGroupWithReport(portal);
  const neighbour = await createGroupWithReport(portal);
  await enterTestFigures(neighbour);
  await decideTestSimilarity(team, await confirmTestFigures(team, excessiveFigures));
  const { changes } = await team.mate.caller.call(listChanges, {
    params: { groupId: team.groupId },
    query: { kind: 'files' },
  });
  const entries = changes.filter(({ part }) => part === 'similarity');
  expect(entries.map(({ field }) => field).toSorted()).toEqual([
    'accepted',
    'confirmed',
    'entered',
  ]);
  expect(entries.find(({ field }) => field === 'accepted')).toMatchObject({
    changedBy: team.supervisor.name,
    to: 'The bibliography counts.',
  });
  expect(entries[0]?.from?.split(' ').map(Number)).toEqual([24, 3]);
});
