import { expect, onTestFinished, test } from 'vitest';
import { takeTry } from '#server/session/throttle/throttle.ts';
import { somebody } from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';
import { attacks, logInBehindProxy, rightLogins, runAttack, titleOf } from './attacks.ts';

/** With the portal's clock moved on, and without the hashes of wrong guesses: 150 s take some seconds. */
test.for(attacks)(
  'The right password gets through while somebody fails 1.5 times a second: $on, $from, $device device.',
  { timeout: 300_000 },
  async (attack) => {
    const { portal, close } = await openPortal({ TRUST_PROXY: 'on' });
    onTestFinished(close);
    const outcome = await runAttack(
      {
        logIn: (attempt) => logInBehindProxy(portal.url, attempt),
        guess: ({ email, from }) => {
          const attempt = { email, origin: { address: from }, now: portal.clock() };
          return takeTry(portal.db, attempt).then(
            () => true,
            () => false,
          );
        },
        somebody: async () => (await somebody(portal)).email,
        now: () => portal.clock().getTime(),
        pass: async (ms) => portal.wait(ms),
      },
      attack,
    );
    expect(outcome.right, titleOf(attack)).toBe(rightLogins);
    const isAmongThem =
      attack.on === 'the account' && attack.from === 'the same network' && attack.device === 'new';
    // Who cannot be told from the attacker has a share of the tries; everybody else is let in at once.
    expect(outcome.served, titleOf(attack)).toBeGreaterThanOrEqual(isAmongThem ? 2 : rightLogins);
    // 10 at once and one every 3 s, of which the right ones take none.
    if (attack.on === 'the account') expect(outcome.guesses).toBeLessThanOrEqual(10 + 150 / 3);
  },
);
