import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';
import {
  checkResultSheet,
  exportResultSheet,
  exportResultSheets,
} from '#contract/exports/results.ts';
import { storeLogo } from '#server/test/content/pictures.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { listExportEntries } from '#server/test/records/exports.ts';
import { markTestGroup, recordViva } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

async function readPdf(response: Response) {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const pdf = await getDocumentProxy(bytes);
  const { text, totalPages } = await extractText(pdf);
  const { info } = await getMeta(pdf);
  return { pages: text.map((page) => page.replace(/\s+/g, ' ')), totalPages, info };
}

const findCheckCode = (text: string) =>
  /Check code ((?:[0-9a-f]{4} ?){4})/.exec(text)?.[1]?.trim() ?? '';

describe('a result sheet', () => {
  test('contains all members’ marks and totals, the viva’s outcome and date, and signature lines on a single page', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3, title: 'Buses of Lahore' });
    await markTestGroup(team, 8, 7.25);
    await recordViva(team);
    const response = await team.supervisor.caller.request(exportResultSheet, {
      params: { groupId: team.groupId },
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="result-sheet-BSCS-2027-001.pdf"',
    );
    const { pages, totalPages, info } = await readPdf(response);
    expect(totalPages).toBe(1);
    const text = getItemAt(pages, 0);
    const { department } = portal.content;
    expect(text).toContain(`${department.university} ${department.name} Result sheet Group`);
    expect(text).toContain('Title Buses of Lahore');
    expect(text).toContain(`Supervisor ${team.supervisor.name}`);
    expect(text).toContain('Month 1 10 8 7.25 –');
    expect(text).toContain('Semester 7 100 8 7.25 –');
    expect(text).toContain('Overall 200 8 7.25 –');
    expect(text).not.toContain('Final mark');
    expect(text).toContain('External viva: pass, 14 January 2027');
    expect(text).toContain('Project coordinator');
    expect(text).toContain('Page 1 of 1 Printed 15 January 2027, 15:00');
    for (const { name, roll } of team.group.fypGroupMembers)
      expect(text).toContain(`${name} ${roll}`);
    expect(text).not.toContain('Feedback');
    const full = /sha256:([0-9a-f]{64})/.exec(String(info.Keywords))?.[1] ?? '';
    expect(full.slice(0, 16)).toBe(findCheckCode(text).replaceAll(' ', ''));
    expect(await listExportEntries(portal)).toEqual(['Result sheets: only BSCS-2027-001']);
  });

  test('contains a note instead of the logo if the stored logo cannot be decoded', async ({
    portal,
  }) => {
    const { groupId, supervisor } = await createTestGroup(portal);
    await storeLogo(portal, 'data:image/png;base64,iVBORw0KGgo=');
    const response = await supervisor.caller.request(exportResultSheet, { params: { groupId } });
    const { pages } = await readPdf(response);
    expect(getItemAt(pages, 0)).toContain('The department’s logo cannot be read.');
  });

  test('of a single member contains only that member’s marks, and teammates cannot export it', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    await markTestGroup(team, 8, 3);
    const [leader, mate] = team.group.fypGroupMembers;
    const params = { groupId: team.groupId };
    const { pages } = await readPdf(
      await team.student.caller.request(exportResultSheet, { params }),
    );
    expect(getItemAt(pages, 0)).toContain(`Result sheet of ${leader?.name}, ${leader?.roll}`);
    expect(getItemAt(pages, 0)).toContain('Month 1 10 8 Month 2');
    expect(getItemAt(pages, 0)).not.toContain(mate?.name);
    expect(await listExportEntries(portal)).toEqual([]);

    const query = { member: mate?._id };
    const refusal = await expectRefusal(portal, team.student.caller, exportResultSheet, {
      params,
      query,
    });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
    const staff = await team.examiner.caller.request(exportResultSheet, { params, query });
    expect(getItemAt((await readPdf(staff)).pages, 0)).toContain('Month 1 10 3 Month 2');
    expect(await listExportEntries(portal)).toEqual([
      `Result sheets: only BSCS-2027-001, ${mate?.name}`,
    ]);
  });

  test('cannot be exported for a member of another group', async ({ portal }) => {
    const [team, other] = [await createTestGroup(portal), await createTestGroup(portal)];
    const params = { groupId: team.groupId };
    const query = { member: getItemAt(other.ids, 0) };
    const refusal = await expectRefusal(portal, portal.admin, exportResultSheet, { params, query });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
  });

  test.for([['Chinese characters', 'Žluťoučký kůň 中文 نظام', ['中', '文']]] as const)(
    'shows the code points of characters that no font contains, and is sent with a warning: %s',
    async ([, title, lacking], { portal }) => {
      const team = await createTestGroup(portal, { size: 1, title });
      const neighbour = await createTestGroup(portal, {
        size: 1,
        title: 'Žluťoučký kůň نظام کتب خانہ',
      });
      const params = { groupId: team.groupId };
      const response = await portal.admin.request(exportResultSheet, { params });
      const warning = decodeURIComponent(response.headers.get(downloadWarningHeader) ?? '');
      const text = getItemAt((await readPdf(response)).pages, 0);
      for (const character of lacking) {
        const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
        expect(text).toContain(`[U+${number}]`);
      }
      expect(text).toContain(`${lacking.length} of them on this sheet`);
      expect(warning).toContain(`lack ${lacking.join(' ')} (first in ${team.group.fypGroupName})`);

      const both = { groupIds: [neighbour.groupId, team.groupId] };
      const several = await portal.admin.request(exportResultSheets, { body: both });
      expect(decodeURIComponent(several.headers.get(downloadWarningHeader) ?? '')).toBe(warning);
      const { pages } = await readPdf(several);
      expect(getItemAt(pages, 0)).not.toContain('[U+');
      const printable = await portal.admin.request(exportResultSheet, {
        params: { groupId: neighbour.groupId },
      });
      expect(printable.headers.get(downloadWarningHeader)).toBeNull();
    },
  );

  test('is sent with a warning about unprintable characters in a header below 1 kB, even for many of them and a long group name', async ({
    portal,
  }) => {
    const title = String.fromCodePoint(...Array.from({ length: 60 }, (_, index) => 0x4e00 + index));
    const team = await createTestGroup(portal, { size: 1, title });
    const update = portal.db.updateTable('groups').set({ name: '🦚'.repeat(100) });
    await update.where('id', '=', team.groupId).execute();
    const params = { groupId: team.groupId };
    const response = await portal.admin.request(exportResultSheet, { params });
    const header = response.headers.get(downloadWarningHeader) ?? '';
    expect(header.length).toBeLessThan(1024);
    expect(decodeURIComponent(header)).toMatch(/ and 51 more \(first in (🦚){20}…\)\./u);
  });

  test('is byte-identical in two exports if nothing has changed between them', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const read = async () => {
      const response = await portal.admin.request(exportResultSheet, {
        params: { groupId: team.groupId },
      });
      return Buffer.from(await response.arrayBuffer()).toString('latin1');
    };
    expect(await read()).toBe(await read());
  });
});

describe('the result sheet export for several groups', () => {
  test('contains the sheets in the requested order, each starting on a new page', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    const body = { groupIds: [second.groupId, first.groupId, second.groupId] };
    const { pages, totalPages } = await readPdf(
      await portal.admin.request(exportResultSheets, { body }),
    );
    expect(totalPages).toBe(2);
    expect(pages.map((page) => /BSCS-2027-\d+ Page 1 of 1/.exec(page)?.[0])).toEqual([
      `${second.group.fypGroupName} Page 1 of 1`,
      `${first.group.fypGroupName} Page 1 of 1`,
    ]);
    expect(await listExportEntries(portal)).toEqual(['Result sheets: only groups: 2']);
  });

  test('is rejected if the selection is empty or contains a group that the caller may not see', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    const body = { groupIds: [first.groupId, second.groupId] };
    const refusal = await expectRefusal(portal, first.supervisor.caller, exportResultSheets, {
      body,
    });
    expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
    const none = await expectRefusal(portal, portal.admin, exportResultSheets, {
      body: { groupIds: [] },
    });
    expect(none).toMatchObject({ status: 400, fields: { groupIds: expect.any(String) } });
  });
});

describe('the check code of a printed sheet', () => {
  test('matches the sheet until its content changes', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 8, 7);
    const params = { groupId: team.groupId };
    const print = async (query = {}) => {
      const response = await portal.admin.request(exportResultSheet, { params, query });
      return findCheckCode(getItemAt((await readPdf(response)).pages, 0));
    };
    const [whole, mine] = [await print(), await print({ member: getItemAt(team.ids, 1) })];
    const check = (code: string) =>
      team.supervisor.caller.call(checkResultSheet, { params, query: { code } });
    expect(await check(whole)).toMatchObject({ matches: team.group.fypGroupName });
    expect(await check(mine.toUpperCase().replaceAll(' ', '-'))).toMatchObject({
      matches: getItemAt(team.group.fypGroupMembers, 1).name,
    });
    portal.wait(60_000);
    await markTestGroup(team, 9);
    const changedAt = portal.clock().toISOString();
    expect(await check(whole)).toEqual({ matches: null, content: null, changedAt });
    expect((await check(mine)).matches).toBe(getItemAt(team.group.fypGroupMembers, 1).name);
    expect((await check(await print())).matches).toBe(team.group.fypGroupName);
    await portal.admin.call(updateGroup, { params, body: { fypTitle: 'Another title' } });
    expect((await check(mine)).matches).toBeNull();
  });

  test('returns every value of the sheet and no mark of another member, so that a forged sheet with a genuine code shows', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2, title: 'Buses of Lahore' });
    await markTestGroup(team, 8, 7.25);
    await recordViva(team);
    const params = { groupId: team.groupId };
    for (const member of [undefined, ...team.group.fypGroupMembers]) {
      const query = member ? { member: member._id } : {};
      const response = await portal.admin.request(exportResultSheet, { params, query });
      const paper = (await readPdf(response)).pages.join(' ');
      const code = findCheckCode(paper);
      const caller = team.examiner.caller;
      const { content } = await caller.call(checkResultSheet, { params, query: { code } });
      const values = [
        ...(content?.facts.map(({ value }) => value) ?? []),
        ...(content?.members.flatMap(({ name, roll }) => [name, roll]) ?? []),
        ...(content?.rows.map(({ cells }) => cells.join(' ')) ?? []),
      ];
      expect(values.length).toBeGreaterThan(20);
      for (const value of values) expect(paper).toContain(value);
      const month = content?.rows.find(({ cells }) => cells[0] === 'Month 1');
      const marks = { [getItemAt(team.ids, 0)]: ['8'], [getItemAt(team.ids, 1)]: ['7.25'] };
      expect(month?.cells.slice(2)).toEqual(member ? marks[member._id] : ['8', '7.25']);
      const shown = content?.members.map(({ roll }) => roll);
      const members = member ? [member] : team.group.fypGroupMembers;
      expect(shown).toEqual(members.map(({ roll }) => roll));
    }
  });

  test('is rejected if it is malformed', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const params = { groupId: team.groupId };
    for (const code of ['0123 4567', 'x'.repeat(16), 'a'.repeat(65)]) {
      const query = { code };
      const refusal = await expectRefusal(portal, portal.admin, checkResultSheet, {
        params,
        query,
      });
      expect(refusal, code).toMatchObject({ status: 400, fields: { code: expect.any(String) } });
    }
  });
});
