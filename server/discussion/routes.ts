import * as contract from '#contract/messages/discussion.ts';
import { feature } from '#server/http/feature.ts';
import { addMessage } from './add-message.ts';
import { countUnreadMessages } from './count-unread.ts';
import { discussionDeskParts } from './desk.ts';
import { editMessage } from './edit-message.ts';
import { messagesInHistory } from './history-part.ts';
import { listMessages } from './list-messages.ts';
import { readMessages } from './read-messages.ts';
import { removeMessage } from './remove-message.ts';
import { sendMessageEmails } from './send-message-emails.ts';

export const discussionFeature = feature({
  name: 'discussion',
  reason:
    'Students and supervisors ask and answer beside the work, so that agreements are not lost.',
  contract,
  desk: discussionDeskParts,
  history: [messagesInHistory],
  jobs: [{ run: sendMessageEmails }],
  handlers: {
    countUnreadMessages: ({ services, caller, params }) =>
      countUnreadMessages(services, caller, params.groupId),
    listMessages: ({ services, caller, params, query }) =>
      listMessages(services, caller, params, query),
    addMessage: ({ services, caller, params, receive }) =>
      addMessage(services, caller, params, receive),
    editMessage: ({ services, caller, params, body }) =>
      editMessage(services, caller, params.messageId, body.text),
    removeMessage: ({ services, caller, params }) =>
      removeMessage(services, caller, params.messageId),
    readMessages: ({ services, caller, params }) =>
      readMessages(services, caller, params.messageId),
  },
});
