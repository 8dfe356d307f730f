import type { Milestone } from '#contract/milestones.ts';
import { Problem } from '#contract/problem.ts';

/** One cell of a save, or with `viva` the viva's record; `tag` is its feedback, which no other save has. */
export type SavedCell = { memberId: string | null; part: Milestone | 'viva'; tag: string };

/** What a client asks for. */
export type Asked =
  | { kind: 'marks'; groupId: string; cells: SavedCell[] }
  | { kind: 'upload'; groupId: string; name: string; sha256: string; url: string; token: string }
  | { kind: 'group'; title: string; members: number }
  | { kind: 'emails'; groupId: string; queued: number };

type Outcome = {
  /** Once the whole answer has arrived. */
  isAcknowledged: boolean;
  /** When the request was handed to the network, by the process's own clock. */
  askedAt?: number;
  /** When its answer was there, by the same clock; a refusal is one too. */
  answeredAt?: number;
  /** Why no answer came at all, when none did. */
  broken?: string;
};
export type Effect = Asked & Outcome;

/** What all clients asked for, in the order of asking. */
export class Journal {
  readonly effects: Effect[] = [];
  /** Refusals: none of these calls should ever be refused. */
  readonly refusals: string[] = [];
  /** Of each cell the revision that was read last: a save says it, as a browser's does. */
  readonly revisions = new Map<string, number>();
  /** Answers that the portal cannot serve now. */
  unavailable = 0;
  #tags = 0;

  /** A word that occurs nowhere else. */
  tag(): string {
    this.#tags += 1;
    return `tag${this.#tags}x`;
  }

  /** Writes down what is asked for before it is, so that nothing the portal may have done is unknown. */
  ask<A extends Asked>(asked: A): A & Outcome {
    const effect: A & Outcome = { ...asked, isAcknowledged: false as boolean };
    this.effects.push(effect);
    return effect;
  }

  /** Asks, and writes down how it was answered. Throws what the call throws. */
  async answered<R>(effect: Outcome, call: () => Promise<R>): Promise<R> {
    effect.askedAt = performance.now();
    try {
      const reply = await call();
      effect.isAcknowledged = true;
      return reply;
    } catch (error) {
      if (!(error instanceof Problem)) effect.broken = causeOf(error);
      throw error;
    } finally {
      effect.answeredAt = performance.now();
    }
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? `${cause.code}: ${cause.message}` : cause.message;
}
