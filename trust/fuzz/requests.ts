import fc from 'fast-check';
import { addressOf, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { columns, mayCall } from '#server/test/matrix/rows.ts';
import type { Random } from '#trust/lib/random.ts';
import { requestBytes } from '#trust/lib/raw-http.ts';
import { actors } from './actors.ts';
import { brokenForm, formType, wholeForm } from './forms.ts';
import { mutated, mutatedText, strangeTexts } from './mutate.ts';
import { strangeHeaders, strangePieces, strangeQueries, strangeTypes } from './strange.ts';
import { valuesOf } from './values.ts';

const kinds = ['valid', 'values', 'text', 'headers', 'address', 'cut form', 'broken form'] as const;
type Kind = (typeof kinds)[number];

/** A request with a known end; what it is made of is said for a report. */
export type Shot = { kind: Kind; name: string; actor: string; bytes: Buffer };

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
type Target = { name: string; endpoint: Endpoint; inputs: readonly Input[] };

const isCostly = ({ endpoint }: Pick<Target, 'endpoint'>) =>
  /password/i.test(endpoint.path) ||
  (endpoint.body && 'shape' in endpoint.body && 'password' in (endpoint.body.shape as object));

/** Requests to every endpoint of the contract, made of what its own schemas accept. The same seed brings the same again. */
export class Requests {
  readonly #cheap: Target[];
  readonly #costly: Target[];
  readonly #forms: Target[];
  readonly #random: Random;
  #cut: { target: Target; actor: string; path: string; form: Buffer; at: number } | undefined;

  constructor(known: readonly string[], random: Random) {
    this.#random = random;
    const targets = endpoints.map(({ name, endpoint }) => {
      const parts = Object.fromEntries(
        (['params', 'query', 'body'] as const).flatMap((part) => {
          const schema = endpoint[part];
          return schema ? [[part, valuesOf(schema, known)]] : [];
        }),
      );
      const inputs = fc.sample(fc.record(parts, { noNullPrototype: true }), {
        seed: random.whole(0, 2 ** 30),
        numRuns: 60,
      });
      return { name, endpoint, inputs: inputs as Input[] };
    });
    // A password costs the portal a hash: these calls come seldom, or there would be time for nothing else.
    this.#cheap = targets.filter((target) => !isCostly(target));
    this.#costly = targets.filter(isCostly);
    this.#forms = targets.filter(({ endpoint }) => endpoint.files);
  }

  next(tokenOf: (actor: string) => string | undefined): Shot {
    const random = this.#random;
    const kind = random.pick(kindsByWeight);
    if (kind === 'cut form') return this.#nextCut(tokenOf);
    const list =
      kind === 'broken form' ? this.#forms : random.next() < 0.005 ? this.#costly : this.#cheap;
    const target = random.pick(list);
    const { endpoint } = target;
    const input = random.pick(target.inputs);
    const actor = actorFor(endpoint, random);
    let path = addressOf(endpoint, input);
    let body = bodyOf(endpoint, input.body);
    let type = endpoint.files ? formType : body.length > 0 ? 'application/json' : undefined;
    let headers = '';
    if (kind === 'values') body = bodyOf(endpoint, mutated(input.body, random));
    if (kind === 'text') {
      const text = endpoint.files ? body.toString('latin1') : JSON.stringify(input.body ?? {});
      body = mutatedText(text, random);
    }
    if (kind === 'headers') {
      type = random.pick(strangeTypes);
      headers = random.pick(strangeHeaders);
    }
    if (kind === 'address') path = strangeAddress(path, random);
    if (kind === 'broken form') body = brokenForm(input.body, random);
    return shotAt(target, kind, actor, { path, type, headers, body, token: tokenOf(actor) });
  }

  /** The next cut of a form, one byte longer than the one before, until it is whole; then the next form's. */
  #nextCut(tokenOf: (actor: string) => string | undefined): Shot {
    const random = this.#random;
    if (!this.#cut || this.#cut.at >= this.#cut.form.length) {
      const target = random.pick(this.#forms);
      const { endpoint } = target;
      const input = random.pick(target.inputs);
      const [path, form] = [addressOf(endpoint, input), wholeForm(input.body)];
      this.#cut = { target, actor: actorFor(endpoint, random), path, form, at: 0 };
    }
    const { target, actor, path, form, at } = this.#cut;
    this.#cut.at += 1;
    const parts = { path, type: formType, body: form.subarray(0, at), token: tokenOf(actor) };
    return shotAt(target, 'cut form', actor, parts);
  }
}

const shotAt = (
  { name, endpoint: { method } }: Target,
  kind: Kind,
  actor: string,
  parts: Omit<Parameters<typeof requestBytes>[0], 'method'>,
): Shot => ({ kind, name, actor, bytes: requestBytes({ method, ...parts }) });

const weights: Record<Kind, number> = {
  valid: 3,
  values: 8,
  text: 2,
  headers: 2,
  address: 3,
  'cut form': 4,
  'broken form': 2,
};
const kindsByWeight = kinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind));

/** Mostly somebody who may: a refusal for the role alone would hide everything behind it. */
const actorFor = (endpoint: Endpoint, random: Random): string =>
  random.pick(
    random.next() < 0.15 ? actors : actors.filter((actor) => mayCall(endpoint, columns[actor])),
  );

function bodyOf(endpoint: Endpoint, body: unknown): Buffer {
  if (endpoint.files) return wholeForm(body);
  return body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
}

function strangeAddress(path: string, random: Random): string {
  const [plain = '', query = ''] = path.split('?');
  const what = random.next();
  if (what < 0.35) return `${plain}?${random.pick(strangeQueries)}`;
  if (what < 0.45)
    return `${plain}?q=${encodeURIComponent(random.pick(strangeTexts).toWellFormed().slice(0, 3000))}`;
  const pieces = plain.split('/');
  const at = random.whole(1, pieces.length - 1);
  const piece = random.pick(strangePieces);
  const changed = what < 0.8 ? pieces.with(pieces.length - 1, piece) : pieces.with(at, piece);
  const joined = what > 0.95 ? plain.toUpperCase() : changed.join(what > 0.92 ? '//' : '/');
  return query ? `${joined}?${query}` : joined;
}
