import type { EmailKind } from '#contract/email-templates.ts';
import { receiptEmail } from '#server/documents/queue-receipt.ts';
import { memberNamedEmail, proposalEmail } from '#server/groups/group-emails.ts';
import type { EmailSender } from '#server/mail/compose-email.ts';
import { marksEmail } from '#server/marks/marks-email.ts';
import { decidedEmail } from '#server/submissions/extension-emails.ts';
import { reminderEmail } from '#server/submissions/reminder-emails.ts';
import { invitationEmail } from '#server/users/invitation-email.ts';

const group = { name: 'BSCS-2027-014', title: 'A portal for final-year projects' };
const member = { name: 'Sana Malik' };
const supervisor = { name: 'Dr. Omar Siddiqui' };
const by = { name: 'Bilal Ahmed', email: 'bilal.ahmed@university.edu' };
const proposed = {
  ...group,
  program: 'BSCS',
  category: 'Web Development',
  supervisor: supervisor.name,
  members: [{ name: member.name, roll: '21-CS-014' }],
};
const title = 'December Monthly Report';
const hour = 3_600_000;

type Surroundings = { sender: EmailSender; timeZone: string; now: Date };
type Sample = (surroundings: Surroundings) => ReturnType<typeof marksEmail>;

const marks = { group, member, marks: [], viva: undefined, markers: [supervisor.name] };

/** Composes each kind with its production function and sample values. */
export const sampleEmails: Record<EmailKind, Sample> = {
  marks: ({ sender }) =>
    marksEmail(sender, {
      ...marks,
      marks: [{ title: 'Month 1', total: 10, marks: 8.5, feedback: 'A clear report.' }],
    }),
  viva: ({ sender }) =>
    marksEmail(sender, {
      ...marks,
      viva: { date: '2027-05-22', status: 'pass', feedback: 'Well defended.' },
    }),
  receipt: ({ sender, timeZone, now }) =>
    receiptEmail(sender, {
      name: member.name,
      group,
      submission: undefined,
      lateMs: 0,
      timeZone,
      row: {
        kind: 'thesis',
        name: 'thesis.pdf',
        version: 1,
        size: 1_500_000,
        sha256: '0'.repeat(64),
        uploaded_by_name: member.name,
        uploaded_at: now.toISOString(),
      },
    }),
  reminder: ({ sender, timeZone, now }) => {
    const due = new Date(now.getTime() + 72 * hour).toISOString();
    const reminders = [{ submission: { title, due, missing: ['report' as const] } }];
    return reminderEmail(sender, { name: member.name, group, told: reminders, now, timeZone });
  },
  extension: ({ sender, timeZone, now }) => {
    const due = new Date(now.getTime() + 72 * hour).toISOString();
    const decided = { deadline: { title }, decision: 'granted' as const, due, reason: 'Illness.' };
    return decidedEmail(sender, { name: member.name, group, by, timeZone, ...decided });
  },
  proposal: ({ sender }) => proposalEmail(sender, { supervisor, group: proposed, by }),
  named: ({ sender }) =>
    memberNamedEmail(sender, {
      member,
      group,
      by,
      link: `${sender.publicUrl}/`,
      days: 7,
    }),
  invitation: ({ sender }) =>
    invitationEmail(sender, {
      name: supervisor.name,
      role: 'faculty',
      email: by.email,
      link: `${sender.publicUrl}/`,
    }),
};
