import type { EmailKind } from '#contract/settings/email-templates.ts';
import type { Composed, EmailSender } from './compose-email.ts';

/** Texts of the emails that preview a template. */
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

type EmailSampleContext = {
  sender: EmailSender;
  timeZone: string;
  now: Date;
  texts: SampleEmailValues;
};

/** Composes an email with sample texts. Uses the function that composes the real email, so that the two match. */
export type EmailSample = (context: EmailSampleContext) => Composed;

/** Sample of each kind of email whose template a department can edit. */
export type EmailSamples<Kind extends string = EmailKind> = Readonly<Record<Kind, EmailSample>>;

/** The student who causes an email, and their email address, which receives replies. */
export const buildSampleStudent = (texts: SampleEmailValues) => ({
  name: texts.student,
  email: 'bilal.ahmed@university.edu',
});
