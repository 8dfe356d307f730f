import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectMarksRefusal, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { getMilestonesOfPart, milestoneKeys, partTitles } from '#tools/test/scheme.ts';

const markerOf = (team: TestGroup, semester: string) =>
  semester === 'External Viva' ? team.examiner : team.supervisor;

describe('saving marks', () => {
  test('accepts marks from 0 to each milestone’s maximum, and rejects marks outside that range', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const cells = partTitles.flatMap((semester) =>
      getMilestonesOfPart(semester).map((each) => ({ ...each, semester })),
    );
    expect(cells).toHaveLength(14);
    for (const { key: milestone, title, total, semester } of cells) {
      const marker = markerOf(team, semester);
      for (const marks of [0, total, total - 0.01]) {
        expect(
          (await saveTestMarks(team, marker, { [milestone]: { marks } }, semester)).changed,
        ).toBe(1);
      }
      for (const marks of [total + 0.01, -0.01]) {
        expect(
          await expectMarksRefusal(portal, team, marker, { [milestone]: { marks } }, semester),
        ).toMatchObject({
          code: 'invalid',
          message: `${title}: enter marks from 0 to ${total}.`,
          fields: {
            [`marks.${getItemAt(team.ids, 0)}.${milestone}.marks`]: `${title}: enter marks from 0 to ${total}.`,
          },
        });
      }
    }
  });

  test.for([
    [7.125, 'Month 1: marks can have up to two decimals.'],
    ['abc', 'Month 1: marks must be a number.'],
    ['7 of 10', 'Month 1: marks must be a number.'],
    ['0x8', 'Month 1: marks must be a number.'],
    ['1e1', 'Month 1: marks must be a number.'],
    ['Infinity', 'Month 1: marks must be a number.'],
    ['1'.repeat(100_000), 'Month 1: marks must be a number.'],
    ['7.125', 'Month 1: marks can have up to two decimals.'],
    ['11', 'Month 1: enter marks from 0 to 10.'],
    ['-1', 'Month 1: enter marks from 0 to 10.'],
    [true, 'Month 1: marks must be a number.'],
    [[7], 'Month 1: marks must be a number.'],
  ] as const)('rejects %.20j as a mark', async ([marks, message], { portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    expect(
      await expectMarksRefusal(portal, team, team.supervisor, { month1: { marks } }),
    ).toMatchObject({
      code: 'invalid',
      message,
    });
  });

  test('keeps the stored values of omitted fields, and clears fields that are null or empty', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const entry = async () => getItemAt((await team.read()).fypGroupMembers, 0).month1;
    await saveTestMarks(team, team.supervisor, {
      month1: { marks: 5, feedback: ' Good.\nMore tests. ' },
    });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 6 } });
    expect(await entry()).toEqual({ marks: 6, feedback: 'Good.\nMore tests.', revision: 2 });
    await saveTestMarks(team, team.supervisor, { month1: { feedback: 'Better.' } });
    expect(await entry()).toEqual({ marks: 6, feedback: 'Better.', revision: 3 });
    await saveTestMarks(team, team.supervisor, { month1: { feedback: '  ' } });
    expect(await entry()).toEqual({ marks: 6, feedback: null, revision: 4 });
    // JSON serialises NaN as null.
    await saveTestMarks(team, team.supervisor, { month1: { marks: Number.NaN } });
    expect(await entry()).toEqual({ marks: null, feedback: null, revision: 5 });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 0 } });
    expect((await entry())?.marks).toBe(0);
  });

  test('changes nothing if all values equal the stored ones', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 5, feedback: 'Good.' } });
    const before = await portal.snapshot();
    for (const cells of [
      { month1: { marks: 5, feedback: 'Good.' } },
      { month2: { marks: null, feedback: '' } },
      { month1: {} },
      {},
    ]) {
      expect((await saveTestMarks(team, team.supervisor, cells)).changed).toBe(0);
    }
    const body = { semester: 'Semester 7', groupId: team.groupId } as const;
    expect((await team.supervisor.caller.call(saveMarks, { body })).changed).toBe(0);
    expect(await portal.snapshot()).toEqual(before);
  });

  test('saves all members’ marks on a tab in one request, and increments the group’s version once', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    const { version } = await team.read();
    const keys = getMilestonesOfPart('Semester 7').map(({ key }) => key);
    const sheet = Object.fromEntries(
      keys.map((key, index) => [key, { marks: index + 0.25, feedback: key }]),
    );
    const marks = Object.fromEntries(team.ids.map((id) => [id, sheet]));
    portal.wait(1000);
    const reply = await team.supervisor.caller.call(saveMarks, {
      body: { semester: 'Semester 7', groupId: team.groupId, marks },
    });
    expect(reply.changed).toBe(24);
    expect(reply.group).toMatchObject({
      version: version + 1,
      changedBy: team.supervisor.name,
      changedAt: portal.clock().toISOString(),
    });
    for (const member of reply.group.fypGroupMembers) {
      expect(member).toMatchObject(
        Object.fromEntries(
          keys.map((key, index) => [key, { marks: index + 0.25, feedback: key, revision: 1 }]),
        ),
      );
    }
  });

  test('saves nothing if one cell is invalid', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const right = { month1: { marks: 5 }, month2: { marks: 6, feedback: 'Good.' } };
    const marks = {
      [getItemAt(team.ids, 0)]: right,
      [getItemAt(team.ids, 1)]: { ...right, month4: { marks: 11 } },
    };
    const body = { semester: 'Semester 7', groupId: team.groupId, marks };
    expect(await expectRefusal(portal, team.supervisor.caller, saveMarks, { body })).toMatchObject({
      status: 400,
      message: 'Month 4: enter marks from 0 to 10.',
    });
  });

  test('accepts marks for all 14 milestones from any tab, and ignores unchanged cells of other tabs', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const mark = (marks: number | string | null, feedback: string | null) =>
      Object.fromEntries(milestoneKeys.map((key) => [key, { marks, feedback }]));
    const readAllMarks = async () => {
      const [member] = (await team.read()).fypGroupMembers;
      return milestoneKeys.map((key) => [key, member?.[key]?.marks, member?.[key]?.feedback]);
    };
    expect((await saveTestMarks(team, { caller: portal.admin }, mark(7, 'Good.'))).changed).toBe(
      14,
    );
    const all = await readAllMarks();
    expect(all).toEqual(milestoneKeys.map((key) => [key, 7, 'Good.']));
    for (const semester of partTitles) {
      const marker = semester === 'External Viva' ? team.examiner : team.supervisor;
      expect((await saveTestMarks(team, marker, mark(7, 'Good.'), semester)).changed).toBe(0);
      const ofTab = Object.fromEntries(
        getMilestonesOfPart(semester).map(({ key }) => [key, { marks: 7, feedback: 'Good.' }]),
      );
      for (const nothing of [mark(null, ''), mark('', null), mark('7', null)]) {
        expect(
          (await saveTestMarks(team, marker, { ...nothing, ...ofTab }, semester)).changed,
        ).toBe(0);
      }
    }
    expect(await readAllMarks()).toEqual(all);
  });

  test('rejects changes to milestones that the caller may not mark, regardless of the tab', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await saveTestMarks(team, team.examiner, { externalViva: { marks: 30 } }, 'External Viva');
    for (const cell of [{ marks: 31 }, { marks: 0 }, { feedback: 'Mine.' }, { marks: '31' }]) {
      const cells = { month1: { marks: 5 }, externalViva: cell };
      expect(await expectMarksRefusal(portal, team, team.supervisor, cells)).toMatchObject({
        code: 'forbidden',
        message: 'Only the group’s external examiner can mark External viva.',
      });
    }
    expect(
      await expectMarksRefusal(
        portal,
        team,
        team.examiner,
        { month5: { marks: 5 } },
        'External Viva',
      ),
    ).toMatchObject({ status: 403, message: 'Only the group’s supervisor can mark Month 5.' });
    const { changed } = await saveTestMarks(team, team.supervisor, {
      month1: { marks: 5 },
      month5: { marks: 6 },
    });
    expect(changed).toBe(2);
  });

  test('parses marks sent as strings, treats a blank string as no mark, and ignores null entries', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const entry = async () => getItemAt((await team.read()).fypGroupMembers, 0).month1?.marks;
    for (const [text, parsed] of [
      ['8', 8],
      [' 7.5 ', 7.5],
      ['', null],
      ['010', 10],
      ['   ', null],
      ['0', 0],
    ] as const) {
      await saveTestMarks(team, team.supervisor, { month1: { marks: text } });
      expect(await entry(), text).toBe(parsed);
    }
    expect(
      (await saveTestMarks(team, team.supervisor, { month1: null, month2: null })).changed,
    ).toBe(0);
    const body = { semester: 'Semester 7', groupId: team.groupId, marks: null } as const;
    expect((await team.supervisor.caller.call(saveMarks, { body })).changed).toBe(0);
  });
});
