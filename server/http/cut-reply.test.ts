import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#server/features.ts';
import { replySerializer } from './cut-reply.ts';

const serializerOf = (schema: z.ZodType) =>
  replySerializer({ schema, method: 'GET', url: '/', httpStatus: '200' });
const cut = (schema: z.ZodType, reply: unknown) => JSON.parse(serializerOf(schema)(reply));

const Card = z.object({ name: z.string() });
const Whole = Card.extend({ email: z.email(), phone: z.string().nullable() });

describe('a reply', () => {
  test('holds nothing that its schema does not name, however deep it lies', () => {
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
      ...{ one: card, list: [card], byName: { a: card }, perhaps: card, none: card },
    });
    expect(cut(schema, { ...reply, none: null })).toMatchObject({ none: null });
  });

  test('is cut to the first of several schemas whose fields are all there', () => {
    const schema = z.union([Whole, Card]);
    const whole = { name: 'Ayesha', email: 'a@b.test', phone: null };

    expect(cut(schema, { ...whole, password: 'secret' })).toEqual(whole);
    expect(cut(schema, { name: 'Ayesha', email: 'a@b.test' })).toEqual({ name: 'Ayesha' });
  });

  test('that is none of several schemas is not sent', () => {
    const schema = z.union([
      z.object({ to: z.literal('all') }),
      z.object({ to: z.literal('groups'), ids: z.array(z.string()) }),
    ]);
    expect(cut(schema, { to: 'groups', ids: ['a'] })).toEqual({ to: 'groups', ids: ['a'] });
    expect(() => cut(schema, { to: 'nobody', ids: ['a'] })).toThrow('none of those');
  });

  test('keeps fields of any name where the schema says what each of them is', () => {
    const schema = Card.catchall(z.object({ marks: z.number() }));
    const reply = { name: 'Ayesha', proposal: { marks: 5, secret: 1 }, thesis: { marks: 7 } };
    expect(cut(schema, reply)).toEqual({
      ...{ name: 'Ayesha', proposal: { marks: 5 }, thesis: { marks: 7 } },
    });
  });

  test('of another shape is not sent', () => {
    expect(() => cut(Card, { name: 5 })).toThrow('something else where the contract has a string');
    expect(() => cut(Card, {})).toThrow('a string');
    expect(() => cut(z.array(Card), { name: 'Ayesha' })).toThrow('array');
    expect(() => cut(z.object({ is: z.boolean() }), { is: 'secret' })).toThrow('a boolean');
    expect(() => cut(z.enum(['pass']), 'fail')).toThrow('enum');
    expect(() => cut(Card, 'Ayesha')).toThrow('object');
  });

  test('of each endpoint can be cut', () => {
    for (const { endpoint } of endpoints)
      expect(serializerOf(endpoint.reply)).toBeTypeOf('function');
    expect(endpoints.length).toBeGreaterThan(100);
  });

  test('cannot hold what nothing says how to cut', () => {
    expect(() => serializerOf(z.object({ at: z.date() }))).toThrow('A reply cannot hold a date');
  });
});
