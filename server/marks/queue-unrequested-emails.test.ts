import { describe, expect } from 'vitest';
import { deleteGroup } from '#contract/groups.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
  recordViva,
} from '#server/test/records/marking.ts';
import { queueOverdueMarksEmails } from './emails/mail-group.ts';

const minute = 60_000;
describe('automatic emails about marks', () => {
  test('are queued once, two minutes after the save', async ({ portal }) => {
    const [team, untouched] = [await createTestGroup(portal), await createTestGroup(portal)];
    await markTestGroup(team, 5);
    await queueOverdueMarksEmails(portal);
    expect(await readMarksEmails(portal)).toEqual([]);
    portal.wait(2 * minute + 1);
    await queueOverdueMarksEmails(portal);
    await queueOverdueMarksEmails(portal);
    expect((await readMarksEmails(portal)).map(({ recipient }) => recipient)).toEqual([
      team.student.email,
    ]);
    expect((await emailTestGroupMarks(team)).queued).toBe(0);
    expect((await emailTestGroupMarks(untouched)).queued).toBe(0);
  });

  test('are also queued after a viva record is saved, but not for a group in the bin', async ({
    portal,
  }) => {
    const [team, binned] = [await createTestGroup(portal), await createTestGroup(portal)];
    await recordViva(team);
    await recordViva(binned);
    await portal.admin.call(deleteGroup, { params: { groupId: binned.groupId } });
    await queueOverdueMarksEmails(portal);
    expect(await readMarksEmails(portal)).toEqual([]);
    portal.wait(2 * minute + 1);
    await queueOverdueMarksEmails(portal);
    expect((await readMarksEmails(portal)).map(({ recipient }) => recipient).toSorted()).toEqual(
      [team.student.email, team.mate.email].toSorted(),
    );
  });

  test('are queued immediately if the viva was saved while the clock was ahead', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    portal.wait(60 * minute);
    await recordViva(team);
    portal.wait(-60 * minute);
    await queueOverdueMarksEmails(portal);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('are not queued if the browser has requested the emails within two minutes of the save', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 6);
    await emailTestGroupMarks(team);
    portal.wait(10 * minute);
    await queueOverdueMarksEmails(portal);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('are queued only once if the browser requests the emails at the same time', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 6);
    portal.wait(3 * minute);
    await Promise.all([
      queueOverdueMarksEmails(portal),
      emailTestGroupMarks(team),
      queueOverdueMarksEmails(portal),
    ]);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });
});
