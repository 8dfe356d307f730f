import type { EmailSamples, SampleEmailValues } from '#server/mail/email-sample.ts';
import { composeMarksEmail } from './marks-email.ts';

const buildEmail = (texts: SampleEmailValues) => ({
  group: { name: texts.group, title: texts.title },
  member: { name: texts.member },
  marks: [],
  viva: undefined,
  markers: [texts.supervisor],
});

export const marksEmailSamples: EmailSamples<'marks' | 'viva'> = {
  marks: ({ sender, texts }) => {
    const { milestone: title, marksFeedback: feedback } = texts;
    const marks = [{ title, total: 10, marks: 8.5, feedback }];
    return composeMarksEmail(sender, { ...buildEmail(texts), marks });
  },
  viva: ({ sender, texts }) => {
    const viva = { date: '2027-05-22', status: 'pass', feedback: texts.vivaFeedback };
    return composeMarksEmail(sender, { ...buildEmail(texts), viva });
  },
};
