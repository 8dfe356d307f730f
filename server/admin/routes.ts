import * as attention from '#contract/admin/attention.ts';
import * as figures from '#contract/admin/figures.ts';
import * as groupEdits from '#contract/admin/group-edits.ts';
import * as undeliveredEmails from '#contract/admin/undelivered-emails.ts';
import { chooseAccount } from '#server/groups/claims/choose-account.ts';
import { feature } from '#server/http/feature.ts';
import { findAttentionItems } from './find-attention.ts';
import { findAdminStatistics } from './find-figures.ts';
import {
  dismissEmail,
  listUndeliveredEmails,
  sendEmailAgain,
  sendFailedEmailsAgain,
} from './undelivered-emails.ts';
import { updateGroup } from './update-group.ts';

export const adminFeature = feature({
  name: 'admin',
  contract: { ...attention, ...figures, ...undeliveredEmails, ...groupEdits },
  handlers: {
    findAttention: ({ services }) => findAttentionItems(services),
    findFigures: ({ services, query }) => findAdminStatistics(services, query),
    listUndeliveredEmails: ({ services }) => listUndeliveredEmails(services),
    sendEmailAgain: ({ services, caller, params }) =>
      sendEmailAgain(services, caller, params.emailId),
    sendFailedEmailsAgain: ({ services, caller, body }) =>
      sendFailedEmailsAgain(services, caller, body.since),
    dismissEmail: ({ services, caller, params }) => dismissEmail(services, caller, params.emailId),
    chooseAccount: ({ services, caller, params, body }) =>
      chooseAccount(services, caller, params.memberId, body.userId),
    updateGroup: ({ services, caller, params, body }) =>
      updateGroup(services, caller, params.groupId, body),
  },
});
