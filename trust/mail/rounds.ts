import { Random } from '#trust/lib/random.ts';
import { type Fault, faults } from './misbehave.ts';
import { type Step, steps } from './scripted-server.ts';

/** What a server of these ways does at that step: in the middle of a text nothing is answered. */
const isPossible = (step: Step, fault: Fault) =>
  step !== 'body' || ['bye', 'hang', 'drop', 'reset'].includes(fault);

/** Every fault at every step. */
export const allRounds = steps.flatMap((step) =>
  faults.filter((fault) => isPossible(step, fault)).map((fault) => ({ step, fault })),
);
export type Round = (typeof allRounds)[number];

export const oneOfEachKind: readonly Round[] = [
  { step: 'connect', fault: 'later' },
  { step: 'EHLO', fault: 'longLine' },
  { step: 'AUTH', fault: 'never' },
  { step: 'MAIL', fault: 'never' },
  { step: 'RCPT', fault: 'later' },
  { step: 'RCPT', fault: 'never' },
  { step: 'RCPT', fault: 'hang' },
  { step: 'DATA', fault: 'garbage' },
  { step: 'body', fault: 'reset' },
  { step: 'dot', fault: 'drip' },
  { step: 'dot', fault: 'drop' },
  { step: 'QUIT', fault: 'hang' },
];

/** Before it knows the recipient, a server treats all emails alike. */
export const isEverybodys = (step: Step) => ['connect', 'EHLO', 'AUTH', 'MAIL'].includes(step);
/** Slow, but in the end an answer; and a server may know HELO only. */
export const isHarmless = ({ step, fault }: Round) =>
  step === 'QUIT' ||
  fault === 'drip' ||
  fault === 'split' ||
  (step === 'EHLO' && ['later', 'never', 'garbage'].includes(fault));
/** What says that no email would go. When a conversation only breaks off after the login, the email may be why. */
export const isServers = (round: Round) =>
  isEverybodys(round.step) &&
  !isHarmless(round) &&
  (round.step !== 'MAIL' || ['later', 'never', 'garbage'].includes(round.fault));
export const isDeadly = ({ step, fault }: Round) =>
  fault === 'never' && ['RCPT', 'DATA', 'dot'].includes(step);
/** The server took the email, and the portal cannot know. */
export const isDoubtful = ({ step, fault }: Round) =>
  step === 'dot' && !['later', 'never', 'bye'].includes(fault) && !isHarmless({ step, fault });

/** As many rounds as asked for, in an order of the seed's; each of them once before any comes again. */
export function someRounds(count: number, seed: number): Round[] {
  const random = new Random(seed);
  const order = (rounds: readonly Round[]) =>
    rounds
      .map((round) => ({ round, place: random.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ round }) => round);
  const chosen: Round[] = [];
  while (chosen.length < count) chosen.push(...order(allRounds));
  return chosen.slice(0, count);
}
