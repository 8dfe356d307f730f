// Plays the same requests in two worlds that differ only in what the viewer must not see, and compares every byte.

import type { Run } from '#trust/lib/instrument.ts';
import { Random } from '#trust/lib/random.ts';
import { openBase } from './base.ts';
import { hiddenFrom, type Viewer, viewers } from './hidden.ts';
import { play } from './script.ts';
import { varyHidden } from './vary-hidden.ts';

type Comparison = {
  pairs: number;
  /** Compared replies and emails, each in both worlds. */
  replies: number;
  differingBytes: number;
  /** The first differing reply, in both worlds. */
  first: string | undefined;
};

/** Passwords cost the server a hash each: they are tried in one round of so many pairs. */
const thoroughEvery = 100;

/**
 * Compares `size` pairs of worlds, the viewers taking turns; the seed brings the same hidden values again.
 * `as` plays with the token of another viewer, to whom the differences are no secret.
 */
export async function compareWorlds(
  { size, seed, only, as }: { size: number; seed: number; only?: Viewer; as?: Viewer },
  onPair: (comparison: Comparison) => unknown = () => {},
): Promise<Comparison> {
  const base = await openBase();
  const random = new Random(seed);
  const outcome: Comparison = { pairs: 0, replies: 0, differingBytes: 0, first: undefined };
  // The second world of a pair is the first one of the next: each is played once.
  const seen = new Map<string, string[]>();
  try {
    for (let pair = 0; pair < size; pair += 1) {
      const viewer = only ?? viewers[pair % viewers.length] ?? 'visitor';
      const isThorough = pair % thoroughEvery < viewers.length;
      const world = () => {
        base.vary(() => varyHidden(base, hiddenFrom(base, viewer), random));
        return play(base, viewer, { isThorough, as: as ?? viewer });
      };
      const alike = `${viewer} ${isThorough}`;
      const one = seen.get(alike) ?? (await world());
      const other = await world();
      seen.set(alike, other);
      outcome.pairs += 1;
      outcome.replies += Math.max(one.length, other.length);
      for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
        const [a = '', b = ''] = [one[index], other[index]];
        const bytes = differingBytes(a, b);
        outcome.differingBytes += bytes;
        if (bytes > 0) outcome.first ??= `pair ${pair}, the ${viewer}\n${a}\n\n${b}`;
      }
      onPair(outcome);
    }
  } finally {
    await base.close();
  }
  return outcome;
}

/** At how many places two texts differ, the rest of the longer one included. */
function differingBytes(a: string, b: string): number {
  if (a === b) return 0;
  const common = Math.min(a.length, b.length);
  let differing = Math.max(a.length, b.length) - common;
  for (let at = 0; at < common; at += 1) differing += a[at] === b[at] ? 0 : 1;
  return differing;
}

/** The same requests in two worlds that differ only in what the viewer must not see. */
export const run: Run = async ({ size, seed, progress }, report) => {
  const { first, pairs, replies } = await compareWorlds(
    { size, seed },
    (done) => done.pairs % 100 === 0 && progress?.(`${done.pairs} pairs, ${done.replies} replies`),
  );
  report.count('pairs', pairs);
  report.count('replies', replies);
  if (first) report.violate(first);
  report.requireAtLeast({ pairs: size, replies: size * 80 });
};
