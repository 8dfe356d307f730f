import { existsSync } from 'node:fs';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { toFileSource, toFileTarget } from '#server/backup/archive-file.ts';
import { archiveFormat, archiveVersion } from '#server/backup/archive-format.ts';
import { writeArchive } from '#server/backup/write-archive.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { createBackupArchive, fillPortalWithGroups } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { verifyBackup } from './verify-backup.ts';

describe('verifyBackup', () => {
  test('accepts a valid archive, and removes its temporary database and that of a crashed process', async ({
    portal,
  }) => {
    await fillPortalWithGroups(portal);
    const { path } = await createBackupArchive(portal);
    const folder = join(portal.folder, 'backup-check');
    await mkdir(folder);
    await writeFile(join(folder, 'portal.sqlite'), 'left by a crashed process');
    await verifyBackup(toFileSource(path), folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('rejects a truncated archive, and removes its temporary database', async ({ portal }) => {
    await fillPortalWithGroups(portal);
    const { path, size } = await createBackupArchive(portal);
    await truncate(path, size - 1000);
    const folder = join(portal.folder, 'backup-check');
    await expect(verifyBackup(toFileSource(path), folder)).rejects.toThrow('damaged');
    expect(existsSync(folder)).toBe(false);
  });

  test('rejects an intact archive whose rows violate a constraint, and removes its temporary database', async ({
    portal,
  }) => {
    const path = join(portal.folder, 'portal.backup');
    const takenAt = portal.clock().toISOString();
    const migration = migrationNames.at(-1) ?? '';
    async function* contents() {
      yield {
        header: { format: archiveFormat, version: archiveVersion, migration, takenAt } as const,
      };
      yield { rows: [{ table: 'members', row: { id: 'a', group_id: 'missing', name: 'A' } }] };
    }
    await writeArchive(toFileTarget(path), contents());
    const folder = join(portal.folder, 'backup-check');
    await expect(verifyBackup(toFileSource(path), folder)).rejects.toThrow(/constraint/);
    expect(existsSync(folder)).toBe(false);
  });
});
