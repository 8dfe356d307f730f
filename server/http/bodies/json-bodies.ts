import type { FastifyInstance } from 'fastify';
import { Problem } from '#contract/problem.ts';

/** Maximum number of keys per JSON object, and default maximum number of values in a whole body. */
const maxCounts = { keys: 100, parts: 20_000 };

/**
 * Adds a JSON parser that accepts an empty body, which older clients send. It rejects a body with too many values
 * before parsing it, because parsing blocks other requests.
 */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined);
      const { maxParts = maxCounts.parts } = request.routeOptions.config.endpoint ?? {};
      if (hasTooManyValues(body, maxParts)) {
        return done(new Problem('too-large', 'The request has too many values.'));
      }
      return parse(request, body, done);
    },
  );
}

const [quote, backslash, comma, bracket, brace, bracketEnd, braceEnd] = [...'"\\,[{]}'].map(
  (character) => character.charCodeAt(0),
);

function hasTooManyValues(text: string, mostParts: number): boolean {
  const open: { isObject: boolean; count: number }[] = [];
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findStringEnd(text, at);
    else if (code === comma || code === bracket || code === brace) {
      parts += 1;
      if (code !== comma) open.push({ isObject: code === brace, count: 1 });
      const inner = open.at(-1);
      if (inner && code === comma) inner.count += 1;
      if (parts > mostParts || (inner?.isObject && inner.count > maxCounts.keys)) return true;
    } else if (code === bracketEnd || code === braceEnd) open.pop();
  }
  return false;
}

function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
