import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listAssignedGroups } from '#contract/groups.ts';
import { findHome } from '#contract/settings/content.ts';
import { findChoices, type ProposalMember, submitProposal } from '#contract/students/proposals.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildProposal } from '#tools/test/people.ts';

test('a content folder can replace all texts, lists and names of the department without code changes', async () => {
  const { portal, close } = await openPortal({
    CONTENT_DIR: resolve(import.meta.dirname, 'sample-department'),
    TIME_ZONE: 'Europe/Oslo',
  });
  const home = await portal.visitor.call(findHome);
  expect(home.department.name).toBe('School of Informatics');
  expect(home.timeZone).toBe('Europe/Oslo');

  const student = await createTestUser(portal);
  const choices = await student.caller.call(findChoices);
  expect(choices.programs.map(({ value }) => value)).toEqual(['MScData', 'MScHCI']);
  expect(choices.categories.map(({ value }) => value)).toEqual(['Robotics', 'Visualisation']);
  expect(choices.supervisors.map(({ value }) => value)).toEqual([
    'Prof. Ingrid Holm',
    'Dr. Mateo Vargas',
    'other',
  ]);

  const fitting = buildProposal([student], {
    program: 'MScHCI',
    category: 'Robotics',
    supervisor: 'Dr. Mateo Vargas',
    eligibility: { credits: 'yes' },
  });
  const [{ feeProof, ...first }] = fitting.groupMembers as [ProposalMember];
  const member = { ...first, roll: 'S204500', phone: '22 85 50 50', feeProof };
  const mates = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...member,
      name: `Mate ${index}`,
      roll: `s20451${index}`,
      email: `mate${index}@lakeshore.example`,
    }));
  for (const [changes, field] of [
    [{ groupMembers: [member, ...mates(4)] }, 'groupMembers'],
    [{ groupMembers: [{ ...member, phone: '0300 1234567' }] }, 'groupMembers.0.phone'],
    [{ groupMembers: [{ ...member, roll: 'F22-BCS-014' }] }, 'groupMembers.0.roll'],
    [{ eligibility: { credits: 'no' } }, 'eligibility.credits'],
    [{ program: 'BSCS' }, 'program'],
  ] as const) {
    const body = { ...fitting, groupMembers: [member], ...changes };
    const refused = await expectRefusal(portal, student.caller, submitProposal, { body } as never);
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  }
  const { fypGroupName } = await student.caller.call(submitProposal, {
    body: { ...fitting, groupMembers: [member, ...mates(3)] },
  });
  expect(fypGroupName).toBe('MScHCI-2031-001');
  const { allGroups } = await portal.admin.call(listAssignedGroups);
  expect(allGroups[0]?.fypGroupMembers.map(({ roll, phone }) => [roll, phone])).toEqual([
    ['S204500', '+47 22855050'],
    ...['S204510', 'S204511', 'S204512'].map((roll) => [roll, '+47 22855050']),
  ]);
  await close();
});
