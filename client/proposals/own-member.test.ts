import { expect, test } from 'vitest';
import { defaultModules } from '#contract/settings/modules.ts';
import { groupRules } from '#tools/test/group-rules.ts';
import { findProposalErrors } from './check-proposal.ts';
import { createMemberValues, toInitialProposalValues, toProposalTexts } from './proposal-values.ts';

const student = { name: 'Sara Ali', email: 'sara@uni.test' };
const missing = 'One of the members must have your email. Enter sara@uni.test for yourself.';

/** Returns the values of the form that a draft with these members restores. */
function restore(...emails: string[]) {
  const groupMembers = emails.map((email) => createMemberValues({ email }));
  const texts = toProposalTexts({ ...toInitialProposalValues(student), groupMembers });
  return toInitialProposalValues(student, texts);
}

const listEmails = ({ groupMembers }: ReturnType<typeof restore>) =>
  groupMembers.map(({ email }) => email);

function findOwnEmailError(emails: readonly string[], ownEmail = student.email) {
  const groupMembers = emails.map((email) => createMemberValues({ email }));
  const values = { ...toInitialProposalValues(student), groupMembers };
  const rules = { rules: groupRules, modules: defaultModules, ownEmail };
  return findProposalErrors(rules, values)['groupMembers.0.email'];
}

test('a new proposal form contains the student as the first member', () => {
  const { groupMembers } = toInitialProposalValues(student);
  expect(groupMembers).toMatchObject([student]);
});

test.for([
  [['mate@uni.test', 'sara@uni.test']],
  [['', 'SARA@uni.test']],
  [['mate@uni.test']],
] as const)('a draft is restored with its emails: %j', ([emails]) => {
  expect(listEmails(restore(...emails))).toEqual(emails);
});

test('a draft without an email of the first member gets the student’s, unless another member has it', () => {
  expect(listEmails(restore('', 'mate@uni.test'))).toEqual(['sara@uni.test', 'mate@uni.test']);
});

test.for([
  [['sara@uni.test'], undefined],
  [['mate@uni.test', ' SARA@Uni.test '], undefined],
  [['mate@uni.test'], missing],
  [[''], missing],
] as const)(
  'the proposal form requires the student’s email for a member: %j',
  ([emails, error]) => {
    expect(findOwnEmailError(emails)).toBe(error);
  },
);

test('the proposal form accepts any email if the session contains none', () => {
  expect(findOwnEmailError(['mate@uni.test'], '')).toBeUndefined();
});
