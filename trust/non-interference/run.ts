// Non-interference test: compares the replies for two data variants that differ only in rows hidden from the viewer.
// Passwords are hashed fast, because many requests contain one.

import '#tools/test/quick-hashing.ts';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { openBasePortal } from './base.ts';
import { getHiddenRows, type Viewer, viewers } from './hidden-rows.ts';
import { randomiseHiddenRows } from './randomise-hidden-rows.ts';
import { replayRequests } from './replay-requests.ts';

type Comparison = {
  pairs: number;
  replies: number;
  differences: number;
  /** Description of the first reply or email that differs between the two variants of the data. */
  first: string | undefined;
};

/** Compares `size` pairs of variants, for each viewer in turn or for `only`. `as` overrides whose token is sent. */
export async function compareDataVariants({
  size,
  seed,
  only,
  as,
}: {
  size: number;
  seed: number;
  only?: Viewer;
  as?: Viewer;
}): Promise<Comparison> {
  const base = await openBasePortal();
  const random = new SeededRandom(seed);
  const outcome: Comparison = { pairs: 0, replies: 0, differences: 0, first: undefined };
  // Compare each variant with the viewer's previous variant, so that the requests are sent only once per variant.
  const repliesByViewer = new Map<Viewer, string[]>();
  try {
    for (let pair = 0; pair < size; pair += 1) {
      const viewer = only ?? viewers[pair % viewers.length] ?? 'visitor';
      const replayVariant = () => {
        base.createVariant(() => randomiseHiddenRows(base, getHiddenRows(base, viewer), random));
        return replayRequests(base, viewer, as ?? viewer);
      };
      const firstReplies = repliesByViewer.get(viewer) ?? (await replayVariant());
      const secondReplies = await replayVariant();
      repliesByViewer.set(viewer, secondReplies);
      outcome.pairs += 1;
      const count = Math.max(firstReplies.length, secondReplies.length);
      outcome.replies += count;
      for (let index = 0; index < count; index += 1) {
        const [a = '', b = ''] = [firstReplies[index], secondReplies[index]];
        if (a === b) continue;
        outcome.differences += 1;
        outcome.first ??= `pair ${pair}, the ${viewer}\n${a}\n\n${b}`;
      }
    }
  } finally {
    await base.close();
  }
  return outcome;
}

/** Reports a violation if the replies to a viewer depend on rows that are hidden from that viewer. */
export const run: TrustToolRunner = async ({ size, seed }, report) => {
  const { first, pairs, replies } = await compareDataVariants({ size, seed });
  report.count('pairs', pairs);
  report.count('replies', replies);
  if (first) report.addViolations(first);
  report.requireAtLeast({ pairs: size, replies: size * 80 });
};
