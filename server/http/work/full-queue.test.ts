import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { endpoints } from '#server/features.ts';
import type { MatrixActor } from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import { matrixActorRoles, matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { defaultWorkLimits } from './limits.ts';

/** Media types that are expensive to produce. Stored files are only read, and the queue has no part in it. */
const expensiveTypes = /pdf|csv|spreadsheet|zip/;
const storedFile = 'openDocument';

/** Endpoints that do expensive work and reply with JSON. */
const checks = ['prepareDownload', 'importUsers', 'importGroups', 'getSettingsFiles'];

/** Every endpoint, with a target and an actor who gets a 2xx reply. */
const cases = endpoints.flatMap(({ name, endpoint }) => {
  for (const row of matrixRows) {
    if (row.name !== name) continue;
    const column = Object.keys(matrixActorRoles).find((key) => /^2/.test(row.cells[key] ?? ''));
    if (column) return [{ name, endpoint, row, column }];
  }
  return [];
});

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;
let full: Awaited<ReturnType<typeof openFullPortal>>;
beforeAll(async () => {
  fixture = await openMatrixFixture();
  full = await openFullPortal();
});
afterAll(async () => {
  await full.close();
  await fixture.close();
});

/** Serves the portal's data with a queue that accepts no work. */
async function openFullPortal() {
  const workLimits = { ...defaultWorkLimits, running: 0, waiting: 0 };
  const app = await buildApp(fixture.portal, { workLimits });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

async function send({ endpoint, row, column }: (typeof cases)[number], url: string) {
  const actor = (fixture.live[column] ?? {}) as MatrixActor;
  const [variant = ''] = row.variants;
  const asked = await row.buildRequest(fixture, actor, row.target, variant);
  const before = await fixture.portal.snapshot();
  const response = await sendMatrixRequest(url, endpoint, asked, { actor, variant });
  return { before, response };
}

const exports = cases.filter(({ name }) => /^export|^importTemplate$/.test(name));

describe('a full work queue', () => {
  it.for([...exports, ...cases.filter(({ name }) => checks.includes(name))])(
    'refuses $name, which then changes nothing',
    async (entry) => {
      const { before, response } = await send(entry, full.url);
      expect(await readRefusal(response)).toMatchObject({
        status: 503,
        code: 'unavailable',
        message:
          'The portal is preparing many other files at the moment. Please try again in a minute.',
        retryAfter: '60',
      });
      expect(await fixture.portal.snapshot()).toEqual(before);
    },
  );

  it.for(cases.filter(({ name, endpoint }) => endpoint.method === 'GET' && name !== storedFile))(
    'sends no PDF, spreadsheet or archive without its turn: $name',
    async (entry) => {
      const { response } = await send(entry, full.url);
      await response.arrayBuffer();
      expect(response.headers.get('content-type') ?? '').not.toMatch(expensiveTypes);
    },
  );
});
