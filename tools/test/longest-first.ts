import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Test files to start first, because a long file that starts late would keep one worker busy after the others have
 * finished all remaining files.
 */
const longestFiles = [
  'trust/trust.test.ts',
  'tools/start.test.ts',
  'server/http/matrix.test.ts',
  'server/backup/unfinished-restore.test.ts',
  'server/processes/processes.test.ts',
  'server/http/bodies/long-texts.test.ts',
  'server/http/connections/slow-bodies.test.ts',
  'server/db/serve-database.test.ts',
  'server/storage/s3.test.ts',
  'server/http/revoked-meanwhile.test.ts',
  'server/tracing/tracing.test.ts',
];

/**
 * Vitest projects in the order in which they run. Files of different projects are not interleaved, because a worker
 * must load the server again for each project.
 */
const projects = ['rules', 'postgres', 'sqlite'];

/**
 * Returns the sort keys of a test file: the position of its project, then its position in `longestFiles`. The project
 * `rules` is split: its files in `longestFiles` run first, and its other files run last.
 */
function rank({ moduleId, project }: TestSpecification): readonly number[] {
  const length = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  const isLong = length !== -1;
  const place =
    project.name === 'rules' && !isLong ? projects.length : projects.indexOf(project.name);
  return [place, isLong ? length : longestFiles.length];
}

/** Vitest's default order, except that the longest files come first. */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const defaultOrder = await super.sort(files);
    return defaultOrder.toSorted((first, second) => {
      const [project = 0, length = 0] = rank(first);
      const [otherProject = 0, otherLength = 0] = rank(second);
      return project - otherProject || length - otherLength;
    });
  }
}
