import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildEndpointUrl, mayAccess, toFormFields } from './endpoint.ts';
import { roles } from './values/roles.ts';

const path = '/api/auth/upload/:kind/:email';

describe('buildEndpointUrl', () => {
  it('escapes path parameters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (email) => {
        fc.pre(email.isWellFormed() && email !== '.' && email !== '..');
        const { pathname } = new URL(
          buildEndpointUrl({ path }, { params: { kind: 'thesis', email } }),
          'http://x',
        );
        const parts = pathname.split('/');
        expect(parts).toHaveLength(6);
        expect(decodeURIComponent(parts[5] ?? '')).toBe(email);
      }),
    );
  });

  it('omits undefined and empty query parameters', () => {
    const query = { page: 2, q: '', limit: undefined };
    expect(buildEndpointUrl({ path: '/api/auth/getusers' }, { query })).toBe(
      '/api/auth/getusers?page=2',
    );
    expect(buildEndpointUrl({ path: '/api/auth/getusers' })).toBe('/api/auth/getusers');
  });
});

describe('toFormFields', () => {
  it('flattens nested values to form fields with the names that the specification requires', () => {
    const file = new Blob(['x']);
    expect(
      toFormFields({
        title: 'T',
        groupMembers: [
          { name: 'A', feeProof: file },
          { name: 'B', note: undefined },
        ],
      }),
    ).toEqual([
      ['title', 'T'],
      ['groupMembers[0][name]', 'A'],
      ['groupMembers[0][feeProof]', file],
      ['groupMembers[1][name]', 'B'],
    ]);
  });
});

describe('mayAccess', () => {
  it('returns true only if the endpoint is public or allows the role', () => {
    expect(mayAccess('public', undefined)).toBe(true);
    expect(mayAccess(roles, undefined)).toBe(false);
    expect(mayAccess(['admin'], 'faculty')).toBe(false);
    expect(mayAccess(['admin'], 'admin')).toBe(true);
    expect(mayAccess([], 'admin')).toBe(false);
  });
});
