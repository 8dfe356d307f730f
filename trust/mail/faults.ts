import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Place } from '#server/backup/places.ts';
import { smtpTransport } from '#server/mail/smtp.ts';
import { Caller } from '#tools/test/caller.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import { type InProcess, openInProcess } from '#trust/lib/in-process.ts';
import type { Report } from '#trust/lib/instrument.ts';
import { Random } from '#trust/lib/random.ts';
import { type Fault, faults } from './misbehave.ts';
import {
  copiesFor,
  openScriptedServer,
  type ScriptedServer,
  type Step,
  steps,
} from './scripted-server.ts';

/** A fault that a mail server has at one step of its conversations. */
export type Round = { step: Step; fault: Fault };

/** Every fault at every step: in the middle of a text there is no reply. */
export const allRounds: readonly Round[] = steps.flatMap((step) =>
  faults
    .filter((fault) => step !== 'body' || ['bye', 'hang', 'drop', 'reset'].includes(fault))
    .map((fault) => ({ step, fault })),
);

const kinds: readonly `${Step} ${Fault}`[] = [
  ...(['connect later', 'EHLO longLine', 'AUTH never', 'MAIL never', 'RCPT later'] as const),
  ...(['RCPT never', 'RCPT hang', 'DATA garbage', 'body reset', 'dot drip'] as const),
  ...(['dot drop', 'QUIT hang'] as const),
];
export const oneOfEachKind = allRounds.filter(({ step, fault }) =>
  kinds.includes(`${step} ${fault}`),
);

/** What is to be expected of a fault. */
function natureOf({ step, fault }: Round) {
  /** Before it knows the recipient, a server treats all emails alike. */
  const isForAll = ['connect', 'EHLO', 'AUTH', 'MAIL'].includes(step);
  const isRefusal = fault === 'later' || fault === 'never';
  /** Slow, but in the end a reply; and a server may know HELO only. */
  const isHarmless =
    step === 'QUIT' ||
    fault === 'drip' ||
    fault === 'split' ||
    (step === 'EHLO' && (isRefusal || fault === 'garbage'));
  return {
    isForAll,
    isHarmless,
    /** It says that no email would go. A conversation that only breaks off after the login may do so for the email. */
    isServers: isForAll && !isHarmless && (step !== 'MAIL' || isRefusal || fault === 'garbage'),
    isDeadly: fault === 'never' && ['RCPT', 'DATA', 'dot'].includes(step),
    /** The server took the email, and the portal cannot know. */
    isDoubtful: step === 'dot' && !isRefusal && fault !== 'bye' && !isHarmless,
  };
}

/** As many rounds as asked for, in an order of the seed's; each of them once before any comes again. */
export function someRounds(count: number, seed: number): Round[] {
  const random = new Random(seed);
  const chosen: Round[] = [];
  while (chosen.length < count) {
    const keyed = allRounds.map((round) => ({ round, key: random.next() }));
    chosen.push(...keyed.toSorted((a, b) => a.key - b.key).map(({ round }) => round));
  }
  return chosen.slice(0, count);
}

/** A mail server's seconds in a fraction of them; nothing else is hurried. */
const timeouts = { setUpMs: 3000, emailMs: 3000, verdictMs: 3000 };
/** The longest wait after one try, and the longest pause after one fault, with some to spare. */
const untilNextMs = 2 * 60_000;
const mailFrom = 'FYP Portal <fyp@university.test>';

/** Marks of a group of three are saved while the mail server has each of these faults, which goes away some time later. */
export async function runFaults(place: Place, rounds: readonly Round[], report: Report) {
  const server = await openScriptedServer();
  let ahead = 0;
  const portal = await openInProcess(place, {
    env: { SMTP_URL: server.url, MAIL_FROM: mailFrom, CONFIRM_EMAIL: 'off' },
    clock: () => new Date(Date.now() + ahead),
    transport: smtpTransport(server.url, mailFrom, timeouts),
  });
  const wait = () => {
    ahead += untilNextMs;
  };
  try {
    const group = await addGroup(portal.db, portal.url, { members: 3 });
    await portal.deliver();
    for (const [index, round] of rounds.entries()) {
      const fixture = { server, portal, group, wait, tag: `tag${index + 1}x` };
      const found = await runRound(fixture, round, group.emails[index % 3] ?? '', report);
      report.violate(...found.map((what) => `${round.step} ${round.fault}: ${what}`));
      report.count('mail server faults');
    }
  } finally {
    await portal.close();
    await server.close();
  }
}

type Fixture = {
  server: ScriptedServer;
  portal: InProcess;
  group: Group;
  wait: () => void;
  tag: string;
};

async function runRound(fixture: Fixture, round: Round, victim: string, report: Report) {
  const { server, portal, group, wait, tag } = fixture;
  const { isForAll, isHarmless, isDeadly, isDoubtful } = natureOf(round);
  const violations: string[] = [];
  const hasFault = (email: string) => isForAll || email === victim;
  server.kept.length = 0;
  portal.logged.length = 0;
  server.script = ({ step, recipient }) =>
    step === round.step && (isForAll || step === 'QUIT' || recipient === victim)
      ? round.fault
      : undefined;
  const queued = await saveAndMail(portal.url, group, tag);
  if (queued !== 3) violations.push(`${queued} emails queued`);
  await portal.deliver();
  for (const email of group.emails) {
    const copies = (await copiesFor(server.kept, email, tag)).length;
    const isHeldUp = hasFault(email) && !isHarmless;
    if (!isHeldUp && copies !== 1) violations.push(`${copies} emails at once`);
    if (isHeldUp && copies > (isDoubtful ? 1 : 0)) violations.push('sent in spite of it');
  }
  violations.push(...(await checkOutboxRows(fixture, round, victim)));

  server.script = () => undefined;
  wait();
  await portal.deliver();
  await portal.deliver();
  for (const email of group.emails) {
    const isDead = isDeadly && hasFault(email);
    const wanted = isDead ? 0 : isDoubtful && hasFault(email) ? 2 : 1;
    const copies = await copiesFor(server.kept, email, tag);
    violations.push(...checkCopies(copies, wanted));
    report.count('emails');
    report.count('second copies', Math.max(0, copies.length - 1));
    report.count('dead emails', isDead ? 1 : 0);
  }
  const strangers = server.kept.filter(({ recipient }) => !group.emails.includes(recipient));
  if (strangers.length > 0) violations.push(`${strangers.length} emails to others`);
  return violations;
}

export function checkCopies(copies: readonly { messageId: string }[], wanted: number): string[] {
  const ids = new Set(copies.map(({ messageId }) => messageId));
  return [
    ...(copies.length === wanted ? [] : [`${copies.length} copies instead of ${wanted}`]),
    ...(ids.size > 1 ? ['copies of different Message-IDs'] : []),
  ];
}

/** Saves marks with a feedback and asks for the emails; gives how many were queued. */
export async function saveAndMail(
  url: string,
  { groupId, memberIds, supervisor }: Group,
  tag: string,
) {
  const cell = { month1: { marks: 5, feedback: tag } };
  const marks = Object.fromEntries(memberIds.map((id) => [id, cell]));
  const caller = new Caller(url, supervisor.token);
  await caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });
  return (await caller.call(mailGroup, { params: { groupId } })).queued;
}

/** What the outbox says while the fault lasts: the victim's email its reason, no other a failure. */
async function checkOutboxRows({ portal, tag }: Fixture, round: Round, victim: string) {
  const { isServers, isDeadly } = natureOf(round);
  const violations: string[] = [];
  const rows = await portal.db
    .selectFrom('emails')
    .select(['recipient', 'failed_at', 'sent_at', 'attempts', 'last_error'])
    .where('text_body', 'like', `%${tag}%`)
    .execute();
  for (const row of rows) {
    const isDead = isDeadly && row.recipient === victim;
    if ((row.failed_at !== null) !== isDead) violations.push(`failed_at is ${row.failed_at}`);
    if (isDead && !row.last_error?.includes('5.1.1 No such person'))
      violations.push(`dead because of “${row.last_error}”`);
    if (isServers && row.attempts > 0)
      violations.push(`the server’s fault cost ${row.attempts} attempts`);
    if (!row.sent_at && row.last_error === '') violations.push('an email waits without a reason');
  }
  const said = portal.logged.filter((line) => line.includes('takes no email')).length;
  if (said !== (isServers ? 1 : 0)) violations.push(`the log says it ${said} times`);
  if (portal.logged.some((line) => line.includes('right secret')))
    violations.push('a password in the log');
  return violations;
}
