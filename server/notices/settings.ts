import {
  defaultNoticeDelivery,
  listDeliveryModes,
  type NoticeDeliveryMode,
  type NoticeKind,
  noticeKindKeys,
  noticeKinds,
} from '#contract/messages/notices.ts';
import { Problem } from '#contract/problem.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

/** Returns the stored delivery setting, or the default if it is missing or not available for this kind of notice. */
export const getEffectiveNoticeDelivery = (
  kind: NoticeKind,
  stored: NoticeDeliveryMode | null | undefined,
): NoticeDeliveryMode =>
  stored && listDeliveryModes(kind).includes(stored) ? stored : defaultNoticeDelivery;

export const isEmailOptional = (kind: NoticeKind): boolean => listDeliveryModes(kind).length > 1;

export async function getNoticeDelivery(
  db: Db,
  userId: string,
  kind: NoticeKind,
): Promise<NoticeDeliveryMode> {
  const setting = await db
    .selectFrom('notice_settings')
    .select('delivery')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return getEffectiveNoticeDelivery(kind, setting?.delivery);
}

/** Stores how notices of one kind are delivered. Switching emails off removes waiting notices from the next digest. */
export async function setNoticeDelivery(
  trx: Db,
  userId: string,
  kind: NoticeKind,
  delivery: NoticeDeliveryMode,
): Promise<void> {
  await trx
    .insertInto('notice_settings')
    .values({ user_id: userId, kind, delivery })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ delivery }))
    .execute();
  if (delivery === 'email' || delivery === 'digest') return;
  await trx
    .updateTable('notices')
    .set({ awaits_digest: 0 })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('awaits_digest', '=', 1)
    .execute();
}

export async function findNoticeSettings({ db, content }: Services, caller: Caller) {
  const rows = await db
    .selectFrom('notice_settings')
    .select(['kind', 'delivery'])
    .where('user_id', '=', caller.userId)
    .execute();
  const stored = new Map(rows.map(({ kind, delivery }) => [kind, delivery]));
  const kinds = noticeKindKeys.filter((kind) => {
    const { roles, module } = noticeKinds[kind];
    return roles.includes(caller.role) && isModuleEnabled(content.modules, module);
  });
  return {
    settings: kinds.map((kind) => ({
      kind,
      delivery: getEffectiveNoticeDelivery(kind, stored.get(kind)),
    })),
  };
}

/** Saves how the caller gets one kind of notice. Throws `invalid` if that delivery is not available for this kind. */
export async function saveNoticeSetting(
  services: Services,
  caller: Caller,
  kind: NoticeKind,
  delivery: NoticeDeliveryMode,
) {
  const { label } = noticeKinds[kind];
  await writeAs(services, caller, async ({ trx }) => {
    if (!listDeliveryModes(kind).includes(delivery)) {
      const message = `${label}: you can’t turn off this email.`;
      throw new Problem('invalid', message, { fields: { delivery: message } });
    }
    await setNoticeDelivery(trx, caller.userId, kind, delivery);
  });
  return { message: `${label}: ${deliveryTexts[delivery]}.`, setting: { kind, delivery } };
}

const deliveryTexts: Record<NoticeDeliveryMode, string> = {
  email: 'you’ll be notified by email immediately',
  digest: 'you’ll get one email a day',
  page: 'you’ll be notified on the notifications page only',
  off: 'you won’t be notified',
};
