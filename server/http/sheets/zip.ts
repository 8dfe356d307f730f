import { Zip, ZipDeflate } from 'fflate';

/** Part of a text file in the archive. Consecutive pieces with the same path form one file. */
export type ZipTextPiece = { path: string; text: string };

/** Writes a zip archive piece by piece, to limit memory use. `at` is the modification time of its files. */
export async function* writeZip(
  pieces: AsyncIterable<ZipTextPiece>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let open: ZipDeflate | undefined;
  const end = () => open?.push(new Uint8Array(), true);
  for await (const { path, text } of pieces) {
    if (open?.filename !== path) {
      end();
      open = new ZipDeflate(path, { level: 6 });
      open.mtime = at;
      archive.add(open);
    }
    open.push(Buffer.from(text));
    yield* chunks.splice(0);
  }
  end();
  archive.end();
  yield* chunks.splice(0);
}
