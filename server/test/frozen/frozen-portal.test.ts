import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openDocument } from '#contract/documents.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { getSetting } from '#contract/settings/settings.ts';
import { type DataLocation, getSqliteFile } from '#server/backup/places.ts';
import { runSqlOnServer } from '#server/test/database.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { makeFolder, runCommand } from '#tools/test/run-command.ts';

const password = 'fyp demo passphrase';
const studentEmail = 'bilal.ahmed.4@university.test';

const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
const getFrozenFile = (name: string) => join(import.meta.dirname, name);
const readGzip = (name: string) => gunzipSync(readFileSync(getFrozenFile(name)));

const createDataLocation = () => createEmptyDataLocation({ folder: makeFolder() }, database);

async function unpackFrozenPortal(): Promise<DataLocation> {
  const place = await createDataLocation();
  execFileSync('tar', ['-xzf', getFrozenFile('sqlite-folder.tar.gz'), '-C', place.dataDir]);
  if (!place.databaseUrl) return place;
  rmSync(getSqliteFile(place));
  await runSqlOnServer(place.databaseUrl, readGzip('postgres.sql.gz').toString());
  return place;
}

async function restoreFrozenArchive(): Promise<DataLocation> {
  const place = await createDataLocation();
  const archive = join(makeFolder(), 'portal.backup');
  writeFileSync(archive, readGzip('portal.backup.gz'));
  const restore = run(['tools/restore.ts', archive], place);
  expect(await restore.ended, restore.output()).toBe(0);
  return place;
}

/** Runs a program of the current code on the day after the release, so that nothing expires. No mail server listens. */
function run(program: string[], { dataDir, databaseUrl }: DataLocation) {
  return runCommand(process.execPath, ['--import', './tools/test/portal-clock.ts', ...program], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SMTP_URL: 'smtp://127.0.0.1:9?tls=off',
    TIME_ZONE: 'Asia/Karachi',
    CLOCK_AHEAD_MS: String(Date.parse('2026-11-27T05:00:00.000Z') - Date.now()),
  });
}

async function startPortal(place: DataLocation) {
  const visitor = new ApiCaller(await run(['server/main.ts'], place).url);
  return {
    admin: await visitor.logIn('office@university.test', password),
    student: await visitor.logIn(studentEmail, password),
  };
}

type Callers = Awaited<ReturnType<typeof startPortal>>;

async function expectStoredData({ admin, student }: Callers) {
  const { group, member } = await student.call(findGroup, { params: { email: studentEmail } });
  expect(group.fypTitle).toBe('Lost-and-found portal for university hostels');
  expect(member.month4).toEqual({ marks: 3.5, feedback: 'Better – well done. شاباش', revision: 2 });

  const thesis = group.documents.find(({ name }) => name === 'thesis ٢ – final.pdf');
  const file = await student.request(openDocument, { params: { documentId: thesis?._id } });
  const content = await file.bytes();
  expect(content).toHaveLength(3000);
  expect(createHash('sha256').update(content).digest('hex')).toBe(
    'd992d3dd35520e2f219f10daaa190abbfe4972df09e9d168c1384d5f1d5953fb',
  );

  const department = await admin.call(getSetting, { params: { name: 'department' } });
  expect(department).toMatchObject({
    version: 2,
    value: { colour: '#7a1f3d', office: { room: 'FYP Office, Room 118, New Block' } },
  });
  const deadlines = await admin.call(getSetting, { params: { name: 'deadlines' } });
  expect(deadlines.value).toContainEqual(
    expect.objectContaining({ id: 'december-monthly-report', due: '2027-01-04 23:59' }),
  );

  const { emails } = await admin.call(listEmails, { query: { q: 'marks', state: 'queued' } });
  const subject = 'Your marks at Soan Valley University';
  expect(emails).toMatchObject([{ recipient: studentEmail, subject, sentAt: null }]);
}

/** Saves a mark in the open cohort, and asserts that the closed cohort still refuses marks. */
async function expectSaves({ admin, student }: Callers) {
  const { group } = await student.call(findGroup, { params: { email: studentEmail } });
  const [closedGroup] = (await admin.call(listGroups, { query: { cohort: '2026' } })).groups;
  const save = (groupId = '', memberId = '') =>
    admin.call(saveMarks, {
      body: { semester: 'Semester 7', groupId, marks: { [memberId]: { month4: { marks: 8 } } } },
    });
  expect((await save(group._id, group.fypGroupMembers[0]?._id)).changed).toBe(1);
  await expect(save(closedGroup?._id, closedGroup?.fypGroupMembers[0]?._id)).rejects.toMatchObject({
    code: 'cohort-closed',
  });
}

describe('the data of the release of 26 November 2026', () => {
  it.each([
    ['is upgraded and served at the start', unpackFrozenPortal],
    ['is restored from an archive of that release', restoreFrozenArchive],
  ])('%s', async (_, createPlace) => {
    const callers = await startPortal(await createPlace());
    await expectStoredData(callers);
    await expectSaves(callers);
  });
});
