import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#server/features.ts';
import { toCopiedIds } from '#server/test/copy-rows.ts';
import type { MatrixActor } from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import { matrixActorRoles, matrixRows, mayRoleCall } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';

/** Actors without any relation to the object of a target, by the beginning of the target's name. */
const strangers: Readonly<Record<string, readonly string[]>> = {
  // The group is the target group, and a member is of the other group.
  foreignMember: ['namesake', 'faculty'],
  crossed: ['namesake', 'faculty'],
  others: ['fresh', 'member', 'mate', 'super', 'examiner', 'namesake', 'faculty'],
  own: ['fresh', 'binned', 'other', 'former', 'namesake', 'faculty'],
  mate: ['fresh', 'binned', 'other', 'former', 'namesake', 'faculty'],
  foreign: ['fresh', 'binned', 'member', 'mate', 'former', 'super', 'examiner', 'namesake'],
  bin: ['fresh', 'member', 'other', 'former', 'namesake', 'faculty'],
};
function listStrangers(target: string): readonly string[] {
  const owner = target.split('/').at(-1) ?? '';
  return Object.entries(strangers).find(([start]) => owner.startsWith(start))?.[1] ?? [];
}

/** Endpoints, or targets of them, that may reply differently, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  submitProposal:
    'names the member who is in another group, as the specification requires, or has a staff account',
  'exportDownload own': 'a download of the caller, who lost access to its group',
  'exportDownload foreign': 'a download of the caller, who lost access to its group',
  'exportDownload bin': 'a download of the caller, whose group is in the bin',
  saveDraft: 'accepts any key, because drafts are the caller’s own',
  deleteDraft: 'succeeds for an unknown key as well',
};

/** Replaces ids, group names and emails by others that do not exist, and those by the original ones, at any depth. */
function toUnknown(value: unknown): unknown {
  if (typeof value === 'string') {
    return toCopiedIds(value)
      .replace(/(?<=-20\d\d-)\d{3}\b/g, (number) => String(999 - Number(number)).padStart(3, '0'))
      .replace(/\b[\w.]+@(?:known|university)\.test/g, (email) =>
        email.endsWith('@known.test')
          ? email.replace('@known.test', '@university.test')
          : email.replace('@university.test', '@known.test'),
      );
  }
  if (Array.isArray(value)) return value.map(toUnknown);
  if (typeof value !== 'object' || value === null || value instanceof File) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [`${toUnknown(key)}`, toUnknown(inner)]),
  );
}

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;

type MatrixRow = (typeof matrixRows)[number];
type Probe = { key: string; row: MatrixRow; actor: MatrixActor; existing: MatrixRequest };
const probes: Probe[] = [];

const isRefused = ({ name, target, endpoint, cells }: MatrixRow, column: string) =>
  !exceptions[name] &&
  !exceptions[`${name} ${target}`] &&
  mayRoleCall(endpoint, matrixActorRoles[column]) &&
  /^4/.test(cells[column] ?? '');
const cases = matrixRows.flatMap((row) =>
  listStrangers(row.target).flatMap((column) => (isRefused(row, column) ? [{ row, column }] : [])),
);
const names = [...new Set(cases.map(({ row }) => row.name))];

async function send({ row, actor }: Probe, request: MatrixRequest) {
  const [variant = ''] = row.variants;
  const { url } = fixture.portal;
  const response = await sendMatrixRequest(url, row.endpoint, request, { actor, variant });
  return { status: response.status, body: await response.json() };
}

/** Sends each request with the existing ids and with unknown ones. Returns the replies that differ. */
async function findDifferences(name: string) {
  const differences: unknown[] = [];
  for (const probe of probes.filter(({ row }) => row.name === name)) {
    const { key, existing } = probe;
    const { params, query, body } = existing;
    const known = await send(probe, existing);
    const unknown = await send(probe, toUnknown({ params, query, body }) as MatrixRequest);
    const expected = { status: unknown.status, body: toUnknown(unknown.body) };
    if (JSON.stringify(known) !== JSON.stringify(expected))
      differences.push({ key, known, expected });
  }
  return differences;
}

async function expectSameReplies(name: string) {
  const before = await fixture.portal.digest();
  expect(await findDifferences(name)).toEqual([]);
  expect(await fixture.portal.digest()).toEqual(before);
}

describe('the reply about an object of others', () => {
  beforeAll(async () => {
    fixture = await openMatrixFixture();
    for (const { row, column } of cases) {
      const actor = fixture.live[column] as MatrixActor;
      const [variant = ''] = row.variants;
      const existing = await row.buildRequest(fixture, actor, row.target, variant);
      probes.push({ key: `${row.target} as ${column}`, row, actor, existing });
    }
  });
  afterAll(() => fixture.close());

  it('is tested for every endpoint with an id that is not for admins only', () => {
    const withId = endpoints.filter(({ endpoint: { access, params, body, query } }) => {
      const keys = [params, body, query].flatMap((schema) =>
        schema && 'shape' in schema ? Object.keys(schema.shape as object) : [],
      );
      return (
        access !== 'public' && `${access}` !== 'admin' && keys.some((key) => /ids?$/i.test(key))
      );
    });
    const missing = withId
      .map(({ name }) => name)
      .filter((name) => !names.includes(name) && !exceptions[name]);
    expect(missing).toEqual([]);
  });

  it.for(names)('equals that about an unknown id, and nothing is stored: %s', expectSameReplies);

  describe('in a closed cohort', () => {
    beforeAll(() => closeCurrentCohort(fixture.portal));

    it.for(names)('equals that about an unknown id, and nothing is stored: %s', expectSameReplies);
  });
});
