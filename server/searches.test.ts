import { expect } from 'vitest';
import { countBoard } from '#contract/board.ts';
import { type Endpoint, mayAccess } from '#contract/endpoint.ts';
import { search as searchFromPalette } from '#contract/search.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { endpoints } from '#server/features.ts';
import { writeGroup, writeMember } from '#server/groups/write-group.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, getItemAt, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { buildSampleOutcomes } from '#tools/test/outcomes.ts';
import { addTestAnnouncement } from './test/records/announcements.ts';

const cases = [
  ['Hannah Müller', 'MULLER'],
  ['Zoe\u0308 Duarte', 'zoë'],
  ['Anaïs Lefèvre', 'ANAI\u0308S lefe\u0300vre'],
  ['Łukasz Øverland', 'lukasz overland'],
  ['ＲＯＢＯＴＩＣＳ', 'robotics'],
  ['Quantum Lab', 'ｑｕａｎｔｕｍ　ｌａｂ'],
  ['Straßenkarte', 'STRASSENKARTE'],
  ['GROSSRAUM', 'großraum'],
  ['İpekböceği', 'ipekbocegi'],
  ['Iğdır Kayısı', 'IGDIR kayisi'],
  ['علي مرتضى', 'علی مرتضی'],
  ['کتابخانہ', 'كتابخانه'],
  ['می\u200cنویسم', 'مینویسم'],
  ['پروژه۲۰۲۷', 'پروژه2027'],
  ['O’Hara', "o'hara"],
  ["D'Souza", 'D’SOUZA'],
  ['50% solar', '50%'],
  ['snake_case', 'snake_c'],
  ['back\\slash', 'k\\s'],
] as const;
/** Decoys: if `%`, `_` and `\` were not escaped in LIKE patterns, searches for these characters would find them. */
const neighbours = ['500 lamps', 'snakeXcase', 'backslash', 'Neighbour'];
const texts = [...cases.map(([text]) => text), ...neighbours];

/** Returns the supervisor of all groups. */
async function storeTexts(portal: Portal): Promise<TestUser> {
  const { db } = portal;
  const now = portal.clock();
  const by = {
    ...toUserSubject(await createTestUser(portal)),
    requestId: 'r-1',
    address: '10.0.0.7',
  };
  const supervisor = await createTestUser(portal, 'faculty');
  // Without learning outcomes, their list of students is empty.
  const outcomes = await buildSettingChange(portal, 'outcomes', (value) =>
    Object.assign(value, buildSampleOutcomes()),
  );
  await portal.admin.call(saveSetting, outcomes);
  for (const text of texts) {
    await createTestUser(portal, 'student', text, `s${texts.indexOf(text)}@university.test`);
    const team = await createTestGroup(portal, { size: 1, supervisor: supervisor.name });
    await writeGroup(db, team.groupId, { title: text });
    await writeMember(db, { id: getItemAt(team.ids, 0), group_id: team.groupId }, { name: text });
    await addTestAnnouncement(portal, { title: text, byEmail: false });
    const address = 'a@university.test';
    const email = { subject: text, text: '', html: '', groupId: null, right: 'recipient' } as const;
    await queueEmail(
      { trx: db, services: portal, now },
      { ...email, to: { address }, recipient: address },
    );
    const subject = { kind: 'group', id: null, name: text } as const;
    await recordAuditEntry({ trx: db, now }, { action: 'marks-saved', by, subject });
  }
  return supervisor;
}

async function textsIn(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const reply = isJson
    ? await response.json()
    : await readSheetRecords(new Uint8Array(await response.arrayBuffer()));
  const replyTexts: string[] = [];
  JSON.stringify(reply, (_, value) => {
    if (typeof value === 'string') replyTexts.push(value.normalize());
    return value;
  });
  return replyTexts;
}

async function search(caller: ApiCaller, endpoint: Endpoint, q: string): Promise<string[]> {
  const accepted = endpoint.query?.shape ?? {};
  const query = {
    q,
    ...('format' in accepted && { format: 'xlsx' }),
    ...('limit' in accepted && { page: 1, limit: 200 }),
  };
  const replyTexts = new Set(await textsIn(await caller.request(endpoint, { query })));
  return texts.filter((text) => replyTexts.has(text.normalize()));
}

const searched = endpoints
  .map(({ endpoint }) => endpoint as Endpoint)
  // The counts of the board list no texts.
  .filter((endpoint) => endpoint !== countBoard)
  .filter(({ query }) => query !== undefined && 'q' in query.shape);

test('searches in every list ignore case, accents and Unicode variants, and treat %, _ and \\ literally', async ({
  portal,
}) => {
  const supervisor = await storeTexts(portal);
  expect(searched.length).toBeGreaterThan(12);
  for (const endpoint of searched) {
    const caller = mayAccess(endpoint.access, 'admin') ? portal.admin : supervisor.caller;
    // The palette lists nothing without a word.
    const all = endpoint === searchFromPalette ? [] : texts;
    expect(await search(caller, endpoint, ''), endpoint.path).toEqual(all);
    for (const [text, q] of cases) {
      expect(await search(caller, endpoint, q), `${endpoint.path}?q=${q}`).toEqual([text]);
    }
  }
});
