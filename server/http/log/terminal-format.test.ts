import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createLogger } from './log.ts';
import { formatLogEntryForTerminal } from './terminal-format.ts';

function captureLines(work: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  work(createLogger('trace', { write: (line) => lines.push(formatLogEntryForTerminal(line)) }));
  return lines.map((line) => stripVTControlCharacters(line).replace(/^\d\d:\d\d:\d\d /, ''));
}

describe('the log on a terminal', () => {
  test('shows level, message, request, reply and all other fields of an entry', () => {
    const request = { method: 'GET', url: '/api/x?token=1', ip: '127.0.0.1' };
    const lines = captureLines((log) => {
      log.child({ reqId: 'r1' }).info({ req: request }, 'incoming request');
      log.info({ res: { statusCode: 503 }, responseTime: 12.6 }, 'request completed');
      log.warn({ closed: ['/srv/data'] }, 'others could read these');
    });
    expect(lines).toEqual([
      'info  incoming request  GET /api/x from 127.0.0.1  [r1]\n',
      'info  request completed  503  13 ms\n',
      'warn  others could read these  closed=["/srv/data"]\n',
    ]);
  });

  test('shows an error with its stack trace, one frame per line', () => {
    const [line = ''] = captureLines((log) =>
      log.error({ err: new Error('broken') }, 'a request failed'),
    );
    expect(line).toMatch(/^error a request failed\n {9}Error: broken\n {13}at .+\n/);
  });

  test('escapes control characters in user input', () => {
    const evil = 'a\u001b[2Jb\u009bc\u202ed\r\ne';
    const [line = ''] = captureLines((log) => log.warn({ name: evil, err: new Error(evil) }, evil));
    expect(line).toMatch(/^warn {2}a\\u\{1b\}\[2Jb\\u\{9b\}c/);
    expect(line.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
