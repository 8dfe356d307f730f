import { expect, test } from 'vitest';
import { getNetworkPrefix } from './get-network.ts';

test.for([
  ['unknown', 'unknown'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
] as const)('getNetworkPrefix(%s) returns %s', ([address, network]) => {
  expect(getNetworkPrefix(address)).toBe(network);
});
