import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveInstallation } from '#contract/settings/installation.ts';
import { endpoints } from '#server/features.ts';
import {
  addMatrixFixture,
  type MatrixActor,
  type MatrixFixture,
  openActorSession,
} from '#server/test/matrix/actors.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { measurePortalStateGrowth, readPortalState } from '#trust/repeat/state.ts';

/** Writes of the access matrix, each with two people who may send it: of different kinds if possible. */
const writes = matrixRows.flatMap(({ cells, variants, repeat, ...row }) => {
  if (row.endpoint.method === 'GET' || 'adds' in repeat) return [];
  const [first, second = first] = Object.keys(cells).filter((name) => cells[name]?.endsWith('!'));
  return first && second ? variants.map((variant) => ({ ...row, variant, first, second })) : [];
});
type Write = (typeof writes)[number];

/** Endpoints that only compute, although their method is not GET. */
const computing = ['previewMarks', 'previewDeadlines', 'previewPeopleChange'];
/** Endpoints that add a record for each request, as the access matrix declares with `adds`. */
const adding = matrixRows.filter(({ repeat }) => 'adds' in repeat).map(({ name }) => name);
type Send = () => Promise<Response>;

const sendInTurn = async (first: Send, second: Send) => [await first(), await second()];
const sendInReverse = (first: Send, second: Send) => sendInTurn(second, first);
const sendAtOnce = (first: Send, second: Send) => Promise.all([first(), second()]);

let portal: Portal;
let close: () => Promise<void>;
let fixtures: [MatrixFixture, MatrixFixture, MatrixFixture];
let secondAdmin: MatrixActor;

function findPeople({ live, gone }: MatrixFixture, { first, second }: Write) {
  const find = (column: string) => (live[column] ?? gone.nobody) as MatrixActor;
  return [find(first), second === 'admin' ? secondAdmin : find(second)] as const;
}

/** Returns the request with another reason, if it has one, so that two people decide differently. */
const withOtherReason = ({ body, ...request }: MatrixRequest): MatrixRequest =>
  body instanceof Object && 'reason' in body
    ? { ...request, body: { ...body, reason: 'Another reason.' } }
    : { ...request, body };

/** Sends the request of both people. Returns the statuses, and the growth of each table that has grown. */
async function sendBoth(
  fixture: MatrixFixture,
  write: Write,
  send: (first: Send, second: Send) => Promise<Response[]>,
) {
  const { endpoint, variant } = write;
  const [firstPerson, secondPerson] = findPeople(fixture, write);
  // Repeated notifications and audit entries of one minute are counted in one row.
  portal.wait(2 * 60_000);
  const asked = await write.buildRequest(fixture, firstPerson, write.target, variant);
  const readState = () => readPortalState(portal.db, { dataDir: portal.folder });
  const request = (by: MatrixActor, input: MatrixRequest) => () =>
    sendMatrixRequest(portal.url, endpoint, input, { actor: by, variant });
  const before = await readState();
  const responses = await send(
    request(firstPerson, asked),
    request(secondPerson, withOtherReason(asked)),
  );
  const growth = [...measurePortalStateGrowth(before, await readState())];
  const success = responses.find(({ ok }) => ok);
  if (success) await asked.after?.((await success.json()) as Record<string, string>);
  return {
    statuses: responses.map(({ status }) => status).toSorted(),
    growth: Object.fromEntries(growth.filter(([, amount]) => amount !== 0)),
  };
}

describe('a write by two people at the same moment', () => {
  beforeAll(async () => {
    ({ portal, close } = await openPortal());
    fixtures = [
      await addMatrixFixture(portal),
      await addMatrixFixture(portal),
      await addMatrixFixture(portal),
    ];
    // The first change of the installation adds a row, and the fixtures have the same installation.
    const body = { version: 0, sizeLimits: { evidence: 13 } };
    await portal.admin.call(saveInstallation, { body });
    secondAdmin = await openActorSession(portal, await createTestUser(portal, 'admin'));
  });
  afterAll(() => close());

  it('is tested for every endpoint that writes, unless each request adds a record', () => {
    const expected = endpoints.filter(
      ({ name, endpoint }) => endpoint.method !== 'GET' && !adding.includes(name),
    );
    const covered = new Set([...writes.map(({ name }) => name), ...computing]);
    expect([...covered].toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  });

  it.for(writes)('has the effect of two writes in turn: $name $target $variant', async (write) => {
    const [inTurn, inReverse, atOnce] = fixtures;
    // The effect may depend on who is first: a meeting notifies the side that did not record it.
    const expected = [
      await sendBoth(inTurn, write, sendInTurn),
      await sendBoth(inReverse, write, sendInReverse),
    ];
    for (const { statuses } of expected)
      expect(Math.min(...statuses), 'the first person succeeds').toBeLessThan(300);
    expect(await sendBoth(atOnce, write, sendAtOnce)).toBeOneOf(expected);
  });
});
