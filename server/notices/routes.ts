import * as contract from '#contract/messages/notices.ts';
import * as unreadContract from '#contract/messages/unread-notices.ts';
import * as unsubscribeContract from '#contract/messages/unsubscribe.ts';
import { feature } from '#server/http/feature.ts';
import { deleteOldNotices } from './delete-old-notices.ts';
import { exportNotices } from './export-notices.ts';
import { countNotices, listNotices } from './list-notices.ts';
import { readAllNotices, readNotice } from './read-notices.ts';
import { sendDigests } from './send-digests.ts';
import { findNoticeSettings, saveNoticeSetting } from './settings.ts';
import { findUnsubscribeEmailKind, unsubscribe } from './unsubscribe.ts';

export const noticesFeature = feature({
  name: 'notices',
  contract: { ...contract, ...unreadContract, ...unsubscribeContract },
  jobs: [{ run: sendDigests }, { run: deleteOldNotices, deletesByAge: true }],
  handlers: {
    listNotices: ({ services, caller, query }) => listNotices(services, caller, query),
    exportNotices: (call) => exportNotices(call),
    countNotices: ({ services, caller }) => countNotices(services, caller),
    readNotice: ({ services, caller, params }) => readNotice(services, caller, params.noticeId),
    readAllNotices: ({ services, caller }) => readAllNotices(services, caller),
    findNoticeSettings: ({ services, caller }) => findNoticeSettings(services, caller),
    saveNoticeSetting: ({ services, caller, params, body }) =>
      saveNoticeSetting(services, caller, params.kind, body.delivery),
    findUnsubscribe: ({ services, params }) => findUnsubscribeEmailKind(services, params.token),
    unsubscribe: async ({ services, params, receive }) => {
      await receive();
      return unsubscribe(services, params.token);
    },
  },
});
