import type { Node } from './syntax.ts';

export type Kind =
  | 'access'
  | 'refusal'
  | 'condition'
  | 'part'
  | 'right'
  | 'where'
  | 'schema'
  | 'step'
  | 'header'
  | 'flag'
  | 'limit';

/** One change of one place: `text` instead of what stands from `start` to `end`. */
export type Change = { kind: Kind; start: number; end: number; text: string; does: string };

/** A rule looks at one node and those around it and gives the changes to it. */
export type Rule = (
  node: Node,
  around: readonly Node[],
  textOf: (node: Node) => string,
) => Change[];

export const change = (
  kind: Kind,
  at: { start: number; end: number },
  text: string,
  does: string,
): Change => ({
  kind,
  start: at.start,
  end: at.end,
  text,
  does,
});
