import { formatSize } from '#contract/documents.ts';
import { type Asked, listed, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { runDisk } from './disk-levels.ts';

/** A disk that fills up under the portal level by level, and empties again. */
export async function run({ size, seed, say }: Asked): Promise<Outcome> {
  const { lost, torn, unexpected, refused, ...figures } = await runDisk({
    levels: size,
    seed,
    onLevel: (free, outcomes) => {
      const refusals = [...outcomes].filter(([, { code }]) => code !== 'done');
      const words = refusals.map(([name, { code }]) => `${name}: ${code}`).join('; ');
      say?.(`${formatSize(free)} free: ${words || 'everything is taken'}`);
    },
  });
  const strange = Object.keys(refused).filter(
    (code) => code !== 'storage-full' && code !== 'unavailable',
  );
  return {
    figures: { ...figures, refused: listed(refused) },
    findings: [
      ...lost.map((finding) => `lost: ${finding}`),
      ...torn.map((finding) => `torn: ${finding}`),
      ...unexpected.map((finding) => `unexpected: ${finding}`),
      ...strange.map((code) => `refused as ${code}`),
    ],
    // A disk that was never full would prove nothing.
    idle: tooFew({
      'effects acknowledged': [figures.acknowledged, 1],
      'files refused': [refused['storage-full'] ?? 0, 1],
      'saves refused': [refused.unavailable ?? 0, 1],
    }),
  };
}
