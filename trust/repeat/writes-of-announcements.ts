import {
  addAnnouncement,
  listAnnouncements,
  updateAnnouncement,
  withdrawAnnouncement,
} from '#contract/announcements.ts';
import { Caller } from '#tools/test/caller.ts';
import { countOf, type Fixture, newTag, type Prepare } from './fixture.ts';

const draftOf = (fixture: Fixture, title: string) => ({
  ...{ title, text: `Text ${title}`, roles: ['student' as const], byEmail: true, dryRun: false },
  audience: { to: 'groups' as const, groupIds: [fixture.group.groupId] },
  ...{ publishAt: null, shownUntil: null },
});

const emailsOf =
  ({ db, group }: Fixture, title: string) =>
  async () => {
    const emails = db.selectFrom('emails').select('id').where('subject', '=', title);
    return { emails: (await countOf(emails)) / group.memberIds.length };
  };

async function aScheduled(fixture: Fixture, title: string): Promise<string> {
  const admin = new Caller(fixture.url, fixture.admin);
  const body = { ...draftOf(fixture, title), publishAt: '2099-01-01T00:00:00.000Z' };
  await admin.call(addAnnouncement, { body });
  const { announcements } = await admin.call(listAnnouncements, { query: { q: title } });
  return announcements[0]?._id ?? '';
}

export const writesOfAnnouncements = {
  addAnnouncement: async (fixture) => {
    const title = newTag();
    return {
      endpoint: addAnnouncement,
      input: { body: draftOf(fixture, title) },
      token: fixture.admin,
      refusals: ['name-taken'],
      effects: emailsOf(fixture, title),
    };
  },
  updateAnnouncement: async (fixture) => {
    const title = newTag();
    const announcementId = await aScheduled(fixture, title);
    return {
      endpoint: updateAnnouncement,
      input: { params: { announcementId }, body: { ...draftOf(fixture, title), version: 1 } },
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: emailsOf(fixture, title),
    };
  },
  withdrawAnnouncement: async (fixture) => {
    const title = newTag();
    const announcementId = await aScheduled(fixture, title);
    const { db } = fixture;
    const entries = db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'announcement-withdrawn')
      .where('subject_id', '=', announcementId);
    return {
      endpoint: withdrawAnnouncement,
      input: { params: { announcementId } },
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({ entries: await countOf(entries) }),
    };
  },
} satisfies Record<string, Prepare>;
