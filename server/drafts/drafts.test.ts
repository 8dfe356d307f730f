import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  buildDraftKey,
  deleteDraft,
  getDraft,
  listDrafts,
  maxDraftLength,
  maxDrafts,
  saveDraft,
} from '#contract/drafts.ts';
import { createTestUser, removeEmailConfirmation } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { deleteOldDrafts } from './delete-old-drafts.ts';

const key = buildDraftKey('marks', '5b2e4c1a-9d3f-4e6b-8a70-1c2d3e4f5a6b', 'proposal');
const dayMs = 24 * 3_600_000;

type Copy = { copyId: string; seenAt?: string };
const createCopy = (): Copy => ({ copyId: randomUUID() });

const save = (caller: ApiCaller, value: unknown, copy: Copy = createCopy(), draftKey = key) =>
  caller.call(saveDraft, {
    params: { key: draftKey },
    body: { ...copy, value: JSON.stringify(value) },
  });
const read = async (caller: ApiCaller, draftKey = key) => {
  const { draft } = await caller.call(getDraft, { params: { key: draftKey } });
  return JSON.parse(draft.value);
};
const listKeys = async (caller: ApiCaller) =>
  (await caller.call(listDrafts)).drafts.map((draft) => draft.key);

describe('a draft', () => {
  test('is visible only to its author, also if another user has a draft with the same key', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const neighbour = await createTestUser(portal, 'faculty');
    const copy = createCopy();
    const { savedAt } = await save(caller, 'Mine', copy);
    for (const other of [neighbour.caller, portal.admin]) {
      expect(await listKeys(other)).toEqual([]);
      const refusal = await expectRefusal(portal, other, getDraft, { params: { key } });
      expect(refusal).toMatchObject({
        status: 404,
        message: 'You don’t have a draft of this form.',
      });
      await other.call(deleteDraft, { params: { key }, query: { ...copy, seenAt: savedAt } });
    }
    await save(neighbour.caller, 'Theirs', copy);
    expect([await read(caller), await read(neighbour.caller)]).toEqual(['Mine', 'Theirs']);
    expect(await caller.call(listDrafts)).toEqual({
      drafts: [{ key, savedAt, copyId: copy.copyId }],
    });
  });

  test('is replaced by later input of the same copy, also if the browser got no reply', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const copy = createCopy();
    const first = await save(caller, 'M', copy);
    const second = await save(caller, 'Marks', copy);
    expect(second.savedAt > first.savedAt).toBe(true);
    expect(await read(caller)).toBe('Marks');
  });

  test('is not changed by a repeated request', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const copy = createCopy();
    const { savedAt } = await save(caller, 'Marks', copy);
    portal.wait(1000);
    expect(await save(caller, 'Marks', copy)).toEqual({ savedAt });
    expect(await save(caller, 'Marks')).toEqual({ savedAt });
  });

  test('is not overwritten or deleted by a device that has not read it', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const [phone, laptop] = [createCopy(), createCopy()];
    const onPhone = await save(caller, 'Phone', phone);
    const continued = await save(caller, 'Laptop', { ...laptop, seenAt: onPhone.savedAt });
    expect(continued.savedAt > onPhone.savedAt).toBe(true);

    const stale = { ...phone, seenAt: onPhone.savedAt };
    const body = { ...stale, value: '"Phone again"' };
    const refusals = [
      await expectRefusal(portal, caller, saveDraft, { params: { key }, body }),
      await expectRefusal(portal, caller, deleteDraft, { params: { key }, query: stale }),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 409,
        code: 'stale-version',
        message: 'A newer draft was saved on another device.',
      });
    }
    await save(caller, 'Phone again', { ...phone, seenAt: continued.savedAt });
    expect(await read(caller)).toBe('Phone again');
  });

  test('is stored once if two devices save it at the same moment, and the other device is refused', async ({
    portal,
  }) => {
    const { caller, userId } = await createTestUser(portal, 'faculty');
    const second = await portal.logInAs(userId);
    const saves = await Promise.allSettled([save(caller, 'Phone'), save(second, 'Laptop')]);
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = saves[0]?.status === 'fulfilled' ? 'Phone' : 'Laptop';
    expect(await read(caller)).toBe(winner);
  });

  test('is deleted by the device that has read it, which may repeat the request', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const neighbour = await createTestUser(portal, 'faculty');
    const { savedAt } = await save(caller, 'Phone');
    await save(neighbour.caller, 'Theirs');
    const query = { ...createCopy(), seenAt: savedAt };
    await caller.call(deleteDraft, { params: { key }, query });
    expect(await listKeys(caller)).toEqual([]);
    expect(await read(neighbour.caller)).toBe('Theirs');
    await caller.call(deleteDraft, { params: { key }, query });
  });

  test('is stored again if it was deleted while the device was typing', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const copy = createCopy();
    const { savedAt } = await save(caller, 'First', copy);
    const version = { ...copy, seenAt: savedAt };
    await caller.call(deleteDraft, { params: { key }, query: version });
    await save(caller, 'Second', version);
    expect(await read(caller)).toBe('Second');
  });
});

describe('saving a draft', () => {
  test('is refused if the account has too many drafts, unless it replaces one of them', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const neighbour = await createTestUser(portal, 'faculty');
    const keyAt = (index: number) => buildDraftKey('milestone', index);
    const copy = createCopy();
    await save(neighbour.caller, 'Theirs');
    for (let index = 0; index < maxDrafts; index += 1) await save(caller, 'A', copy, keyAt(index));
    const body = { ...copy, value: '"A"' };
    const input = { params: { key: keyAt(maxDrafts) }, body };
    const refusal = await expectRefusal(portal, caller, saveDraft, input);
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('50 drafts') });
    await save(caller, 'B', copy, keyAt(7));
    expect(await read(caller, keyAt(7))).toBe('B');
    expect(await listKeys(caller)).toHaveLength(maxDrafts);
  });

  test('never exceeds the maximum number of drafts if two devices save at the same moment', async ({
    portal,
  }) => {
    const { caller, userId } = await createTestUser(portal, 'faculty');
    const second = await portal.logInAs(userId);
    const keyAt = (index: number) => buildDraftKey('milestone', index);
    for (let index = 1; index < maxDrafts; index += 1) {
      await save(caller, 'A', createCopy(), keyAt(index));
    }
    const saves = await Promise.allSettled([
      save(caller, 'A', createCopy(), keyAt(98)),
      save(second, 'A', createCopy(), keyAt(99)),
    ]);
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listKeys(caller)).toHaveLength(maxDrafts);
  });

  test('is refused without a confirmed email address, because strangers can sign up', async ({
    portal,
  }) => {
    const { caller, userId } = await createTestUser(portal);
    await removeEmailConfirmation(portal.db, userId);
    const input = { params: { key: 'proposal' }, body: { ...createCopy(), value: '"A"' } };
    const refusal = await expectRefusal(portal, caller, saveDraft, input);
    expect(refusal).toMatchObject({ status: 403, code: 'unconfirmed' });
    expect(await listKeys(caller)).toEqual([]);
  });

  test.for([
    'passwords',
    'marks.',
    'marks..a',
    'marks.a.b.c.d',
    'Marks.a',
    'marks.a b',
    'marks.ä',
    'marks.a\u0000',
    'marks.a\n',
    'marks.%2e%2e',
    `marks.${'a'.repeat(61)}`,
    'proposalx',
  ])('is refused for the key %j', async (malformed, { portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const params = { key: malformed };
    const body = { ...createCopy(), value: '"A"' };
    const refusal = await expectRefusal(portal, caller, saveDraft, { params, body });
    expect(refusal).toMatchObject({ status: 400, fields: { key: expect.any(String) } });
    expect((await expectRefusal(portal, caller, getDraft, { params })).status).toBe(400);
  });

  test.for([
    ['too long', JSON.stringify('x'.repeat(maxDraftLength)), /longer than 100,000 characters/],
    ['no JSON', '{"marks":', /JSON/],
    ['a control character', '"\u0000"', /JSON/],
    ['a lone surrogate', '"\ud800"', /JSON/],
    ['empty', '', /JSON/],
  ] as const)('is refused if the input is %s', async ([, value, message], { portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const input = { params: { key }, body: { ...createCopy(), value } };
    const refusal = await expectRefusal(portal, caller, saveDraft, input);
    expect(refusal).toMatchObject({
      status: 400,
      fields: { value: expect.stringMatching(message) },
    });
  });

  test('is refused before the body is parsed if the body is too large', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const input = { params: { key }, body: { ...createCopy(), value: 'x'.repeat(400_000) } };
    expect((await expectRefusal(portal, caller, saveDraft, input)).status).toBe(413);
  });

  test('stores the longest accepted input in any script', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'faculty');
    const longest = '漢'.repeat(maxDraftLength - 2);
    await save(caller, longest);
    expect(await read(caller)).toBe(longest);
  });
});

test('deleteOldDrafts deletes drafts 90 days after their last save', async ({ portal }) => {
  const { caller } = await createTestUser(portal, 'faculty');
  const neighbour = await createTestUser(portal, 'faculty');
  const copy = createCopy();
  await save(caller, 'Old', copy);
  await save(neighbour.caller, 'Theirs', copy);
  portal.wait(80 * dayMs);
  const again = await portal.logInAs(neighbour.userId);
  await save(again, 'Theirs again', copy);
  await deleteOldDrafts(portal);
  expect(await portal.db.selectFrom('drafts').select('value').execute()).toHaveLength(2);
  portal.wait(10 * dayMs + 1);
  await deleteOldDrafts(portal);
  const rows = await portal.db.selectFrom('drafts').select('user_id').execute();
  expect(rows).toEqual([{ user_id: neighbour.userId }]);
});
