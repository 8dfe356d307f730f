import { describe, expect, vi } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { buildApp } from '#server/app.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { recordDamage } from './damage/damaged-files.ts';

describe('openDocument', () => {
  test.for<[string, (portal: Portal, groupId: string) => Promise<unknown>]>([
    [
      'from whom the group is taken',
      (portal, groupId) =>
        portal.admin.call(updateGroup, { params: { groupId }, body: { supervisor: 'other' } }),
    ],
    [
      'after the file is removed',
      ({ db, clock }) =>
        db.updateTable('documents').set({ removed_at: clock().toISOString() }).execute(),
    ],
  ])(
    'sends no file with recorded damage to a supervisor %s while the request waits',
    async ([, change], { portal }) => {
      const { group, groupId, supervisor } = await createTestGroup(portal);
      const path = group.proposalUrl ?? '';
      const { id } = await portal.db
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', 'proposal')
        .executeTakeFirstOrThrow();
      await recordDamage(portal.db, id, 'altered', portal.clock());
      const app = await buildApp(portal);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const { queue } = app.work;
      const account = `account ${supervisor.userId}`;
      await queue.start(account, new AbortController().signal);
      const sent = new ApiCaller(url, supervisor.caller.token).fetch(path);
      await vi.waitFor(() => expect(queue.waiting).toBe(1), { timeout: 20_000 });
      await change(portal, groupId);
      queue.pause(account);
      queue.end(account);
      expect(await readRefusal(await sent)).toMatchObject({ code: 'not-found' });
      const opened = portal.db.selectFrom('audit_entries').select('subject_name');
      expect(await opened.where('action', '=', 'document-opened').execute()).toEqual([]);
      await app.close();
    },
  );
});
