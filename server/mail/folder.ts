import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder } from '#server/files/disk.ts';
import { compose } from './message.ts';
import type { Transport } from './outbox.ts';

/** Letters as files that any mail program opens: what happens without a mail server. */
export async function folderTransport(folder: string, from: string): Promise<Transport> {
  await makeFolder(folder);
  return {
    async send(letter) {
      const { bytes } = await compose(letter, from);
      const name = `${letter.queued_at.replaceAll(':', '-')}_${letter.id}.eml`;
      // Under its real name only when whole: whoever watches the folder never reads half a letter.
      await writeFile(join(folder, `.${name}`), bytes, { flush: true });
      await rename(join(folder, `.${name}`), join(folder, name));
      // Once it counts as sent, a power cut must not lose it.
      await syncFolder(folder);
    },
    close: () => {},
  };
}
