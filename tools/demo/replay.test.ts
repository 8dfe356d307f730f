import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBoard } from '#contract/board.ts';
import { listAnnouncements } from '#contract/messages/announcements.ts';
import { findNextDeadline, getTimeLeft } from '#contract/rules/deadlines.ts';
import { findHome } from '#contract/settings/content.ts';
import { listExtensionRequests } from '#contract/submissions.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { writeDemoContent } from './content.ts';
import { planDemoDates } from './dates.ts';
import { fillTestPortal } from './test-portal.ts';

const timeZone = 'Asia/Karachi';
/** Enough groups to include those that are late, those that ask for an extension, and the one of the sample login. */
const groupCount = 12;

/** Columns that contain dates of planned vivas, booked slots and due dates, also in reminders and in the history. */
const mayBeLater: readonly string[] = [
  'changes.value_from',
  'changes.value_to',
  'extension_requests.asked_due',
  'groups.viva_date',
  'meeting_steps.due_date',
  'reminders.due',
  'slot_bookings.starts_at',
];

async function openDemo(now: Date) {
  const contentDir = await mkdtemp(join(fastTempFolder, 'demo-test-'));
  const dates = planDemoDates(now, timeZone);
  await writeDemoContent(contentDir, dates);
  const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'off', CONTENT_DIR: contentDir });
  await fillTestPortal(portal, dates, now, groupCount);
  return {
    portal,
    admin: await portal.logInAs(portal.adminId),
    close: async () => {
      await close();
      await rm(contentDir, { recursive: true });
    },
  };
}

/** Lists the columns that contain a time after `now`. */
async function listColumnsInFuture(portal: Portal, now: Date): Promise<string[]> {
  const tables = await portal.snapshot();
  const columns = Object.entries(tables).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row as Record<string, unknown>)
        .filter(([, value]) => typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value))
        .filter(([, value]) => new Date(String(value)) > now)
        .map(([column]) => `${table}.${column}`),
    ),
  );
  return [...new Set(columns)].sort();
}

describe.each([
  ['29 February', '2028-02-29T09:00:00Z'],
  ['the first minute of the year', '2027-12-31T19:00:30Z'],
])('the demo on %s', (_day, at) => {
  it('shows a department in the middle of its academic year', async () => {
    const now = new Date(at);
    const { portal, admin, close } = await openDemo(now);
    try {
      const { deadlines } = await admin.call(findHome);
      const next = findNextDeadline(deadlines, now);
      expect(next && getTimeLeft(next, now)?.days).toBe(4);

      const { rows, milestones } = await admin.call(findBoard, { query: {} });
      const states = rows.map((row) => row.deadlines.map((cell) => cell?.state));
      expect(states.filter((cells) => cells.includes('missed'))).toHaveLength(3);
      expect(states.filter((cells) => cells.includes('late'))).toHaveLength(0);
      const marked = milestones.filter((_, index) =>
        rows.some((row) => (row.milestones[index]?.marked ?? 0) > 0),
      );
      expect(marked.map(({ key }) => key)).toEqual(['proposal', 'month1']);

      expect((await admin.call(listExtensionRequests)).requests).toHaveLength(2);
      expect((await admin.call(listAnnouncements, { query: {} })).total).toBe(2);
      const planned = await portal.db
        .selectFrom('groups')
        .select('viva_status')
        .where('viva_date', 'is not', null)
        .execute();
      expect(planned.length).toBeGreaterThan(0);
      expect(planned.every(({ viva_status }) => viva_status === null)).toBe(true);
      expect(await listColumnsInFuture(portal, now)).toEqual(mayBeLater);
    } finally {
      await close();
    }
  });
});
