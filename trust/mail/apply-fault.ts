import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Faults that replace a reply. `later`: 4xx; `never`: 5xx; `bye`: 421 and disconnect; `hang`: no reply; `trickle`:
 * single bytes without end; `drip`: the reply byte by byte; `split`: the reply in several packets; `drop` and `reset`:
 * disconnect; `garbage`: bytes that are not SMTP; `longLine`: a line without end.
 */
export const smtpFaults = [
  'later',
  'never',
  'bye',
  'hang',
  'trickle',
  'drip',
  'split',
  'drop',
  'reset',
  'garbage',
  'longLine',
] as const;
export type SmtpFault = (typeof smtpFaults)[number];

const replies = {
  later: '451 4.7.1 Greylisted, try later',
  never: '550 5.1.1 No such person here',
};
/** Bytes that are neither valid SMTP nor valid text for a database. */
const garbage = Buffer.from('\u0000\u0007\ufffe hello? \u001b[31m\ud7ff<script>\r\n', 'utf8');

export const sendsRegularReply = (fault: SmtpFault | undefined) =>
  fault === undefined || fault === 'drip' || fault === 'split';

type Write = (line: string | Uint8Array, size?: number, everyMs?: number) => Promise<void>;

/** Returns a function that writes lines in order, optionally in small delayed pieces. */
export function createReplyWriter(socket: Socket): Write {
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

/** Applies a fault. Returns false if the fault ends the conversation. */
export function applyFault(socket: Socket, write: Write, fault: SmtpFault, reply: string): boolean {
  switch (fault) {
    case 'later':
    case 'never':
      void write(replies[fault]);
      return true;
    case 'bye':
      void write('421 4.3.2 Closing down').then(() => socket.end());
      return false;
    case 'hang':
      return false;
    case 'trickle':
      void write(Buffer.alloc(10_000, '2'), 1, 20);
      return false;
    case 'drip':
      void write(reply, 1);
      return true;
    case 'split':
      void write(reply, Math.ceil(reply.length / 3));
      return true;
    case 'drop':
      socket.destroy();
      return false;
    case 'reset':
      socket.resetAndDestroy();
      return false;
    case 'garbage':
      void write(garbage);
      return true;
    case 'longLine':
      void write(Buffer.from(`250-${'x'.repeat(2 * 1024 * 1024)}`));
      return false;
  }
}
