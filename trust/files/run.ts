import { type Asked, listed, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runFiles } from './upload-all.ts';

/** Hostile files uploaded at every place, and how the portal serves those it took. */
export async function run({ size, seed, say }: Asked): Promise<Outcome> {
  const { files, uploads, refused, inert, faults } = await inNewPlace({ quick: true }, (place) =>
    runFiles(place.dataDir, {
      size,
      seed,
      onFile: (done) => done.files % 50 === 0 && say?.(`${done.files} files`),
    }),
  );
  return {
    figures: { files, uploads, refused: listed(refused), 'taken and served in a sandbox': inert },
    findings: faults,
    idle: tooFew({
      files: [files, size],
      'refusals of the kind of file': [refused['wrong-kind-of-file'] ?? 0, size],
      'files that were taken': [inert, Math.max(1, Math.floor(size / 12))],
    }),
  };
}
