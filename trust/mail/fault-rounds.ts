import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Place } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup } from '#tools/test/people.ts';
import { office } from '#trust/lib/portal-process.ts';
import { copiesFor } from './copies.ts';
import { openPortalWithClock, type PortalWithClock } from './portal-with-clock.ts';
import { isDeadly, isDoubtful, isEverybodys, isHarmless, isServers, type Round } from './rounds.ts';
import { openScriptedServer, type ScriptedServer } from './scripted-server.ts';

export type FaultFigures = {
  rounds: number;
  emails: number;
  /** Copies beyond the first of emails whose 250 was lost. */
  secondCopies: number;
  undeliverableEmails: number;
  /** What went otherwise than promised, in words. */
  findings: string[];
};

/** A mail server's seconds in a fraction of them; nothing else is hurried. */
const timeouts = { setUpMs: 3000, emailMs: 3000, verdictMs: 3000 };
/** The longest wait after one try, and the longest pause after one fault, with some to spare. */
const untilNextMs = 2 * 60_000;

/** Marks of a group of three are saved while the mail server has each of these faults, which goes away some time later. */
export async function runFaults(
  place: Place,
  rounds: readonly Round[],
  onRound?: (round: number) => void,
): Promise<FaultFigures> {
  const figures: FaultFigures = {
    rounds: 0,
    emails: 0,
    secondCopies: 0,
    undeliverableEmails: 0,
    findings: [],
  };
  const server = await openScriptedServer();
  const portal = await openPortalWithClock(place, server.url, timeouts);
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
  if (queued !== 3) findings.push(`${queued} emails queued`);
  await portal.deliver();

  for (const { email } of members) {
    const isHeldUp = hasFault(email) && !isHarmless(round);
    const there = await copiesFor(server.kept, email, tag);
    if (!isHeldUp && there.length !== 1) findings.push(`${there.length} emails at once`);
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
    figures.emails += 1;
    figures.secondCopies += Math.max(0, copies.length - 1);
    figures.undeliverableEmails += isDead ? 1 : 0;
  }
  const strangers = server.kept.filter(
    ({ recipient }) => !members.some(({ email }) => email === recipient),
  );
  if (strangers.length > 0) findings.push(`${strangers.length} emails to others`);
  return findings;
}

/** What the outbox says while the fault lasts: the victim's email its reason, no other a failure. */
async function rowsDuring(
  { db, logged }: PortalWithClock,
  round: Round,
  victim: string,
  tag: string,
) {
  const findings: string[] = [];
  const rows = await db
    .selectFrom('emails')
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
    findings.push('an email that waits without a reason');
  }
  const wanted = isServers(round) ? 1 : 0;
  const said = logged.filter((line) => line.includes('takes no email')).length;
  if (said !== wanted) findings.push(`the log says it ${said} times`);
  if (logged.some((line) => line.includes('right secret'))) findings.push('a password in the log');
  return findings;
}
