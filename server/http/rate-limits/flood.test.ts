import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { buildApp } from '#server/app.ts';
import type { MatrixActor } from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { createTestUser } from '#server/test/people.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { networkLimits, requestCosts } from './limits.ts';

/** With these limits, an admin has 24 units of work, and a student 1. */
const factor = 0.001;
const connections = 30;
/** Number of connections for requests without a session, of which the network's limits accept 60. */
const entryConnections = 70;
/** Requests to these endpoints end the session that sends them. */
const sessionEnds = ['changePassword', 'endSession', 'logout'];

const firstRows = matrixRows.filter(
  ({ name }, index) => matrixRows.findIndex((row) => row.name === name) === index,
);

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;
let app: FastifyInstance;
let url: string;
let honest: ApiCaller;

/** Returns the actor with the highest limits, who can do most harm. Requests for public endpoints have no session. */
function chooseActor({ cells, endpoint }: (typeof matrixRows)[number]) {
  const accepted = Object.keys(cells).filter((column) => cells[column]?.startsWith('2'));
  const column = accepted.findLast((name) => name !== 'gone') ?? 'admin';
  const actor = fixture.live[column] as MatrixActor;
  return endpoint.access === 'public' ? { ...actor, token: '' } : actor;
}

const countAddedRows = async () => {
  const { db } = fixture.portal;
  const count = async (table: 'audit_entries' | 'emails') => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('total'));
    return Number((await rows.executeTakeFirstOrThrow()).total);
  };
  return (await count('audit_entries')) + (await count('emails'));
};

async function flood(row: (typeof matrixRows)[number]): Promise<Response[]> {
  const { endpoint, target, variants, buildRequest } = row;
  const actor = chooseActor(row);
  const variant = variants[0] ?? endpoint.method;
  const request = await buildRequest(fixture, actor, target, variant);
  const send = () => sendMatrixRequest(url, endpoint, request, { actor, variant });
  const length = endpoint.cost === 'entry' ? entryConnections : connections;
  const responses = await Promise.all(Array.from({ length }, send));
  await Promise.all(responses.map((response) => response.clone().arrayBuffer()));
  return responses;
}

async function visit(): Promise<number[]> {
  const statuses: number[] = [];
  for (let visits = 0; visits < 5; visits += 1) {
    statuses.push((await honest.request(countNotices)).status);
  }
  return statuses;
}

describe('a flood of requests from one account or network', () => {
  beforeAll(async () => {
    fixture = await openMatrixFixture();
    const { portal } = fixture;
    honest = (await createTestUser(portal, 'admin')).caller;
    const config = { ...portal.config, rateLimitFactor: factor };
    app = await buildApp(
      { ...portal, config },
      {
        monotonicMs: () => 0,
      },
    );
    url = await app.listen({ host: '127.0.0.1', port: 0 });
    honest = new ApiCaller(url, honest.token);
  });
  afterAll(async () => {
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    await fixture.close();
  });

  it.for(firstRows.filter(({ name }) => !sessionEnds.includes(name)))(
    'is refused by $name with the time to wait, adds few rows, and does not affect another account',
    async (row) => {
      const before = await countAddedRows();
      app.rateLimiter.reset();
      const [responses, statuses] = await Promise.all([flood(row), visit()]);
      expect(statuses).toEqual([200, 200, 200, 200, 200]);
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      for (const response of refused) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      const accepted = responses.length - refused.length;
      expect(accepted).toBeLessThanOrEqual(networkLimits.network.work.burst * factor);
      const { rows = 0, emails = 0 } = requestCosts[row.endpoint.cost].base;
      const most = row.endpoint.cost === 'entry' ? 4 : Math.max(1, rows + emails);
      expect((await countAddedRows()) - before).toBeLessThanOrEqual(accepted * most);
    },
  );
});
