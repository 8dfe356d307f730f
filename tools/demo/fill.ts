import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { findHome } from '#contract/settings/content.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { createUser } from '#contract/users.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { buildEmailAddress, toFile } from '#tools/test/people.ts';
import {
  examinerNames,
  progressStages,
  projectTitles,
  sampleFeedback,
  studentNames,
} from './department.ts';
import { addSampleCertificates } from './fill-certificates.ts';

const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
const emailOfPerson = (name: string) =>
  buildEmailAddress(name.replace(/^(Prof\. )?(Dr|Engr|Mr|Ms|Prof)\. /, ''));

const announcement = {
  title: 'Viva week and certificates',
  text: 'Vivas are held in the last week of May; your supervisor tells you the day.\n\nList your certificates on your page, and check [which courses count](/coursera) first.',
  audience: { to: 'cohort' as const },
  roles: ['student' as const, 'supervisor' as const],
  byEmail: false,
  publishAt: null,
  shownUntil: null,
  dryRun: false,
};
const certificatesStages = ['listed', 'accepted', 'none', 'returned'] as const;

export type SampleLogin = { role: string; name: string; email: string };

/** Fills an empty portal with sample data through its API. */
export async function createSampleDepartment(
  admin: ApiCaller,
  password: string,
  groups = 30,
): Promise<SampleLogin[]> {
  const { cohort, programs, supervisors } = await admin.call(findChoices);
  const names = supervisors.map(({ value }) => value).filter((name) => name !== 'other');
  for (const name of [...names, ...examinerNames]) {
    await admin.call(createUser, {
      body: {
        name,
        email: emailOfPerson(name),
        role: 'faculty',
        password,
        supervises: names.includes(name),
      },
    });
  }
  for (let number = 0; number < groups; number += 1) {
    const supervisor = itemAt(names, number);
    await fillGroup(admin, password, number, itemAt(programs, number).value, supervisor);
  }
  await admin.call(addAnnouncement, { body: { ...announcement, cohort } });
  const [supervisor, examiner, student] = [
    itemAt(names, 0),
    itemAt(examinerNames, 0),
    getStudent(3, 0),
  ];
  return [
    { role: 'supervisor', name: supervisor, email: emailOfPerson(supervisor) },
    { role: 'examiner', name: examiner, email: emailOfPerson(examiner) },
    { role: 'student', name: student, email: getStudentEmail(3, 0) },
  ];
}

const getStudent = (group: number, position: number) =>
  itemAt(studentNames, group * 7 + position * 3);
const getStudentEmail = (group: number, position: number) =>
  emailOfPerson(`${getStudent(group, position)} ${group + 1}`);

async function fillGroup(
  admin: ApiCaller,
  password: string,
  number: number,
  program: string,
  supervisor: string,
) {
  const size = ((number + Math.floor(number / 9)) % 3) + 1;
  const { title, category } = itemAt(projectTitles, number);
  const members = Array.from({ length: size }, (_, position) => ({
    name: getStudent(number, position),
    fathername: itemAt(studentNames, number + position * 5 + 1).replace(/^\S+/, 'Muhammad'),
    roll: `F22-${program}-${String(number * 3 + position + 1).padStart(3, '0')}`,
    email: getStudentEmail(number, position),
    phone: `+92 3${String(100_000_000 + number * 1_234_567 + position * 7_654_321)}`,
    feeProof: toFile(
      buildPdf({ title: `Fee proof of ${getStudent(number, position)}` }),
      'fee-proof.pdf',
    ),
  }));
  const [first] = members;
  if (!first) return;
  await admin.call(register, { body: { name: first.name, email: first.email, password } });
  const student = await admin.logIn(first.email, password);
  const proposalFile = toFile(buildPdf({ title }), 'proposal.pdf');
  const { groupId } = await student.call(submitProposal, {
    body: { program, title, category, supervisor, proposalFile, groupMembers: members },
  });
  const { member } = await student.call(findGroup, { params: { email: first.email } });
  const owner = { groupId, memberId: member._id, email: first.email, name: first.name };
  await addSampleCertificates(admin, student, owner, itemAt(certificatesStages, number));
  const stage = itemAt(progressStages, number);
  if (stage.hasUploads) {
    const files = {
      thesis: toFile(buildPdf({ title: `${title}: thesis`, bytes: 400_000 }), 'thesis.pdf'),
      similarity: toFile(buildPdf({ title: 'Similarity report' }), 'similarity-report.pdf'),
      code: toFile(buildZip(), 'code.zip'),
    };
    for (const [kind, file] of Object.entries(files)) {
      const params = { kind: kind as keyof typeof files, email: first.email };
      await student.call(uploadDocument, { params, body: { file } });
    }
  }
  await markGroup(admin, number, groupId, stage.markedParts);
}

async function markGroup(
  admin: ApiCaller,
  number: number,
  groupId: string,
  marked: (typeof progressStages)[number]['markedParts'],
) {
  const { group } = await admin.call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: itemAt(examinerNames, number) },
  });
  const { scheme } = await admin.call(findHome);
  for (const part of scheme.parts.slice(0, marked)) {
    const marks = Object.fromEntries(
      group.fypGroupMembers.map(({ _id }, position) => [
        _id,
        Object.fromEntries(
          part.milestones.map(({ key, total }, index) => {
            const share = 0.6 + ((number * 13 + position * 7 + index * 5) % 40) / 100;
            const mark = Math.round(total * share * 2) / 2;
            const feedback = index % 2 === 0 ? itemAt(sampleFeedback, number + index) : null;
            return [key, { marks: mark, feedback }];
          }),
        ),
      ]),
    );
    const viva = part.viva && {
      vivaDate: vivaDateBefore(new Date()),
      vivaStatus: 'pass' as const,
      vivaFeedback: 'A convincing demonstration and honest answers.',
    };
    await admin.call(saveMarks, { body: { semester: part.title, groupId, marks, ...viva } });
  }
  if (marked > 0) await admin.call(mailGroup, { params: { groupId } });
}

/** Returns the sample date of the viva or, if earlier, today: a viva with a result cannot be in the future. */
function vivaDateBefore(now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return [today, '2026-11-06'].toSorted()[0] ?? today;
}
