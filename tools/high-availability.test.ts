import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { splitPostgresHosts } from '#server/db/postgres-hosts.ts';
import { readDocumentedConfig, replaceWords } from '#trust/ha/documented-config.ts';
import { firstSafePatroni } from '#trust/ha/node.ts';

const config = readDocumentedConfig('192.0.2.');
const addresses = ['192.0.2.11', '192.0.2.12', '192.0.2.13'];

describe('docs/high-availability.md', () => {
  it('shows a Patroni configuration that never acknowledges a write on one node only', () => {
    const patroni = parse(config.getFile('/etc/patroni/config.yml'));
    expect(patroni.bootstrap.dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: true,
    });
    expect(patroni.etcd3.hosts).toEqual(addresses.map((address) => `${address}:2379`));
  });

  it('names the same three nodes for etcd, HAProxy and the portal', () => {
    const [hostsUrl = ''] = config.urls;
    const hosts = splitPostgresHosts(hostsUrl).map((url) => new URL(url).hostname);
    expect(hosts).toEqual(addresses);
    for (const address of addresses) {
      expect(config.getFile('/etc/default/etcd')).toContain(`=http://${address}:2380`);
      expect(config.getFile('/etc/haproxy/haproxy.cfg')).toContain(` ${address}:5432\n`);
    }
  });

  it('shows one URL of the portal for each way to reach the primary, with the role that the SQL creates', () => {
    expect(config.urls.map((url) => new URL(url).port)).toEqual(['', '5000', '6432']);
    for (const url of config.urls) expect(url).toContain('//fyp_a:PORTAL_PASSWORD@');
    expect(config.setup).toContain("create role fyp_a login password 'PORTAL_PASSWORD'");
  });

  it('requires the version of Patroni that the fault injection requires', () => {
    const text = readFileSync('docs/high-availability.md', 'utf8');
    expect(text).toContain(`Patroni ${firstSafePatroni}`);
  });
});

describe('replaceWords', () => {
  it('replaces whole words and paths, but not parts of longer words', () => {
    const text = 'ETCD_NAME=NAME\ndir: /var/lib/x/fyp\nport=5000 15000';
    const replaced = 'ETCD_NAME=db1\ndir: /tmp/fyp\nport=7 15000';
    expect(replaceWords(text, { NAME: 'db1', '/var/lib/x': '/tmp', 5000: 7 })).toBe(replaced);
  });
});
