// Mutants that change nothing anybody can see, each with the reason why.

import type { Mutant } from './find-mutants.ts';

type Harmless = { file: string; before: string; does: string; why: string };

export const isHarmless = (mutant: Mutant, one: Harmless): boolean =>
  mutant.file === one.file && mutant.does === one.does && mutant.before.includes(one.before);

export const harmless: readonly Harmless[] = [];
