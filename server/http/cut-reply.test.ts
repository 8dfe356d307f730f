import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { replySerializer } from './cut-reply.ts';

const serializerOf = (schema: z.ZodType) =>
  replySerializer({ schema, method: 'GET', url: '/', httpStatus: '200' });
const cut = (schema: z.ZodType, reply: unknown) => JSON.parse(serializerOf(schema)(reply));

const Card = z.object({ name: z.string() });
const Whole = Card.extend({ email: z.email(), phone: z.string().nullable() });

describe('replySerializer', () => {
  test('omits fields that the schema does not declare, at any depth', () => {
    const schema = z.object({
      one: Card,
      list: z.array(Card),
      byName: z.record(z.string(), Card),
      perhaps: Card.optional(),
      none: Card.nullable(),
    });
    const secret = { name: 'Ayesha', password: 'secret' };
    const reply = { one: secret, list: [secret], byName: { a: secret }, perhaps: secret, more: 1 };

    const card = { name: 'Ayesha' };
    expect(cut(schema, { ...reply, none: secret })).toEqual({
      one: card,
      list: [card],
      byName: { a: card },
      perhaps: card,
      none: card,
    });
    expect(cut(schema, { ...reply, none: null })).toMatchObject({ none: null });
  });

  test('uses the first schema of a union whose required fields are all present', () => {
    const schema = z.union([Whole, Card]);
    const whole = { name: 'Ayesha', email: 'a@b.test', phone: null };

    expect(cut(schema, { ...whole, password: 'secret' })).toEqual(whole);
    expect(cut(schema, { name: 'Ayesha', email: 'a@b.test' })).toEqual({ name: 'Ayesha' });
  });

  test('throws if the reply matches no schema of a union', () => {
    const schema = z.union([
      z.object({ to: z.literal('all') }),
      z.object({ to: z.literal('groups'), ids: z.array(z.string()) }),
    ]);
    expect(cut(schema, { to: 'groups', ids: ['a'] })).toEqual({ to: 'groups', ids: ['a'] });
    expect(() => cut(schema, { to: 'nobody', ids: ['a'] })).toThrow('none of the schemas');
  });

  test('keeps undeclared fields that match the schema’s catchall', () => {
    const schema = Card.catchall(z.object({ marks: z.number() }));
    const reply = { name: 'Ayesha', proposal: { marks: 5, secret: 1 }, thesis: { marks: 7 } };
    expect(cut(schema, reply)).toEqual({
      name: 'Ayesha',
      proposal: { marks: 5 },
      thesis: { marks: 7 },
    });
  });

  test('throws if the reply does not match the schema', () => {
    expect(() => cut(Card, { name: 5 })).toThrow('expected a string');
    expect(() => cut(Card, {})).toThrow('a string');
    expect(() => cut(z.array(Card), { name: 'Ayesha' })).toThrow('array');
    expect(() => cut(z.object({ is: z.boolean() }), { is: 'secret' })).toThrow('a boolean');
    expect(() => cut(z.enum(['pass']), 'fail')).toThrow('enum');
    expect(() => cut(Card, 'Ayesha')).toThrow('object');
  });

  test('throws for an unsupported schema type', () => {
    expect(() => serializerOf(z.object({ at: z.date() }))).toThrow('schemas of the type date');
  });
});
