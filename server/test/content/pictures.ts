import { addSettingVersion } from '#server/content/write-settings.ts';
import type { Portal } from '#server/test/portal.ts';
import { readSetting } from './settings.ts';

export const toDataUrl = (bytes: Buffer, type = 'png') =>
  `data:image/${type};base64,${bytes.toString('base64')}`;

/** Stores a logo without decoding it, as earlier versions of the portal did. */
export async function storeLogo(portal: Portal, logo: string): Promise<void> {
  const { version, value } = await readSetting(portal, 'department');
  const next = { scope: 'department', name: 'department', version: version + 1 } as const;
  await addSettingVersion(
    { trx: portal.db, now: portal.clock() },
    next,
    { ...value, logo },
    undefined,
  );
  await portal.content.refresh();
}
