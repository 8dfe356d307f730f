import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, in no project in particular. A worker that gets one of these last works alone while the others have
 * nothing left. A name that is not there any more does no harm; a new long file that is missing costs its time at the end.
 */
const longest = [
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

/** A worker belongs to one project and loads the server anew for another, so projects come one after the other. */
const projects = ['rules', 'postgres', 'sqlite'];

/** Rules whose programs take the time stand in front of everything, all other rules at the end: they are short. */
function placeOf({ moduleId, project }: TestSpecification): readonly number[] {
  const length = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  const isLong = length !== -1;
  const place =
    project.name === 'rules' && !isLong ? projects.length : projects.indexOf(project.name);
  return [place, isLong ? length : longest.length];
}

/** Vitest's own order, which is by size or by the last run's times, but for what is known to be long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => {
      const [project = 0, length = 0] = placeOf(one);
      const [otherProject = 0, otherLength = 0] = placeOf(other);
      return project - otherProject || length - otherLength;
    });
  }
}
