import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Place } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup } from '#tools/test/people.ts';
import { office } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { copiesFor } from './copies.ts';
import { openPortalWithClock, type PortalWithClock } from './portal-with-clock.ts';
import {
  type Fault,
  faults,
  openScriptedServer,
  type ScriptedServer,
  type Step,
  steps,
} from './scripted-server.ts';

export type FaultFigures = {
  rounds: number;
  letters: number;
  /** Copies beyond the first of letters whose 250 was lost. */
  secondCopies: number;
  deadLetters: number;
  /** What went otherwise than promised, in words. */
  findings: string[];
};

/** A mail server's seconds in a fraction of them; nothing else is hurried. */
const patience = { setUpMs: 3000, letterMs: 3000, verdictMs: 3000 };
/** The longest wait after one try, and the longest pause after one fault, with some to spare. */
const untilNextMs = 2 * 60_000;

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

/** Before it knows the recipient, a server treats all letters alike. */
const isEverybodys = (step: Step) => ['connect', 'EHLO', 'AUTH', 'MAIL'].includes(step);
/** Slow, but in the end an answer; and a server may know HELO only. */
const isHarmless = ({ step, fault }: Round) =>
  step === 'QUIT' ||
  fault === 'drip' ||
  fault === 'split' ||
  (step === 'EHLO' && ['later', 'never', 'garbage'].includes(fault));
/** What says that no letter would go. When a conversation only breaks off after the login, the letter may be why. */
const isServers = (round: Round) =>
  isEverybodys(round.step) &&
  !isHarmless(round) &&
  (round.step !== 'MAIL' || ['later', 'never', 'garbage'].includes(round.fault));
const isDeadly = ({ step, fault }: Round) =>
  fault === 'never' && ['RCPT', 'DATA', 'dot'].includes(step);
/** The server took the letter, and the portal cannot know. */
const isDoubtful = ({ step, fault }: Round) =>
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

/** Marks of a group of three are saved while the mail server has each of these faults, which goes away some time later. */
export async function runFaults(
  place: Place,
  rounds: readonly Round[],
  onRound?: (round: number) => void,
): Promise<FaultFigures> {
  const figures: FaultFigures = {
    rounds: 0,
    letters: 0,
    secondCopies: 0,
    deadLetters: 0,
    findings: [],
  };
  const server = await openScriptedServer();
  const portal = await openPortalWithClock(place, server.url, patience);
  try {
    const admin = await new Caller(portal.url).logIn(office.email, office.password);
    const { groupId, group, supervisor } = await aGroup(admin, { members: 3 });
    const members = group.fypGroupMembers.map(({ _id, email }) => ({ _id, email }));
    await portal.deliver();
    for (const [index, round] of rounds.entries()) {
      const tag = `tag${index + 1}x`;
      const scene = { server, portal, groupId, members, supervisor: supervisor.caller, tag };
      const found = await runRound(scene, round, index % 3, figures);
      figures.findings.push(...found.map((what) => `${round.step} ${round.fault}: ${what}`));
      figures.rounds += 1;
      onRound?.(figures.rounds);
    }
  } finally {
    await portal.close();
    await server.close();
  }
  return figures;
}

type Scene = {
  server: ScriptedServer;
  portal: PortalWithClock;
  groupId: string;
  members: { _id: string; email: string }[];
  supervisor: Caller;
  tag: string;
};

async function runRound(
  { server, portal, groupId, members, supervisor, tag }: Scene,
  round: Round,
  victimIndex: number,
  figures: FaultFigures,
): Promise<string[]> {
  const findings: string[] = [];
  const victim = members[victimIndex]?.email ?? '';
  const hasFault = (email: string) => isEverybodys(round.step) || email === victim;
  server.kept.length = 0;
  portal.logged.length = 0;
  server.script = ({ step, recipient }) =>
    step === round.step && (isEverybodys(step) || step === 'QUIT' || recipient === victim)
      ? round.fault
      : undefined;

  const marks = Object.fromEntries(
    members.map(({ _id }) => [_id, { month1: { marks: 5, feedback: tag } }]),
  );
  await supervisor.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  const { queued } = await supervisor.call(mailGroup, { params: { groupId } });
  if (queued !== 3) findings.push(`${queued} letters queued`);
  await portal.deliver();

  for (const { email } of members) {
    const isHeldUp = hasFault(email) && !isHarmless(round);
    const there = await copiesFor(server.kept, email, tag);
    if (!isHeldUp && there.length !== 1) findings.push(`${there.length} letters at once`);
    if (isHeldUp && there.length > (isDoubtful(round) ? 1 : 0))
      findings.push('sent in spite of it');
  }
  findings.push(...(await rowsDuring(portal, round, victim, tag)));

  server.script = () => undefined;
  portal.wait(untilNextMs);
  await portal.deliver();
  await portal.deliver();

  for (const { email } of members) {
    const copies = await copiesFor(server.kept, email, tag);
    const isDead = isDeadly(round) && hasFault(email);
    const wanted = isDead ? 0 : isDoubtful(round) && hasFault(email) ? 2 : 1;
    if (copies.length !== wanted) findings.push(`${copies.length} copies instead of ${wanted}`);
    if (new Set(copies.map(({ messageId }) => messageId)).size > 1) {
      findings.push('copies of different Message-IDs');
    }
    figures.letters += 1;
    figures.secondCopies += Math.max(0, copies.length - 1);
    figures.deadLetters += isDead ? 1 : 0;
  }
  const strangers = server.kept.filter(
    ({ recipient }) => !members.some(({ email }) => email === recipient),
  );
  if (strangers.length > 0) findings.push(`${strangers.length} letters to others`);
  return findings;
}

/** What the outbox says while the fault lasts: the victim's letter its reason, no other a failure. */
async function rowsDuring(
  { db, logged }: PortalWithClock,
  round: Round,
  victim: string,
  tag: string,
) {
  const findings: string[] = [];
  const rows = await db
    .selectFrom('letters')
    .select(['recipient', 'failed_at', 'sent_at', 'attempts', 'last_error'])
    .where('text_body', 'like', `%${tag}%`)
    .execute();
  for (const row of rows) {
    const isDead = isDeadly(round) && row.recipient === victim;
    if ((row.failed_at !== null) !== isDead) findings.push(`failed_at is ${row.failed_at}`);
    if (isDead && !row.last_error?.includes('5.1.1 No such person')) {
      findings.push(`dead because of “${row.last_error}”`);
    }
    if (isServers(round) && row.attempts > 0) {
      findings.push(`the server’s fault cost ${row.attempts} attempts`);
    }
  }
  if (rows.some(({ sent_at, last_error }) => !sent_at && last_error === '')) {
    findings.push('a letter that waits without a reason');
  }
  const wanted = isServers(round) ? 1 : 0;
  const said = logged.filter((line) => line.includes('takes no letter')).length;
  if (said !== wanted) findings.push(`the log says it ${said} times`);
  if (logged.some((line) => line.includes('right secret'))) findings.push('a password in the log');
  return findings;
}
