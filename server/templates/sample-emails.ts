import type { EmailKind } from '#contract/email-templates.ts';
import { composeReceiptEmail } from '#server/documents/queue-receipt.ts';
import {
  buildNamedMemberEmail,
  buildSupervisorProposalEmail,
} from '#server/groups/group-emails.ts';
import type { EmailSender } from '#server/mail/compose-email.ts';
import { composeMarksEmail } from '#server/marks/emails/marks-email.ts';
import { composeDecisionEmail } from '#server/submissions/extension-emails.ts';
import { composeReminderEmail } from '#server/submissions/reminder-emails.ts';
import { composeInvitationEmail } from '#server/users/invitation-email.ts';

export const sampleEmailValues = {
  group: 'BSCS-2027-014',
  title: 'A portal for final-year projects',
  member: 'Sana Malik',
  supervisor: 'Dr. Omar Siddiqui',
  student: 'Bilal Ahmed',
  program: 'BSCS',
  category: 'Web Development',
  roll: '21-CS-014',
  deadline: 'December Monthly Report',
  milestone: 'Month 1',
  marksFeedback: 'A clear report.',
  vivaFeedback: 'Well defended.',
  reason: 'Illness.',
  file: 'thesis.pdf',
};
export type SampleEmailValues = typeof sampleEmailValues;

const studentEmail = 'bilal.ahmed@university.edu';
const hour = 3_600_000;

type Surroundings = { sender: EmailSender; timeZone: string; now: Date; texts: SampleEmailValues };
type Sample = (surroundings: Surroundings) => ReturnType<typeof composeMarksEmail>;

const toProposed = (texts: SampleEmailValues) => ({
  name: texts.group,
  title: texts.title,
  program: texts.program,
  category: texts.category,
  supervisor: texts.supervisor,
  members: [{ name: texts.member, roll: texts.roll }],
});
const toMarks = (texts: SampleEmailValues) => ({
  group: { name: texts.group, title: texts.title },
  member: { name: texts.member },
  marks: [],
  viva: undefined,
  markers: [texts.supervisor],
});

/** Uses the functions that compose the real emails, so that the samples match them. */
export const sampleEmails: Record<EmailKind, Sample> = {
  marks: ({ sender, texts }) => {
    const { milestone: title, marksFeedback: feedback } = texts;
    const marks = [{ title, total: 10, marks: 8.5, feedback }];
    return composeMarksEmail(sender, { ...toMarks(texts), marks });
  },
  viva: ({ sender, texts }) => {
    const viva = { date: '2027-05-22', status: 'pass', feedback: texts.vivaFeedback };
    return composeMarksEmail(sender, { ...toMarks(texts), viva });
  },
  receipt: ({ sender, timeZone, now, texts }) =>
    composeReceiptEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      submission: undefined,
      lateMs: 0,
      timeZone,
      row: {
        kind: 'thesis',
        name: texts.file,
        version: 1,
        size: 1_500_000,
        sha256: '0'.repeat(64),
        uploaded_by_name: texts.member,
        uploaded_at: now.toISOString(),
      },
    }),
  reminder: ({ sender, timeZone, now, texts }) => {
    const due = new Date(now.getTime() + 72 * hour).toISOString();
    const submission = { title: texts.deadline, due, missing: ['report' as const] };
    const group = { name: texts.group };
    return composeReminderEmail(sender, {
      name: texts.member,
      group,
      told: [{ submission }],
      now,
      timeZone,
    });
  },
  extension: ({ sender, timeZone, now, texts }) =>
    composeDecisionEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      by: { name: texts.student, email: studentEmail },
      timeZone,
      deadline: { title: texts.deadline },
      decision: 'granted',
      due: new Date(now.getTime() + 72 * hour).toISOString(),
      reason: texts.reason,
    }),
  proposal: ({ sender, texts }) =>
    buildSupervisorProposalEmail(sender, {
      supervisor: { name: texts.supervisor },
      group: toProposed(texts),
      by: { name: texts.student, email: studentEmail },
    }),
  named: ({ sender, texts }) =>
    buildNamedMemberEmail(sender, {
      member: { name: texts.member },
      group: { name: texts.group, title: texts.title },
      by: { name: texts.student, email: studentEmail },
      link: `${sender.publicUrl}/`,
      days: 7,
    }),
  invitation: ({ sender, texts }) =>
    composeInvitationEmail(sender, {
      name: texts.supervisor,
      role: 'faculty',
      email: studentEmail,
      link: `${sender.publicUrl}/`,
    }),
};
