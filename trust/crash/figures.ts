import type { Findings } from '#trust/lib/check-emails.ts';
import { listed, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import type { Effect } from '#trust/lib/journal.ts';

export const kinds = ['marks', 'upload', 'group', 'emails'] as const satisfies Effect['kind'][];
export type Kind = (typeof kinds)[number];

export type CrashFigures = Findings & {
  cycles: number;
  /** Of each kind what was acknowledged, and what was asked for without an answer when the portal was killed. */
  acknowledged: Record<Kind, number>;
  unanswered: Record<Kind, number>;
  /** From each start until it served again. */
  recoveriesMs: number[];
  /** Refusals and errors of the portal's own: in these cycles there is no reason for any. */
  unexpected: string[];
};

/** What is asked for on one place. */
export type Round = {
  cycles: number;
  seed: number;
  onCycle?: ((cycle: number) => void) | undefined;
};

/**
 * Longer than this without serving again is a failure of its own. Held against the median: on a machine that does other
 * things at the same time a single start may take its time.
 */
const recoveryLimitMs = 30_000;

export function outcomeOf(figures: CrashFigures): Outcome {
  const { cycles, lost, torn, unexpected, acknowledged, unanswered } = figures;
  const recoveries = figures.recoveriesMs.map(Math.round).toSorted((a, b) => a - b);
  const median = recoveries[Math.floor(recoveries.length / 2)] ?? 0;
  // Killing an idle portal would prove nothing; in few cycles not every kind is waited for.
  const each = Math.floor(cycles / (kinds.length + 1));
  return {
    figures: {
      cycles,
      acknowledged: listed(acknowledged),
      'unanswered, all or nothing': listed(unanswered),
      lost: lost.length,
      torn: torn.length,
      'unexpected refusals and errors': unexpected.length,
      recovery: `${median} ms as a rule, ${recoveries.at(-1)} ms at worst`,
    },
    findings: [
      ...lost.map((finding) => `lost: ${finding}`),
      ...torn.map((finding) => `torn: ${finding}`),
      ...unexpected.map((finding) => `unexpected: ${finding}`),
      ...tooMuch({ 'milliseconds of recovery': [median, recoveryLimitMs] }),
    ],
    idle: tooFew({
      ...Object.fromEntries(
        kinds.map((kind) => [`${kind} acknowledged`, [acknowledged[kind], each]] as const),
      ),
      'marks or uploads acknowledged': [acknowledged.marks + acknowledged.upload, 1],
      'calls unanswered': [Math.max(...Object.values(unanswered)), 1],
    }),
  };
}

const none = (): Record<Kind, number> => ({ marks: 0, upload: 0, group: 0, emails: 0 });

/** A portal that is killed longer on the same data is checked ever more slowly, and shows nothing new. */
const mostOnOnePlace = 100;

/** As many cycles as asked for, on one empty place after the other; the figures of all together. */
export async function runInRounds(
  { cycles, seed, onCycle }: Round,
  round: (part: Round) => Promise<CrashFigures>,
): Promise<CrashFigures> {
  const sum = noFigures();
  while (sum.cycles < cycles) {
    const before = sum.cycles;
    const part = await round({
      cycles: Math.min(mostOnOnePlace, cycles - before),
      seed: seed + before,
      onCycle: (cycle) => onCycle?.(before + cycle),
    });
    sum.cycles += part.cycles;
    for (const list of ['lost', 'torn', 'unexpected'] as const) sum[list].push(...part[list]);
    sum.recoveriesMs.push(...part.recoveriesMs);
    for (const kind of kinds) {
      sum.acknowledged[kind] += part.acknowledged[kind];
      sum.unanswered[kind] += part.unanswered[kind];
    }
    // It could not be started again: that is said, and another place would hide it.
    if (part.lost.length > 0) break;
  }
  return sum;
}

export const noFigures = (): CrashFigures => ({
  cycles: 0,
  acknowledged: none(),
  unanswered: none(),
  lost: [],
  torn: [],
  recoveriesMs: [],
  unexpected: [],
});
