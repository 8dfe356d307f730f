import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditActions } from '#contract/audit-actions.ts';
import type { FeatureKinds } from '#contract/feature.ts';
import { featureKinds } from '#contract/features.ts';
import { noticeKinds } from '#contract/messages/notices.ts';
import { emailKinds } from '#contract/settings/email-templates.ts';
import { features } from '#server/features.ts';
import { feature } from '#server/http/feature.ts';

const contract = join(import.meta.dirname, '../contract');
const declarations: readonly FeatureKinds[] = Object.values(featureKinds);
const collections = { auditActions, noticeKinds, emailKinds };
const parts = Object.keys(collections) as (keyof typeof collections)[];

describe('featureKinds', () => {
  it('names only features of the server and the backup, which is no feature', () => {
    const known = [...features.map(({ name }) => name), 'backup'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(featureKinds)));
  });

  it.each(globSync('kinds/*.ts', { cwd: contract }))(
    'contains the kinds that contract/%s declares',
    (file) => {
      const name = basename(file, '.ts');
      expect(readFileSync(join(contract, file), 'utf8')).toContain(`export const ${name}Kinds =`);
      expect(Object.keys(featureKinds)).toContain(name);
    },
  );

  it.each(parts)('declares each name in `%s` only once', (part) => {
    const names = declarations.flatMap((kinds) => Object.keys(kinds[part] ?? {}));
    expect(names.toSorted()).toEqual(Object.keys(collections[part]).toSorted());
  });

  it.each(['noticeKinds', 'emailKinds'] as const)(
    'gives each kind in `%s` a position of its own',
    (part) => {
      const positions = Object.values(collections[part]).map(({ order }) => order);
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    },
  );
});

describe('feature', () => {
  const declaration = { contract: {}, handlers: {} };
  const sample = () => ({ subject: '', text: '', html: '', replyTo: '' });

  it('does not compile without a sample of each kind of email that the feature declares', () => {
    // @ts-expect-error There is no sample.
    feature({ ...declaration, name: 'documents' });
    // @ts-expect-error The sample of `viva` is missing.
    feature({ ...declaration, name: 'marks', emailSamples: { marks: sample } });
    feature({
      ...declaration,
      name: 'users',
      // @ts-expect-error There is no kind `farewell`.
      emailSamples: { invitation: sample, farewell: sample },
    });
    // @ts-expect-error The feature `board` declares no kind of email.
    feature({ ...declaration, name: 'board', emailSamples: { invitation: sample } });
    expect(
      feature({ ...declaration, name: 'users', emailSamples: { invitation: sample } }).emailSamples,
    ).toEqual({ invitation: sample });
    expect(feature({ ...declaration, name: 'board' }).emailSamples).toEqual({});
  });
});
