import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { listGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { listSessions } from '#contract/session.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

function holdWriteLock({ folder }: Portal): () => void {
  const other = new DatabaseSync(join(folder, 'portal.sqlite'));
  other.exec('begin immediate');
  return () => other.close();
}

const buildMarksRequest = (
  { groupId, ids }: Awaited<ReturnType<typeof createTestGroup>>,
  marks: number,
) => ({
  body: {
    semester: 'Semester 7' as const,
    groupId,
    marks: { [getItemAt(ids, 0)]: { month1: { marks, feedback: null } } },
  },
});

describe('the portal while another process holds SQLite’s write lock', () => {
  test('serves reads and health checks before it rejects the waiting writes with Retry-After', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { caller } = team.supervisor;
    // After this wait, each session's next request updates its last_seen_at.
    portal.wait(10 * 60_000);
    const release = holdWriteLock(portal);
    const saves = Promise.all([
      expectRefusal(portal, caller, saveMarks, buildMarksRequest(team, 6)),
      expectRefusal(portal, portal.admin, saveMarks, buildMarksRequest(team, 7)),
    ]);
    let haveSavesEnded = false;
    void saves.then(() => {
      haveSavesEnded = true;
    });
    const reads = await Promise.all([
      caller.request(listSessions),
      portal.admin.request(listGroups, { query: {} }),
      portal.visitor.fetch('/healthz'),
      portal.visitor.fetch('/readyz'),
      portal.visitor.fetch('/api/content/home'),
    ]);
    expect(haveSavesEnded).toBe(false);
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const refusal of await saves) {
      expect(refusal).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '5' });
    }
    release();
    expect((await caller.request(saveMarks, buildMarksRequest(team, 6))).status).toBe(200);
  });

  test('completes a waiting write when the lock is released in time', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const release = holdWriteLock(portal);
    const save = team.supervisor.caller.request(saveMarks, buildMarksRequest(team, 6));
    const hasReply = save.then(() => true);
    expect(await Promise.race([hasReply, sleep(300)])).toBe(undefined);
    release();
    expect((await save).status).toBe(200);
  });

  test('delays a single write outside a transaction until the lock is released, but not a read', async ({
    portal,
  }) => {
    const release = holdWriteLock(portal);
    const now = portal.clock().toISOString();
    const write = portal.db.updateTable('sessions').set({ last_seen_at: now }).execute();
    const read = portal.db.selectFrom('sessions').select('id').execute();
    const first = await Promise.race([write.then(() => 'write'), read.then(() => 'read')]);
    expect(first).toBe('read');
    release();
    expect(getItemAt(await write, 0).numUpdatedRows).toBe(1n);
  });
});
