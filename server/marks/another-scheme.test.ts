import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FullGroup, findGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  expectMarksRefusal,
  readMarksEmails,
  saveTestMarks,
} from '#server/test/records/marking.ts';

/** Folder for settings whose marking scheme has two parts, three weighted milestones and a viva. */
const folder = mkdtempSync(join(tmpdir(), 'content-'));
let opened: Awaited<ReturnType<typeof openPortal>>;
let portal: Portal;
let team: TestGroup;

beforeAll(async () => {
  cpSync(resolve(import.meta.dirname, '../content/sample-department'), folder, { recursive: true });
  // Use the default group settings, because groups created by `createTestGroup` comply with them.
  cpSync(resolve(import.meta.dirname, '../../content/groups.yaml'), join(folder, 'groups.yaml'));
  opened = await openPortal({ CONTENT_DIR: folder });
  portal = opened.portal;
  team = await createTestGroup(portal, { program: 'MScHCI', category: 'Robotics' });
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const keys = ['plan', 'prototype', 'defence'];
const first = async () => getItemAt((await team.read()).fypGroupMembers, 0);

describe('a portal with another department’s marking scheme', () => {
  test('shows only that scheme’s milestones for each member', async () => {
    const member = await first();
    expect(keys.map((key) => member[key])).toEqual(
      keys.map(() => ({ marks: null, feedback: null, revision: 0 })),
    );
    expect(Object.keys(member)).not.toContain('month1');
    const { group } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    expect(FullGroup.safeParse(group).success).toBe(false);
  });

  test('saves marks on that scheme’s tabs and rejects marks above a milestone’s maximum', async () => {
    const { changed } = await saveTestMarks(
      team,
      team.supervisor,
      { prototype: { marks: 50 } },
      'Spring',
    );
    expect(changed).toBe(1);
    expect((await first()).prototype?.marks).toBe(50);
    const cell = { prototype: { marks: 50.5 } };
    expect(await expectMarksRefusal(portal, team, team.supervisor, cell, 'Spring')).toMatchObject({
      status: 400,
      message: 'Prototype: enter marks from 0 to 50.',
    });
  });

  test('rejects a save for an unknown part of the scheme with an error that lists the valid parts', async () => {
    const cell = { plan: { marks: 1 } };
    expect(
      await expectMarksRefusal(portal, team, team.supervisor, cell, 'Semester 7'),
    ).toMatchObject({
      status: 400,
      message: 'Choose Spring or Defence.',
      fields: { semester: 'Choose Spring or Defence.' },
    });
  });

  test('lets both the supervisor and the examiner mark the viva, but lets only the supervisor mark other milestones', async () => {
    for (const [index, who] of [team.supervisor, team.examiner].entries()) {
      const cells = { defence: { marks: 20 + index } };
      expect((await saveTestMarks(team, who, cells, 'Defence')).changed).toBe(1);
    }
    const cell = { plan: { marks: 10 } };
    for (const semester of ['Spring', 'Defence']) {
      expect(await expectMarksRefusal(portal, team, team.examiner, cell, semester)).toMatchObject({
        code: 'forbidden',
      });
    }
  });

  test('saves the viva record from the marking tab with the viva milestone, and ignores an unchanged record from other tabs', async () => {
    const body = { semester: 'Defence', groupId: team.groupId, vivaStatus: 'reschedule' } as const;
    expect((await team.supervisor.caller.call(saveMarks, { body })).changed).toBe(1);
    const echo = { ...body, semester: 'Spring' };
    expect((await team.supervisor.caller.call(saveMarks, { body: echo })).changed).toBe(0);
  });

  test('lists milestones in the order of the scheme in an email about marks', async () => {
    await saveTestMarks(
      team,
      team.supervisor,
      { plan: { marks: 15, feedback: 'Bold.' } },
      'Spring',
    );
    await emailTestGroupMarks(team);
    const [email] = await readMarksEmails(portal);
    const text = email?.text_body ?? '';
    const lines = ['Plan: 15 of 20', 'Prototype: 50 of 50', 'Defence: 21 of 30'];
    expect(lines.map((line) => text.includes(line))).toEqual([true, true, true]);
    expect(text.indexOf('Plan:')).toBeLessThan(text.indexOf('Prototype:'));
    expect(text.indexOf('Prototype:')).toBeLessThan(text.indexOf('Defence:'));
  });
});
