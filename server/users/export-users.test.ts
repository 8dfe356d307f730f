import { describe, expect } from 'vitest';
import { exportUsers, updateUser } from '#contract/users.ts';
import { createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { listExportEntries, readExportedRecords } from '#server/test/records/exports.ts';

describe('the user export', () => {
  test('contains the users that match the filter, with times in the department’s time zone', async ({
    portal,
  }) => {
    const { userId } = await createTestUser(portal, 'student', 'Zoë Malik', 'zoe@university.test');
    await createTestUser(portal, 'faculty', 'Dr. Adil', 'adil@university.test');
    await portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
    const local = new Date('2027-01-15T15:00:00Z');
    expect(await readExportedRecords(portal, exportUsers, { q: 'malik' })).toEqual([
      {
        Name: 'Zoë Malik',
        Email: 'zoe@university.test',
        Role: 'student',
        Created: local,
        Blocked: local,
        Confirmed: local,
      },
    ]);
    await portal.db.updateTable('users').set({ email_confirmed_at: null }).execute();
    const waiting = await readExportedRecords(portal, exportUsers, { waiting: 'true' });
    expect(waiting.map(({ Name }) => Name)).toEqual(['Dr. Adil', 'The Admin']);
    const faculty = await readExportedRecords(portal, exportUsers, { role: 'faculty' });
    expect(faculty.map(({ Name }) => Name)).toEqual(['Dr. Adil']);
    const all = await portal.admin.request(exportUsers, {});
    expect((await all.text()).split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'Name',
      'Dr. Adil',
      'The Admin',
      'Zoë Malik',
      '',
    ]);
    expect(await listExportEntries(portal)).toEqual([
      'Users: all of it',
      'Users: only role: faculty',
      'Users: only waiting: true',
      'Users: only q: malik',
    ]);
  });
});
