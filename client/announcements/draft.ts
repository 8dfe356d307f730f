import { z } from 'zod';
import { browserStore } from '#client/api/browser-store.ts';
import {
  type AudienceRole,
  audienceRoles,
  type ShownAnnouncement,
} from '#contract/announcements.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

const text = z.string().max(20_000);
const list = z.array(z.string().max(100)).max(2000);

/** As it is typed: times by the department's clock. */
const Values = z.object({
  title: text,
  text,
  to: z.enum(['cohort', 'programs', 'groups']),
  programs: list,
  groupIds: list,
  roles: list,
  byEmail: z.boolean(),
  when: z.enum(['now', 'later']),
  publishAt: text,
  shownUntil: text,
});
export type Values = z.infer<typeof Values>;

const empty: Values = {
  ...{ title: '', text: '', to: 'cohort', programs: [], groupIds: [], roles: ['student'] },
  ...{ byEmail: false, when: 'now', publishAt: '', shownUntil: '' },
};

const store = browserStore('local', (stored) => Values.safeParse(stored).data);

/** What was typed outlives a reload; of an announcement that somebody changed since, it does not. */
export function openDraft(userId: string, one: ShownAnnouncement | undefined, zone: string) {
  const key = `draft:announcement:${userId}:${one ? `${one._id}:${one.version}` : 'new'}`;
  const stored = store.read(key);
  return {
    initial: stored ?? (one ? valuesOf(one, zone) : empty),
    isResumed: stored !== undefined,
    keep: (values: Values) => store.write(key, values),
    drop: () => store.remove(key),
  };
}

function valuesOf(one: ShownAnnouncement, zone: string): Values {
  const { title, text: said, target, roles, byEmail, publishAt, shownUntil } = one;
  return {
    ...{ title, text: said, to: target.to, roles, byEmail, when: 'later' },
    programs: target.to === 'programs' ? target.programs : [],
    groupIds: target.to === 'groups' ? target.groupIds : [],
    publishAt: formatWallClock(publishAt, zone),
    shownUntil: shownUntil ? formatWallClock(shownUntil, zone) : '',
  };
}

/** What is sent. */
export function bodyOf(values: Values, zone: string, dryRun: boolean) {
  const { title, text: said, to, programs, groupIds, byEmail, when } = values;
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
  return { title, text: said, audience, roles, byEmail, publishAt, shownUntil, dryRun };
}
