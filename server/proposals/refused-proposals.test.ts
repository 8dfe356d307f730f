import { describe, expect } from 'vitest';
import { saveSetting } from '#contract/settings/settings.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { countGroups, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

describe('a proposal is rejected', () => {
  const refused = async (
    portal: Portal,
    change: (body: ReturnType<typeof buildProposal>) => object,
  ) => {
    const student = await createTestUser(portal);
    const mate = { name: 'Bilal Ahmed', email: 'bilal@university.test' };
    const body = change(buildProposal([student, mate]));
    return expectRefusal(portal, student.caller, submitProposal, { body });
  };

  test.for([
    ['program', 'Program is required.'],
    ['title', 'Project title is required.'],
    ['category', 'Category is required.'],
    ['supervisor', 'Supervisor is required.'],
    ['proposalFile', 'Proposal file is required.'],
  ] as const)('if its %s is missing', async ([field, message], { portal }) => {
    const refusal = await refused(portal, (body) => ({ ...body, [field]: undefined }));
    expect(refusal).toMatchObject({
      code: 'invalid',
      message,
      fields: { [field]: message },
    });
  });

  test.for([
    ['name', 'Full name is required.'],
    ['fathername', 'Father name is required.'],
    ['roll', 'Roll number is required.'],
    ['email', 'Email is required.'],
    ['phone', 'Phone is required.'],
    ['feeProof', 'Fee proof is required.'],
  ] as const)(
    'if the second member’s %s is missing, with an error that names the member',
    async ([field, message], { portal }) => {
      const refusal = await refused(portal, (body) => ({
        ...body,
        groupMembers: body.groupMembers.map((member, index) =>
          index === 1 ? { ...member, [field]: undefined } : member,
        ),
      }));
      expect(refusal).toMatchObject({
        code: 'invalid',
        message: `Member 2: ${message}`,
        fields: { [`groupMembers.1.${field}`]: message },
      });
    },
  );

  test.for(['program', 'category', 'supervisor'] as const)(
    'if its %s is not among the choices',
    async (field, { portal }) => {
      const message = `“Astrology” isn’t an available ${field}. Choose one from the list.`;
      expect(await refused(portal, (body) => ({ ...body, [field]: 'Astrology' }))).toMatchObject({
        code: 'invalid',
        message,
        fields: { [field]: message },
      });
    },
  );

  test('if it has fewer members than the minimum of its cohort', async ({ portal }) => {
    const input = await buildSettingChange(portal, 'groups', (rules) => {
      rules.minMembers = 2;
    });
    await portal.admin.call(saveSetting, input);
    const tooFew = await refused(portal, (body) => ({
      ...body,
      groupMembers: body.groupMembers.slice(0, 1),
    }));
    expect(tooFew).toMatchObject({
      status: 400,
      fields: { groupMembers: 'A group needs at least 2 members.' },
    });
    const student = await createTestUser(portal);
    const mate = { name: 'Mate Student', email: 'mate.student@university.test' };
    const body = buildProposal([student, mate]);
    expect((await student.caller.request(submitProposal, { body })).status).toBe(201);
  });

  test('if the caller is not one of its members', async ({ portal }) => {
    const student = await createTestUser(portal);
    const body = buildProposal([{ name: 'Bilal Ahmed', email: 'bilal@university.test' }]);
    expect(await expectRefusal(portal, student.caller, submitProposal, { body })).toMatchObject({
      code: 'invalid',
      message: `One of the members must have your email. Enter ${student.email} for yourself.`,
    });
  });

  test('if an answer violates the eligibility criteria', async ({ portal }) => {
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

  test.for([['is blocked', { blocked: true }]] as const)(
    'with a supervisor whose account %s',
    async ([, body], { portal }) => {
      const teacher = await createTestUser(portal, 'faculty');
      await portal.admin.call(updateUser, { params: { userId: teacher.userId }, body });
      const refusal = await refused(portal, (body) => ({ ...body, supervisor: teacher.name }));
      expect(refusal).toMatchObject({
        status: 400,
        fields: { supervisor: expect.stringContaining(teacher.name) },
      });
      expect(await countGroups(portal)).toBe(0);
    },
  );
});
