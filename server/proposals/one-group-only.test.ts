import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import {
  countGroups,
  createTestGroup,
  createTestUser,
  getItemAt,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, readRefusal } from '#server/test/refusal.ts';
import { buildMember, buildProposal } from '#tools/test/people.ts';

const send = (proposer: TestUser, body: ReturnType<typeof buildProposal>) =>
  proposer.caller.request(submitProposal, { body });
const statuses = (responses: Response[]) => responses.map(({ status }) => status).toSorted();
const keptFiles = async (portal: Portal) =>
  (await portal.snapshot()).files?.filter((file) => /^(kept|incoming)\//.test(String(file)));

describe('the one-group-per-student check', () => {
  test('rejects a member whose email is already in another group, regardless of letter case, with an error that names the member', async ({
    portal,
  }) => {
    const { mate } = await createTestGroup(portal);
    const student = await createTestUser(portal);
    const body = buildProposal([student, { name: 'Bilal Ahmed', email: mate.email.toUpperCase() }]);
    expect(await expectRefusal(portal, student.caller, submitProposal, { body })).toMatchObject({
      code: 'already-in-group',
      message: `Bilal Ahmed’s email ${mate.email} is already in a group. A student can only be in one group.`,
      fields: { 'groupMembers.1.email': expect.stringContaining('Bilal Ahmed') },
    });
  });

  test('rejects and names a member whose roll number is in another group, even if it is written in lower case without hyphens', async ({
    portal,
  }) => {
    const { group } = await createTestGroup(portal);
    const student = await createTestUser(portal);
    const roll = getItemAt(group.fypGroupMembers, 1).roll.toLowerCase().replaceAll('-', ' ');
    const body = buildProposal([student]);
    body.groupMembers.push({
      ...buildMember({ name: 'Bilal Ahmed', email: 'bilal@university.test' }),
      roll,
    });
    expect(await expectRefusal(portal, student.caller, submitProposal, { body })).toMatchObject({
      code: 'already-in-group',
      message: `Bilal Ahmed’s roll number ${roll} is already in a group. A student can only be in one group.`,
      fields: { 'groupMembers.1.roll': expect.stringContaining('Bilal Ahmed') },
    });
  });

  test('ignores accounts without a group and groups in the bin', async ({ portal }) => {
    const { groupId, student, mate } = await createTestGroup(portal);
    await portal.admin.call(deleteGroup, { params: { groupId } });
    expect((await send(student, buildProposal([student, mate]))).status).toBe(201);
  });
});

describe('a proposal that is sent twice', () => {
  test('receives the same reply even if its supervisor can no longer be chosen', async ({
    portal,
  }) => {
    const student = await createTestUser(portal);
    const supervisor = await createTestUser(portal, 'faculty');
    const body = { ...buildProposal([student]), supervisor: supervisor.name };
    const first = await send(student, body);
    const params = { userId: supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    const second = await send(student, body);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
  });

  test('creates one group if it is sent concurrently, and all requests receive the same reply', async ({
    portal,
  }) => {
    const student = await createTestUser(portal);
    const body = buildProposal([student, { name: 'Bilal', email: 'bilal@university.test' }]);
    const responses = await Promise.all([1, 2, 3, 4].map(() => send(student, body)));
    expect(statuses(responses)).toEqual([201, 201, 201, 201]);
    const replies = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(replies).size).toBe(1);
    expect(await countGroups(portal)).toBe(1);
    expect(await keptFiles(portal)).toHaveLength(3);
    const { rows } = { rows: (await portal.snapshot()).documents };
    expect(rows).toHaveLength(3);
  });
});

describe('concurrent proposals', () => {
  test('for different groups all succeed, and the groups receive consecutive names', async ({
    portal,
  }) => {
    const people: TestUser[] = [];
    for (let index = 0; index < 6; index += 1) people.push(await createTestUser(portal));
    const responses = await Promise.all(
      people.map((proposer) => send(proposer, buildProposal([proposer]))),
    );
    const replies = await Promise.all(responses.map((response) => response.json()));
    const names = replies.map((reply) => submitProposal.reply.parse(reply).fypGroupName);
    expect(names.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `BSCS-2027-00${number}`));
  });

  test('are not both accepted if they share a member, and the rejected proposal leaves no data', async ({
    portal,
  }) => {
    for (const [firstProgram, secondProgram] of [
      ['BSCS', 'BSCS'],
      ['BSCS', 'BSSE'],
      ['BSAI', 'BSIT'],
    ]) {
      const [first, second] = [await createTestUser(portal), await createTestUser(portal)];
      const before = await countGroups(portal);
      const files = (await keptFiles(portal))?.length ?? 0;
      // List the members in opposite orders, which would deadlock if they were locked in the listed order.
      const responses = await Promise.all([
        send(first, buildProposal([first, second], { program: firstProgram ?? '' })),
        send(second, buildProposal([second, first], { program: secondProgram ?? '' })),
      ]);
      expect(statuses(responses)).toEqual([201, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused && (await readRefusal(refused))).toMatchObject({
        code: 'already-in-group',
        message: expect.stringContaining('is already in a group'),
      });
      expect(await countGroups(portal)).toBe(before + 1);
      expect(await keptFiles(portal)).toHaveLength(files + 3);
    }
  });

  test('do not deadlock if eight of them name the same member', async ({ portal }) => {
    const people: TestUser[] = [];
    for (let index = 0; index < 8; index += 1) people.push(await createTestUser(portal));
    const programs = ['BSCS', 'BSSE', 'BSAI', 'BSCyber', 'BSIT', 'BSCS', 'BSSE', 'BSAI'];
    const wantedMember = { name: 'Wanted', email: 'wanted@university.test' };
    const responses = await Promise.all(
      people.map((proposer, index) =>
        send(
          proposer,
          buildProposal(index % 2 ? [proposer, wantedMember] : [wantedMember, proposer], {
            program: getItemAt(programs, index),
          }),
        ),
      ),
    );
    expect(statuses(responses)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(await countGroups(portal)).toBe(1);
  });
});

describe('the choices on the proposal form', () => {
  test('contain the department’s programs and categories, and each faculty member’s name once, those who supervise first, and “other” last', async ({
    portal,
  }) => {
    const teacher = await createTestUser(portal, 'faculty');
    const namesake = await createTestUser(
      portal,
      'faculty',
      teacher.name,
      'namesake@university.test',
    );
    const examiner = await createTestUser(portal, 'faculty');
    const params = { userId: examiner.userId };
    await portal.admin.call(updateUser, { params, body: { supervises: false } });
    await createTestUser(portal, 'faculty', 'dr. samina  RAFIQ', 'samina@university.test');
    const { caller } = await createTestUser(portal);
    const choices = await caller.call(findChoices);
    expect(choices.programs.map(({ value }) => value)).toEqual([
      'BSCS',
      'BSSE',
      'BSAI',
      'BSCyber',
      'BSIT',
    ]);
    expect(choices.categories.map(({ value }) => value)).toEqual([
      'Web Development',
      'App Development',
      'IOT',
      'AI Base project',
      'Networking',
    ]);
    const supervisors = choices.supervisors.map(({ value }) => value);
    expect(supervisors).toHaveLength(12);
    expect(supervisors.slice(-3)).toEqual([teacher.name, examiner.name, 'other']);
    expect([choices.examiners, choices.staff]).toEqual([[], []]);
    const forAdmin = await portal.admin.call(findChoices);
    const examiners = forAdmin.examiners.map(({ value }) => value);
    expect(examiners.filter((name) => name === teacher.name)).toHaveLength(1);
    expect(examiners).toContain(examiner.name);
    expect(forAdmin.staff.map(({ email }) => email)).toEqual(
      expect.arrayContaining([teacher.email, namesake.email, examiner.email]),
    );
  });
});
