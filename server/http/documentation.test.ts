import { describe, expect, test as plain, vi } from 'vitest';
import { openPortal, test } from '#server/test/portal.ts';

describe('the documentation of the API', () => {
  // A portal of its own: another test with the same portal may have requested the documentation already.
  plain('is serialised for the first request only', async () => {
    const { portal, close } = await openPortal();
    const stringify = vi.spyOn(JSON, 'stringify');
    const replies: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const response = await portal.visitor.fetch('/api/docs/json');
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      replies.push(await response.text());
    }
    const documents = stringify.mock.calls.filter(([value]) =>
      Object.hasOwn(value ?? {}, 'openapi'),
    );
    stringify.mockRestore();
    expect(documents).toHaveLength(1);
    expect(new Set(replies).size).toBe(1);
    expect(JSON.parse(replies[0] ?? '')).toMatchObject({ openapi: '3.1.0' });
    await close();
  });

  test('is compressed for clients that accept it, and not sent again to clients that have it', async ({
    portal,
  }) => {
    const get = (headers: Record<string, string>) =>
      portal.visitor.fetch('/api/docs/json', { headers });
    const plain = await get({ 'accept-encoding': 'identity' });
    const document = await plain.arrayBuffer();
    for (const encoding of ['br', 'gzip']) {
      const response = await get({ 'accept-encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      const length = Number(response.headers.get('content-length'));
      expect(length).toBeLessThan(document.byteLength / 10);
      expect(await response.text()).toBe(new TextDecoder().decode(document));
    }
    const known = await get({ 'if-none-match': plain.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe('');
  });
});
