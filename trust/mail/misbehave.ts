import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the server does instead of its reply: `later` 4xx, `never` 5xx, `bye` 421 and close, `hang` says nothing more,
 * `trickle` a byte now and then without end, `drip` its reply byte by byte, `split` its reply in packets,
 * `drop` and `reset` end the connection, `garbage` no SMTP at all, `longLine` a reply without end of line.
 */
export const faults = [
  ...(['later', 'never', 'bye', 'hang', 'trickle', 'drip', 'split'] as const),
  ...(['drop', 'reset', 'garbage', 'longLine'] as const),
];
export type Fault = (typeof faults)[number];

const words = { later: '451 4.7.1 Greylisted, try later', never: '550 5.1.1 No such person here' };
/** No SMTP, and nothing that a database likes. */
const garbage = Buffer.from('\u0000\u0007\ufffe hello? \u001b[31m\ud7ff<script>\r\n', 'utf8');

/** Whether the usual reply went out, be it slowly. */
export const hasReplied = (fault: Fault | undefined) =>
  fault === undefined || fault === 'drip' || fault === 'split';

type Say = (line: string | Uint8Array, size?: number, everyMs?: number) => Promise<void>;

/** Says one line after the other, whole or in pieces of a size, with some time between them. */
export function talkerOn(socket: Socket): Say {
  let last = Promise.resolve();
  return (line, size = Number.POSITIVE_INFINITY, everyMs = 1) => {
    const bytes = typeof line === 'string' ? Buffer.from(line && `${line}\r\n`) : line;
    last = last.then(async () => {
      for (let at = 0; at < bytes.length && socket.writable; at += size) {
        if (at > 0) await sleep(everyMs);
        await new Promise<void>((resolve) => {
          socket.write(bytes.subarray(at, at + size), () => resolve());
        });
      }
    });
    return last;
  };
}

/** Does it; false when the conversation is over with it. */
export function misbehave(socket: Socket, say: Say, fault: Fault, usual: string): boolean {
  switch (fault) {
    case 'later':
    case 'never':
      void say(words[fault]);
      return true;
    case 'bye':
      void say('421 4.3.2 Closing down').then(() => socket.end());
      return false;
    case 'hang':
      return false;
    case 'trickle':
      void say(Buffer.alloc(10_000, '2'), 1, 20);
      return false;
    case 'drip':
      void say(usual, 1);
      return true;
    case 'split':
      void say(usual, Math.ceil(usual.length / 3));
      return true;
    case 'drop':
      socket.destroy();
      return false;
    case 'reset':
      socket.resetAndDestroy();
      return false;
    case 'garbage':
      void say(garbage);
      return true;
    case 'longLine':
      void say(Buffer.from(`250-${'x'.repeat(2 * 1024 * 1024)}`));
      return false;
  }
}
