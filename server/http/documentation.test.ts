import { describe, expect, vi } from 'vitest';
import { test } from '#server/test/portal.ts';

describe('the documentation of the API', () => {
  test('is serialised for the first request only', async ({ portal }) => {
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
  });
});
