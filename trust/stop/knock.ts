import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How new connections ended: answered, by status; refused because nobody listens; or cut without an answer. */
export type Knocks = { answered: Record<string, number>; refused: number; cut: string[] };

/**
 * Opens new connections, so many at a time, each for one request, until nobody listens any more: people who come while
 * the portal stops.
 */
export async function knockUntilClosed(url: string, atOnce: number): Promise<Knocks> {
  const knocks: Knocks = { answered: {}, refused: 0, cut: [] };
  const port = Number(new URL(url).port);
  const visitor = async () => {
    while (knocks.refused === 0) {
      const fate = await knock(port);
      if (fate === 'refused') knocks.refused += 1;
      else if (/^\d+$/.test(fate)) knocks.answered[fate] = (knocks.answered[fate] ?? 0) + 1;
      else knocks.cut.push(fate);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return knocks;
}

/** The status of the answer, `refused`, or what went wrong. */
function knock(port: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    let isOpen = false;
    const socket = connect(port, '127.0.0.1', () => {
      isOpen = true;
      socket.write('GET /api/content/home HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    });
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : `${error.code}, ${isOpen ? 'open' : ''}`);
    });
    socket.on('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer'));
  });
}
