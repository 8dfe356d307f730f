import { expect, test } from 'vitest';
import { importTemplate } from '#contract/admin/imports.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { exportResultSheets } from '#contract/exports/results.ts';
import { exportGroups } from '#contract/groups.ts';
import { exportUsers } from '#contract/users.ts';
import { createTestGroup } from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';

const hour = 3_600_000;

test.for([
  ['Pacific/Kiritimati', 1, '2027-01-16'],
  ['Pacific/Honolulu', -1, '2027-01-14'],
] as const)(
  'the file names of exports contain the current date in the time zone %s',
  async ([timeZone, hours, date]) => {
    const { portal, close } = await openPortal({ TIME_ZONE: timeZone });
    portal.wait(hours * hour);
    const { groupId } = await createTestGroup(portal);
    const body = { groupIds: [groupId] };
    const { download } = await portal.admin.call(prepareDownload, {
      body: { ...body, kinds: ['proposal'], dryRun: false },
    });
    const replies = [
      await portal.admin.request(exportGroups, {}),
      await portal.admin.request(exportUsers, { query: { format: 'xlsx' } }),
      await portal.admin.request(importTemplate, { query: { of: 'groups' } }),
      await portal.admin.request(exportResultSheets, { body }),
      await portal.admin.fetch(download?.url ?? ''),
    ];
    const names = await Promise.all(
      replies.map(async (reply) => {
        await reply.arrayBuffer();
        return reply.headers.get('content-disposition');
      }),
    );
    expect(names).toEqual([
      `attachment; filename="groups-${date}.csv"`,
      `attachment; filename="users-${date}.xlsx"`,
      `attachment; filename="groups-to-import-${date}.csv"`,
      `attachment; filename="result-sheet-${date}.pdf"`,
      `attachment; filename="files-${date}.zip"`,
    ]);
    await close();
  },
);
