import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { getGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

const renaming = ({ groupId }: Pick<TestGroup, 'groupId'>, fypGroupName: string) => ({
  params: { groupId },
  body: { fypGroupName },
});
const rename = async (portal: Portal, team: TestGroup, name: string) =>
  (await portal.admin.call(updateGroup, renaming(team, name))).group.fypGroupName;

describe('a group name', () => {
  test('is rejected if it is only another spelling of an existing name, which the error quotes', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    await rename(portal, first, 'Straße A');
    const message = 'A group named “Straße A” exists already; choose another name.';
    const input = renaming(second, 'STRASSE  А');
    expect(await expectRefusal(portal, portal.admin, updateGroup, input)).toMatchObject({
      status: 409,
      code: 'name-taken',
      message,
      fields: { fypGroupName: message },
    });
  });

  test.for(['.', '..', ' . ', '…', '．．'])('is rejected if it is %j', async (name, { portal }) => {
    const team = await createTestGroup(portal);
    expect(
      await expectRefusal(portal, portal.admin, updateGroup, renaming(team, name)),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { fypGroupName: expect.stringContaining('is not a name.') },
    });
  });

  test('can be changed to a different spelling, and can be reused by another group once its group is renamed', async ({
    portal,
  }) => {
    const [first, second] = [await createTestGroup(portal), await createTestGroup(portal)];
    expect(await rename(portal, first, 'Łódź')).toBe('Łódź');
    expect(await rename(portal, first, 'ŁÓDŹ')).toBe('ŁÓDŹ');
    expect(await rename(portal, first, 'Ørsted')).toBe('Ørsted');
    expect(await rename(portal, second, 'łódź')).toBe('łódź');
  });

  test('is assigned to only one of two groups that request it concurrently', async ({ portal }) => {
    const teams = [await createTestGroup(portal), await createTestGroup(portal)];
    const names = ['Đặng', 'ĐẶNG'];
    const replies = await Promise.all(
      teams.map((team, index) =>
        portal.admin.request(updateGroup, renaming(team, names[index] ?? '')),
      ),
    );
    const [rejected, ...otherRejected] = replies.filter(({ status }) => status !== 200);
    expect(otherRejected).toEqual([]);
    const taken = await Promise.all(teams.map(async ({ read }) => (await read()).fypGroupName));
    const winner = taken.find((name) => names.includes(name));
    const message = `A group named “${winner}” exists already; choose another name.`;
    expect(rejected && (await readRefusal(rejected))).toMatchObject({
      code: 'name-taken',
      message,
    });
  });

  test('that is already taken is skipped by the automatic numbering of proposals, even if it is taken concurrently', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await rename(portal, team, 'bscѕ–2027–002');
    const propose = async () => {
      const student = await createTestUser(portal);
      return (await student.caller.call(submitProposal, { body: buildProposal([student]) }))
        .fypGroupName;
    };
    expect(await propose()).toBe('BSCS-2027-003');
    const [proposed] = await Promise.all([
      propose(),
      portal.admin.request(updateGroup, renaming(team, 'BSCS-2027-004')),
    ]);
    const renamed = (await team.read()).fypGroupName;
    expect([proposed, renamed]).toEqual(
      renamed === 'BSCS-2027-004'
        ? ['BSCS-2027-005', 'BSCS-2027-004']
        : ['BSCS-2027-004', 'bscѕ–2027–002'],
    );
  });

  test('can have the maximum length even if Unicode normalisation decomposes its letters', async ({
    portal,
  }) => {
    const letters = ['\ufdfa', '\ufdfb', '\u3316', '\u1e9e', '\uac01'];
    const name = Array.from({ length: 60 }, (_, index) => letters[(index * index) % 5]).join('');
    expect(await rename(portal, await createTestGroup(portal), name)).toBe(name);
    const widest = '\ufdfa'.repeat(60);
    expect(await rename(portal, await createTestGroup(portal), widest)).toBe(widest);
  });

  test('leads to the renamed group only those who may see it, and no one once another group has the name', async ({
    portal,
  }) => {
    const [renamed, other] = [await createTestGroup(portal), await createTestGroup(portal)];
    const formerly = renamed.group.fypGroupName;
    const open = (name: string) => ({ params: { name } });
    await rename(portal, renamed, 'The Falcons');
    const strangers = [other.student.caller, other.supervisor.caller];
    for (const stranger of strangers) {
      const refusal = await expectRefusal(portal, stranger, getGroup, open(formerly));
      expect(refusal.status).toBe(404);
      expect(await expectRefusal(portal, stranger, getGroup, open('No Group'))).toEqual(refusal);
    }
    for (const viewer of [renamed.student.caller, renamed.supervisor.caller, portal.admin]) {
      const { group } = await viewer.call(getGroup, open(formerly));
      expect(group.fypGroupName).toBe('The Falcons');
    }
    await rename(portal, other, formerly);
    expect((await portal.admin.call(getGroup, open(formerly))).group._id).toBe(other.groupId);
    const refusal = await expectRefusal(portal, renamed.student.caller, getGroup, open(formerly));
    expect(refusal.code).toBe('not-found');
  });
});
