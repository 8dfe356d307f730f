import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
type Packages = Record<string, Locked>;

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Packages;
};

function listResolutionFolders(path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/');
  const nested = parts.map((_, index) => parts.slice(0, index + 1).join('/node_modules/'));
  return [...nested.reverse().map((folder) => `${folder}/node_modules/`), 'node_modules/'];
}

function listDependencies(locked: Locked): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  return [
    ...Object.keys(locked.dependencies ?? {}),
    ...Object.keys(locked.optionalDependencies ?? {}),
    ...peers.filter((name) => !locked.peerDependenciesMeta?.[name]?.optional),
  ];
}

const findMissing = (lockedPackages: Packages): string[] =>
  Object.entries(lockedPackages).flatMap(([path, locked]) =>
    listDependencies(locked)
      .filter(
        (name) =>
          !listResolutionFolders(path).some((folder) => `${folder}${name}` in lockedPackages),
      )
      .map((name) => `${path.split('node_modules/').at(-1)} needs ${name}`),
  );

const omitPackage = (path: string): Packages =>
  Object.fromEntries(Object.entries(packages).filter(([key]) => key !== path));

describe('the lock file', () => {
  it('contains every dependency for every platform', () => {
    expect(findMissing(packages)).toEqual([]);
  });

  it.for([
    ['sharp', '@img/sharp-darwin-arm64'],
    ['vite', 'fsevents'],
  ] as const)('is reported as incomplete if %s lacks its optional package %s', ([by, name]) => {
    const missing = findMissing(omitPackage(`node_modules/${name}`));
    expect(missing.filter((text) => text.endsWith(` needs ${name}`))).toEqual(
      expect.arrayContaining([expect.stringContaining(by)]),
    );
  });

  it('contains native packages for Linux, macOS and Windows on x64 and ARM64', () => {
    for (const os of ['linux', 'darwin', 'win32']) {
      for (const cpu of ['x64', 'arm64']) {
        const platformPackages = Object.entries(packages).filter(
          ([, locked]) => locked.os?.includes(os) && locked.cpu?.includes(cpu),
        );
        expect(platformPackages.map(([path]) => path.split('/')[1])).toContain('@img');
      }
    }
  });

  it('records a version and a hash for every package, but no registry URL', () => {
    for (const [path, { version, integrity, resolved }] of Object.entries(packages)) {
      if (path === '') continue;
      expect(version, path).toMatch(/^\d/);
      expect(integrity, path).toMatch(/^sha512-/);
      expect(resolved, path).toBeUndefined();
    }
  });
});
