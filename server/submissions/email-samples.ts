import { defaultKindSettings, listCohortKinds } from '#contract/settings/kinds.ts';
import { buildSampleStudent, type EmailSamples } from '#server/mail/email-sample.ts';
import { composeDecisionEmail } from './extension-emails.ts';
import { composeReminderEmail } from './reminder-emails.ts';

const hour = 3_600_000;
const toDue = (now: Date) => new Date(now.getTime() + 72 * hour).toISOString();

export const submissionEmailSamples: EmailSamples<'reminder' | 'extension'> = {
  reminder: ({ sender, timeZone, now, texts }) => {
    const submission = { title: texts.deadline, due: toDue(now), missing: ['report'] };
    return composeReminderEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      told: [{ submission }],
      kinds: listCohortKinds(defaultKindSettings),
      now,
      timeZone,
    });
  },
  extension: ({ sender, timeZone, now, texts }) =>
    composeDecisionEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      by: buildSampleStudent(texts),
      timeZone,
      deadline: { title: texts.deadline },
      decision: 'granted',
      due: toDue(now),
      reason: texts.reason,
    }),
};
