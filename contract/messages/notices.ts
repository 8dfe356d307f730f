import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { SheetFormat } from '#contract/exports/sheets.ts';
import type { NoticeKindDeclaration } from '#contract/feature.ts';
import { type CollectedKinds, collectKinds } from '#contract/features.ts';
import { roles } from '#contract/values/roles.ts';
import { Id } from '#contract/values/text.ts';

export const noticeDeliveryModes = {
  email: { label: 'Email', says: 'Immediately by email, and on this page' },
  digest: { label: 'Daily digest', says: 'On this page, and in one email at 08:00' },
  page: { label: 'Only here', says: 'Only on this page' },
  off: { label: 'Off', says: 'No notifications' },
} as const;
export type NoticeDeliveryMode = keyof typeof noticeDeliveryModes;
const deliveryKeys = Object.keys(noticeDeliveryModes) as NoticeDeliveryMode[];
const NoticeDeliveryMode = z.enum(deliveryKeys, { error: 'Choose email, digest, page or off.' });

export const defaultNoticeDelivery: NoticeDeliveryMode = 'email';

export type NoticeKind = keyof CollectedKinds<'noticeKinds'>;

export const noticeKinds: Record<NoticeKind, NoticeKindDeclaration> = collectKinds('noticeKinds');
export const noticeKindKeys = Object.keys(noticeKinds) as NoticeKind[];
const NoticeKind = z.enum(noticeKindKeys, { error: 'Unknown kind of notification.' });

/** Returns the modes of delivery that a user can choose for a kind of notice. */
export const listDeliveryModes = (kind: NoticeKind): readonly NoticeDeliveryMode[] =>
  noticeKinds[kind].isAlwaysEmailed ? [defaultNoticeDelivery] : deliveryKeys;

/** Maximum number of notices per user. Older notices are deleted, and each notice expires after `noticeRetentionDays`. */
export const maxNotices = 500;
export const noticeRetentionDays = 365;

export const Notice = z.object({
  _id: z.string(),
  kind: NoticeKind,
  text: z.string().describe('one sentence'),
  path: z.string().describe('path of the portal with the details'),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  times: z.int().describe('number of identical notices that this notice stands for'),
  lastAt: z.iso.datetime().describe('time of the last of them'),
});
export type Notice = z.infer<typeof Notice>;

export const NoticeFilter = z.object({
  kind: NoticeKind.optional(),
  state: z
    .enum(['unread'], { error: 'Choose unread notifications or all notifications.' })
    .optional(),
  order: z.enum(['newest', 'oldest'], { error: 'Sort by newest or oldest.' }).default('newest'),
});
export type NoticeFilter = z.infer<typeof NoticeFilter>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'List the caller’s notices',
  access: roles,
  query: NoticeFilter.extend({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(25),
  }),
  reply: z.object({ notices: z.array(Notice), total: z.int() }),
  problems: [],
});

export const exportNotices = endpoint({
  method: 'GET',
  path: '/api/notices/export',
  summary: 'Export the caller’s notices as a spreadsheet',
  access: roles,
  audit: ['list-exported'],
  query: NoticeFilter.extend({ format: SheetFormat }),
  reply: z.unknown(),
  problems: [],
});

export const readNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:noticeId/read',
  summary: 'Mark a notice of the caller as read',
  access: roles,
  audit: 'nothing: it is about what one has looked at',
  params: z.object({ noticeId: Id }),
  reply: z.object({ notice: Notice }),
  problems: ['not-found'],
});

export const readAllNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Mark all notices of the caller as read',
  access: roles,
  audit: 'nothing: it is about what one has looked at',
  reply: z.object({ message: z.string() }),
  problems: [],
});

export const NoticeSetting = z.object({ kind: NoticeKind, delivery: NoticeDeliveryMode });
export type NoticeSetting = z.infer<typeof NoticeSetting>;

export const findNoticeSettings = endpoint({
  method: 'GET',
  path: '/api/notices/settings',
  summary: 'Get the delivery of each kind of notice for the caller’s role',
  access: roles,
  reply: z.object({ settings: z.array(NoticeSetting) }),
  problems: [],
});

export const saveNoticeSetting = endpoint({
  method: 'PUT',
  path: '/api/notices/settings/:kind',
  summary: 'Set the delivery of a kind of notice',
  access: roles,
  audit: 'nothing: it is a wish of one’s own',
  params: z.object({ kind: NoticeKind }),
  body: z.object({ delivery: NoticeDeliveryMode }),
  reply: z.object({ message: z.string(), setting: NoticeSetting }),
  problems: [],
});
