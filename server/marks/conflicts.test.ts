import { describe, expect } from 'vitest';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';

type Who = Pick<TestUser, 'caller'>;
const bodyOf = ({ groupId, ids }: TestGroup, cells: object, index = 0) =>
  ({ semester: 'Semester 7', groupId, marks: { [getItemAt(ids, index)]: cells } }) as const;
const save = (team: TestGroup, marker: Who, cells: object, index = 0) =>
  marker.caller.call(saveMarks, { body: bodyOf(team, cells, index) as never });
const refused = (portal: Portal, team: TestGroup, marker: Who, cells: object) =>
  expectRefusal(portal, marker.caller, saveMarks, { body: bodyOf(team, cells) });
const admin = (portal: Portal): Who => ({ caller: portal.admin });
const month1 = async (team: TestGroup) => getItemAt((await team.read()).fypGroupMembers, 0).month1;

describe('concurrent edits of marks', () => {
  test('cause a conflict error with the author, time and values of the newer change, and the marker can then overwrite these values', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    portal.wait(90_000);
    await save(team, admin(portal), { month1: { marks: 4, feedback: 'Late.', revision: 0 } });
    const refusal = await refused(portal, team, team.supervisor, {
      month1: { marks: 9, revision: 0 },
      month2: { marks: 5, revision: 0 },
    });
    const changedAt = '2027-01-15T10:01:30.000Z';
    expect(refusal).toMatchObject({
      status: 409,
      code: 'mark-changed',
      message: `Nothing was saved: The Admin changed ${team.student.name}’s Month 1 to 4 of 10 on 15 January 2027, 15:01.`,
      conflicts: [
        {
          memberId: getItemAt(team.ids, 0),
          memberName: team.student.name,
          milestone: 'month1',
          marks: 4,
          feedback: 'Late.',
          revision: 1,
          changedBy: 'The Admin',
          changedAt,
        },
      ],
    });
    const { changed } = await save(team, team.supervisor, {
      month1: { marks: 9, revision: 1 },
      month2: { marks: 5, revision: 0 },
    });
    expect(changed).toBe(2);
    expect(await month1(team)).toEqual({ marks: 9, feedback: 'Late.', revision: 2 });
  });

  test('are rejected with one error that lists every conflict, including those with cleared marks', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, team.supervisor, { month1: { marks: 4 }, month2: { marks: 4 } });
    await save(team, admin(portal), { month1: { marks: null }, month2: { marks: 5 } });
    const refusal = await refused(portal, team, team.supervisor, {
      month1: { marks: 9, revision: 1 },
      month2: { marks: 9, revision: 1 },
    });
    expect(refusal.message).toContain('Month 1 to no marks on');
    expect(refusal.message).toContain('Month 2 to 5 of 10 on');
    expect(refusal.conflicts?.map(({ milestone, marks }) => [milestone, marks])).toEqual([
      ['month1', null],
      ['month2', 5],
    ]);
  });

  test('cause a conflict even if the same marker made both edits in different browser tabs, with an error that says so', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, team.supervisor, { month1: { marks: 4, revision: 0 } });
    const refusal = await refused(portal, team, team.supervisor, {
      month1: { marks: null, feedback: 'Later.', revision: 0 },
    });
    expect(refusal).toMatchObject({
      status: 409,
      code: 'mark-changed',
      message: `Nothing was saved: you changed ${team.student.name}’s Month 1 to 4 of 10 on 15 January 2027, 15:00, on another page.`,
      conflicts: [{ milestone: 'month1', marks: 4, revision: 1, isOwn: true }],
    });
    const { changed } = await save(team, team.supervisor, { month1: { marks: 6, revision: 1 } });
    expect(changed).toBe(1);
  });

  test('are saved only once if the same request is sent several times, sequentially or concurrently', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const body = bodyOf(team, {
      month1: { marks: 4, feedback: 'Fine.', revision: 0 },
      month2: { marks: 5, revision: 0 },
    });
    const send = () => team.supervisor.caller.request(saveMarks, { body });
    const both = await Promise.all([send(), send()]);
    expect([...both, await send()].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await month1(team)).toEqual({ marks: 4, feedback: 'Fine.', revision: 1 });
  });

  test('cause a conflict if an old save is sent again after a newer save', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await save(team, team.supervisor, { month1: { marks: 4, revision: 0 } });
    await save(team, team.supervisor, { month1: { marks: 5, revision: 1 } });
    const again = { month1: { marks: 4, revision: 0 } };
    expect(await refused(portal, team, team.supervisor, again)).toMatchObject({ status: 409 });
  });

  describe('from a stale page', () => {
    const loaded = { marks: 4, feedback: 'Good.' };
    test.for([
      ['the whole cell', loaded, { marks: 7, feedback: 'Better.' }, 0],
      ['only the marks', { marks: 4 }, { marks: 7, feedback: 'Good.' }, 0],
      ['only the feedback', { feedback: 'Good.' }, { marks: 4, feedback: null }, 0],
      ['a cell that was cleared since', loaded, { marks: null, feedback: null }, 0],
    ] as const)(
      'keep newer stored values if the page sends %s unchanged',
      async ([, echo, newer, changed], { portal }) => {
        const team = await createTestGroup(portal);
        for (const marker of [team.supervisor, admin(portal)]) {
          await save(team, marker, { month1: loaded });
          const { revision = 0 } = (await month1(team)) ?? {};
          await save(team, marker, { month1: newer });
          const reply = await save(team, team.supervisor, { month1: { ...echo, revision } });
          expect(reply.changed).toBe(changed);
          expect(await month1(team)).toMatchObject(newer);
        }
      },
    );

    test('cause a conflict even if the newer stored value is in another field of the edited cell', async ({
      portal,
    }) => {
      const team = await createTestGroup(portal);
      await save(team, team.supervisor, { month1: loaded });
      await save(team, team.supervisor, { month1: { feedback: 'Better.', revision: 1 } });
      const old = { month1: { marks: 5, feedback: 'Good.', revision: 1 } };
      expect(await refused(portal, team, team.supervisor, old)).toMatchObject({
        conflicts: [{ marks: 4, feedback: 'Better.', revision: 2 }],
      });
    });
  });

  test('succeed if only other cells have changed since the marker’s page was loaded', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, team.supervisor, { month1: { marks: 4, revision: 0 } });
    for (const marks of [1, 2]) {
      await save(team, admin(portal), { month1: { marks } }, 1);
      await save(team, admin(portal), { month2: { marks } });
    }
    const { changed } = await save(team, team.supervisor, { month1: { marks: 5, revision: 1 } });
    expect(changed).toBe(1);
  });

  test('cause a conflict if the page was loaded before another person’s save, even if the marker has saved since', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, admin(portal), { month1: { marks: 4 } });
    await save(team, team.supervisor, { month1: { marks: 5 } });
    expect(
      await refused(portal, team, team.supervisor, { month1: { marks: 6, revision: 0 } }),
    ).toMatchObject({ status: 409 });
    expect((await save(team, team.supervisor, { month1: { marks: 6, revision: 2 } })).changed).toBe(
      1,
    );
  });

  test('do not conflict if both edits save the same values', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await save(team, admin(portal), { month1: { marks: 4, feedback: 'Good.' } });
    const { changed } = await save(team, team.supervisor, {
      month1: { marks: 4, feedback: 'Good.', revision: 0 },
    });
    expect(changed).toBe(0);
  });

  test('overwrite each other if they are sent without a revision, and the history contains both values', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, admin(portal), { month1: { marks: 4 } });
    await save(team, team.supervisor, { month1: { marks: 9 } });
    expect((await month1(team))?.marks).toBe(9);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes.slice(0, 2).map(({ changedBy, from, to }) => [changedBy, from, to])).toEqual([
      [team.supervisor.name, '4', '9'],
      ['The Admin', null, '4'],
    ]);
  });

  test('do not conflict if they change different milestones, members or groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const other = await createTestGroup(portal);
    await save(team, admin(portal), { month1: { marks: 4, revision: 0 } });
    await save(other, admin(portal), { month2: { marks: 4, revision: 0 } });
    expect((await save(team, team.supervisor, { month2: { marks: 5, revision: 0 } })).changed).toBe(
      1,
    );
    expect(
      (await save(team, team.supervisor, { month1: { marks: 5, revision: 0 } }, 1)).changed,
    ).toBe(1);
  });

  test('cause a conflict if one edit changes the feedback of a cell and the other changes its marks', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, admin(portal), { month1: { feedback: 'Late.' } });
    expect(
      await refused(portal, team, team.supervisor, { month1: { marks: 9, revision: 0 } }),
    ).toMatchObject({
      status: 409,
      conflicts: [{ feedback: 'Late.', marks: null }],
    });
  });

  test('cause exactly one conflict if two edits of one cell are sent at the same time', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    for (let revision = 0; revision < 5; revision += 1) {
      const responses = await Promise.all(
        [admin(portal), team.supervisor].map((marker, index) =>
          marker.caller.request(saveMarks, {
            body: bodyOf(team, { month1: { marks: revision + index / 2 + 0.25, revision } }),
          }),
        ),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const [lost] = responses.filter(({ status }) => status === 409);
      expect(lost && (await readRefusal(lost))).toMatchObject({
        code: 'mark-changed',
        conflicts: [{ revision: revision + 1 }],
      });
      expect((await month1(team))?.revision).toBe(revision + 1);
    }
  });

  test('all succeed if they change different cells at the same time', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const keys = ['month1', 'month2', 'month3', 'month4', 'proposal'];
    await Promise.all(
      keys.map((key, index) =>
        save(team, index % 2 ? admin(portal) : team.supervisor, {
          [key]: { marks: 3, revision: 0 },
        }),
      ),
    );
    const member = getItemAt((await team.read()).fypGroupMembers, 0);
    expect(keys.map((key) => member[key]?.marks)).toEqual([3, 3, 3, 3, 3]);
  });
});
