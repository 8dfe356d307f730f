import { describe, expect } from 'vitest';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdParams } from '#server/test/endpoints.ts';
import { test } from '#server/test/portal.ts';

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: { default?: unknown; minimum?: number; maximum?: number; enum?: unknown[] };
};
type Paths = Record<string, Record<string, { parameters?: Parameter[] }>>;

const queryOf = (parameters: readonly Parameter[] = []) =>
  parameters.filter((parameter) => parameter.in === 'query');

describe('the OpenAPI document', () => {
  test('gives query parameters only default, minimum and maximum values that their endpoints accept', async ({
    portal,
  }) => {
    const response = await portal.visitor.fetch('/api/docs/json');
    const { paths } = (await response.json()) as { paths: Paths };
    const refused: string[] = [];
    let tried = 0;
    for (const { endpoint } of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const method = endpoint.method.toLowerCase();
      const parameters = queryOf(paths[path]?.[method]?.parameters);
      const required = parameters.filter(
        (queryParameter) => queryParameter.required && queryParameter.schema.enum,
      );
      const base = Object.fromEntries(required.map(({ name, schema }) => [name, schema.enum?.[0]]));
      for (const { name, schema } of parameters) {
        for (const value of [schema.default, schema.minimum, schema.maximum]) {
          if (value === undefined) continue;
          tried += 1;
          const query = { ...base, [name]: value };
          const address = buildEndpointUrl(endpoint, {
            params: buildUnknownIdParams(endpoint),
            query,
          });
          const reply = await portal.admin.fetch(address, { method: endpoint.method });
          const { fields = {} } = (await reply.json().catch(() => ({}))) as { fields?: object };
          if (name in fields) refused.push(`${endpoint.path} ${name}=${value}`);
        }
      }
    }
    expect(refused).toEqual([]);
    expect(tried).toBeGreaterThan(40);
  });
});
