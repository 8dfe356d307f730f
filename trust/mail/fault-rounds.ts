import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { DataLocation } from '#server/backup/places.ts';
import { createSmtpTransport } from '#server/mail/smtp.ts';
import { Caller } from '#tools/test/caller.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { type InProcessPortal, openInProcessPortal } from '#trust/lib/processes/in-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { type SmtpFault, smtpFaults } from './apply-fault.ts';
import {
  findEmailCopies,
  openScriptedSmtpServer,
  type ScriptedSmtpServer,
  type SmtpStep,
  smtpSteps,
} from './scripted-server.ts';

export type FaultRound = { step: SmtpStep; fault: SmtpFault };

/** Every fault at every step. Within a message body, only faults that end or stall the connection. */
export const allFaultRounds: readonly FaultRound[] = smtpSteps.flatMap((step) =>
  smtpFaults
    .filter((fault) => step !== 'body' || ['bye', 'hang', 'drop', 'reset'].includes(fault))
    .map((fault) => ({ step, fault })),
);

const representativeKinds: readonly `${SmtpStep} ${SmtpFault}`[] = [
  'connect later',
  'EHLO longLine',
  'AUTH never',
  'MAIL never',
  'RCPT later',
  'RCPT never',
  'RCPT hang',
  'DATA garbage',
  'body reset',
  'dot drip',
  'dot drop',
  'QUIT hang',
] as const;
export const representativeFaultRounds = allFaultRounds.filter(({ step, fault }) =>
  representativeKinds.includes(`${step} ${fault}`),
);

function classifyFault({ step, fault }: FaultRound) {
  /** Before RCPT, a fault affects all emails. */
  const affectsAll = ['connect', 'EHLO', 'AUTH', 'MAIL'].includes(step);
  const isRefusal = fault === 'later' || fault === 'never';
  /** The email is still delivered: replies are slow, the fault follows the delivery, or the server has no EHLO. */
  const isHarmless =
    step === 'QUIT' ||
    fault === 'drip' ||
    fault === 'split' ||
    (step === 'EHLO' && (isRefusal || fault === 'garbage'));
  return {
    affectsAll,
    isHarmless,
    /**
     * True if the fault affects every email. A disconnect at MAIL may be due to a single email, so it does not count.
     */
    isServerFault:
      affectsAll && !isHarmless && (step !== 'MAIL' || isRefusal || fault === 'garbage'),
    isPermanent: fault === 'never' && ['RCPT', 'DATA', 'dot'].includes(step),
    /** True if the server has accepted the email, but the portal does not receive the reply. */
    isDoubtful: step === 'dot' && !isRefusal && fault !== 'bye' && !isHarmless,
  };
}

/** Returns `count` rounds in random order. Every round occurs once before any round is repeated. */
export function sampleFaultRounds(count: number, seed: number): FaultRound[] {
  const random = new SeededRandom(seed);
  const chosen: FaultRound[] = [];
  while (chosen.length < count) {
    const keyed = allFaultRounds.map((round) => ({ round, key: random.next() }));
    chosen.push(...keyed.toSorted((a, b) => a.key - b.key).map(({ round }) => round));
  }
  return chosen.slice(0, count);
}

/** Short timeouts for the simulated mail server. */
const timeouts = { setUpMs: 3000, emailMs: 3000, verdictMs: 3000 };
/** Longer than the longest retry delay and back-off. */
const retryDelayMs = 2 * 60_000;
const mailFrom = 'FYP Portal <fyp@university.test>';

/** Saves the marks of a group of three during each fault of the mail server, then repairs the server. */
export async function testSmtpFaults(
  workspace: DataLocation,
  rounds: readonly FaultRound[],
  report: RunReport,
) {
  const server = await openScriptedSmtpServer();
  let clockOffsetMs = 0;
  const portal = await openInProcessPortal(workspace, {
    env: { SMTP_URL: server.url, MAIL_FROM: mailFrom, CONFIRM_EMAIL: 'off' },
    clock: () => new Date(Date.now() + clockOffsetMs),
    transport: createSmtpTransport(server.url, mailFrom, timeouts),
  });
  const advanceClock = () => {
    clockOffsetMs += retryDelayMs;
  };
  try {
    const group = await addGroup(portal.db, portal.url, { members: 3 });
    await portal.deliver();
    for (const [index, round] of rounds.entries()) {
      const fixture = { server, portal, group, advanceClock, tag: `tag${index + 1}x` };
      const violations = await runRound(fixture, round, group.emails[index % 3] ?? '', report);
      report.addViolations(
        ...violations.map((violation) => `${round.step} ${round.fault}: ${violation}`),
      );
      report.count('mail server faults');
    }
  } finally {
    await portal.close();
    await server.close();
  }
}

type Fixture = {
  server: ScriptedSmtpServer;
  portal: InProcessPortal;
  group: Group;
  advanceClock: () => void;
  tag: string;
};

async function runRound(fixture: Fixture, round: FaultRound, victim: string, report: RunReport) {
  const { server, portal, group, advanceClock, tag } = fixture;
  const { affectsAll, isHarmless, isPermanent, isDoubtful } = classifyFault(round);
  const violations: string[] = [];
  const hasFault = (email: string) => affectsAll || email === victim;
  server.kept.length = 0;
  portal.logged.length = 0;
  server.script = ({ step, recipient }) =>
    step === round.step && (affectsAll || step === 'QUIT' || recipient === victim)
      ? round.fault
      : undefined;
  const queued = await saveAndRequestEmails(portal.url, group, tag);
  if (queued !== 3) violations.push(`${queued} emails queued`);
  await portal.deliver();
  for (const email of group.emails) {
    const copies = (await findEmailCopies(server.kept, email, tag)).length;
    const isDelayed = hasFault(email) && !isHarmless;
    if (!isDelayed && copies !== 1) violations.push(`${copies} emails at once`);
    if (isDelayed && copies > (isDoubtful ? 1 : 0)) violations.push('sent despite the fault');
  }
  violations.push(...(await checkOutboxRows(fixture, round, victim)));

  server.script = () => undefined;
  advanceClock();
  await portal.deliver();
  await portal.deliver();
  for (const email of group.emails) {
    const isDead = isPermanent && hasFault(email);
    const expectedCopies = isDead ? 0 : isDoubtful && hasFault(email) ? 2 : 1;
    const copies = await findEmailCopies(server.kept, email, tag);
    violations.push(...checkEmailCopies(copies, expectedCopies));
    report.count('emails');
    report.count('second copies', Math.max(0, copies.length - 1));
    report.count('dead emails', isDead ? 1 : 0);
  }
  const otherEmails = server.kept.filter(({ recipient }) => !group.emails.includes(recipient));
  if (otherEmails.length > 0) violations.push(`${otherEmails.length} emails to others`);
  return violations;
}

export function checkEmailCopies(
  copies: readonly { messageId: string }[],
  expectedCopies: number,
): string[] {
  const ids = new Set(copies.map(({ messageId }) => messageId));
  return [
    ...(copies.length === expectedCopies
      ? []
      : [`${copies.length} copies instead of ${expectedCopies}`]),
    ...(ids.size > 1 ? ['copies of different Message-IDs'] : []),
  ];
}

/** Saves marks and requests the emails about them. Returns the number of queued emails. */
export async function saveAndRequestEmails(
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

/** Checks the outbox during a fault. Only the email to `victim` may have an error. */
async function checkOutboxRows({ portal, tag }: Fixture, round: FaultRound, victim: string) {
  const { isServerFault, isPermanent } = classifyFault(round);
  const violations: string[] = [];
  const rows = await portal.db
    .selectFrom('emails')
    .select(['recipient', 'failed_at', 'sent_at', 'attempts', 'last_error'])
    .where('text_body', 'like', `%${tag}%`)
    .execute();
  for (const row of rows) {
    const isDead = isPermanent && row.recipient === victim;
    if ((row.failed_at !== null) !== isDead) violations.push(`failed_at is ${row.failed_at}`);
    if (isDead && !row.last_error?.includes('5.1.1 No such person'))
      violations.push(`dead because of “${row.last_error}”`);
    if (isServerFault && row.attempts > 0)
      violations.push(`the server’s fault cost ${row.attempts} attempts`);
    if (!row.sent_at && row.last_error === '') violations.push('an email waits without a reason');
  }
  const logCount = portal.logged.filter((line) => line.includes('takes no email')).length;
  if (logCount !== (isServerFault ? 1 : 0)) violations.push(`logged ${logCount} times`);
  if (portal.logged.some((line) => line.includes('right secret')))
    violations.push('a password in the log');
  return violations;
}
