import { expect, test } from 'vitest';
import { parseClientAddress } from './parse-client-address.ts';

test.for<[string | undefined, string]>([
  ['198.51.100.23', '198.51.100.23'],
  ['198.51.100.23:1', '198.51.100.23'],
  [' "198.51.100.23:50211" ', '198.51.100.23'],
  ['2001:DB8:0:0::9', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['"[2001:db8::9]:50211"', '2001:db8::9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
  ['::ffff:198.51.100.9', '198.51.100.9'],
  ['[::ffff:c633:6409]:80', '198.51.100.9'],
  ['198.51.100.23:65536', 'unknown'],
  ['198.51.100', 'unknown'],
  ['4001', 'unknown'],
  ['portal.test:80', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('parseClientAddress(%s) returns %s', ([text, address]) => {
  expect(parseClientAddress(text)).toBe(address);
});
