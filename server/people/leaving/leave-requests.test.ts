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
import { listNoticeTexts } from '#server/test/records/notices.ts';
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
const buildWithdrawal = (requestId: string) => ({ params: { requestId } });

type Prepare = (portal: Portal, team: TestGroup, requestId: string) => Promise<unknown>;
const closeCohort: Prepare = (portal) => closeCurrentCohort(portal);

/** Opens a group whose last member has asked to leave. */
async function openRequest(portal: Portal) {
  const team = await createTestGroup(portal, { size: 3 });
  return { team, requestId: await requestTestLeave(portal, team) };
}

const readDecisions = async ({ db }: Portal) =>
  (await db.selectFrom('leave_requests').select('decision').execute()).map((row) => row.decision);

const findOwn = async ({ groupId, mate }: TestGroup, who: TestUser = mate) =>
  (await who.caller.call(findOwnLeaveRequest, { params: { groupId } })).request;

describe('a request to leave a group is refused', () => {
  const noGroup = /^This group doesn’t exist/;
  const waiting = /^You’ve already asked to leave this group\. The FYP office will decide/;
  test.for<[string, Prepare, status: number, message: RegExp]>([
    ['a former member', letLastMemberLeave, 404, noGroup],
    ['a member who waits for a decision', requestTestLeave, 409, waiting],
    ['a member of a closed cohort', closeCohort, 409, /is closed/],
  ])('to %s', async ([, prepare, status, message], { portal }) => {
    const team = await createTestGroup(portal);
    await prepare(portal, team, '');
    const request = buildLeaveRequest(team);
    const refusal = await expectRefusal(portal, team.mate.caller, askToLeave, request);
    expect(refusal).toMatchObject({ status, message: expect.stringMatching(message) });
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
  const refuse: Prepare = ({ admin }, _team, id) =>
    admin.call(refuseLeaveRequest, buildRefusal(id));
  const withdraw: Prepare = (_portal, { mate }, id) =>
    mate.caller.call(withdrawLeaveRequest, buildWithdrawal(id));
  test.for<[string, Prepare, message: RegExp]>([
    ['is refused', refuse, /^The Admin declined this request on 15 January 2027, /],
    ['is withdrawn', withdraw, / withdrew this request on 15 January 2027, /],
    ['is accepted', letLastMemberLeave, /^The Admin accepted this request on 15 January 2027, /],
    ['belongs to a closed cohort', closeCohort, /is closed/],
  ])('if the request %s', async ([, prepare, message], { portal }) => {
    const { team, requestId } = await openRequest(portal);
    await prepare(portal, team, requestId);
    const { admin } = portal;
    const refusals = [
      await expectRefusal(portal, admin, refuseLeaveRequest, buildRefusal(requestId)),
      await expectRefusal(
        portal,
        team.mate.caller,
        withdrawLeaveRequest,
        buildWithdrawal(requestId),
      ),
    ];
    const refusal = { status: 409, message: expect.stringMatching(message) };
    expect(refusals).toMatchObject([refusal, refusal]);
  });

  test('to the second of two people who decide at the same moment', async ({ portal }) => {
    const { team, requestId } = await openRequest(portal);
    const other = await createTestUser(portal, 'admin');
    const responses = await Promise.all([
      portal.admin.request(refuseLeaveRequest, buildRefusal(requestId)),
      other.caller.request(refuseLeaveRequest, buildRefusal(requestId)),
      team.mate.caller.request(withdrawLeaveRequest, buildWithdrawal(requestId)),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const response of responses.filter(({ ok }) => !ok))
      expect((await readRefusal(response)).message).toMatch(
        / (declined|withdrew) this request on /,
      );
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
    const decision = refused.status === 200 ? 'refused' : 'accepted';
    expect([200, 409]).toContain(refused.status);
    expect(await readDecisions(portal)).toEqual([decision]);
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
    const text = 'One student wants to leave a group.';
    expect(items).toContainEqual(expect.objectContaining({ text, isUrgent: true }));
    expect(await listNoticeTexts({ caller: portal.admin })).toEqual([
      `A student in ${name} wants to leave the group.`,
    ]);
    const recipient = portal.content.department.office.email;
    const emails = portal.db.selectFrom('emails').select(['recipient', 'text_body']);
    expect(await emails.execute()).toEqual([
      { recipient, text_body: expect.not.stringContaining('abroad') },
    ]);
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
    await team.mate.caller.call(withdrawLeaveRequest, buildWithdrawal(requestId));
    expect(await findOwn(team)).toMatchObject({ decision: 'withdrawn' });
    expect(await hasAsked()).toBe(false);
    expect(await portal.admin.call(listLeaveRequests)).toEqual({ requests: [] });
    for (let count = 2; count <= 5; count += 1) {
      portal.wait(1000);
      const next = await requestTestLeave(portal, team);
      expect(await findOwn(team)).toMatchObject({ _id: next, decision: null });
      await team.mate.caller.call(withdrawLeaveRequest, buildWithdrawal(next));
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
    const emails = await portal.db.selectFrom('emails').select(['recipient', 'subject']).execute();
    const subject = `${name}: your request to leave was declined`;
    expect(emails).toEqual([{ recipient: team.mate.email, subject }]);
    const notice = `Your request to leave ${name} was declined.`;
    expect(await listNoticeTexts(team.mate)).toContain(notice);
    await requestTestLeave(portal, team);
  });

  test.for<[string, (memberId: string, toGroup: string) => PeopleChangeInput]>([
    ['leaves', (memberId) => ({ kind: 'leave', memberId })],
    ['moves', (memberId, toGroup) => ({ kind: 'move', memberId, toGroup })],
    ['is in a merged group', (_memberId, toGroup) => ({ kind: 'merge', toGroup })],
    ['is in a dissolved group', () => ({ kind: 'dissolve' })],
  ])(
    'is accepted when its member %s, and waits again after the undo',
    async ([, build], { portal }) => {
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
      expect(new Set(await readDecisions(portal))).toEqual(new Set(['accepted', null]));
      await undoNewestChange(portal);
      expect(await listIds()).toHaveLength(2);
    },
  );

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
