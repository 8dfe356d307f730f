import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword } from '#server/session/password/password.ts';

// This test is outside the server folder, because tests there use a fast hash (tools/test/quick-hashing.ts).
test('hashPassword uses argon2id with 19 MiB of memory and two passes', async () => {
  const password = 'a long passphrase of no list';
  const [, algorithm, , cost, salt = '', tag] = (await hashPassword(password)).split('$');
  expect([algorithm, cost]).toEqual(['argon2id', 'm=19456,t=2,p=1']);
  const expected = argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  expect(tag).toBe(expected.toString('base64').replace(/=+$/, ''));
});
