import { buildSampleStudent, type EmailSamples } from '#server/mail/email-sample.ts';
import { composeInvitationEmail } from './invitation-email.ts';

export const userEmailSamples: EmailSamples<'invitation'> = {
  invitation: ({ sender, texts }) =>
    composeInvitationEmail(sender, {
      name: texts.supervisor,
      role: 'faculty',
      email: buildSampleStudent(texts).email,
      link: `${sender.publicUrl}/`,
      reason: 'made',
    }),
};
