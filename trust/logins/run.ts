import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '#contract/users.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, emailOf, password } from '#tools/test/people.ts';
import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { office, startPortal } from '#trust/lib/portal-process.ts';
import {
  type Attack,
  attacks,
  logInBehindProxy,
  runAttack,
  runFlood,
  type Setting,
  titleOf,
} from './attacks.ts';

const floodedLogins = 26;

/** Attackers who keep failing to log in, and before that `size` requests at once with made-up links, in real time. */
export async function run({ size, say }: Asked): Promise<Outcome> {
  return inNewPlace({}, async (place) => {
    const portal = startPortal(place, { env: { TRUST_PROXY: 'on' } });
    try {
      const { url } = await portal.ready;
      const setting = await settingOf(url);
      const flooded = await runFlood(url, setting, { flood: size, logins: floodedLogins });
      say?.(`${flooded.requests} requests with made-up links, then five attacks of 150 s at once`);
      const outcomes = await Promise.all(
        attacks.map(async (attack) => ({ attack, ...(await runAttack(setting, attack)) })),
      );
      return {
        figures: {
          'logins during a flood': `${flooded.served} of ${floodedLogins} served, ${flooded.requests} made-up links`,
          ...Object.fromEntries(
            outcomes.map(({ attack, served, right, guesses, refused }) => [
              titleOf(attack),
              `${served} of ${right} served; ${guesses} guesses looked at, ${refused} refused`,
            ]),
          ),
        },
        findings: [
          ...(flooded.refused > 0 ? [`${flooded.refused} right logins refused in a flood`] : []),
          ...outcomes
            .filter(({ attack, served, right }) => served < leastServed(attack) * right)
            .map(({ attack, served }) => `only ${served} let in: ${titleOf(attack)}`),
        ],
        idle: tooFew({
          'made-up links': [flooded.requests, size],
          guesses: [Math.min(...outcomes.map(({ guesses, refused }) => guesses + refused)), 300],
        }),
      };
    } finally {
      await portal.kill('SIGTERM');
    }
  });
}

/** Who cannot be told from the attacker has a share of the tries; of everybody else few wait on a busy machine. */
const leastServed = ({ on, from, device }: Attack) =>
  on === 'the account' && from === 'the same network' && device === 'new' ? 1 / 32 : 3 / 4;

async function settingOf(url: string): Promise<Setting> {
  const admin = await new Caller(url).logIn(office.email, office.password);
  return {
    logIn: (attempt) => logInBehindProxy(url, attempt),
    guess: async (attempt) => (await logInBehindProxy(url, attempt)).status === 401,
    somebody: async () => {
      const name = aName('Student');
      const body = { name, email: emailOf(name), role: 'student' as const, password };
      return (await admin.call(createUser, { body })).user.email;
    },
    now: () => performance.now(),
    pass: (ms) => sleep(ms),
  };
}
