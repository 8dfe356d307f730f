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
 * Writes values as JSON, with nothing in them that the contract does not name. It throws for one of another shape. It
 * does not ask whether each text has its format, which takes longer than making the reply: the tests hold every reply
 * against the contract.
 */
export function jsonWriter<S extends z.ZodType>(schema: S): (value: z.output<S>) => string {
  const { cut } = partOf(schema);
  return (value) => JSON.stringify(cut(value));
}

export const replySerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) =>
  jsonWriter(schema);

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
    return {
      cut: (value) => (Array.isArray(value) ? value.map(cut) : refuse(schema)),
      fits: Array.isArray,
    };
  }
  if (schema instanceof z.ZodRecord) {
    const { cut } = partOf(schema.valueType);
    return {
      cut: (value) => (isFields(value) ? ofEach(value, cut) : refuse(schema)),
      fits: isFields,
    };
  }
  if (schema instanceof z.ZodNullable) return orNothing(partOf(schema.unwrap()), null);
  if (schema instanceof z.ZodOptional) return orNothing(partOf(schema.unwrap()), undefined);
  if (schema instanceof z.ZodUnion) return ofUnion(schema);
  if (schema instanceof z.ZodUnknown) return { cut: (value) => value, fits: () => true };
  const fits = plainTest(schema);
  if (fits) return { cut: (value) => (fits(value) ? value : refuse(schema)), fits };
  throw new Error(`A reply cannot hold a ${schema._zod.def.type} yet.`);
}

function plainTest(schema: z.core.$ZodType): Part['fits'] | undefined {
  if (schema instanceof z.ZodLiteral) return (value) => schema.values.has(value as string);
  if (schema instanceof z.ZodEnum) {
    const options: ReadonlySet<unknown> = new Set(schema.options);
    return (value) => options.has(value);
  }
  if (schema instanceof z.ZodNull) return (value) => value === null;
  if (schema instanceof z.ZodNumber) return (value) => typeof value === 'number';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodStringFormat;
  return isText ? (value) => typeof value === 'string' : undefined;
}

function refuse(schema: z.core.$ZodType): never {
  throw new Error(`The reply has something else where the contract has a ${schema._zod.def.type}.`);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function orNothing({ cut, fits }: Part, nothing: null | undefined): Part {
  return {
    cut: (value) => (value === nothing ? value : cut(value)),
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
      if (!isFields(value)) return refuse(schema);
      const out: Fields = {};
      // What may be left out stays undefined, which JSON leaves out.
      for (const { key, cut } of fields) out[key] = cut(value[key]);
      if (!others) return out;
      for (const key of Object.keys(value)) {
        if (!declared.has(key)) out[key] = others(value[key]);
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
