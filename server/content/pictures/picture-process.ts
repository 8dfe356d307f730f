import { buffer } from 'node:stream/consumers';
import type { PictureUse } from './decode-picture.ts';

// Entry point of the child process that `encodePicture` starts: reads a picture from standard input and writes JSON.
const use = process.argv[2] as PictureUse;
const bytes = await buffer(process.stdin);
const decoder = await import('./decode-picture.ts').catch(() => undefined);
const missing = {
  fault:
    'cannot be decoded: the package “sharp” is not installed for this machine. Install the portal’s packages again.',
};
const encoded = decoder ? await decoder.decodePicture(bytes, use) : missing;
process.stdout.write(JSON.stringify(encoded));
