import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { messageOf } from './message.ts';
import type { Transport } from './outbox.ts';

/** Letters as files that any mail program opens: what happens without a mail server. */
export async function folderTransport(folder: string, from: string): Promise<Transport> {
  await mkdir(folder, { recursive: true });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(letter) {
      const { message } = await composer.sendMail(messageOf(letter, from));
      const name = `${letter.queued_at.replaceAll(':', '-')}_${letter.id}.eml`;
      // Under its real name only when whole: whoever watches the folder never reads half a letter.
      await writeFile(join(folder, `.${name}`), message as Buffer);
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => {},
  };
}
