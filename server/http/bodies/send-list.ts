import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { createJsonSerializer } from '#server/http/cut-reply.ts';

export type RowBatches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** Streams the JSON object `{ [name]: items, ...rest }` in batches, to bound memory use and let other requests run. */
export function streamList<S extends z.ZodType>(
  reply: FastifyReply,
  { name, item, rest = {} }: { name: string; item: S; rest?: Record<string, unknown> },
  portions: RowBatches<z.output<S>>,
): FastifyReply {
  const json = createJsonSerializer(item);
  async function* text() {
    const start = Object.entries(rest).map(
      ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`,
    );
    // Delay the start of the JSON until the first batch is read, so that a failed read still gets an error reply.
    let before = `{${start.join('')}${JSON.stringify(name)}:[`;
    for await (const portion of portions) {
      if (portion.length === 0) continue;
      yield before + portion.map(json).join(',');
      before = ',';
      await nextTurn();
    }
    yield before === ',' ? ']}' : `${before}]}`;
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(text(), { objectMode: false }));
}

export function* toBatches<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
