import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin.ts';
import { submitProposal } from '#contract/proposals.ts';
import { aTeam, somebody, type Team } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalIn, refusalOf } from '#server/test/refusal.ts';
import { aProposal } from '#tools/test/people.ts';

const renaming = ({ groupId }: Pick<Team, 'groupId'>, fypGroupName: string) => ({
  params: { groupId },
  body: { fypGroupName },
});
const rename = async (portal: Portal, team: Team, name: string) =>
  (await portal.admin.call(updateGroup, renaming(team, name))).group.fypGroupName;

describe('the name of a group', () => {
  test.for([
    ['İstanbul', ['istanbul', 'ISTANBUL', 'ıstanbul']],
    ['Straße', ['STRASSE', 'strasse', 'STRAẞE']],
    ['Group A', ['group a', 'Group А', 'Group  A', 'Ｇｒｏｕｐ　Ａ', 'Gｒoup\u00a0Α']],
    ['Efficient ﬁnders', ['EFFICIENT FINDERS', 'Eﬃcient finders']],
    ['گروپ ۱۲', ['گروپ ١٢']],
  ] as const)(
    'is refused if it only looks different from %s, which the message names',
    async ([name, others], { portal }) => {
      const [one, two] = [await aTeam(portal), await aTeam(portal)];
      await rename(portal, one, name);
      const message = `A group named “${name}” exists already; choose another name.`;
      for (const other of others) {
        const refusal = await refusalOf(portal, portal.admin, updateGroup, renaming(two, other));
        expect(refusal, other).toMatchObject({
          ...{ status: 409, code: 'name-taken', message, fields: { fypGroupName: message } },
        });
      }
    },
  );

  test.for(['.', '..', ' . ', '…', '．．'])('is refused as %j', async (name, { portal }) => {
    const team = await aTeam(portal);
    expect(await refusalOf(portal, portal.admin, updateGroup, renaming(team, name))).toMatchObject({
      ...{ status: 400, code: 'invalid' },
      fields: { fypGroupName: expect.stringContaining('is not a name.') },
    });
  });

  test('may change its own spelling, and is free again once it was changed', async ({ portal }) => {
    const [one, two] = [await aTeam(portal), await aTeam(portal)];
    expect(await rename(portal, one, 'Łódź')).toBe('Łódź');
    expect(await rename(portal, one, 'ŁÓDŹ')).toBe('ŁÓDŹ');
    expect(await rename(portal, one, 'Ørsted')).toBe('Ørsted');
    expect(await rename(portal, two, 'łódź')).toBe('łódź');
  });

  test('goes to one of two groups that get it at the same moment', async ({ portal }) => {
    const teams = [await aTeam(portal), await aTeam(portal)];
    const names = ['Đặng', 'ĐẶNG'];
    const replies = await Promise.all(
      teams.map((team, index) =>
        portal.admin.request(updateGroup, renaming(team, names[index] ?? '')),
      ),
    );
    const [lost, ...others] = replies.filter(({ status }) => status !== 200);
    expect(others).toEqual([]);
    const taken = await Promise.all(teams.map(async ({ read }) => (await read()).fypGroupName));
    const winner = taken.find((name) => names.includes(name));
    const message = `A group named “${winner}” exists already; choose another name.`;
    expect(lost && (await refusalIn(lost))).toMatchObject({ code: 'name-taken', message });
  });

  test('is left out by the numbers of proposals, also one that is given at the same moment', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await rename(portal, team, 'bscѕ–2027–002');
    const propose = async () => {
      const student = await somebody(portal);
      return (await student.caller.call(submitProposal, { body: aProposal([student]) }))
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

  test('may be as long as forms allow, in letters that Unicode writes as many', async ({
    portal,
  }) => {
    const letters = ['\ufdfa', '\ufdfb', '\u3316', '\u1e9e', '\uac01'];
    const name = Array.from({ length: 60 }, (_, index) => letters[(index * index) % 5]).join('');
    expect(await rename(portal, await aTeam(portal), name)).toBe(name);
    const widest = '\ufdfa'.repeat(60);
    expect(await rename(portal, await aTeam(portal), widest)).toBe(widest);
  });
});
