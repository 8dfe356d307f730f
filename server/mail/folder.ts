import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, flushToDisk } from '#server/storage/disk.ts';
import { composeMimeMessage } from './message.ts';
import type { EmailTransport } from './outbox.ts';

/** Returns a transport that writes emails to .eml files, for portals without a mail server. */
export async function createFolderTransport(folder: string, from: string): Promise<EmailTransport> {
  await createFolder(folder);
  return {
    async send(email) {
      // Do not store the secret unsubscribe URL.
      const { bytes } = await composeMimeMessage({ ...email, unsubscribe: undefined }, from);
      const name = `${email.queued_at.replaceAll(':', '-')}_${email.id}.eml`;
      // Write a temporary file and rename it, so that other programs never see an incomplete email.
      await writeFile(join(folder, `.${name}`), bytes, { flush: true });
      await rename(join(folder, `.${name}`), join(folder, name));
      await flushToDisk(folder);
    },
    close: () => {},
  };
}
