import fc from 'fast-check';
import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { matrixActorRoles, mayRoleCall } from '#server/test/matrix/rows.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import { buildRawRequest } from '#trust/lib/raw-http.ts';
import { actorNames } from './actors.ts';
import { encodeBrokenForm, encodeForm, formContentType } from './forms.ts';
import {
  hostileContentTypes,
  hostileHeaders,
  hostilePathSegments,
  hostileQueries,
} from './hostile-values.ts';
import { hostileStrings, mutateJsonText, mutateValue } from './mutate.ts';
import { createSchemaArbitrary } from './values.ts';

/** Kinds of requests, with the relative frequency of each. */
const weights = { valid: 3, values: 8, text: 2, headers: 2, address: 3, 'broken form': 5 };
type Kind = keyof typeof weights;
const kindsByWeight = Object.entries(weights).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as Kind),
);

export type FuzzRequest = { kind: Kind; name: string; actor: string; bytes: Buffer };

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Target = { name: string; endpoint: Endpoint; inputs: readonly Input[] };

/** Generates requests to every endpoint from the contract's schemas. The same seed generates the same requests. */
export class RequestGenerator {
  readonly #targets: Target[];
  readonly #forms: Target[];
  readonly #random: SeededRandom;

  constructor(knownValues: readonly string[], random: SeededRandom) {
    this.#random = random;
    this.#targets = endpoints.map(({ name, endpoint }) => {
      const parts = Object.fromEntries(
        (['params', 'query', 'body'] as const).flatMap((part) => {
          const schema = endpoint[part];
          return schema ? [[part, createSchemaArbitrary(schema, knownValues)]] : [];
        }),
      );
      const inputs = fc.sample(fc.record(parts, { noNullPrototype: true }), {
        seed: random.whole(0, 2 ** 30),
        numRuns: 60,
      });
      return { name, endpoint, inputs: inputs as Input[] };
    });
    this.#forms = this.#targets.filter(({ endpoint }) => endpoint.files);
  }

  next(getToken: (actor: string) => string | undefined): FuzzRequest {
    const random = this.#random;
    const kind = random.pick(kindsByWeight);
    const target = random.pick(kind === 'broken form' ? this.#forms : this.#targets);
    const { name, endpoint } = target;
    const input = random.pick(target.inputs);
    const actor = pickActor(endpoint, random);
    let path = buildEndpointUrl(endpoint, input);
    let body = encodeBody(endpoint, input.body);
    let type = endpoint.files ? formContentType : body.length > 0 ? 'application/json' : undefined;
    let headers = '';
    if (kind === 'values') body = encodeBody(endpoint, mutateValue(input.body, random));
    if (kind === 'text') {
      const text = endpoint.files ? body.toString('latin1') : JSON.stringify(input.body ?? {});
      body = mutateJsonText(text, random);
    }
    if (kind === 'headers') {
      type = random.pick(hostileContentTypes);
      headers = random.pick(hostileHeaders);
    }
    if (kind === 'address') path = mutatePath(path, random);
    if (kind === 'broken form') body = encodeBrokenForm(input.body, random);
    const { method } = endpoint;
    const bytes = buildRawRequest({ method, path, type, headers, body, token: getToken(actor) });
    return { kind, name, actor, bytes };
  }
}

/** Usually picks an actor with access to the endpoint, because a request without access never reaches later checks. */
const pickActor = (endpoint: Endpoint, random: SeededRandom): string =>
  random.pick(
    random.next() < 0.15
      ? actorNames
      : actorNames.filter((actor) => mayRoleCall(endpoint, matrixActorRoles[actor])),
  );

function encodeBody(endpoint: Endpoint, body: unknown): Buffer {
  if (endpoint.files) return encodeForm(body);
  return body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
}

function mutatePath(path: string, random: SeededRandom): string {
  const [plain = '', query = ''] = path.split('?');
  const choice = random.next();
  if (choice < 0.35) return `${plain}?${random.pick(hostileQueries)}`;
  if (choice < 0.45)
    return `${plain}?q=${encodeURIComponent(random.pick(hostileStrings).toWellFormed().slice(0, 3000))}`;
  const pieces = plain.split('/');
  const at = random.whole(1, pieces.length - 1);
  const piece = random.pick(hostilePathSegments);
  const changed = choice < 0.8 ? pieces.with(pieces.length - 1, piece) : pieces.with(at, piece);
  const joined = choice > 0.95 ? plain.toUpperCase() : changed.join(choice > 0.92 ? '//' : '/');
  return query ? `${joined}?${query}` : joined;
}
