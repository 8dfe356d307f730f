import { globSync } from 'node:fs';
import { basename } from 'node:path';

export type NearTests = {
  /** Path filters for Vitest. */
  unit: string[];
  /** Files for Playwright. */
  browser: string[];
};

/** Returns the name of the feature that a source or test file belongs to. */
function getFeature(file: string): string | undefined {
  const inPages = /^client\/pages\/([a-z-]+)/.exec(file);
  const inFolder = /^(?:contract|server|client)\/([a-z-]+)(?:\.test)?(?:\/|\.tsx?$)/.exec(file);
  return (inPages ?? inFolder)?.[1];
}

/** Browser tests are named after their feature: `marks-grid.e2e.ts` belongs to `marks`. */
const isOf = (feature: string, file: string) =>
  new RegExp(`^${feature}(-|\\.e2e\\.ts$)`).test(basename(file));

/** Returns the tests of the features that the changed files belong to, and the changed tests. */
export function findNearTests(
  changedFiles: readonly string[],
  browserTests: readonly string[] = globSync('e2e/*.e2e.ts'),
): NearTests {
  const features = new Set(changedFiles.flatMap((file) => getFeature(file) ?? []));
  const unit = [...features].flatMap((feature) => [
    `contract/${feature}`,
    `server/${feature}/`,
    `client/${feature}/`,
  ]);
  return {
    unit: [...unit, ...changedFiles.filter((file) => file.endsWith('.test.ts'))],
    browser: browserTests.filter(
      (file) => changedFiles.includes(file) || [...features].some((feature) => isOf(feature, file)),
    ),
  };
}
