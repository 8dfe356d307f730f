import { validateMemberEdits } from '#contract/admin/group-edits.ts';
import type { NewMember } from '#contract/people.ts';
import { Problem, toValidationProblem } from '#contract/problem.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addMembers, type ProposalInput } from '#server/groups/add-group.ts';
import { isDuplicateMemberError } from '#server/groups/duplicate-member.ts';
import { findOwnDueDate, setOwnDueDates } from '#server/groups/membership/own-due-dates.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';
import type { GroupFacts } from './change-facts.ts';
import { notifyAround, type PeopleNews } from './notify-people.ts';
import { type PeopleState, readPeopleState } from './people-state.ts';

type JoinResult = { states: { before: PeopleState; after: PeopleState }; emailIds: string[] };

/**
 * Adds a member to a locked group, emails them, and notifies the other people of the group. The state before is that of
 * a member who has left without a departure, who is listed nowhere: an undo keeps the row. Throws `invalid` or
 * `already-in-group`.
 */
export async function joinGroup(
  context: WriteContext,
  { group, cohort }: GroupFacts,
  input: NewMember,
  news: PeopleNews,
): Promise<JoinResult> {
  const { trx, services, now } = context;
  const department = { rules: cohort.rules, modules: services.content.modules };
  const member = parseMember(department, input);
  const memberIds: string[] = [];
  const emailIds = await notifyAround(context, news, async () => {
    const id = await addMember(context, group.id, member);
    const ownDue = findOwnDueDate({ timeZone: services.config.timeZone, rules: cohort.rules, now });
    await setOwnDueDates(context, [id], ownDue);
    memberIds.push(id);
    const { name, email } = member;
    await queueNamedMemberEmails(context, group, [{ id, name, email }]);
  });
  const after = await readPeopleState(trx, { memberIds, groupIds: [group.id] });
  const leftAt = now.toISOString();
  const members = after.members.map((membership) => ({ ...membership, leftAt }));
  return { states: { before: { ...after, members }, after }, emailIds };
}

function parseMember(
  department: Parameters<typeof validateMemberEdits>[0],
  input: NewMember,
): NewMember {
  const { edits, issues } = validateMemberEdits(department, [{ _id: '', ...input }], []);
  const [edit] = edits;
  if (issues.length === 0 && edit) return { ...edit, fathername: edit.fathername ?? '' };
  throw toValidationProblem({
    issues: issues.map((issue) => ({
      ...issue,
      path: ['change', 'member', ...issue.path.slice(-1)],
    })),
  });
}

async function addMember(
  context: WriteContext,
  groupId: string,
  member: NewMember,
): Promise<string> {
  try {
    // The cast is safe: `ProposalInput` requires files, but `addMembers` does not store them.
    const submission = { groupMembers: [member] } as unknown as ProposalInput;
    const [added] = await addMembers(context, groupId, submission, undefined);
    if (!added) throw new Error('The member was not added.');
    return added.id;
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'invalid';
    if (!isRefused && !isDuplicateMemberError(error)) throw error;
    const [code, message] = isRefused
      ? (['invalid', error.message] as const)
      : ([
          'already-in-group',
          'This email or roll number already belongs to a member of a group. To move that person, open their group.',
        ] as const);
    throw new Problem(code, message, { fields: { 'change.member.email': message } });
  }
}
