import { describe, expect } from 'vitest';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildMember, buildPdfFile, buildProposal } from '#tools/test/people.ts';

const submit = async (portal: Portal, changes: object = {}) => {
  const student = await createTestUser(portal);
  const reply = await student.caller.call(submitProposal, {
    body: buildProposal([student], changes),
  });
  const { group, member } = await student.caller.call(findGroup, {
    params: { email: student.email },
  });
  return { ...reply, group, member, student };
};

describe('a proposal', () => {
  test('creates a group with all values from the form', async ({ portal }) => {
    const student = await createTestUser(portal);
    const members = [
      { ...buildMember(student), phone: '+92 300 1234567', roll: ' F22-BCS-001 ' },
      {
        ...buildMember({ name: 'Bilal Ahmed', email: 'Bilal.Ahmed@University.test' }),
        certificate: buildPdfFile('all.pdf'),
      },
    ];
    const body = buildProposal([], {
      title: '  Café — a portal ',
      supervisor: 'Dr. Samina Rafiq',
      groupMembers: members,
    });
    const response = await student.caller.request(submitProposal, { body });
    expect(response.status).toBe(201);
    const { groupId, ...reply } = submitProposal.reply.parse(await response.json());
    expect(reply).toEqual({
      message: 'Group Created Successfully!',
      fypGroupName: 'BSCS-2027-001',
    });
    const { group, member } = await portal.admin.call(findGroup, {
      params: { email: 'bilal.ahmed@university.test' },
    });
    expect(group).toMatchObject({
      _id: groupId,
      fypGroupName: 'BSCS-2027-001',
      program: 'BSCS',
      fypTitle: 'Café — a portal',
      fypCategory: 'Web Development',
      supervisor: 'Dr. Samina Rafiq',
      externalExaminer: null,
      thesisUrl: null,
      similarityReportUrl: null,
      projectCodeUrl: null,
      externalVivaDetails: { vivaDate: null, vivaStatus: null, vivaFeedback: null, revision: 0 },
      createdAt: portal.clock().toISOString(),
    });
    expect(
      group.fypGroupMembers.map(({ name, roll, email, phone }) => ({ name, roll, email, phone })),
    ).toEqual([
      { name: student.name, roll: 'F22-BCS-001', email: student.email, phone: '+92 3001234567' },
      {
        name: 'Bilal Ahmed',
        roll: getItemAt(members, 1).roll,
        email: 'bilal.ahmed@university.test',
        phone: getItemAt(members, 1).phone,
      },
    ]);
    expect(member).toMatchObject({
      fathername: 'Father of Bilal Ahmed',
      month1: { marks: null, feedback: null, revision: 0 },
    });
    expect(group.documents.map(({ kind }) => kind).toSorted()).toEqual([
      'certificate',
      'feeProof',
      'feeProof',
      'proposal',
    ]);
    expect(member.certificatePath).toMatch(/^\/api\/auth\/file\//);
  });

  test('may name the sender as the third member, with emails in capitals', async ({ portal }) => {
    const people = [
      await createTestUser(portal),
      await createTestUser(portal),
      await createTestUser(portal),
    ];
    const sender = getItemAt(people, 2);
    const members = people.map(({ name, email }) => ({ name, email: ` ${email.toUpperCase()} ` }));
    const { groupId } = await sender.caller.call(submitProposal, { body: buildProposal(members) });
    const stored = await portal.db
      .selectFrom('members')
      .select(['email', 'user_id'])
      .where('group_id', '=', groupId)
      .orderBy('position')
      .execute();
    expect(stored).toEqual(people.map(({ email, userId }) => ({ email, user_id: userId })));
    for (const { caller, email } of people) {
      const { group, member } = await caller.call(findGroup, { params: { email } });
      expect([group._id, member.email]).toEqual([groupId, email]);
    }
  });

  test('stores the answers to the three eligibility questions with the group', async ({
    portal,
  }) => {
    const eligibility = { asGroup: 'no', moreThanThree: 'no', feeProofs: 'yes' } as const;
    const { groupId } = await submit(portal, { eligibility });
    const row = await portal.db
      .selectFrom('groups')
      .select('eligibility')
      .where('id', '=', groupId)
      .executeTakeFirst();
    expect(JSON.parse(row?.eligibility ?? '')).toEqual(eligibility);
  });

  test('starts the group’s history with an entry that names the sender', async ({ portal }) => {
    const { groupId, student } = await submit(portal);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes).toMatchObject([
      { part: 'group', field: 'proposal', from: null, changedBy: student.name },
    ]);
  });

  test('creates a group whose name contains the next sequence number in its program', async ({
    portal,
  }) => {
    const programs = ['BSCS', 'BSSE', 'BSCS', 'BSAI', 'BSCyber', 'BSIT', 'BSCS'];
    const names: string[] = [];
    for (const program of programs) names.push((await submit(portal, { program })).fypGroupName);
    expect(names).toEqual([
      'BSCS-2027-001',
      'BSSE-2027-001',
      'BSCS-2027-002',
      'BSAI-2027-001',
      'BSCyber-2027-001',
      'BSIT-2027-001',
      'BSCS-2027-003',
    ]);
  });

  test.for([
    ['the list’s name', 'Dr. Samina Rafiq', 'Dr. Samina Rafiq'],
    ['a name in another writing', '  dr. SAMINA   rafiq', 'Dr. Samina Rafiq'],
    ['other', 'other', 'other'],
    ['Other', 'Other', 'other'],
  ])('accepts %s as the supervisor', async ([, supervisor, stored], { portal }) => {
    expect((await submit(portal, { supervisor })).group.supervisor).toBe(stored);
  });

  test('may name any faculty member who supervises groups, and the name is stored as spelled in their account', async ({
    portal,
  }) => {
    const teacher = await createTestUser(portal, 'faculty');
    const { group } = await submit(portal, { supervisor: teacher.name.toUpperCase() });
    expect(group.supervisor).toBe(teacher.name);
  });
});
