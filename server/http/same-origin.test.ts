import { describe, expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { unsubscribe } from '#contract/messages/unsubscribe.ts';
import { buildApp } from '#server/app.ts';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';
import { isOpenToForms } from './same-origin.ts';

const writing = endpoints.filter(
  ({ endpoint }) => endpoint.access === 'public' && endpoint.method !== 'GET',
);
const guarded = writing.filter(({ endpoint }) => isOpenToForms(endpoint));

const send = (portal: Portal, endpoint: Endpoint, headers: Record<string, string>) => {
  const body = new FormData();
  body.set('name', 'Aya');
  const { method } = endpoint;
  return portal.visitor.fetch(buildUnknownIdUrl(endpoint), { method, headers, body });
};

const foreign = {
  'the origin of another site': { origin: 'https://evil.test' },
  'the origin of a sandboxed frame': { origin: 'null' },
  'an origin that is not a URL': { origin: 'evil' },
  'the portal’s host on another port': { origin: 'http://127.0.0.1:1' },
  'a host that starts like the portal’s': { origin: 'http://127.0.0.1.evil.test' },
  'the mark of another site without an origin': { 'sec-fetch-site': 'cross-site' },
  'the mark of another subdomain': { 'sec-fetch-site': 'same-site', origin: 'https://x.test' },
  'the mark of a request without a page': { 'sec-fetch-site': 'none' },
};

describe('an endpoint that writes without a bearer token', () => {
  test('refuses forms of other sites, except unsubscribe requests of mail clients', () => {
    expect(guarded.length).toBeGreaterThan(5);
    const open = writing.filter(({ endpoint }) => !isOpenToForms(endpoint));
    expect(open.map(({ endpoint }) => endpoint)).toEqual([unsubscribe]);
  });

  test.for(Object.entries(foreign))(
    'refuses %s and stores nothing',
    async ([, headers], { portal }) => {
      for (const { name, endpoint } of guarded) {
        const refusal = await expectRefusalWhenSending(portal, () =>
          send(portal, endpoint, headers),
        );
        expect(refusal, name).toMatchObject({ status: 403, code: 'forbidden' });
      }
    },
  );

  test('accepts browsers on the portal’s own page, and programs that are not browsers', async ({
    portal,
  }) => {
    for (const headers of [
      {},
      { origin: portal.url },
      { origin: portal.url, 'sec-fetch-site': 'same-origin' },
      { origin: portal.config.publicUrl },
    ] as Record<string, string>[]) {
      for (const { name, endpoint } of guarded) {
        expect((await send(portal, endpoint, headers)).status, name).not.toBe(403);
      }
    }
  });

  test('accepts the page at PUBLIC_URL behind a proxy that changes the host', async ({
    portal,
  }) => {
    const config = { ...portal.config, publicUrl: 'https://fyp.university.test' };
    const app = await buildApp({ ...portal, config });
    for (const [origin, isRefused] of [
      ['https://fyp.university.test', false],
      ['http://fyp.university.test', true],
      ['https://other.university.test', true],
    ] as const) {
      const url = '/api/auth/forgot-password';
      const headers = { origin, host: '127.0.0.1:3000' };
      const reply = await app.inject({ method: 'POST', url, headers, payload: { email: 'no' } });
      expect(reply.statusCode === 403, origin).toBe(isRefused);
    }
    await app.close();
  });
});
