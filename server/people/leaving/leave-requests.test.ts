import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findDesk } from '#contract/desk.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { changePeople, type PeopleChangeInput, previewPeopleChange } from '#contract/people.ts';
import {
  askToLeave,
  findOwnLeaveRequest,
  listLeaveRequests,
  refuseLeaveRequest,
  withdrawLeaveRequest,
} from '#contract/students/leave-requests.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { unknownId } from '#server/test/matrix/requests.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeMemberFiles,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { listEmailSubjects, listNoticeTexts } from '#server/test/records/notices.ts';
import {
  buildLeaveRequest,
  buildPeopleChange,
  changeTestPeople,
  letLastMemberLeave,
  requestTestLeave,
  undoNewestChange,
} from '#server/test/records/people.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';

const buildRefusal = (requestId: string, reason = 'Talk to us first.') => ({
  params: { requestId },
  body: { reason },
});

/** Opens a group whose last member has asked to leave. */
async function openRequest(portal: Portal) {
  const team = await createTestGroup(portal, { size: 3 });
  return { team, requestId: await requestTestLeave(portal, team) };
}

const findOwn = async ({ groupId, mate }: TestGroup, who: TestUser = mate) =>
  (await who.caller.call(findOwnLeaveRequest, { params: { groupId } })).request;

describe('a request to leave a group is refused', () => {
  type Prepare = (portal: Portal, team: TestGroup) => Promise<TestUser>;
  const cases: [string, Prepare, status: number, message: RegExp][] = [
    [
      'a member of another group',
      async (portal) => (await createTestGroup(portal)).student,
      404,
      /^This group does not exist/,
    ],
    [
      'a former member',
      async (portal, team) => {
        await letLastMemberLeave(portal, team);
        return team.mate;
      },
      404,
      /^This group does not exist/,
    ],
    ['the supervisor', async (_portal, team) => team.supervisor, 403, /./],
    [
      'a member who waits for a decision',
      async (portal, team) => {
        await requestTestLeave(portal, team);
        return team.mate;
      },
      409,
      /^You have already asked to leave this group\. Your request is waiting/,
    ],
    [
      'a member of a closed cohort',
      async (portal, team) => {
        await closeCurrentCohort(portal);
        return team.mate;
      },
      409,
      /is closed/,
    ],
  ];
  test.for(cases)('to %s', async ([, prepare, status, message], { portal }) => {
    const team = await createTestGroup(portal);
    const { caller } = await prepare(portal, team);
    expect(await expectRefusal(portal, caller, askToLeave, buildLeaveRequest(team))).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  });

  test('to a member who asks twice at the same moment', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const ask = () => team.mate.caller.request(askToLeave, buildLeaveRequest(team));
    const responses = await Promise.all([ask(), ask()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test.for([
    ['without', ' '],
    ['with a long', 'x'.repeat(501)],
  ] as const)('%s reason', async ([, reason], { portal }) => {
    const team = await createTestGroup(portal);
    const request = buildLeaveRequest(team, reason);
    expect(await expectRefusal(portal, team.mate.caller, askToLeave, request)).toMatchObject({
      status: 400,
      fields: { reason: expect.any(String) },
    });
  });
});

describe('a decision about a request to leave a group is refused', () => {
  test('to a teammate, as if the request did not exist', async ({ portal }) => {
    const { team, requestId } = await openRequest(portal);
    const withdraw = (id: string) =>
      expectRefusal(portal, team.student.caller, withdrawLeaveRequest, {
        params: { requestId: id },
      });
    expect(await withdraw(requestId)).toEqual(await withdraw(unknownId));
  });

  type Prepare = (portal: Portal, team: TestGroup, requestId: string) => Promise<unknown>;
  const cases: [string, Prepare, message: RegExp][] = [
    [
      'is refused',
      (portal, _team, requestId) => portal.admin.call(refuseLeaveRequest, buildRefusal(requestId)),
      /^The Admin refused this request on 15 January 2027, /,
    ],
    [
      'is withdrawn',
      (_portal, { mate }, requestId) =>
        mate.caller.call(withdrawLeaveRequest, { params: { requestId } }),
      / withdrew this request on 15 January 2027, /,
    ],
    [
      'is accepted',
      (portal, team) => letLastMemberLeave(portal, team),
      /^The Admin accepted this request on 15 January 2027, /,
    ],
    ['belongs to a closed cohort', (portal) => closeCurrentCohort(portal), /is closed/],
  ];
  test.for(cases)('if the request %s', async ([, prepare, message], { portal }) => {
    const { team, requestId } = await openRequest(portal);
    await prepare(portal, team, requestId);
    const refusal = { status: 409, message: expect.stringMatching(message) };
    const { admin } = portal;
    expect(
      await expectRefusal(portal, admin, refuseLeaveRequest, buildRefusal(requestId)),
    ).toMatchObject(refusal);
    const withdraw = { params: { requestId } };
    expect(
      await expectRefusal(portal, team.mate.caller, withdrawLeaveRequest, withdraw),
    ).toMatchObject(refusal);
  });

  test('without a reason', async ({ portal }) => {
    const { requestId } = await openRequest(portal);
    const refusal = buildRefusal(requestId, '');
    expect(await expectRefusal(portal, portal.admin, refuseLeaveRequest, refusal)).toMatchObject({
      status: 400,
    });
  });

  test('to the second of two people who decide at the same moment', async ({ portal }) => {
    const { team, requestId } = await openRequest(portal);
    const other = await createTestUser(portal, 'admin');
    const responses = await Promise.all([
      portal.admin.request(refuseLeaveRequest, buildRefusal(requestId)),
      other.caller.request(refuseLeaveRequest, buildRefusal(requestId)),
      team.mate.caller.request(withdrawLeaveRequest, { params: { requestId } }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const response of responses.filter(({ ok }) => !ok))
      expect((await readRefusal(response)).message).toMatch(/ (refused|withdrew) this request on /);
  });

  test('if another admin lets the member leave at the same moment', async ({ portal }) => {
    const { team, requestId } = await openRequest(portal);
    const other = await createTestUser(portal, 'admin');
    const leave = { kind: 'leave', memberId: getItemAt(team.ids, 2) } as const;
    const [refused, changed] = await Promise.all([
      portal.admin.request(refuseLeaveRequest, buildRefusal(requestId)),
      other.caller.request(changePeople, buildPeopleChange(team, leave)),
    ]);
    expect(changed.status).toBe(200);
    const { decision } = await portal.db
      .selectFrom('leave_requests')
      .select('decision')
      .executeTakeFirstOrThrow();
    expect([refused.status, decision]).toBeOneOf([
      [200, 'refused'],
      [409, 'accepted'],
    ]);
  });
});

describe('a request to leave a group', () => {
  test('is on the desks of admins and notifies the office, without its reason', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await portal.db.deleteFrom('notices').execute();
    await portal.db.deleteFrom('emails').execute();
    const name = team.group.fypGroupName;
    const added = await listAddedEntries(portal, () => requestTestLeave(portal, team));
    expect(added).toEqual([`leave-requested: ${name}: ${team.mate.name}`]);
    const { requests } = await portal.admin.call(listLeaveRequests);
    expect(requests).toMatchObject([
      { fypGroupName: name, memberName: team.mate.name, reason: 'I am moving abroad.' },
    ]);
    const query = { group: neighbour.groupId };
    expect(await portal.admin.call(listLeaveRequests, { query })).toEqual({ requests: [] });
    const { items } = await portal.admin.call(findDesk);
    const text = 'One student asks to leave a group.';
    expect(items).toContainEqual(expect.objectContaining({ text, isUrgent: true }));
    expect(await listNoticeTexts({ caller: portal.admin })).toEqual([
      `A student of ${name} asks to leave the group.`,
    ]);
    const emails = await portal.db
      .selectFrom('emails')
      .select(['recipient', 'text_body'])
      .execute();
    expect(emails).toHaveLength(1);
    expect(getItemAt(emails, 0)).toEqual({
      recipient: portal.content.department.office.email,
      text_body: expect.not.stringContaining('abroad'),
    });
    for (const person of [...team.students, team.supervisor, team.examiner, neighbour.student])
      expect(await listNoticeTexts(person)).toEqual([]);
    const params = { groupId: team.groupId };
    const { changes } = await team.supervisor.caller.call(listChanges, { params });
    expect(JSON.stringify(changes)).not.toMatch(/leave|abroad/);
  });

  test('belongs to its student, who can withdraw it and ask again, five times within a day', async ({
    portal,
  }) => {
    const { team, requestId } = await openRequest(portal);
    const params = { email: team.mate.email };
    const hasAsked = async () =>
      (await team.mate.caller.call(findGroup, { params })).hasAskedToLeave ?? false;
    expect(await findOwn(team)).toMatchObject({ _id: requestId, decision: null });
    expect(await findOwn(team, team.student)).toBeNull();
    expect(await hasAsked()).toBe(true);
    await team.mate.caller.call(withdrawLeaveRequest, { params: { requestId } });
    expect(await findOwn(team)).toMatchObject({ decision: 'withdrawn' });
    expect(await hasAsked()).toBe(false);
    expect(await portal.admin.call(listLeaveRequests)).toEqual({ requests: [] });
    for (let count = 2; count <= 5; count += 1) {
      portal.wait(1000);
      await requestTestLeave(portal, team);
      const { _id = '', decision } = (await findOwn(team)) ?? {};
      expect(decision).toBeNull();
      await team.mate.caller.call(withdrawLeaveRequest, { params: { requestId: _id } });
    }
    const again = buildLeaveRequest(team);
    const refusal = await expectRefusal(portal, team.mate.caller, askToLeave, again);
    expect(refusal).toMatchObject({ status: 429, code: 'too-often' });
  });

  test('that is refused notifies its student only, who reads the reason', async ({ portal }) => {
    const { team, requestId } = await openRequest(portal);
    const name = team.group.fypGroupName;
    await portal.db.deleteFrom('emails').execute();
    await portal.admin.call(refuseLeaveRequest, buildRefusal(requestId));
    expect(await findOwn(team)).toMatchObject({
      decision: 'refused',
      decisionReason: 'Talk to us first.',
      decidedBy: 'The Admin',
    });
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([
      `${name}: your request to leave was refused`,
    ]);
    expect(await listNoticeTexts(team.mate)).toContain(
      `Your request to leave ${name} was refused.`,
    );
    const { count } = await portal.db
      .selectFrom('emails')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    await requestTestLeave(portal, team);
  });

  const changes: [string, (memberId: string, toGroup: string) => PeopleChangeInput][] = [
    ['leaves', (memberId) => ({ kind: 'leave', memberId })],
    ['moves', (memberId, toGroup) => ({ kind: 'move', memberId, toGroup })],
    ['is in a merged group', (_memberId, toGroup) => ({ kind: 'merge', toGroup })],
    ['is in a dissolved group', () => ({ kind: 'dissolve' })],
  ];
  test.for(changes)('is accepted when its member %s', async ([, build], { portal }) => {
    const team = await createTestGroup(portal);
    const target = await createTestGroup(portal, { size: 1 });
    const neighbour = await createTestGroup(portal);
    await requestTestLeave(portal, team);
    const theirs = await requestTestLeave(portal, neighbour);
    const change = build(getItemAt(team.ids, 1), target.group.fypGroupName);
    const listIds = async () =>
      (await portal.admin.call(listLeaveRequests)).requests.map(({ _id }) => _id);
    await portal.admin.call(previewPeopleChange, buildPeopleChange(team, change));
    expect(await listIds()).toHaveLength(2);
    await changeTestPeople(portal, team, change);
    expect(await listIds()).toEqual([theirs]);
    const decisions = portal.db.selectFrom('leave_requests').select('decision');
    expect(await decisions.orderBy('decision').execute()).toEqual(
      expect.arrayContaining([{ decision: 'accepted' }, { decision: null }]),
    );
    await undoNewestChange(portal);
    expect(await listIds()).toEqual([theirs]);
  });

  test('keeps its member from becoming another student, who would read the reason', async ({
    portal,
  }) => {
    const { team } = await openRequest(portal);
    await removeMemberFiles(portal, team);
    const { email } = await createTestUser(portal);
    const member = { _id: getItemAt(team.ids, 2), email, isAnotherStudent: true };
    const input = { params: { groupId: team.groupId }, body: { fypGroupMembers: [member] } };
    expect(await expectRefusal(portal, portal.admin, updateGroup, input)).toMatchObject({
      status: 400,
      fields: { 'fypGroupMembers.0.email': expect.stringContaining('Change people') },
    });
  });

  test('stays pending when another member leaves', async ({ portal }) => {
    const { team } = await openRequest(portal);
    await changeTestPeople(portal, team, { kind: 'leave', memberId: getItemAt(team.ids, 0) });
    expect(await findOwn(team)).toMatchObject({ decision: null });
  });
});
