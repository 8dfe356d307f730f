import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { EncodedPicture, PictureUse } from './decode-picture.ts';

const maxOutputBytes = 1_000_000;

/**
 * Encodes a picture in a separate process with an empty environment, which can be killed: a small SVG can occupy the
 * library for hours and fill the memory. Faults complete a sentence that begins with the field's name.
 */
export function encodePicture(
  url: string,
  use: PictureUse,
  timeoutMs = 10_000,
): Promise<EncodedPicture> {
  const bytes = Buffer.from(/^data:[^,]*;base64,(.*)$/s.exec(url)?.[1] ?? '', 'base64');
  const script = join(import.meta.dirname, 'picture-process.ts');
  const options = {
    timeout: timeoutMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: maxOutputBytes,
    env: {},
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, use], options, (error, output) => {
      if (!error) return resolve(JSON.parse(output));
      const why = error.killed
        ? `takes longer than ${timeoutMs / 1000} seconds to decode. Save it with fewer pixels, as PNG.`
        : 'cannot be decoded. Save the picture again, as PNG.';
      resolve({ fault: why });
    });
    // Ignore write errors, because the process may exit before it has read all input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(bytes);
  });
}
