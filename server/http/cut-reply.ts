import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Cut = (value: unknown) => unknown;
type Fields = Record<string, unknown>;
type Part = {
  /** What the schema names of it; the rest is left out. */
  cut: Cut;
  /** Whether it may be meant, by its kind and by the fields that must be there. */
  fits: (value: unknown) => boolean;
};

const cuts = new WeakMap<z.core.$ZodType, Part>();

/**
 * Writes a reply as JSON, with nothing in it that the contract does not name. It does not ask whether each value has
 * its format, which takes longer than making the reply: the tests hold every reply against the contract.
 */
export const replySerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const { cut } = partOf(schema);
  return (reply) => JSON.stringify(cut(reply));
};

function partOf(schema: z.core.$ZodType): Part {
  const known = cuts.get(schema) ?? compile(schema);
  cuts.set(schema, known);
  return known;
}

/** Throws for a kind of schema that no reply has had so far: how it is cut has to be written here. */
function compile(schema: z.core.$ZodType): Part {
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) {
    const { cut } = partOf(schema.element);
    return { cut: (value) => (value as unknown[]).map(cut), fits: Array.isArray };
  }
  if (schema instanceof z.ZodRecord) {
    const { cut } = partOf(schema.valueType);
    return { cut: (value) => ofEach(value as Fields, cut), fits: isFields };
  }
  if (schema instanceof z.ZodNullable) return orNothing(partOf(schema.unwrap()), null);
  if (schema instanceof z.ZodOptional) return orNothing(partOf(schema.unwrap()), undefined);
  if (schema instanceof z.ZodUnion) return ofUnion(schema);
  if (schema instanceof z.ZodLiteral) {
    return { cut: asItIs, fits: (value) => schema.values.has(value as string) };
  }
  if (schema instanceof z.ZodNull) return { cut: asItIs, fits: (value) => value === null };
  if (isPlain(schema)) return { cut: asItIs, fits: isPlainValue };
  if (schema instanceof z.ZodUnknown) return { cut: asItIs, fits: () => true };
  throw new Error(`A reply cannot hold a ${schema._zod.def.type} yet.`);
}

const asItIs: Cut = (value) => value;

const isPlain = (schema: z.core.$ZodType): boolean =>
  [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum].some(
    (kind) => schema instanceof kind,
  );

const isPlainValue = (value: unknown) =>
  value !== null && value !== undefined && typeof value !== 'object';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function orNothing({ cut, fits }: Part, nothing: null | undefined): Part {
  return {
    cut: cut === asItIs ? asItIs : (value) => (value === nothing ? value : cut(value)),
    fits: (value) => value === nothing || fits(value),
  };
}

function ofEach(value: Fields, cut: Cut): Fields {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]));
}

function ofObject(schema: z.ZodObject): Part {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({ key, ...partOf(field) }));
  const { catchall } = schema.def;
  const others = catchall && !(catchall instanceof z.ZodNever) ? partOf(catchall).cut : undefined;
  const declared = new Set(Object.keys(schema.shape));
  return {
    cut(value) {
      const given = value as Fields;
      const out: Fields = {};
      for (const { key, cut } of fields) {
        const field = given[key];
        if (field !== undefined) out[key] = cut(field);
      }
      if (!others) return out;
      for (const key of Object.keys(given)) {
        if (!declared.has(key)) out[key] = others(given[key]);
      }
      return out;
    },
    fits: (value) => isFields(value) && fields.every(({ key, fits }) => fits(value[key])),
  };
}

/** The first that fits, as the contract's own order has it. */
function ofUnion(schema: z.ZodUnion): Part {
  const parts = schema.options.map((option) => partOf(option as z.core.$ZodType));
  return {
    cut(value) {
      const part = parts.find(({ fits }) => fits(value));
      // What fits nowhere is not sent, since nothing says what of it may be.
      if (!part) throw new Error('The reply is none of those that the contract names.');
      return part.cut(value);
    },
    fits: (value) => parts.some(({ fits }) => fits(value)),
  };
}
