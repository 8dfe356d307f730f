import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Round, runFaults } from './fault-rounds.ts';

/** One of each kind; `npm run trust:mail` has them all. */
const rounds: Round[] = [
  { step: 'connect', fault: 'later' },
  { step: 'EHLO', fault: 'longLine' },
  { step: 'AUTH', fault: 'never' },
  { step: 'MAIL', fault: 'never' },
  { step: 'RCPT', fault: 'later' },
  { step: 'RCPT', fault: 'never' },
  { step: 'RCPT', fault: 'hang' },
  { step: 'DATA', fault: 'garbage' },
  { step: 'body', fault: 'reset' },
  { step: 'dot', fault: 'drip' },
  { step: 'dot', fault: 'drop' },
  { step: 'QUIT', fault: 'hang' },
];

test('whatever a mail server does, each letter arrives once it can', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const place = { dataDir, databaseUrl: undefined };
  const figures = await runFaults(place, rounds);
  expect(figures).toEqual({
    rounds: 12,
    letters: 36,
    secondCopies: 1,
    deadLetters: 1,
    findings: [],
  });
});
