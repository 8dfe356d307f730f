import { login } from '#contract/session.ts';
import type { Place } from '#server/backup/places.ts';
import { takeAttempt } from '#server/session/throttle/throttle.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { addAccount } from '#trust/lib/fixtures.ts';
import { openInProcessPortal } from '#trust/lib/in-process.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { Random } from '#trust/lib/random.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';

/** Combinations of the attacked target, and of the network and device from which the account's owner logs in. */
const attacks = [
  { on: 'the account', from: 'the same network', device: 'known' },
  { on: 'the account', from: 'elsewhere', device: 'new' },
  { on: 'the account', from: 'the same network', device: 'new' },
  { on: 'the network', from: 'the same network', device: 'new' },
  { on: 'the network', from: 'the same network', device: 'known' },
] as const;
type Attack = (typeof attacks)[number];

const failuresBefore = 300;
const failuresPerSecond = 1.5;
const rightLogins = 32;
const durationMs = 150_000;
/** Rate limit of one account from one network: a burst of ten, then one attempt every 3 s. */
const maxGuesses = 10 + durationMs / 3000;

/** Minimum number of successful logins: all of them, unless the owner is indistinguishable from the attacker. */
function minLogins({ on, from, device }: Attack): number {
  if (device === 'known' || from === 'elsewhere') return rightLogins;
  return on === 'the account' ? 2 : (rightLogins * 3) / 4;
}

/** Opens the real login in this process with a controllable clock. Guesses skip the password hash. */
async function openLogins(workspace: Place) {
  let now = Date.parse('2027-01-15T10:00:00.000Z');
  const clock = () => new Date(now);
  const { db, url, close } = await openInProcessPortal(workspace, {
    clock,
    env: { TRUST_PROXY: 'on' },
  });
  return {
    now: () => now,
    moveTo: (instant: number) => {
      now = Math.max(now, instant);
    },
    addStudent: () => addAccount(db, 'student', { now: clock() }),
    close,
    /** Logs in with the correct password through a simulated proxy. */
    async logIn(email: string, from: string, cookie = '') {
      const response = await new Caller(url).fetch(login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
        body: JSON.stringify({ email, password }),
      });
      await response.arrayBuffer();
      const cookies = response.headers
        .getSetCookie()
        .map((cookieHeader) => cookieHeader.split(';')[0]);
      return { isLetIn: response.status === 200, cookie: cookies.join('; ') };
    },
    /** Returns whether the throttle would let a guess through. */
    isGuessChecked: (email: string, address: string) =>
      db
        .transaction()
        .execute((trx) => takeAttempt(trx, { email, origin: { address }, now: clock() }))
        .then(
          () => true,
          () => false,
        ),
  };
}

/** Fails 300 times, then 1.5 times a second for 150 s, while the owner logs in 32 times. */
async function runAttack(
  logins: Awaited<ReturnType<typeof openLogins>>,
  { on, from, device }: Attack,
  random: Random,
) {
  const [attacker, elsewhere] = ['7', '8'].map(
    (lastByte) => `203.${random.whole(0, 255)}.113.${lastByte}`,
  );
  const { email } = await logins.addStudent();
  const network = String(from === 'elsewhere' ? elsewhere : attacker);
  const cookie = device === 'known' ? (await logins.logIn(email, network)).cookie : '';
  let [attempts, checkedGuesses, successfulLogins] = [0, 0, 0];
  const sendGuess = async () => {
    attempts += 1;
    const target = on === 'the account' ? email : `nobody-${attempts}@${attacker}.test`;
    if (await logins.isGuessChecked(target, String(attacker))) checkedGuesses += 1;
  };
  while (attempts < failuresBefore) await sendGuess();
  const began = logins.now();
  // Random intervals: a fixed rhythm would hit the owner's logins always or never.
  let nextFailure = 0;
  for (let loginNumber = 1; loginNumber <= rightLogins; loginNumber += 1) {
    const at = (loginNumber * durationMs) / rightLogins;
    for (; nextFailure < at; nextFailure += (2 * random.next() * 1000) / failuresPerSecond) {
      logins.moveTo(began + nextFailure);
      await sendGuess();
    }
    logins.moveTo(began + at);
    if ((await logins.logIn(email, network, cookie)).isLetIn) successfulLogins += 1;
  }
  return { attempts, checkedGuesses, successfulLogins };
}

/** An attacker fails continuously; the correct password must still succeed. */
export const run: Run = ({ size, seed, progress }, report) =>
  withWorkspace({ quick: true }, async (workspace) => {
    const logins = await openLogins(workspace);
    const random = new Random(seed);
    try {
      for (const attack of attacks.slice(0, size)) {
        const name = `failures on ${attack.on}, the right password from ${attack.from}, device ${attack.device}`;
        const { attempts, checkedGuesses, successfulLogins } = await runAttack(
          logins,
          attack,
          random,
        );
        progress?.(
          `${name}: ${successfulLogins} successful logins, ${checkedGuesses} of ${attempts} guesses checked`,
        );
        report.count('attacks');
        report.count('successful logins', successfulLogins);
        report.count('wrong passwords tried', attempts);
        if (successfulLogins < minLogins(attack))
          report.addViolations(`only ${successfulLogins} successful logins: ${name}`);
        if (attack.on === 'the account' && checkedGuesses > maxGuesses)
          report.addViolations(`${checkedGuesses} guesses checked: ${name}`);
      }
    } finally {
      await logins.close();
    }
    report.requireAtLeast({ attacks: size, 'wrong passwords tried': failuresBefore * size });
  });
