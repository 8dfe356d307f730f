import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

type Cut = (value: unknown) => unknown;
type Fields = Record<string, unknown>;
type Part = {
  /** Removes fields that the schema does not declare. */
  cut: Cut;
  /** Returns true if the value has the schema's type and required fields. */
  fits: (value: unknown) => boolean;
};

const partCache = new WeakMap<z.core.$ZodType, Part>();

/** Returns a JSON serialiser that omits undeclared fields and throws on a mismatch. String formats are not checked. */
export function createJsonSerializer<S extends z.ZodType>(
  schema: S,
): (value: z.output<S>) => string {
  const { cut } = getPart(schema);
  return (value) => JSON.stringify(cut(value));
}

export const replySerializer: FastifySerializerCompiler<z.ZodType> = ({ schema }) =>
  createJsonSerializer(schema);

function getPart(schema: z.core.$ZodType): Part {
  const known = partCache.get(schema) ?? compile(schema);
  partCache.set(schema, known);
  return known;
}

/** Builds the functions `cut` and `fits` for a schema. Throws if the schema type is not supported. */
function compile(schema: z.core.$ZodType): Part {
  if (schema instanceof z.ZodObject) return objectPart(schema);
  if (schema instanceof z.ZodArray) {
    const { cut } = getPart(schema.element);
    return {
      cut: (value) => (Array.isArray(value) ? value.map(cut) : throwMismatch(schema)),
      fits: Array.isArray,
    };
  }
  if (schema instanceof z.ZodRecord) {
    const { cut } = getPart(schema.valueType);
    return {
      cut: (value) => (isFields(value) ? mapFields(value, cut) : throwMismatch(schema)),
      fits: isFields,
    };
  }
  if (schema instanceof z.ZodNullable) return optionalPart(getPart(schema.unwrap()), null);
  if (schema instanceof z.ZodOptional) return optionalPart(getPart(schema.unwrap()), undefined);
  if (schema instanceof z.ZodUnion) return unionPart(schema);
  if (schema instanceof z.ZodUnknown) return { cut: (value) => value, fits: () => true };
  const fits = findTypeTest(schema);
  if (fits) return { cut: (value) => (fits(value) ? value : throwMismatch(schema)), fits };
  throw new Error(`Replies do not support schemas of the type ${schema._zod.def.type} yet.`);
}

function findTypeTest(schema: z.core.$ZodType): Part['fits'] | undefined {
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

function throwMismatch(schema: z.core.$ZodType): never {
  throw new Error(`The reply does not match the contract: expected a ${schema._zod.def.type}.`);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function optionalPart({ cut, fits }: Part, nothing: null | undefined): Part {
  return {
    cut: (value) => (value === nothing ? value : cut(value)),
    fits: (value) => value === nothing || fits(value),
  };
}

function mapFields(value: Fields, cut: Cut): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, entryValue]) => [key, cut(entryValue)]),
  );
}

function objectPart(schema: z.ZodObject): Part {
  const fields = Object.entries(schema.shape).map(([key, field]) => ({ key, ...getPart(field) }));
  const { catchall } = schema.def;
  const catchallCut =
    catchall && !(catchall instanceof z.ZodNever) ? getPart(catchall).cut : undefined;
  const declared = new Set(Object.keys(schema.shape));
  return {
    cut(value) {
      if (!isFields(value)) return throwMismatch(schema);
      const out: Fields = {};
      for (const { key, cut } of fields) out[key] = cut(value[key]);
      if (!catchallCut) return out;
      for (const key of Object.keys(value)) {
        if (!declared.has(key)) out[key] = catchallCut(value[key]);
      }
      return out;
    },
    fits: (value) => isFields(value) && fields.every(({ key, fits }) => fits(value[key])),
  };
}

function unionPart(schema: z.ZodUnion): Part {
  const parts = schema.options.map((option) => getPart(option as z.core.$ZodType));
  return {
    cut(value) {
      const part = parts.find(({ fits }) => fits(value));
      if (!part) throw new Error('The reply matches none of the schemas in the contract.');
      return part.cut(value);
    },
    fits: (value) => parts.some(({ fits }) => fits(value)),
  };
}
