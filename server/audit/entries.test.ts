import { describe, expect } from 'vitest';
import { dismissEmail, sendEmailAgain } from '#contract/admin/undelivered-emails.ts';
import { auditActions } from '#contract/audit-actions.ts';
import { openDocument } from '#contract/documents.ts';
import { exportEmails } from '#contract/messages/emails.ts';
import { endpoints } from '#server/features.ts';
import { defineAccountAuditTests } from '#server/test/audit/accounts.ts';
import { defineGroupAuditTests } from '#server/test/audit/groups.ts';
import { listAddedEntries, readAuditEntries } from '#server/test/audit/trail.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';

defineAccountAuditTests();
defineGroupAuditTests();

describe('the audit trail', () => {
  test('records who opened a file, at most once an hour per user and file', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const documentId = getItemAt(team.group.documents, 0)._id;
    const open = async (who: typeof team.supervisor, method = 'GET') => {
      const response = await who.caller.fetch(`/api/auth/file/${documentId}`, { method });
      await response.arrayBuffer();
      return response.status;
    };
    const opened = async () =>
      (await readAuditEntries(portal))
        .filter(({ action }) => action === 'document-opened')
        .map(({ actor_id, subject_id }) => [actor_id, subject_id]);
    expect(await open(team.supervisor, 'HEAD')).toBe(200);
    expect(await open(team.supervisor)).toBe(200);
    await expect.poll(opened).toEqual([[team.supervisor.userId, documentId]]);
    for (let time = 0; time < 3; time += 1) await open(team.supervisor);
    await open(team.student);
    await expect.poll(async () => (await opened()).length).toBe(2);
    portal.wait(61 * 60_000);
    await open(team.supervisor);
    await expect.poll(async () => (await opened()).length).toBe(3);
    const other = await createTestUser(portal, 'faculty');
    expect(await open(other)).toBe(404);
    expect(await opened()).toHaveLength(3);
    expect(openDocument.method).toBe('GET');
  });

  test('does not block a download if the entry cannot be written, but logs the failure', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { url, size } = getItemAt(team.group.documents, 0);
    await portal.db.schema.alterTable('audit_entries').renameTo('lost_entries').execute();
    const response = await team.supervisor.caller.fetch(url);
    expect((await response.arrayBuffer()).byteLength).toBe(size);
    expect(response.status).toBe(200);
    await expect.poll(() => portal.logged.join()).toContain('is missing in the audit trail');
    await portal.db.schema.alterTable('lost_entries').renameTo('audit_entries').execute();
  });

  test('records which email an admin resent or dismissed', async ({ portal }) => {
    const recipient = 'gone@university.test';
    const id = await createUndeliverableEmail(portal.db, recipient, portal.clock());
    const params = { emailId: id };
    const again = await listAddedEntries(portal, () =>
      portal.admin.call(sendEmailAgain, { params }),
    );
    expect(again).toEqual([`letter-sent-again: to ${recipient}: Your marks`]);
    expect(
      await listAddedEntries(portal, () => portal.admin.request(dismissEmail, { params })),
    ).toEqual([]);
    const failed_at = portal.clock().toISOString();
    await portal.db.updateTable('emails').set({ failed_at }).where('id', '=', id).execute();
    const dismissed = await listAddedEntries(portal, () =>
      portal.admin.call(dismissEmail, { params }),
    );
    expect(dismissed).toEqual([`letter-dismissed: to ${recipient}: Your marks`]);
  });

  test('records who exported the list of emails', async ({ portal }) => {
    const query = { q: 'x', state: 'failed' } as const;
    const entries = await listAddedEntries(portal, () =>
      portal.admin.request(exportEmails, { query }),
    );
    expect(entries).toEqual(['list-exported: Emails: only q: x, state: failed']);
  });

  test('defines exactly the actions that endpoints declare, plus the actions of taking and restoring a backup', () => {
    const declared = endpoints.flatMap(({ endpoint: { audit } }) =>
      typeof audit === 'object' ? audit : [],
    );
    const known = new Set([...declared, 'backup-taken', 'backup-restored']);
    expect([...known].toSorted()).toEqual(Object.keys(auditActions).toSorted());
  });
});
