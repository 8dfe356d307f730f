import { randomUUID } from 'node:crypto';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import type { FullGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { defaultModules } from '#contract/settings/modules.ts';
import { getProposalSchema, submitProposal } from '#contract/students/proposals.ts';
import { insertUser } from '#server/users/add-user.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { joinXssPayloads } from '#tools/test/files/payloads.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { groupRules } from '#tools/test/group-rules.ts';
import { buildPdfFile, buildProposal, toFile } from '#tools/test/people.ts';
import type { RunningPortal } from '#tools/test/running-portal.ts';
import { getMilestonesOfPart } from '#tools/test/scheme.ts';
import { withDatabase } from './hostile-steps.ts';

/** Maximum number of groups, which have different payloads. With 50, members' names contain every accepted payload. */
const mostGroups = Number(process.env.HOSTILE_GROUPS ?? 11);

type Person = {
  userId: string;
  name: string;
  email: string;
  role: 'student' | 'faculty';
  caller: ApiCaller;
};

const accepts =
  (schema: { safeParse: (text: unknown) => { success: boolean } }) => (text: string) =>
    schema.safeParse(text).success;
const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

const { shape: proposal } = getProposalSchema(groupRules, defaultModules);
const { shape: proposedMember } = proposal.groupMembers.element;
const names = joinXssPayloads(100, accepts(proposedMember.name));
const rolls = joinXssPayloads(25, accepts(proposedMember.roll));
const titles = joinXssPayloads(200, accepts(proposal.title));
const groupNames = joinXssPayloads(60, accepts(updateGroup.body.shape.fypGroupName));
const feedbacks = joinXssPayloads(2000, accepts(saveMarks.body.shape.vivaFeedback));
const fileNames = joinXssPayloads(190, (text) => !/[/\\]/.test(text));

/** Creates users and groups whose text fields contain script payloads that pass validation. */
export async function createHostileRecords(portal: RunningPortal, admin: ApiCaller) {
  const people = await withDatabase(portal, async (db, enter) => {
    const add = async (name: string, role: Person['role']): Promise<Person> => {
      const email = `${randomUUID()}@university.test`;
      // Omit the password hash, because hashing is slow and this test creates sessions without a password.
      const user = { name, email, role, passwordHash: '', supervises: role === 'faculty' };
      const userId = await insertUser({ trx: db, now: portal.now() }, user);
      return { userId, name, email, role, caller: await enter(userId) };
    };
    const students: Person[] = [];
    for (const name of names.slice(0, mostGroups * 3)) students.push(await add(name, 'student'));
    const supervisor = await add('<img src=x onerror=ran()>', 'faculty');
    return { students, supervisor, examiner: await add('<svg onload=ran()>', 'faculty') };
  });
  const { students, supervisor, examiner } = people;

  const groups: FullGroup[] = [];
  for (let index = 0; index * 3 < students.length; index += 1) {
    const members = students.slice(index * 3, index * 3 + 3);
    const proposal = buildProposal(members, {
      title: at(titles, index),
      supervisor: supervisor.name,
    });
    const groupMembers = proposal.groupMembers.map((member, place) => ({
      ...member,
      fathername: at(names, students.length + index * 3 + place),
      roll: `${at(rolls, index * 3 + place)} ${index * 3 + place}`,
    }));
    const { groupId } = await at(members, 0).caller.call(submitProposal, {
      body: {
        ...proposal,
        groupMembers,
        proposalFile: buildPdfFile(`${at(fileNames, index)}.pdf`),
      },
    });
    const body = { fypGroupName: at(groupNames, index), externalExaminer: examiner.name };
    groups.push((await admin.call(updateGroup, { params: { groupId }, body })).group);
  }

  const [group] = groups;
  const [student] = students;
  if (!group || !student) throw new Error('There are no payloads.');
  const groupId = group._id;
  for (const semester of ['Semester 7', 'Semester 8'] as const) {
    const cells = getMilestonesOfPart(semester).map(({ key }, index) => [
      key,
      { marks: 1, feedback: at(feedbacks, index) },
    ]);
    const marks = Object.fromEntries(
      group.fypGroupMembers.map(({ _id }) => [_id, Object.fromEntries(cells)]),
    );
    await supervisor.caller.call(saveMarks, { body: { semester, groupId, marks } });
  }
  for (const vivaFeedback of feedbacks) {
    const body = { semester: 'External Viva' as const, groupId, vivaFeedback };
    await examiner.caller.call(saveMarks, { body });
  }
  for (const name of fileNames.slice(0, mostGroups)) {
    await student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
      body: { file: toFile(buildPdf(), `${name}.pdf`) },
    });
  }
  return { group, student, supervisor, examiner, groups: groups.length, users: students.length };
}

export function buildHostileStorage(url: string, { userId, name, email, role, caller }: Person) {
  const developers = names.map((text) => ({
    name: text,
    role: text,
    bio: text,
    year: text,
    photo: '',
  }));
  const values = {
    token: caller.token ?? '',
    role,
    name,
    email,
    userId,
    developers: JSON.stringify(developers),
  };
  const localStorage = Object.entries(values).map(([key, value]) => ({ name: key, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
