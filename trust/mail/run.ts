import { type Asked, listed, type Outcome, tooFew, tooMuch } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runFaults } from './fault-rounds.ts';
import { killSteps, runKills } from './kill-cycles.ts';
import { allRounds, oneOfEachKind, someRounds } from './rounds.ts';

/** Far longer than a save takes, far shorter than the portal waits for a mail server. */
const saveLimitMs = 10_000;

/**
 * A mail server with every fault at every step, and the portal killed `size` times at every step of its conversation.
 * Below 1: one fault of each kind, and one kill where emails are in doubt.
 */
export async function run({ size, database, seed, say }: Asked): Promise<Outcome> {
  const rounds = size < 1 ? oneOfEachKind : someRounds(Math.max(allRounds.length, size * 2), seed);
  const at =
    size < 1 ? (['body', 'dot'] as const) : Array.from({ length: size }, () => killSteps).flat();
  const report = (what: string) => (done: number) => done % 20 === 0 && say?.(`${done} ${what}`);
  const faults = await inNewPlace({ database }, (place) =>
    runFaults(place, rounds, report('faults')),
  );
  const kills = await inNewPlace({ database }, (place) =>
    runKills(place, { at, onKill: report('kills') }),
  );
  return {
    figures: {
      faults: `${faults.rounds}, with ${faults.emails} emails`,
      'second copies of emails whose 250 was lost': faults.secondCopies,
      'dead, refused for good': faults.undeliverableEmails,
      kills: `${kills.kills}, with ${kills.emails} emails`,
      'second copies after a kill': listed(kills.secondCopies),
      'a save while the mail server says nothing': `${Math.round(kills.saveMs)} ms`,
    },
    findings: [
      ...faults.findings,
      ...kills.findings,
      ...tooMuch({ 'milliseconds for a save': [kills.saveMs, saveLimitMs] }),
    ],
    // Killing it where nothing is in doubt would prove nothing.
    idle: tooFew({
      'second copies': [faults.secondCopies, 1],
      'dead emails': [faults.undeliverableEmails, 1],
      'emails in doubt after the dot': [kills.secondCopies.dot ?? 0, 1],
    }),
  };
}
