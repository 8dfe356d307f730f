// Finds replies that show a validator's text, such as "expected string, received array", instead of a sentence.
import { expect } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { createTestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** Returns a body with the value in every field that is `depth` levels below the body. */
function build(schema: Schema, value: unknown, depth: number): unknown {
  if (depth === 0) return value;
  const { type, properties, items, anyOf = [] } = schema;
  const nested = anyOf.find((option) => option.properties ?? option.items);
  if (nested) return build(nested, value, depth);
  if (type === 'array') return [build(items ?? {}, value, depth - 1)];
  if (!properties) return value;
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([key, field]) => [key, build(field, value, depth - 1)]));
}

const wrong = [null, 7.25, true, 'x', [], {}, [7], { x: 7 }, 'y'.repeat(3000), 1e15, undefined];
const validatorTexts =
  /expected|received|invalid (?!or)|unrecognized|too (big|small)|_|undefined|\[object|NaN/i;

const writes = endpoints.filter(({ endpoint }) => endpoint.body && !endpoint.files);

test.for(writes)(
  '$name refuses fields of a wrong type with sentences',
  async (write, { portal }) => {
    const { endpoint } = write;
    const body = endpoint.body as z.ZodType;
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
    const role = endpoint.access === 'public' ? 'student' : (endpoint.access.at(-1) ?? 'admin');
    const { caller } = await createTestUser(portal, role);
    const texts: string[] = [];
    for (const value of wrong) {
      for (const depth of [0, 1, 2, 3]) {
        const sent = build(schema, value, depth);
        if (body.safeParse(sent).success) continue;
        const response = await caller.fetch(buildUnknownIdUrl(endpoint), {
          method: endpoint.method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent) ?? null,
        });
        const { message, fields = {} } = await response.json();
        texts.push(message, ...Object.values<string>(fields));
      }
    }
    const unclear = texts.filter(
      (text) =>
        validatorTexts.test(text) || !/^[A-Z“].*[.?!…}]$|^Please select a group$/s.test(text),
    );
    expect([...new Set(unclear)]).toEqual([]);
  },
);
