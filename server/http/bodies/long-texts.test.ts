import { describe } from 'vitest';
import type { z } from 'zod';
import { findHome } from '#contract/content.ts';
import { type Endpoint, formFieldsOf } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { someAddressOf } from '#server/test/endpoints.ts';
import { expectQuick } from '#server/test/loop-delay.ts';
import { somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { everywhere, textsOf } from '#server/test/schema-texts.ts';
import type { Caller } from '#tools/test/caller.ts';
import { largestText } from './body-sizes.ts';

/** Texts that cost more than their length where somebody is careless. */
const hostile = {
  'marks out of order': '\u0300\u0316',
  'marks that appear when they are composed': '\uff9e\u0316',
  'characters that decompose into many': '\ufdfa',
  digits: '1',
  spaces: ' \t',
  'labels of an address': 'a.',
  'an address without end': 'a@a-',
};
/** Those that cost most, for where each place is tried by itself. */
const { 'marks out of order': marks, digits } = hostile;
const worst = { marks, digits };

/** So many bytes of a text, with an end that fits nothing. */
const filled = (part: string, bytes: number) =>
  `${part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))))}!`;

async function callerFor(portal: Portal, { access }: Endpoint): Promise<Caller> {
  if (access === 'public') return portal.visitor;
  if (access.includes('admin')) return portal.admin;
  return (await somebody(portal, access[0])).caller;
}

/** What is read at most: of a body in JSON, of one text of a form, of an address. */
const bytesOf = (endpoint: Endpoint) => largestText(endpoint) - 4000;
const [fieldBytes, addressBytes] = [99_000, 1900];
/** Enough for one place by itself, of which there are many. */
const placeBytes = 300_000;

const send = (caller: Caller, endpoint: Endpoint, init: RequestInit) =>
  caller.fetch(someAddressOf(endpoint), { method: endpoint.method, ...init });
const sendJson = (caller: Caller, endpoint: Endpoint, body: string) =>
  send(caller, endpoint, { body, headers: { 'content-type': 'application/json' } });

/** Asserts that what is made of each text is as quick as what is made of plain emails. */
async function expectAllQuick(
  what: string,
  texts: Record<string, string>,
  sent: (part: string) => Promise<Response>,
) {
  for (const [name, part] of Object.entries(texts)) {
    await expectQuick(
      `${what}: ${name}`,
      () => sent(part),
      () => sent('a'),
    );
  }
}

/** `part` as often as `bytes` have room for. */
const repeated = (bytes: number, part: (index: number) => string) => {
  const length = Math.floor(bytes / (part(99_999).length + 1));
  return Array.from({ length }, (_, index) => part(index)).join(',');
};
/** The sample's `{"§":…}`, which stands for any key, with very many keys. */
const withManyKeys = (sample: string, bytes: number) =>
  sample.replace(
    /\{"§":("§"|\{\})\}/,
    (_, value) => `{${repeated(bytes, (i) => `"k${i}":${value}`)}}`,
  );
const withManyEntries = (sample: string, bytes: number) =>
  sample.replace(/\[(.*)\]/, (_, entry) => `[${repeated(bytes, () => entry)}]`);

const bodyOf = ({ body }: Endpoint) => body as z.ZodType;
const withBody = endpoints.filter(({ endpoint }) => endpoint.body !== undefined);
const inJson = withBody.filter(({ endpoint }) => !endpoint.files);
const inForms = withBody.filter(({ endpoint }) => endpoint.files);

describe('a request keeps nobody else waiting', () => {
  test.for(inJson)('whatever text is in $name', async ({ name, endpoint }, { portal }) => {
    const caller = await callerFor(portal, endpoint);
    const body = bodyOf(endpoint);
    const places = JSON.stringify(everywhere(body, '§')).split('§').length;
    const share = Math.floor(bytesOf(endpoint) / places);
    for (const bytes of [90, 7000, share]) {
      await expectAllQuick(`${name} with ${bytes} bytes everywhere`, hostile, (part) => {
        const text = filled(part, Math.min(bytes, share));
        return sendJson(caller, endpoint, JSON.stringify(everywhere(body, text)));
      });
    }
    for (const make of textsOf(body)) {
      await expectAllQuick(`${name} ${JSON.stringify(make('…'))}`, worst, (part) =>
        sendJson(
          caller,
          endpoint,
          JSON.stringify(make(filled(part, Math.min(placeBytes, bytesOf(endpoint))))),
        ),
      );
    }
  });

  test.for(inForms)(
    'whatever text is in the form of $name',
    async ({ name, endpoint }, { portal }) => {
      const caller = await callerFor(portal, endpoint);
      for (const bytes of [350, 7000, fieldBytes]) {
        await expectAllQuick(`${name} with ${bytes} bytes everywhere`, hostile, (part) => {
          const form = new FormData();
          const fields = formFieldsOf(everywhere(bodyOf(endpoint), filled(part, bytes)));
          for (const [field, text] of fields) form.append(field, String(text));
          return send(caller, endpoint, { body: form });
        });
      }
    },
  );

  test.for(inJson)(
    'however many keys or entries are in $name',
    async ({ name, endpoint }, { portal }) => {
      const caller = await callerFor(portal, endpoint);
      const samples = textsOf(bodyOf(endpoint)).map((make) => JSON.stringify(make('§')));
      const bodies = samples.flatMap((sample) => [
        withManyKeys(sample, bytesOf(endpoint)),
        withManyEntries(sample, bytesOf(endpoint)),
      ]);
      for (const body of new Set(bodies)) {
        await expectQuick(
          `${name} ${body.slice(0, 100)}`,
          () => sendJson(caller, endpoint, body),
          () => sendJson(caller, endpoint, JSON.stringify({ text: filled('a', body.length) })),
        );
      }
    },
  );

  test('whatever text is in an address', async ({ portal }) => {
    for (const { name, endpoint } of endpoints) {
      const caller = await callerFor(portal, endpoint);
      const { method, path, query } = endpoint;
      if (path.includes(':')) {
        await expectAllQuick(name, hostile, (part) => {
          const long = encodeURIComponent(filled(part, addressBytes));
          return caller.fetch(path.replaceAll(/:\w+/g, long), { method });
        });
      }
      for (const make of query ? textsOf(query) : []) {
        await expectAllQuick(name, hostile, (part) => {
          const asked = make(filled(part, addressBytes)) as Record<string, string>;
          return caller.fetch(`${someAddressOf(endpoint)}?${new URLSearchParams(asked)}`);
        });
      }
    }
  });

  test('whatever text is in a header', async ({ portal }) => {
    const { digits, spaces, 'labels of an address': labels } = hostile;
    const names = ['cookie', 'range', 'user-agent', 'accept', 'accept-encoding', 'if-none-match'];
    for (const name of [...names, 'content-type', 'x-forwarded-for', 'origin']) {
      await expectAllQuick(name, { digits, spaces, labels }, (part) =>
        portal.visitor.fetch(findHome.path, { headers: { [name]: `1${filled(part, 12_000)}` } }),
      );
    }
  });

  test('whatever names the parts and the files of a form have', async ({ portal }) => {
    for (const { name, endpoint } of inForms) {
      const caller = await callerFor(portal, endpoint);
      await expectAllQuick(name, hostile, (part) => {
        const form = new FormData();
        const long = filled(part, 15_000);
        for (let index = 0; index < 5; index += 1) {
          form.append(`${long}${index}`, 'text');
          form.append('file', new File(['%PDF-1.4'], `${long}.pdf`));
        }
        return send(caller, endpoint, { body: form });
      });
    }
  });
});
