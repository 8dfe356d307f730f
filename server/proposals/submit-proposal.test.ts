import { describe, expect } from 'vitest';
import { findGroup, listChanges } from '#contract/groups.ts';
import { submitProposal } from '#contract/proposals.ts';
import { login } from '#contract/session.ts';
import { at, countGroups, somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aMember, aPdf, aProposal, password } from '#tools/test/people.ts';

const submit = async (portal: Portal, changes: object = {}) => {
  const student = await somebody(portal);
  const reply = await student.caller.call(submitProposal, { body: aProposal([student], changes) });
  const { group, member } = await student.caller.call(findGroup, {
    params: { email: student.email },
  });
  return { ...reply, group, member, student };
};

describe('a proposal', () => {
  test('makes a group with all that the form says', async ({ portal }) => {
    const student = await somebody(portal);
    const members = [
      { ...aMember(student), phone: '+92 300 1234567', roll: ' F22-BCS-001 ' },
      {
        ...aMember({ name: 'Bilal Ahmed', email: 'Bilal.Ahmed@University.test' }),
        certificate: aPdf('all.pdf'),
      },
    ];
    const body = aProposal([], {
      title: '  Café — a portal ',
      supervisor: 'Dr. Samina Rafiq',
      groupMembers: members,
    });
    const answer = await student.caller.request(submitProposal, { body });
    expect(answer.status).toBe(201);
    const { groupId, ...reply } = submitProposal.reply.parse(await answer.json());
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
      { name: student.name, roll: 'F22-BCS-001', email: student.email, phone: '+923001234567' },
      {
        name: 'Bilal Ahmed',
        roll: at(members, 1).roll,
        email: 'bilal.ahmed@university.test',
        phone: at(members, 1).phone,
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

  test('may be of one, two or three members', async ({ portal }) => {
    for (const size of [1, 2, 3]) {
      const people = [await somebody(portal), await somebody(portal), await somebody(portal)].slice(
        0,
        size,
      );
      await at(people, 0).caller.call(submitProposal, { body: aProposal(people) });
      const { group } = await portal.admin.call(findGroup, {
        params: { email: at(people, size - 1).email },
      });
      expect(group.fypGroupMembers.map(({ email }) => email)).toEqual(
        people.map(({ email }) => email),
      );
    }
  });

  test('is shown to every member at his next login, whoever sent it', async ({ portal }) => {
    const [sender, mate] = [await somebody(portal), await somebody(portal)];
    const { groupId } = await sender.caller.call(submitProposal, {
      body: aProposal([mate, sender]),
    });
    for (const { email } of [sender, mate]) {
      expect((await portal.visitor.call(login, { body: { email, password } })).groupId).toBe(
        groupId,
      );
    }
  });

  test('keeps the answers to the three questions with the group', async ({ portal }) => {
    const eligibility = { asGroup: 'no', moreThanThree: 'no', feeProofs: 'yes' } as const;
    const { groupId } = await submit(portal, { eligibility });
    const row = await portal.db
      .selectFrom('groups')
      .select('eligibility')
      .where('id', '=', groupId)
      .executeTakeFirst();
    expect(JSON.parse(row?.eligibility ?? '')).toEqual(eligibility);
  });

  test('begins the group’s history with who sent it', async ({ portal }) => {
    const { groupId, student } = await submit(portal);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes).toMatchObject([
      { part: 'group', field: 'proposal', from: null, changedBy: student.name },
    ]);
  });

  test('counts group names up per program', async ({ portal }) => {
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
  ])('takes as supervisor %s', async ([, supervisor, kept], { portal }) => {
    expect((await submit(portal, { supervisor })).group.supervisor).toBe(kept);
  });

  test('takes as supervisor every faculty account, as the account is written', async ({
    portal,
  }) => {
    const teacher = await somebody(portal, 'faculty');
    const { group } = await submit(portal, { supervisor: teacher.name.toUpperCase() });
    expect(group.supervisor).toBe(teacher.name);
  });
});

describe('a proposal that is refused', () => {
  const refused = async (
    portal: Portal,
    change: (body: ReturnType<typeof aProposal>) => object,
  ) => {
    const student = await somebody(portal);
    const mate = { name: 'Bilal Ahmed', email: 'bilal@university.test' };
    const body = change(aProposal([student, mate]));
    return refusalOf(portal, student.caller, submitProposal, { body });
  };

  test.for([
    ['program', 'Program is required.'],
    ['title', 'Project title is required.'],
    ['category', 'Category is required.'],
    ['supervisor', 'Supervisor is required.'],
    ['proposalFile', 'Proposal file is required.'],
  ] as const)('lacks its %s', async ([field, message], { portal }) => {
    const refusal = await refused(portal, (body) => ({ ...body, [field]: undefined }));
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid',
      message,
      fields: { [field]: message },
    });
  });

  test.for([
    ['name', 'Full name is required.'],
    ['fathername', 'Father name is required.'],
    ['roll', 'Roll number is required.'],
    ['email', 'E-mail is required.'],
    ['phone', 'Phone is required.'],
    ['feeProof', 'Fee proof is required.'],
  ] as const)(
    'lacks the second member’s %s, and names the member',
    async ([field, message], { portal }) => {
      const refusal = await refused(portal, (body) => ({
        ...body,
        groupMembers: body.groupMembers.map((member, index) =>
          index === 1 ? { ...member, [field]: undefined } : member,
        ),
      }));
      expect(refusal).toMatchObject({
        status: 400,
        code: 'invalid',
        message: `Member 2: ${message}`,
        fields: { [`groupMembers.1.${field}`]: message },
      });
    },
  );

  test.for(['program', 'category', 'supervisor'] as const)(
    'chooses a %s that is not offered',
    async (field, { portal }) => {
      const message = `“Astrology” is not offered as ${field}. Choose one from the list.`;
      expect(await refused(portal, (body) => ({ ...body, [field]: 'Astrology' }))).toMatchObject({
        status: 400,
        code: 'invalid',
        message,
        fields: { [field]: message },
      });
    },
  );

  test.for([
    ['phone', '03001234567', 'Enter a phone number such as +92 3001234567.'],
    ['email', 'bilal', 'Enter an e-mail address such as name@university.edu.'],
    ['roll', 'x'.repeat(31), 'Roll number may have at most 30 characters.'],
    ['name', 'Bi\u0000lal', 'Full name may not contain control characters.'],
  ] as const)('has a member whose %s is wrong', async ([field, value, message], { portal }) => {
    const refusal = await refused(portal, (body) => ({
      ...body,
      groupMembers: body.groupMembers.map((member, index) =>
        index === 1 ? { ...member, [field]: value } : member,
      ),
    }));
    expect(refusal).toMatchObject({
      status: 400,
      message: `Member 2: ${message}`,
      fields: { [`groupMembers.1.${field}`]: message },
    });
  });

  test('has no member, or a fourth', async ({ portal }) => {
    expect(await refused(portal, (body) => ({ ...body, groupMembers: [] }))).toMatchObject({
      status: 400,
      fields: { groupMembers: 'A group has 1 to 3 members.' },
    });
    const more = ['c', 'd'].map((name) => aMember({ name, email: `${name}@university.test` }));
    const four = await refused(portal, (body) => ({
      ...body,
      groupMembers: [...body.groupMembers, ...more],
    }));
    expect(four).toMatchObject({ status: 400, message: 'A group has at most 3 members.' });
  });

  test('names an e-mail or a roll number twice', async ({ portal }) => {
    const doubled = (field: 'email' | 'roll', written: (value: string) => string) =>
      refused(portal, (body) => {
        const [first, second] = [at(body.groupMembers, 0), at(body.groupMembers, 1)];
        return { ...body, groupMembers: [first, { ...second, [field]: written(first[field]) }] };
      });
    expect(await doubled('email', (email) => email.toUpperCase())).toMatchObject({
      status: 400,
      message: 'Member 2 has the same e-mail as another member.',
      fields: { 'groupMembers.1.email': 'Member 2 has the same e-mail as another member.' },
    });
    expect(await doubled('roll', (roll) => roll.toLowerCase().replace('-', ' '))).toMatchObject({
      status: 400,
      message: 'Member 2 has the same roll number as another member.',
    });
  });

  test('does not name the one who sends it', async ({ portal }) => {
    const student = await somebody(portal);
    const body = aProposal([{ name: 'Bilal Ahmed', email: 'bilal@university.test' }]);
    expect(await refusalOf(portal, student.caller, submitProposal, { body })).toMatchObject({
      status: 400,
      code: 'invalid',
      message: `One of the members must be you: give ${student.email} as a member’s e-mail.`,
    });
  });

  test('carries an answer that violates the eligibility criteria', async ({ portal }) => {
    for (const eligibility of [
      { asGroup: 'yes', moreThanThree: 'yes', feeProofs: 'yes' },
      { asGroup: 'yes', moreThanThree: 'no', feeProofs: 'no' },
    ]) {
      expect(await refused(portal, (body) => ({ ...body, eligibility }))).toMatchObject({
        status: 400,
        message: 'Your answer violated the eligibility criteria. Restarting...',
      });
    }
  });

  test('chooses a supervisor whose account is blocked', async ({ portal }) => {
    const teacher = await somebody(portal, 'faculty');
    await portal.db
      .updateTable('users')
      .set({ blocked_at: portal.clock().toISOString() })
      .where('id', '=', teacher.userId)
      .execute();
    const refusal = await refused(portal, (body) => ({ ...body, supervisor: teacher.name }));
    expect(refusal).toMatchObject({
      status: 400,
      fields: { supervisor: expect.stringContaining(teacher.name) },
    });
    expect(await countGroups(portal)).toBe(0);
  });
});
