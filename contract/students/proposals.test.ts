import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultModules } from '#contract/settings/modules.ts';
import { groupRules } from '#tools/test/group-rules.ts';
import { findDuplicateMembers, getProposalSchema } from './proposals.ts';

const Proposal = getProposalSchema(groupRules, defaultModules);

const file = { name: 'a.pdf', size: 10 };
const member = (index: number, changes: object = {}) => ({
  name: `Member ${index}`,
  fathername: 'Father',
  roll: `F22-${index}`,
  email: `m${index}@university.edu`,
  phone: '+923001234567',
  feeProof: file,
  ...changes,
});
const proposal = (groupMembers: unknown[]) => ({
  program: 'BSCS',
  title: 'T',
  category: 'IOT',
  supervisor: 'other',
  proposalFile: file,
  groupMembers,
});
const errorsOf = (value: unknown) =>
  Proposal.safeParse(value).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the members of a proposal', () => {
  it('must be one to three students', () => {
    expect(errorsOf(proposal([member(1)]))).toBeUndefined();
    expect(errorsOf(proposal([1, 2, 3].map((index) => member(index))))).toBeUndefined();
    expect(errorsOf(proposal([]))).toEqual(['groupMembers: A group needs at least one member.']);
    expect(errorsOf(proposal([1, 2, 3, 4].map((index) => member(index))))).toEqual([
      'groupMembers: A group can have up to 3 members.',
    ]);
  });

  it('must have emails that differ in more than case, and roll numbers that differ in more than case and separators', () => {
    expect(
      errorsOf(
        proposal([
          member(1),
          member(2, { email: 'M1@University.edu' }),
          member(3, { roll: 'f22 2' }),
        ]),
      ),
    ).toEqual([
      'groupMembers.1.email: Member 2 has the same email as another member.',
      'groupMembers.2.roll: Member 3 has the same roll number as another member.',
    ]);
  });

  it('are reported as duplicates if their email or roll number repeats that of an earlier member', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(fc.record({ email: text, roll: text }), { maxLength: 3 }), (members) => {
        const count = (values: string[]) => {
          const filled = values.filter(Boolean);
          return filled.length - new Set(filled).size;
        };
        const repetitions = findDuplicateMembers(members);
        expect(repetitions.filter(({ field }) => field === 'email')).toHaveLength(
          count(members.map(({ email }) => email)),
        );
        expect(repetitions.filter(({ field }) => field === 'roll')).toHaveLength(
          count(members.map(({ roll }) => roll)),
        );
      }),
    );
  });
});
