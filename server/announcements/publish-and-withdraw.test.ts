import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  getAnnouncement,
  listAnnouncements,
  updateAnnouncement,
  withdrawAnnouncement,
} from '#contract/messages/announcements.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addTestAnnouncement,
  announcementDraft,
  laterPublishDate,
  listDeskAnnouncements,
  readAllEmails,
} from '#server/test/records/announcements.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { publishDueAnnouncements } from './publish-due.ts';

const only = async (portal: Portal) =>
  getItemAt((await portal.admin.call(listAnnouncements, { query: {} })).announcements, 0);
const dayMs = 24 * 3_600_000;

describe('a scheduled announcement', () => {
  test('is published once at the scheduled time, to the groups and members that exist at that time', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await addTestAnnouncement(portal, { publishAt: laterPublishDate });
    expect(await publishDueAnnouncements(portal)).toBe(0);
    expect(await listDeskAnnouncements(team.student)).toEqual([]);
    expect(await readAllEmails(portal)).toEqual([]);
    const joined = await createTestGroup(portal, { size: 1 });
    portal.wait(dayMs);
    const otherPortal = { ...portal, config: { ...portal.config, processId: randomUUID() } };
    const counts = await Promise.all([
      publishDueAnnouncements(portal),
      publishDueAnnouncements(otherPortal),
    ]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    portal.wait(dayMs);
    expect(await publishDueAnnouncements(portal)).toBe(0);
    const recipients = (await readAllEmails(portal)).map(({ recipient }) => recipient);
    expect(recipients).toEqual([team.student.email, joined.student.email].toSorted());
    const entry = getItemAt((await readAuditEntries(portal)).slice(-1), 0);
    expect([entry.action, entry.actor_id, entry.detail]).toEqual([
      ...['announcement-published', null, '2 emails'],
    ]);
  });

  test('is published after the lease of a killed process has expired', async ({ portal }) => {
    await createTestGroup(portal, { size: 1 });
    await addTestAnnouncement(portal, { publishAt: laterPublishDate });
    portal.wait(dayMs);
    const leased_until = new Date(portal.clock().getTime() + 60_000).toISOString();
    const leased_by = randomUUID();
    const began_at = portal.clock().toISOString();
    await portal.db
      .insertInto('jobs')
      .values({ name: 'announcements', leased_by, leased_until, began_at })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ leased_by, leased_until, ended_at: null }),
      )
      .execute();
    expect(await publishDueAnnouncements(portal)).toBe(0);
    portal.wait(61_000);
    expect(await publishDueAnnouncements(portal)).toBe(1);
    expect(await readAllEmails(portal)).toHaveLength(1);
  });

  test('can be changed until it is published, but not with a stale version', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await addTestAnnouncement(portal, { publishAt: laterPublishDate });
    const params = { announcementId: (await only(portal))._id };
    const groups = { to: 'groups' as const, groupIds: [team.groupId] };
    const changed = { ...announcementDraft, title: 'Viva weeks', audience: groups, version: 1 };
    const body = { ...changed, publishAt: laterPublishDate };
    await portal.admin.call(updateAnnouncement, { params, body });
    const { announcement } = await portal.admin.call(getAnnouncement, { params });
    expect(announcement).toMatchObject({
      title: 'Viva weeks',
      target: groups,
      version: 2,
      state: 'scheduled',
      audience: 'Students of 1 group',
    });
    const again = await expectRefusal(portal, portal.admin, updateAnnouncement, { params, body });
    expect([again.code, again.message]).toEqual([
      ...['stale-version', expect.stringMatching(/Someone else changed this/)],
    ]);
    const now = { params, body: { ...changed, version: 2 } };
    await portal.admin.call(updateAnnouncement, now);
    expect(await listDeskAnnouncements(team.student)).toEqual(['Viva weeks']);
    const late = await expectRefusal(portal, portal.admin, updateAnnouncement, now);
    expect(late.message).toMatch(/has already been published/);
  });

  test('is not published if its cohort is closed', async ({ portal }) => {
    await createTestGroup(portal);
    await addTestAnnouncement(portal, { publishAt: laterPublishDate });
    await closeCurrentCohort(portal);
    portal.wait(dayMs);
    expect(await publishDueAnnouncements(portal)).toBe(0);
    expect(await readAllEmails(portal)).toEqual([]);
    const row = await portal.db.selectFrom('announcements').selectAll().executeTakeFirstOrThrow();
    expect(row.published_at).toBeNull();
  });
});

describe('a withdrawn announcement', () => {
  test('disappears from every desk, and its emails that are not yet sent or being sent are deleted', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    await addTestAnnouncement(portal);
    const emails = await readAllEmails(portal);
    const change = (index: number, values: object) =>
      portal.db
        .updateTable('emails')
        .set(values)
        .where('id', '=', getItemAt(emails, index).id)
        .execute();
    await change(0, { sent_at: portal.clock().toISOString(), hand_overs: 1 });
    await change(1, { leased_until: new Date(portal.clock().getTime() + 60_000).toISOString() });
    const params = { announcementId: (await only(portal))._id };
    const { message } = await portal.admin.call(withdrawAnnouncement, { params });
    expect(message).toBe(
      'Announcement withdrawn. 1 email cancelled; 2 already sent or being sent.',
    );
    expect((await readAllEmails(portal)).map(({ id }) => id).toSorted()).toEqual(
      [getItemAt(emails, 0).id, getItemAt(emails, 1).id].toSorted(),
    );
    expect(await listDeskAnnouncements(team.student)).toEqual([]);
    const twice = await expectRefusal(portal, portal.admin, withdrawAnnouncement, { params });
    expect(twice.code).toBe('stale-version');
    expect(await only(portal)).toMatchObject({
      state: 'withdrawn',
      emails: { sent: 1, queued: 1, failed: 0 },
    });
  });
});
