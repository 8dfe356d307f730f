import { z } from 'zod';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
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
  when: 'now',
  publishAt: '',
  shownUntil: '',
};

const store = createBrowserStore('local', (stored) => AnnouncementValues.safeParse(stored).data);

/** Returns initial values and functions to store and delete a draft. Ignores drafts of older announcement versions. */
export function openAnnouncementDraft(
  userId: string,
  announcement: AnnouncementDetails | undefined,
  zone: string,
) {
  const key = `draft:announcement:${userId}:${announcement ? `${announcement._id}:${announcement.version}` : 'new'}`;
  const stored = store.read(key);
  return {
    initial: stored ?? (announcement ? toValues(announcement, zone) : empty),
    isResumed: stored !== undefined,
    keep: (values: AnnouncementValues) => store.write(key, values),
    drop: () => store.remove(key),
  };
}

function toValues(announcement: AnnouncementDetails, zone: string): AnnouncementValues {
  const { title, text, target, roles, byEmail, publishAt, shownUntil } = announcement;
  return {
    title,
    text,
    to: target.to,
    roles,
    byEmail,
    when: 'later',
    programs: target.to === 'programs' ? target.programs : [],
    groupIds: target.to === 'groups' ? target.groupIds : [],
    publishAt: formatWallClock(publishAt, zone),
    shownUntil: shownUntil ? formatWallClock(shownUntil, zone) : '',
  };
}

export function toAnnouncementBody(values: AnnouncementValues, zone: string, dryRun: boolean) {
  const { title, text, to, programs, groupIds, byEmail, when } = values;
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
  return { title, text, audience, roles, byEmail, publishAt, shownUntil, dryRun };
}
