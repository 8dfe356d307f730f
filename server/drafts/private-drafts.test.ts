import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { buildDraftKey, getDraft, listDrafts, saveDraft } from '#contract/drafts.ts';
import { logout } from '#contract/session.ts';
import { updateUser } from '#contract/users.ts';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { createTestGroup } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const secret = 'Unfinished feedback 7731';

async function saveFeedback(caller: ApiCaller, groupId: string) {
  const key = buildDraftKey('marks', groupId, 'proposal');
  const body = { copyId: randomUUID(), value: JSON.stringify(secret) };
  await caller.call(saveDraft, { params: { key }, body });
  return key;
}

async function readEveryList(portal: Portal, caller: ApiCaller): Promise<string> {
  const texts: string[] = [];
  for (const { endpoint } of endpoints.filter(({ endpoint: { method } }) => method === 'GET')) {
    texts.push(await (await caller.fetch(buildUnknownIdUrl(endpoint))).text());
  }
  const audit = await portal.db.selectFrom('audit_entries').selectAll().execute();
  return [...texts, JSON.stringify(audit), ...portal.logged].join('\n');
}

test('no reply to an admin or a member, no audit entry and no log line contains a draft', async () => {
  const { portal, close } = await openPortal({ LOG_LEVEL: 'debug' });
  onTestFinished(close);
  const { groupId, supervisor, student } = await createTestGroup(portal);
  const before = await portal.db.selectFrom('audit_entries').select('sequence').execute();
  await saveFeedback(supervisor.caller, groupId);
  expect(await portal.db.selectFrom('audit_entries').select('sequence').execute()).toEqual(before);
  expect(await portal.db.selectFrom('drafts').select('value').execute()).toHaveLength(1);
  for (const caller of [portal.admin, student.caller]) {
    expect(await readEveryList(portal, caller)).not.toContain(secret);
    expect((await caller.call(listDrafts)).drafts).toEqual([]);
  }
});

test('a draft outlives the session in which it was typed, and its author reads it after the next login', async ({
  portal,
}) => {
  const { groupId, supervisor } = await createTestGroup(portal);
  const key = await saveFeedback(supervisor.caller, groupId);
  await supervisor.caller.call(logout);
  const again = await portal.logInAs(supervisor.userId);
  const { draft } = await again.call(getDraft, { params: { key } });
  expect(JSON.parse(draft.value)).toBe(secret);
});

test('a draft is kept while its account is blocked, and is deleted together with the account', async ({
  portal,
}) => {
  const { groupId, supervisor, student } = await createTestGroup(portal);
  await saveFeedback(supervisor.caller, groupId);
  const key = await saveFeedback(student.caller, groupId);
  const params = { userId: supervisor.userId };
  await portal.admin.call(updateUser, { params, body: { blocked: true } });
  const blocked = await supervisor.caller.request(listDrafts);
  expect(blocked.status).toBe(401);
  await portal.admin.call(updateUser, { params, body: { blocked: false } });
  const again = await portal.logInAs(supervisor.userId);
  expect((await again.call(listDrafts)).drafts).toMatchObject([{ key }]);

  await portal.db.updateTable('groups').set({ supervisor_id: null }).execute();
  await portal.db.deleteFrom('users').where('id', '=', supervisor.userId).execute();
  const rows = await portal.db.selectFrom('drafts').select('user_id').execute();
  expect(rows).toEqual([{ user_id: student.userId }]);
});
