import { adminToastDurationMs } from '#client/api/toast.ts';
import { listUndeliveredEmails } from '#contract/admin/undelivered-emails.ts';
import { listEmails } from '#contract/messages/emails.ts';

export const emailActionOptions = {
  failure: 'Couldn’t change the email',
  toastFor: adminToastDurationMs,
  invalidates: [listUndeliveredEmails, listEmails],
};
