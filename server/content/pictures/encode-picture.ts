import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { PictureEncodingResult, PictureUse } from './decode-picture.ts';

const maxOutputBytes = 1_000_000;

/** Encodes a picture in a child process with a time limit: a small SVG can block the image library for hours. */
export function encodePicture(
  url: string,
  use: PictureUse,
  timeoutMs = 10_000,
): Promise<PictureEncodingResult> {
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
    // Ignore write errors: the child process may exit before it has read all of its input.
    child.stdin?.on('error', () => {});
    child.stdin?.end(bytes);
  });
}
