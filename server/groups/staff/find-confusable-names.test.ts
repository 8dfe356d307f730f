import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup } from '#contract/groups.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { toConfusableNameKey } from './confusable-form.ts';

describe('toConfusableNameKey', () => {
  test.for([
    ['Dr. Irfan Ali', 'irfan  ali'],
    ['Dr. Irfan Ali', 'Prof. Dr. Irfan Ali'],
    ['Dr. Irfan Ali', 'Dr.Irfan Ali'],
    ['Dr. Irfan Ali', 'Dr. İrfan Alı'],
    ['Dr. Irfan Ali', 'Dr. Irfаn AIi'],
    ['Dr. Irfan Ali', 'Dr. Ιrfan Ali'],
    ['Zoë O’Neil', "Zoe O'Neil"],
  ] as const)('returns the same form for %s and %s', ([name, otherName]) => {
    expect(toConfusableNameKey(name)).toBe(toConfusableNameKey(otherName));
  });

  test.for([
    ['Dr. Irfan Ali', 'Dr. Irfan Alvi'],
    ['Dr. Irfan Ali', 'Dr. Imran Ali'],
    ['محمد علی', 'محمد علیم'],
    ['Dr', 'Prof'],
  ] as const)('returns different forms for %s and %s', ([name, otherName]) => {
    expect(toConfusableNameKey(name)).not.toBe(toConfusableNameKey(otherName));
  });
});

describe('names listed under Attention', () => {
  test('include each name without an account once, with all its groups and the accounts that it may refer to', async ({
    portal,
  }) => {
    const { userId, name, email } = await createTestUser(
      portal,
      'faculty',
      'Irfan Ali',
      'ia@uni.test',
    );
    const teams = [
      await createTestGroup(portal),
      await createTestGroup(portal),
      await createTestGroup(portal),
    ];
    const [first, second, binned] = teams.map(({ groupId }) => groupId);
    const [supervises, examines] = [
      { supervisor: 'Dr. Irfаn Ali' },
      { externalExaminer: 'DR. IRFАN ALI' },
    ];
    for (const [groupId = '', body] of [
      [first, supervises],
      [second, examines],
      [binned, supervises],
    ] as const) {
      await portal.admin.call(updateGroup, { params: { groupId }, body });
    }
    await portal.admin.call(deleteGroup, { params: { groupId: binned ?? '' } });
    const { unboundNames, alikeAccounts } = await portal.admin.call(findAttention);
    expect(alikeAccounts).toEqual([]);
    expect(unboundNames).toHaveLength(1);
    expect(unboundNames[0]?.alike).toEqual([{ _id: userId, name, email }]);
    expect(new Set(unboundNames[0]?.groups.map(({ _id }) => _id))).toEqual(
      new Set([first, second]),
    );
  });

  test('include similar-looking names of faculty accounts, but not of students or blocked accounts', async ({
    portal,
  }) => {
    await createTestUser(portal, 'faculty', 'Dr. Irfan Ali', 'one@uni.test');
    await createTestUser(portal, 'faculty', 'Dr. Irfan Alı', 'other@uni.test');
    await createTestUser(portal, 'student', 'Dr. Irfan AIi', 'student@uni.test');
    await createTestUser(portal, 'faculty', 'Dr. Imran Ali', 'third@uni.test');
    const { userId } = await createTestUser(
      portal,
      'faculty',
      'Prof. Irfan Ali',
      'blocked@uni.test',
    );
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
    const { alikeAccounts } = await portal.admin.call(findAttention);
    expect(alikeAccounts.map((alike) => alike.map(({ email }) => email))).toEqual([
      ['one@uni.test', 'other@uni.test'],
    ]);
  });
});
