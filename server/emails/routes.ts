import * as contract from '#contract/messages/emails.ts';
import { feature } from '#server/http/feature.ts';
import { eraseOldEmailTexts } from '#server/mail/erase-old-texts.ts';
import { emailsDeskParts } from './desk.ts';
import { exportEmails } from './export-emails.ts';
import { getEmail } from './get-email.ts';
import { listEmails } from './list-emails.ts';

export const emailsFeature = feature({
  name: 'emails',
  contract,
  desk: emailsDeskParts,
  jobs: [{ run: eraseOldEmailTexts, deletesByAge: true }],
  handlers: {
    listEmails: ({ services, query }) => listEmails(services, query),
    exportEmails: (call) => exportEmails(call),
    getEmail: ({ services, params }) => getEmail(services, params.emailId),
  },
});
