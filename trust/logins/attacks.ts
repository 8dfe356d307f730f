import { setTimeout as sleep } from 'node:timers/promises';
import { resetPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { Random } from '#trust/lib/random.ts';

type Attempt = { email: string; password: string; from: string; cookie?: string };

/** Where an attack happens: a real portal and real time, or one whose clock can be moved. */
export type Setting = {
  logIn: (attempt: Attempt) => Promise<{ status: number; cookie: string }>;
  /** Whether a wrong password is looked at. */
  guess: (attempt: Attempt) => Promise<boolean>;
  /** The email of somebody new, whose password is `password`. */
  somebody: () => Promise<string>;
  /** Milliseconds since any moment. */
  now: () => number;
  pass: (ms: number) => Promise<void>;
};

export type Attack = {
  /** What the attacker fails at: one account, or ever new addresses. */
  on: 'the account' | 'the network';
  from: 'the same network' | 'elsewhere';
  device: 'known' | 'new';
};

export const attacks: readonly Attack[] = [
  { on: 'the network', from: 'the same network', device: 'new' },
  { on: 'the network', from: 'the same network', device: 'known' },
  { on: 'the account', from: 'elsewhere', device: 'new' },
  { on: 'the account', from: 'the same network', device: 'known' },
  { on: 'the account', from: 'the same network', device: 'new' },
];

export type Outcome = {
  /** Of so many right logins so many were let in. */
  right: number;
  served: number;
  /** How many wrong passwords the attacker had looked at, and how many were refused unseen. */
  guesses: number;
  refused: number;
};

const failuresBefore = 300;
const failuresPerSecond = 1.5;
export const rightLogins = 32;
const lastsMs = 150_000;

let networks = 0;
function aNetwork(): string {
  networks += 1;
  return `203.0.${networks}.7`;
}

/** 300 failures, then 1.5 a second for 150 s, in which somebody with the right password tries 32 times. */
export async function runAttack(setting: Setting, attack: Attack): Promise<Outcome> {
  const [attacker, elsewhere] = [aNetwork(), aNetwork()];
  const email = await setting.somebody();
  const from = attack.from === 'elsewhere' ? elsewhere : attacker;
  const before = attack.device === 'known' && (await setting.logIn({ email, password, from }));
  const device = before ? { cookie: before.cookie } : {};
  const outcome: Outcome = { right: 0, served: 0, guesses: 0, refused: 0 };
  let tried = 0;
  const fail = async () => {
    tried += 1;
    const target = attack.on === 'the account' ? email : `nobody-${tried}@${attacker}.test`;
    const guess = { email: target, password: `wrong guess ${tried}`, from: attacker };
    if (await setting.guess(guess)) outcome.guesses += 1;
    else outcome.refused += 1;
  };
  while (tried < failuresBefore) await fail();
  const began = setting.now();
  const until = async (ms: number) => setting.pass(Math.max(0, began + ms - setting.now()));
  // At no fixed beat, which the right logins would meet always or never.
  const random = new Random(1);
  let nextFailure = 0;
  for (let right = 1; right <= rightLogins; right += 1) {
    const at = (right * lastsMs) / rightLogins;
    for (; nextFailure < at; nextFailure += (2 * random.next() * 1000) / failuresPerSecond) {
      await until(nextFailure);
      await fail();
    }
    await until(at);
    const { status } = await setting.logIn({ email, password, from, ...device });
    outcome.right += 1;
    if (status === 200) outcome.served += 1;
  }
  return outcome;
}

/** The attempt as a browser behind a proxy sends it. */
export async function logInBehindProxy(
  url: string,
  { from, cookie = '', ...body }: Attempt,
): Promise<{ status: number; cookie: string }> {
  const answer = await new Caller(url).fetch(login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { status: answer.status, cookie: cookies.join('; ') };
}

/** So many requests at once with made-up reset links, all the time, while people log in one after the other. */
export async function runFlood(
  url: string,
  setting: Setting,
  { flood, logins }: { flood: number; logins: number },
): Promise<{ served: number; refused: number; requests: number }> {
  const email = await setting.somebody();
  const over = new AbortController();
  let requests = 0;
  const anyone = new Caller(url);
  const floods = Array.from({ length: flood }, async (_, line) => {
    while (!over.signal.aborted) {
      requests += 1;
      const body = {
        token: `made-up-link-${line}-${requests}`,
        password: `new phrase ${requests}`,
      };
      const answer = await anyone.request(resetPassword, { body });
      await answer.arrayBuffer();
    }
  });
  await sleep(1000);
  let served = 0;
  for (let number = 0; number < logins; number += 1) {
    const { status } = await setting.logIn({ email, password, from: aNetwork() });
    if (status === 200) served += 1;
    await sleep(250);
  }
  over.abort();
  await Promise.all(floods);
  return { served, refused: logins - served, requests };
}

export const titleOf = ({ on, from, device }: Attack) =>
  `failures on ${on}, the right password from ${from}, device ${device}`;
