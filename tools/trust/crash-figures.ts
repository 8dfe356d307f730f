import type { Findings } from './check-history.ts';
import type { Effect } from './journal.ts';

export const kinds = ['marks', 'upload', 'group', 'letters'] as const satisfies Effect['kind'][];
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

/** Longer than this without serving again is a failure of its own. */
export const recoveryLimitMs = 5000;

/** What the commands say of a run; it is right when nothing is found and it served again in time. */
export function inWords(figures: CrashFigures): { text: string; isRight: boolean } {
  const { lost, torn, unexpected, acknowledged, unanswered } = figures;
  const recoveries = figures.recoveriesMs.map(Math.round).toSorted((a, b) => a - b);
  const worst = recoveries.at(-1) ?? 0;
  const text = [
    ...[...lost, ...torn, ...unexpected].slice(0, 50),
    `cycles       ${figures.cycles}`,
    `acknowledged ${listed(acknowledged)}`,
    `unanswered   ${listed(unanswered)}; all or nothing`,
    `lost         ${lost.length}`,
    `torn         ${torn.length}`,
    `unexpected   ${unexpected.length} refusals and errors`,
    `recovery     ${recoveries[Math.floor(recoveries.length / 2)]} ms as a rule, ${worst} ms at worst`,
  ].join('\n');
  const isWhole = lost.length + torn.length + unexpected.length === 0;
  return { text, isRight: isWhole && worst < recoveryLimitMs };
}

const listed = (counts: Record<Kind, number>) =>
  kinds.map((kind) => `${kind} ${counts[kind]}`).join(', ');

const none = (): Record<Kind, number> => ({ marks: 0, upload: 0, group: 0, letters: 0 });

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
