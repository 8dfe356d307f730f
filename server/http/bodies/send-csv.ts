import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvLine } from './csv.ts';
import type { Portions } from './send-list.ts';

/** Streams a file that browsers save as `name-2027-05-22.csv`. */
export function sendCsv(
  reply: FastifyReply,
  { name, columns, now }: { name: string; columns: readonly string[]; now: Date },
  portions: Portions<readonly string[]>,
): FastifyReply {
  async function* text() {
    // Without the mark in front Excel takes the text for its own code page.
    yield `\uFEFF${csvLine(columns)}`;
    for await (const lines of portions) {
      if (lines.length > 0) yield lines.map(csvLine).join('');
    }
  }
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`,
    })
    .send(Readable.from(text(), { objectMode: false }));
}
