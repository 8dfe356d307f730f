import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, formFieldsOf, mayAccess, roles } from './endpoint.ts';

const path = '/api/auth/upload/:kind/:email';

describe('an address', () => {
  it('escapes whatever stands in a path parameter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (email) => {
        fc.pre(email.isWellFormed() && email !== '.' && email !== '..');
        const { pathname } = new URL(
          addressOf({ path }, { params: { kind: 'thesis', email } }),
          'http://x',
        );
        const parts = pathname.split('/');
        expect(parts).toHaveLength(6);
        expect(decodeURIComponent(parts[5] ?? '')).toBe(email);
      }),
    );
  });

  it('leaves out what a query does not say', () => {
    const query = { page: 2, q: '', limit: undefined };
    expect(addressOf({ path: '/api/auth/getusers' }, { query })).toBe('/api/auth/getusers?page=2');
    expect(addressOf({ path: '/api/auth/getusers' })).toBe('/api/auth/getusers');
  });
});

describe('the fields of a form', () => {
  it('name nested values as the specification does', () => {
    const file = new Blob(['x']);
    expect(
      formFieldsOf({
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

describe('access', () => {
  it('is open to everybody only where it is declared public', () => {
    expect(mayAccess('public', undefined)).toBe(true);
    expect(mayAccess(roles, undefined)).toBe(false);
    expect(mayAccess(['admin'], 'faculty')).toBe(false);
    expect(mayAccess(['admin'], 'admin')).toBe(true);
    expect(mayAccess([], 'admin')).toBe(false);
  });
});
