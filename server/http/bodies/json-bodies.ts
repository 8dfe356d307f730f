import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** Above any object that is taken, and a whole group with years of uploads. */
const most = { keys: 100, parts: 20_000 };

/**
 * Older clients name the type without a body (decisions). Too many parts are refused unparsed, since each takes time
 * from all other requests. Throws `too-large`, `invalid`.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined);
      const { maxParts = most.parts } = request.routeOptions.config.endpoint ?? {};
      if (hasTooManyParts(body, maxParts)) {
        return done(new Problem('too-large', 'The request has more parts than any that is taken.'));
      }
      return parse(request, body, done);
    },
  );
}

const [quote, backslash, comma, bracket, brace, bracketEnd, braceEnd] = [...'"\\,[{]}'].map(
  (character) => character.charCodeAt(0),
);

/** Counts without parsing, and stops at the first that is too many. */
function hasTooManyParts(text: string, mostParts: number): boolean {
  const open: { isObject: boolean; count: number }[] = [];
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma || code === bracket || code === brace) {
      parts += 1;
      if (code !== comma) open.push({ isObject: code === brace, count: 1 });
      const inner = open.at(-1);
      if (inner && code === comma) inner.count += 1;
      if (parts > mostParts || (inner?.isObject && inner.count > most.keys)) return true;
    } else if (code === bracketEnd || code === braceEnd) open.pop();
  }
  return false;
}

/** The text's end when the string is never closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
