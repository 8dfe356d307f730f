import { describe } from 'vitest';
import type { z } from 'zod';
import { type Endpoint, toFormFields } from '#contract/endpoint.ts';
import { findHome } from '#contract/settings/content.ts';
import { endpoints } from '#server/features.ts';
import { fillSchemaWithText, listTextValueBuilders } from '#server/test/content/schema-texts.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { expectEventLoopNotBlocked } from '#server/test/faults/loop-delay.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { getMaxTextBytes } from './body-sizes.ts';

/** Strings that inefficient code would take disproportionately long to process if they are repeated many times. */
const hostile = {
  'marks out of order': '\u0300\u0316',
  'marks that appear when they are composed': '\uff9e\u0316',
  'characters that decompose into many': '\ufdfa',
  digits: '1',
  spaces: ' \t',
  'labels of an address': 'a.',
  'an address without end': 'a@a-',
};
const { 'marks out of order': marks, digits } = hostile;
const mostExpensive = { marks, digits };

const fillText = (part: string, bytes: number) =>
  `${part.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(part))))}!`;

async function callerFor(portal: Portal, { access }: Endpoint): Promise<ApiCaller> {
  if (access === 'public') return portal.visitor;
  if (access.includes('admin')) return portal.admin;
  return (await createTestUser(portal, access[0])).caller;
}

const bytesOf = (endpoint: Endpoint) => getMaxTextBytes(endpoint) - 4000;
const [fieldBytes, addressBytes] = [99_000, 1900];
const placeBytes = 300_000;

const send = (caller: ApiCaller, endpoint: Endpoint, init: RequestInit) =>
  caller.fetch(buildUnknownIdUrl(endpoint), { method: endpoint.method, ...init });
const sendJson = (caller: ApiCaller, endpoint: Endpoint, body: string) =>
  send(caller, endpoint, { body, headers: { 'content-type': 'application/json' } });

async function expectAllQuick(
  what: string,
  texts: Record<string, string>,
  sent: (part: string) => Promise<Response>,
) {
  for (const [name, part] of Object.entries(texts)) {
    await expectEventLoopNotBlocked(
      `${what}: ${name}`,
      () => sent(part),
      () => sent('a'),
    );
  }
}

const repeatPart = (bytes: number, part: (index: number) => string) => {
  const length = Math.floor(bytes / (part(99_999).length + 1));
  return Array.from({ length }, (_, index) => part(index)).join(',');
};
/** Replaces the placeholder `{"§":…}` in a sample body with an object that has as many keys as fit into `bytes`. */
const withManyKeys = (sample: string, bytes: number) =>
  sample.replace(
    /\{"§":("§"|\{\})\}/,
    (_, value) => `{${repeatPart(bytes, (i) => `"k${i}":${value}`)}}`,
  );
const withManyEntries = (sample: string, bytes: number) =>
  sample.replace(/\[(.*)\]/, (_, entry) => `[${repeatPart(bytes, () => entry)}]`);

const bodyOf = ({ body }: Endpoint) => body as z.ZodType;
const withBody = endpoints.filter(({ endpoint }) => endpoint.body !== undefined);
const inJson = withBody.filter(({ endpoint }) => !endpoint.files);
const inForms = withBody.filter(({ endpoint }) => endpoint.files);

describe('the event loop', () => {
  test.for(inJson)(
    'is not blocked by long strings in a body sent to $name',
    async ({ name, endpoint }, { portal }) => {
      const caller = await callerFor(portal, endpoint);
      const body = bodyOf(endpoint);
      const places = JSON.stringify(fillSchemaWithText(body, '§')).split('§').length;
      const share = Math.floor(bytesOf(endpoint) / places);
      for (const bytes of [90, 7000, share]) {
        await expectAllQuick(`${name} with ${bytes} bytes everywhere`, hostile, (part) => {
          const text = fillText(part, Math.min(bytes, share));
          return sendJson(caller, endpoint, JSON.stringify(fillSchemaWithText(body, text)));
        });
      }
      for (const make of listTextValueBuilders(body)) {
        await expectAllQuick(`${name} ${JSON.stringify(make('…'))}`, mostExpensive, (part) =>
          sendJson(
            caller,
            endpoint,
            JSON.stringify(make(fillText(part, Math.min(placeBytes, bytesOf(endpoint))))),
          ),
        );
      }
    },
  );

  test.for(inForms)(
    'is not blocked by long strings in a form sent to $name',
    async ({ name, endpoint }, { portal }) => {
      const caller = await callerFor(portal, endpoint);
      for (const bytes of [350, 7000, fieldBytes]) {
        await expectAllQuick(`${name} with ${bytes} bytes everywhere`, hostile, (part) => {
          const form = new FormData();
          const fields = toFormFields(fillSchemaWithText(bodyOf(endpoint), fillText(part, bytes)));
          for (const [field, text] of fields) form.append(field, String(text));
          return send(caller, endpoint, { body: form });
        });
      }
    },
  );

  test.for(inJson)(
    'is not blocked by many keys or entries in a body sent to $name',
    async ({ name, endpoint }, { portal }) => {
      const caller = await callerFor(portal, endpoint);
      const samples = listTextValueBuilders(bodyOf(endpoint)).map((make) =>
        JSON.stringify(make('§')),
      );
      const bodies = samples.flatMap((sample) => [
        withManyKeys(sample, bytesOf(endpoint)),
        withManyEntries(sample, bytesOf(endpoint)),
      ]);
      for (const body of new Set(bodies)) {
        await expectEventLoopNotBlocked(
          `${name} ${body.slice(0, 100)}`,
          () => sendJson(caller, endpoint, body),
          () => sendJson(caller, endpoint, JSON.stringify({ text: fillText('a', body.length) })),
        );
      }
    },
  );

  test('is not blocked by long strings in a URL', async ({ portal }) => {
    for (const { name, endpoint } of endpoints) {
      const caller = await callerFor(portal, endpoint);
      const { method, path, query } = endpoint;
      if (path.includes(':')) {
        await expectAllQuick(name, hostile, (part) => {
          const long = encodeURIComponent(fillText(part, addressBytes));
          return caller.fetch(path.replaceAll(/:\w+/g, long), { method });
        });
      }
      for (const make of query ? listTextValueBuilders(query) : []) {
        await expectAllQuick(name, hostile, (part) => {
          const asked = make(fillText(part, addressBytes)) as Record<string, string>;
          return caller.fetch(`${buildUnknownIdUrl(endpoint)}?${new URLSearchParams(asked)}`);
        });
      }
    }
  });

  test('is not blocked by long strings in a header', async ({ portal }) => {
    const { digits, spaces, 'labels of an address': labels } = hostile;
    const names = ['cookie', 'range', 'user-agent', 'accept', 'accept-encoding', 'if-none-match'];
    for (const name of [...names, 'content-type', 'x-forwarded-for', 'origin']) {
      await expectAllQuick(name, { digits, spaces, labels }, (part) =>
        portal.visitor.fetch(findHome.path, { headers: { [name]: `1${fillText(part, 12_000)}` } }),
      );
    }
  });

  test('is not blocked by long names of form fields and files', async ({ portal }) => {
    for (const { name, endpoint } of inForms) {
      const caller = await callerFor(portal, endpoint);
      await expectAllQuick(name, hostile, (part) => {
        const form = new FormData();
        const long = fillText(part, 15_000);
        for (let index = 0; index < 5; index += 1) {
          form.append(`${long}${index}`, 'text');
          form.append('file', new File(['%PDF-1.4'], `${long}.pdf`));
        }
        return send(caller, endpoint, { body: form });
      });
    }
  });
});
