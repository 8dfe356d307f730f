import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listChanges } from '#contract/history.ts';
import { saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';

type Who = Pick<TestUser, 'caller'>;
const bodyOf = ({ groupId }: TestGroup, viva: object) => ({
  semester: 'External Viva',
  groupId,
  ...viva,
});
const save = (team: TestGroup, marker: Who, viva: object) =>
  marker.caller.call(saveMarks, { body: bodyOf(team, viva) as never });
const refused = (portal: Portal, team: TestGroup, marker: Who, viva: object) =>
  expectRefusal(portal, marker.caller, saveMarks, { body: bodyOf(team, viva) });
const record = async (team: TestGroup) => (await team.read()).externalVivaDetails;

describe('recording the external viva', () => {
  test('accepts marks, date, status and feedback in one save', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const { changed, group } = await save(team, team.examiner, {
      marks: {
        [getItemAt(team.ids, 0)]: { externalViva: { marks: 33.5, feedback: 'Sure of the code.' } },
      },
      vivaDate: '2027-01-15',
      vivaStatus: 'pass',
      vivaFeedback: 'A fine project.',
    });
    expect(changed).toBe(2);
    expect(group.externalVivaDetails).toEqual({
      vivaDate: '2027-01-15',
      vivaStatus: 'pass',
      vivaFeedback: 'A fine project.',
      revision: 1,
    });
    expect(getItemAt(group.fypGroupMembers, 0).externalViva).toMatchObject({
      marks: 33.5,
      revision: 1,
    });
  });

  test('keeps the stored values of omitted fields, and clears fields sent as empty or null', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, team.examiner, {
      vivaDate: '2027-01-14',
      vivaStatus: 'reschedule',
      vivaFeedback: 'Ill.',
    });
    await save(team, team.examiner, { vivaStatus: 'fail' });
    expect(await record(team)).toEqual({
      vivaDate: '2027-01-14',
      vivaStatus: 'fail',
      vivaFeedback: 'Ill.',
      revision: 2,
    });
    await save(team, team.examiner, { vivaDate: '', vivaStatus: '', vivaFeedback: '' });
    expect(await record(team)).toEqual({
      vivaDate: null,
      vivaStatus: null,
      vivaFeedback: null,
      revision: 3,
    });
    expect(
      (await save(team, team.examiner, { vivaDate: null, vivaStatus: null, vivaFeedback: null }))
        .changed,
    ).toBe(0);
  });

  test.for(['pending', '', null])(
    'clears the status if the marking page or the admin panel sends the status %j',
    async (vivaStatus, { portal }) => {
      const team = await createTestGroup(portal);
      const params = { groupId: team.groupId };
      const clear = [
        () => save(team, team.examiner, { vivaStatus }),
        () =>
          portal.admin.call(updateGroup, {
            params,
            body: { externalVivaDetails: { vivaStatus } } as never,
          }),
      ];
      for (const act of clear) {
        await save(team, team.examiner, { vivaDate: '2027-01-14', vivaStatus: 'pass' });
        await act();
        expect((await record(team)).vivaStatus).toBeNull();
      }
    },
  );

  test.for([
    [
      { vivaDate: '22.05.2027' },
      'vivaDate',
      'The viva’s date must be a calendar date such as 2027-05-22.',
    ],
    [
      { vivaDate: '2027-02-30' },
      'vivaDate',
      'The viva’s date must be a calendar date such as 2027-05-22.',
    ],
    [
      { vivaDate: '0000-01-01' },
      'vivaDate',
      'The viva’s date must be a calendar date such as 2027-05-22.',
    ],
    [
      { vivaStatus: 'passed' },
      'vivaStatus',
      'The viva’s status must be pass, fail, reschedule or pending.',
    ],
    [
      { vivaFeedback: 'x'.repeat(2001) },
      'vivaFeedback',
      'Feedback must be 2000 characters or fewer.',
    ],
  ] as const)('rejects the invalid value %j', async ([viva, field, message], { portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    expect(await refused(portal, team, team.examiner, viva)).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      fields: { [field]: message },
    });
  });

  test('accepts an unchanged record from another tab, but rejects a change to the record by the supervisor', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const viva = { vivaDate: '2027-01-14', vivaStatus: 'pass', vivaFeedback: 'Good.' };
    const send = (fields: object) => ({
      body: { ...bodyOf(team, fields), semester: 'Semester 8' },
    });
    const changedBy = async ({ caller }: Pick<TestUser, 'caller'>, fields: object) =>
      (await caller.call(saveMarks, send(fields) as never)).changed;
    for (const field of Object.entries(viva)) {
      const input = send(Object.fromEntries([field]));
      expect(await expectRefusal(portal, team.supervisor.caller, saveMarks, input)).toMatchObject({
        status: 403,
        code: 'forbidden',
        message: 'Only the group’s external examiner can mark External Viva.',
      });
    }
    await save(team, team.examiner, viva);
    const nothing = { vivaDate: '', vivaStatus: '', vivaFeedback: null, vivaRevision: 0 };
    for (const fields of [nothing, { ...viva, vivaRevision: 1 }, { ...viva, vivaFeedback: '' }]) {
      expect(await changedBy(team.supervisor, fields)).toBe(0);
      expect(await changedBy({ caller: portal.admin }, fields)).toBe(0);
    }
    expect((await team.read()).externalVivaDetails).toMatchObject(viva);
    expect(await changedBy({ caller: portal.admin }, { ...viva, vivaStatus: 'fail' })).toBe(1);
    expect((await team.read()).externalVivaDetails.vivaStatus).toBe('fail');
  });

  test('rejects an edit from a page loaded before the examiner’s own last save, but accepts and does not save unedited fields', async ({
    portal,
  }) => {
    const [team, other] = [await createTestGroup(portal), await createTestGroup(portal)];
    const loaded = { vivaStatus: 'reschedule', vivaFeedback: 'Ill.' };
    await save(team, team.examiner, { ...loaded, vivaRevision: 0 });
    await save(other, { caller: portal.admin }, loaded);
    await save(team, team.examiner, { vivaStatus: '', vivaRevision: 1 });
    expect(
      await refused(portal, team, team.examiner, { vivaFeedback: '', vivaRevision: 1 }),
    ).toMatchObject({
      status: 409,
      message:
        'Nothing was saved: you changed the viva’s record on 15 January 2027, 15:00, on another page.',
      conflicts: [{ milestone: 'viva', vivaStatus: null, feedback: 'Ill.', isOwn: true }],
    });
    const { changed } = await save(team, team.examiner, { ...loaded, vivaRevision: 1 });
    expect(changed).toBe(0);
    expect(await record(team)).toMatchObject({ vivaStatus: null, revision: 2 });
  });

  test('rejects a save from a stale page with an error that states the newer change’s author, time and values', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    portal.wait(60_000);
    await save(
      team,
      { caller: portal.admin },
      { vivaDate: '2027-01-13', vivaStatus: 'reschedule' },
    );
    const changedAt = '2027-01-15T10:01:00.000Z';
    expect(
      await refused(portal, team, team.examiner, {
        marks: { [getItemAt(team.ids, 0)]: { externalViva: { marks: 30 } } },
        vivaStatus: 'pass',
        vivaRevision: 0,
      }),
    ).toMatchObject({
      status: 409,
      code: 'mark-changed',
      message: 'Nothing was saved: The Admin changed the viva’s record on 15 January 2027, 15:01.',
      conflicts: [
        {
          memberId: null,
          milestone: 'viva',
          vivaDate: '2027-01-13',
          vivaStatus: 'reschedule',
          revision: 1,
          changedBy: 'The Admin',
          changedAt,
        },
      ],
    });
    await save(team, team.examiner, { vivaStatus: 'pass', vivaRevision: 1 });
    await save(team, team.examiner, { vivaStatus: 'fail', vivaRevision: 2 });
    expect(await record(team)).toMatchObject({
      vivaDate: '2027-01-13',
      vivaStatus: 'fail',
      revision: 3,
    });
    const late = await refused(
      portal,
      team,
      { caller: portal.admin },
      { vivaStatus: 'pass', vivaRevision: 1 },
    );
    expect(late.message).toContain(`${team.examiner.name} changed the viva’s record`);
  });

  test('accepts only one of two concurrent requests', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const responses = await Promise.all(
      [team.examiner, { caller: portal.admin }].map((marker, index) =>
        marker.caller.request(saveMarks, {
          body: bodyOf(team, {
            vivaDate: '2027-01-14',
            vivaStatus: index ? 'pass' : 'fail',
            vivaRevision: 0,
          }),
        }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [lost] = responses.filter(({ status }) => status === 409);
    expect(lost && (await readRefusal(lost))).toMatchObject({
      code: 'mark-changed',
      conflicts: [{ milestone: 'viva' }],
    });
  });

  test.for([
    [{ vivaStatus: 'Fail' }, { vivaStatus: 'fail', vivaDate: null }],
    [
      { vivaStatus: 'PASS', vivaDate: '2027-12-24' },
      { vivaStatus: 'pass', vivaDate: '2027-12-24' },
    ],
    [{ vivaStatus: 'fail', vivaDate: '1998-03-01' }, { vivaDate: '1998-03-01' }],
    [{ vivaStatus: 'Reschedule', vivaDate: '2031-01-01' }, { vivaStatus: 'reschedule' }],
    [{ vivaDate: '2027-06-01T08:15:00+05:00' }, { vivaDate: '2027-06-01' }],
  ] as const)('accepts any date with any status: %j', async ([viva, stored], { portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await save(team, team.examiner, viva);
    expect(await record(team)).toMatchObject(stored);
    await save(team, team.examiner, { vivaDate: null, vivaStatus: null });
    const params = { groupId: team.groupId };
    const body = { externalVivaDetails: viva } as never;
    await portal.admin.call(updateGroup, { params, body });
    expect(await record(team)).toMatchObject(stored);
  });

  test('overwrites newer values if the save has no revision, and the history contains all values', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await save(team, { caller: portal.admin }, { vivaStatus: 'reschedule', vivaFeedback: 'No.' });
    await save(team, team.examiner, { vivaStatus: '' });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    const vivaChanges = changes
      .filter(({ part }) => part === 'viva')
      .map(({ changedBy, field, from, to }) => [changedBy, field, from, to]);
    expect(vivaChanges).toEqual([
      [team.examiner.name, 'status', 'reschedule', null],
      ['The Admin', 'feedback', null, 'No.'],
      ['The Admin', 'status', null, 'reschedule'],
    ]);
  });

  test('is allowed for admins even if the group has no examiner', async ({ portal }) => {
    const team = await createTestGroup(portal, { supervisor: 'other' });
    const params = { groupId: team.groupId };
    await portal.admin.call(updateGroup, { params, body: { externalExaminer: '' } });
    expect(await refused(portal, team, team.examiner, { vivaStatus: 'pass' })).toMatchObject({
      status: 404,
    });
    expect((await save(team, { caller: portal.admin }, { vivaStatus: 'reschedule' })).changed).toBe(
      1,
    );
  });
});
