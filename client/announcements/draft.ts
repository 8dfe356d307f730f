import { z } from 'zod';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import {
  type AnnouncementDetails,
  type AudienceRole,
  audienceRoles,
} from '#contract/messages/announcements.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

const textSchema = z.string().max(20_000);
const listSchema = z.array(z.string().max(100)).max(2000);

/** `publishAt` and `shownUntil` are wall-clock times in the department's time zone. */
const AnnouncementValues = z.object({
  title: textSchema,
  text: textSchema,
  to: z.enum(['cohort', 'programs', 'groups']),
  programs: listSchema,
  groupIds: listSchema,
  roles: listSchema,
  byEmail: z.boolean(),
  allowsAnswers: z.boolean().default(false),
  when: z.enum(['now', 'later']),
  publishAt: textSchema,
  shownUntil: textSchema,
});
export type AnnouncementValues = z.infer<typeof AnnouncementValues>;

const empty: AnnouncementValues = {
  title: '',
  text: '',
  to: 'cohort',
  programs: [],
  groupIds: [],
  roles: ['student'],
  byEmail: false,
  allowsAnswers: false,
  when: 'now',
  publishAt: '',
  shownUntil: '',
};

const store = createDraftStore('local', (stored) => AnnouncementValues.safeParse(stored).data);

/** Returns the values without unsaved input, and the stored draft. Ignores drafts of older announcement versions. */
export function openAnnouncementDraft(
  userId: string,
  announcement: AnnouncementDetails | undefined,
  zone: string,
) {
  const { _id, version } = announcement ?? { _id: 'new' };
  const parts = version === undefined ? [_id] : [_id, version];
  const storageKey = `draft:announcement:${[userId, ...parts].join(':')}`;
  return {
    form: { key: buildDraftKey('announcement', ...parts), storageKey, store },
    saved: announcement ? toValues(announcement, zone) : empty,
    restored: store.read(storageKey),
  };
}

export const isSameAnnouncement = (a: AnnouncementValues, b: AnnouncementValues) =>
  JSON.stringify(a) === JSON.stringify(b);

function toValues(announcement: AnnouncementDetails, zone: string): AnnouncementValues {
  const { title, text, target, roles, byEmail, allowsAnswers, publishAt, shownUntil } =
    announcement;
  return {
    title,
    text,
    to: target.to,
    roles,
    byEmail,
    allowsAnswers,
    when: 'later',
    programs: target.to === 'programs' ? target.programs : [],
    groupIds: target.to === 'groups' ? target.groupIds : [],
    publishAt: formatWallClock(publishAt, zone),
    shownUntil: shownUntil ? formatWallClock(shownUntil, zone) : '',
  };
}

export function toAnnouncementBody(values: AnnouncementValues, zone: string, dryRun: boolean) {
  const { title, text, to, programs, groupIds, byEmail, allowsAnswers, when } = values;
  const audience =
    to === 'programs' ? { to, programs } : to === 'groups' ? { to, groupIds } : { to };
  const publishAt =
    when === 'later' ? (parseWallClock(values.publishAt, zone) ?? values.publishAt) : null;
  const shownUntil = values.shownUntil
    ? (parseWallClock(values.shownUntil, zone) ?? values.shownUntil)
    : null;
  const roles = (Object.keys(audienceRoles) as AudienceRole[]).filter((role) =>
    values.roles.includes(role),
  );
  return { title, text, audience, roles, byEmail, allowsAnswers, publishAt, shownUntil, dryRun };
}
