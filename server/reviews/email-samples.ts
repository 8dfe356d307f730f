import { buildSampleStudent, type EmailSamples } from '#server/mail/email-sample.ts';
import { composeKeptEmail } from './decision-email.ts';

export const reviewEmailSamples: EmailSamples<'review'> = {
  review: ({ sender, texts }) =>
    composeKeptEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      title: texts.milestone,
      reason: texts.reason,
      by: buildSampleStudent(texts),
    }),
};
