import { login } from '#contract/session.ts';
import type { Place } from '#server/backup/places.ts';
import { takeAttempt } from '#server/session/throttle/throttle.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { addAccount } from '#trust/lib/fixtures.ts';
import { openInProcess } from '#trust/lib/in-process.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { Random } from '#trust/lib/random.ts';

/** What the attacker fails at, one account or ever new addresses, and how they can be told from the account's owner. */
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
const lastsMs = 150_000;
/** At an account from one network: ten at once, and one every 3 s, of which the right ones take none. */
const mostGuesses = 10 + lastsMs / 3000;

/** Who cannot be told from the attacker has a share of the tries; everybody else is let in at once. */
function leastServed({ on, from, device }: Attack): number {
  if (device === 'known' || from === 'elsewhere') return rightLogins;
  return on === 'the account' ? 2 : (rightLogins * 3) / 4;
}

/** The real login in this process, with a clock that can be moved and without the hashes of wrong guesses. */
async function openLogins(place: Place) {
  let now = Date.parse('2027-01-15T10:00:00.000Z');
  const clock = () => new Date(now);
  const { db, url, close } = await openInProcess(place, { clock, env: { TRUST_PROXY: 'on' } });
  return {
    now: () => now,
    moveTo: (instant: number) => {
      now = Math.max(now, instant);
    },
    addStudent: () => addAccount(db, 'student', { now: clock() }),
    close,
    /** With the right password, as a browser behind a proxy sends it. */
    async logIn(email: string, from: string, cookie = '') {
      const response = await new Caller(url).fetch(login.path, {
        method: login.method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
        body: JSON.stringify({ email, password }),
      });
      await response.arrayBuffer();
      const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
      return { isLetIn: response.status === 200, cookie: cookies.join('; ') };
    },
    /** Whether a wrong password is looked at. */
    isLookedAt: (email: string, address: string) =>
      db
        .transaction()
        .execute((trx) => takeAttempt(trx, { email, origin: { address }, now: clock() }))
        .then(
          () => true,
          () => false,
        ),
  };
}

/** 300 failures, then 1.5 a second for 150 s, in which the right password is tried 32 times. */
async function resist(
  logins: Awaited<ReturnType<typeof openLogins>>,
  { on, from, device }: Attack,
  random: Random,
) {
  const [attacker, elsewhere] = ['7', '8'].map((end) => `203.${random.whole(0, 255)}.113.${end}`);
  const { email } = await logins.addStudent();
  const network = String(from === 'elsewhere' ? elsewhere : attacker);
  const cookie = device === 'known' ? (await logins.logIn(email, network)).cookie : '';
  let [tried, looked, served] = [0, 0, 0];
  const fail = async () => {
    tried += 1;
    const target = on === 'the account' ? email : `nobody-${tried}@${attacker}.test`;
    if (await logins.isLookedAt(target, String(attacker))) looked += 1;
  };
  while (tried < failuresBefore) await fail();
  const began = logins.now();
  // At no fixed beat, which the right logins would meet always or never.
  let nextFailure = 0;
  for (let right = 1; right <= rightLogins; right += 1) {
    const at = (right * lastsMs) / rightLogins;
    for (; nextFailure < at; nextFailure += (2 * random.next() * 1000) / failuresPerSecond) {
      logins.moveTo(began + nextFailure);
      await fail();
    }
    logins.moveTo(began + at);
    if ((await logins.logIn(email, network, cookie)).isLetIn) served += 1;
  }
  return { tried, looked, served };
}

/** Somebody keeps failing to log in, and the right password has to get through. */
export const run: Run = ({ size, seed, progress }, report) =>
  inNewPlace({ quick: true }, async (place) => {
    const logins = await openLogins(place);
    const random = new Random(seed);
    try {
      for (const attack of attacks.slice(0, size)) {
        const name = `failures on ${attack.on}, the right password from ${attack.from}, device ${attack.device}`;
        const { tried, looked, served } = await resist(logins, attack, random);
        progress?.(`${name}: ${served} let in, ${looked} of ${tried} guesses looked at`);
        report.count('attacks');
        report.count('right passwords let in', served);
        report.count('wrong passwords tried', tried);
        if (served < leastServed(attack)) report.violate(`only ${served} let in: ${name}`);
        if (attack.on === 'the account' && looked > mostGuesses)
          report.violate(`${looked} guesses looked at: ${name}`);
      }
    } finally {
      await logins.close();
    }
    report.requireAtLeast({ attacks: size, 'wrong passwords tried': failuresBefore * size });
  });
