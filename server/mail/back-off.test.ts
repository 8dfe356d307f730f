import { describe, expect, it } from 'vitest';
import { createBackOff } from './back-off.ts';

describe('createBackOff', () => {
  it.each([
    'connect ECONNREFUSED 127.0.0.1:587',
    'The mail server closed the connection.',
    'Invalid login: 535 5.7.8 Authentication failed',
  ])('logs one error with the settings to check and the reason at its end: %s', (reason) => {
    const errors: unknown[] = [];
    const log = { info: () => {}, error: (message: unknown) => errors.push(message) };
    const backOff = createBackOff(() => new Date('2027-01-15T10:00:00.000Z'), log);
    backOff.failed(reason);
    backOff.failed(reason);
    expect(errors).toEqual([
      `the mail server takes no email, so emails wait until it does: check SMTP_URL and MAIL_FROM. Reason: ${reason}`,
    ]);
  });
});
