import { randomUUID } from 'node:crypto';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { findHome } from '#contract/settings/content.ts';
import { getSetting, type SettingName, saveSetting } from '#contract/settings/settings.ts';
import {
  addCertificate,
  decideCertificates,
  getMemberCertificates,
} from '#contract/students/certificates.ts';
import { objectToGroup } from '#contract/students/objections.ts';
import { findChoices, submitProposal } from '#contract/students/proposals.ts';
import { askExtension, listSubmissions } from '#contract/submissions.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import type { Mailbox } from '#tools/test/mailbox.ts';
import {
  buildPdfFile,
  buildProposal,
  createAccount,
  registerStudent,
  toFile,
} from '#tools/test/people.ts';

let texts = 0;
/**
 * Returns a unique right-to-left string with a word of `letters` letters. In the test data, only these strings contain
 * exclamation marks.
 */
const rtl = (letters = 4) => {
  texts += 1;
  return `${'نظام'.padEnd(letters, 'ن')} ${texts} (v2.0)!`;
};
const email = () => `${randomUUID().replaceAll('-', '')}@university.test`;

/** Settings, each with a pattern that matches the names of its free-text fields. */
const texted: [SettingName, RegExp][] = [
  ['department', /^(name|university|shortName|room|hours)$/],
  ['home', /^(title|from|name)$/],
  ['faq', /^(title|question)$/],
  ['courses', /^(title|provider|internship|details)$/],
  ['developers', /^(name|role|bio)$/],
  ['choices', /^label$/],
  ['categories', /^(title|description)$/],
  ['deadlines', /^title$/],
  ['scheme', /^title$/],
  ['groups', /^question$/],
];

const replaceTexts = (value: unknown, keys: RegExp): unknown =>
  Array.isArray(value)
    ? value.map((each) => replaceTexts(each, keys))
    : typeof value === 'object' && value
      ? Object.fromEntries(
          Object.entries(value).map(([key, each]) => [
            key,
            typeof each === 'string' && keys.test(key) ? rtl() : replaceTexts(each, keys),
          ]),
        )
      : // Remove placeholders, because the names of the rules to which they refer change, too.
        typeof value === 'string'
        ? value.replaceAll(/\{[^{}]*\}/g, '')
        : value;

async function fillSettings(admin: ApiCaller) {
  const { cohort } = await admin.call(findChoices);
  for (const [name, keys] of texted) {
    const isOfCohort = ['choices', 'categories', 'deadlines', 'scheme', 'groups'].includes(name);
    const query = isOfCohort ? { cohort } : {};
    const { version, value } = await admin.call(getSetting, { params: { name }, query });
    const body = { version, value: replaceTexts(value, keys) };
    await admin.call(saveSetting, { params: { name }, query, body });
  }
  return cohort;
}

async function fillCertificates(
  admin: ApiCaller,
  student: { email: string; caller: ApiCaller },
  { groupId, memberId }: { groupId: string; memberId: string },
) {
  for (let number = 0; number < 2; number += 1) {
    const body = { title: rtl(60), provider: rtl(40), countsFor: 'optional', courseId: null };
    await student.caller.call(addCertificate, { params: { groupId }, body });
  }
  await student.caller.call(uploadDocument, {
    params: { kind: 'certificate', email: student.email },
    body: { file: buildPdfFile(`${rtl(60)}.pdf`) },
  });
  const params = { memberId };
  const { entries, documents } = await admin.call(getMemberCertificates, { params });
  const returned = entries.slice(0, 1).map(({ _id, revision }) => ({ _id, revision }));
  const documentId = documents[0]?._id ?? null;
  await admin.call(decideCertificates, {
    params,
    body: { entries: returned, decision: 'returned', documentId, reason: rtl(60) },
  });
}

export async function createRightToLeftRecords(admin: ApiCaller, emails: Mailbox) {
  const supervisor = await createAccount(admin, 'faculty', rtl(40), email());
  const examiner = await createAccount(admin, 'faculty', rtl(40), email());
  const student = await registerStudent(admin, rtl(40), email());
  const mates = [1, 2].map(() => ({ name: rtl(40), email: email() }));
  const cohort = await fillSettings(admin);
  const proposal = buildProposal([student, ...mates], {
    title: rtl(60),
    supervisor: supervisor.name,
    proposalFile: buildPdfFile(`${rtl(60)}.pdf`),
  });
  const groupMembers = proposal.groupMembers.map((member) => ({ ...member, fathername: rtl(40) }));
  const { groupId } = await student.caller.call(submitProposal, {
    body: { ...proposal, groupMembers },
  });
  const { group } = await admin.call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name, fypGroupName: rtl(40) },
  });
  const [named] = await emails.waitFor(mates[0]?.email ?? '');
  const token = /#object=(\S+)/.exec(named?.text ?? '')?.[1] ?? '';
  await admin.call(objectToGroup, { body: { token } });

  for (const [kind, file] of [
    ['thesis', buildPdfFile(`${rtl(60)}.pdf`)],
    ['code', toFile(buildZip(), `${rtl(60)}.zip`)],
  ] as const) {
    const params = { kind, email: student.email };
    await student.caller.call(uploadDocument, { params, body: { file } });
  }
  const { submissions } = await student.caller.call(listSubmissions, { params: { groupId } });
  const open = submissions.filter(({ documents }) => documents.includes('report')).at(-1);
  const askedDue = new Date(Date.parse(open?.due ?? '') + 86_400_000).toISOString();
  const file = toFile(buildPdf(), `${rtl(60)}.pdf`);
  const asked = { deadlineId: open?.deadlineId ?? '', askedDue, reason: rtl(60), file };
  await student.caller.call(askExtension, { params: { groupId }, body: asked });

  const { scheme } = await admin.call(findHome);
  for (const part of scheme.parts) {
    const cells = part.milestones.map(({ key }) => [key, { marks: 1, feedback: rtl(60) }]);
    const marks = Object.fromEntries(
      group.fypGroupMembers.map(({ _id }) => [_id, Object.fromEntries(cells)]),
    );
    const viva = part.viva && { vivaFeedback: rtl(60) };
    await admin.call(saveMarks, { body: { semester: part.title, groupId, marks, ...viva } });
  }
  const memberId = group.fypGroupMembers[0]?._id ?? '';
  await fillCertificates(admin, student, { groupId, memberId });
  await admin.call(addAnnouncement, {
    body: {
      title: rtl(60),
      text: rtl(60),
      audience: { to: 'cohort' },
      cohort,
      byEmail: true,
      roles: ['student', 'supervisor'],
      publishAt: null,
      shownUntil: null,
      dryRun: false,
    },
  });
  await admin.call(mailGroup, { params: { groupId } });
  return { group, student, supervisor, examiner, cohort };
}
