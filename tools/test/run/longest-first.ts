import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest test files, which start first: if one started last, only one worker would be busy at the end. */
const longestFiles = [
  'trust/trust.test.ts',
  'tools/start.test.ts',
  'server/http/matrix.test.ts',
  'server/backup/unfinished-restore.test.ts',
  'server/processes/processes.test.ts',
  'server/processes/rotation.test.ts',
  'server/http/bodies/long-texts.test.ts',
  'server/http/connections/slow-bodies.test.ts',
  'server/db/serve-database.test.ts',
  'server/storage/s3.test.ts',
  'server/http/revoked-meanwhile.test.ts',
  'server/tracing/tracing.test.ts',
];

/** Vitest projects in the order in which they run. Interleaving them would make workers reload the server. */
const projects = ['rules', 'postgres', 'sqlite'];

/** Returns the sort keys: project, then position in `longestFiles`. The other files of `rules` come last. */
function rank({ moduleId, project }: TestSpecification): readonly number[] {
  const length = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`));
  const isLong = length !== -1;
  const place =
    project.name === 'rules' && !isLong ? projects.length : projects.indexOf(project.name);
  return [place, isLong ? length : longestFiles.length];
}

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
