import { globSync } from 'node:fs';
import { basename } from 'node:path';

export type AffectedTests = {
  unit: string[];
  browser: string[];
};

function getFeature(file: string): string | undefined {
  const inPages = /^client\/pages\/([a-z-]+)/.exec(file);
  // The contract's folders are subjects such as `exports`. Its files have the names of the features.
  const inContract = /^contract\/(?:[a-z-]+\/)*([a-z-]+)(?:\.test)?\.ts$/.exec(file);
  const inFolder = /^(?:server|client)\/([a-z-]+)(?:\/|\.tsx?$)/.exec(file);
  return (inPages ?? inContract ?? inFolder)?.[1];
}

/** Returns whether a browser test belongs to a feature. For example, `marks-grid.e2e.ts` belongs to `marks`. */
const isOf = (feature: string, file: string) =>
  new RegExp(`^${feature}(-|\\.e2e\\.ts$)`).test(basename(file));

/** Tests that cover all database tables: their columns, their backup, and their protection in closed cohorts. */
const tableTests = [
  'server/db/schema.test.ts',
  'server/db/closed/',
  'server/cohorts/closed-records.test.ts',
  'server/backup/backup.test.ts',
];

/** Returns the changed tests, the tests of changed features and, if a table's definition has changed, `tableTests`. */
export function findAffectedTests(
  changedFiles: readonly string[],
  browserTests: readonly string[] = globSync('e2e/*.e2e.ts'),
): AffectedTests {
  const features = new Set(changedFiles.flatMap((file) => getFeature(file) ?? []));
  const unit = [...features].flatMap((feature) => [
    `contract/${feature}`,
    `/${feature}.test.ts`,
    `server/${feature}/`,
    `client/${feature}/`,
  ]);
  return {
    unit: [
      ...unit,
      ...changedFiles.filter((file) => file.endsWith('.test.ts')),
      ...(changedFiles.some((file) => /\/tables\.ts$|\/migrations\//.test(file)) ? tableTests : []),
    ],
    browser: browserTests.filter(
      (file) => changedFiles.includes(file) || [...features].some((feature) => isOf(feature, file)),
    ),
  };
}
