import { documentKinds } from '#contract/rules/document-kinds.ts';
import type { EmailSamples } from '#server/mail/email-sample.ts';
import { composeReceiptEmail } from './queue-receipt.ts';

export const documentEmailSamples: EmailSamples<'receipt'> = {
  receipt: ({ sender, timeZone, now, texts }) =>
    composeReceiptEmail(sender, {
      name: texts.member,
      group: { name: texts.group },
      label: documentKinds.thesis.label,
      submission: undefined,
      lateMs: 0,
      timeZone,
      row: {
        name: texts.file,
        version: 1,
        size: 1_500_000,
        sha256: '0'.repeat(64),
        uploaded_by_name: texts.member,
        uploaded_at: now.toISOString(),
        warning: null,
      },
    }),
};
