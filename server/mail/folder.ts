import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, syncFolder } from '#server/storage/disk.ts';
import { compose } from './message.ts';
import type { Transport } from './outbox.ts';

/** Without a mail server emails are files that any mail program opens. */
export async function folderTransport(folder: string, from: string): Promise<Transport> {
  await makeFolder(folder);
  return {
    async send(email) {
      // A stored copy carries no secret.
      const { bytes } = await compose({ ...email, unsubscribe: undefined }, from);
      const name = `${email.queued_at.replaceAll(':', '-')}_${email.id}.eml`;
      // Renamed only when whole: whoever watches the folder never reads half an email.
      await writeFile(join(folder, `.${name}`), bytes, { flush: true });
      await rename(join(folder, `.${name}`), join(folder, name));
      // Once it counts as sent, a power cut must not lose it.
      await syncFolder(folder);
    },
    close: () => {},
  };
}
