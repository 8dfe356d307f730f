import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// OWASP's floor for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);

/** A hash takes 19 MiB and a core: at most two at a time, the others wait their turn. */
let free = 2;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  else free -= 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

const hashWith = (password: string, nonce: Buffer) =>
  inTurn(() =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: 32, ...cost }),
  );

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** The password's argon2id hash as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashWith(password, nonce);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const decoy = await hashPassword('nobody has this password');

/** Whether the password is the one hashed; without a hash (no such account) it takes as long and is false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [nonce, tag] = (hash ?? decoy).split('$').slice(-2) as [string, string];
  const derived = await hashWith(password, Buffer.from(nonce, 'base64'));
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'));
  return isSame && hash !== undefined;
}
