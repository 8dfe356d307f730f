import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { findStaleSearchKeys } from '#server/test/faults/stale-keys.ts';
import type { MatrixActor } from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import {
  endpointNamesInMatrix,
  matrixActorRoles,
  matrixRows,
  mayRoleCall,
} from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';

const refusalKeys = ['code', 'message', 'error', 'fields', 'conflicts'];

const allowedKeys = ({ reply }: Endpoint): string[] =>
  reply instanceof z.ZodObject ? Object.keys(reply.shape) : [];

type Cell = { who: string; actor: MatrixActor; variant: string; status: number; mayWrite: boolean };
let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;
let executed = 0;

function cellsOf({ cells, variants }: (typeof matrixRows)[number]): Cell[] {
  return Object.entries(cells).flatMap(([column, outcome]) => {
    const expected = { status: Number.parseInt(outcome, 10), mayWrite: outcome.endsWith('!') };
    const people =
      column === 'gone' ? fixture.gone : { [column]: fixture.live[column] as MatrixActor };
    return Object.entries(people).flatMap(([who, actor]) =>
      variants.map((variant) => ({ who, actor, variant, ...expected })),
    );
  });
}

async function checkReply(
  { name, endpoint }: (typeof matrixRows)[number],
  response: Response,
  { status, variant }: Cell,
) {
  const errors: string[] = [];
  if (response.status !== status) errors.push(`${response.status} instead of ${status}`);
  const text = await response.text();
  if (variant.endsWith('HEAD')) {
    if (text !== '') errors.push('a body');
    return { errors, body: {} };
  }
  const isFile = /^(export|openDocument|importTemplate)/.test(name) && response.ok;
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  if (isFile === isJson) errors.push(`content of type ${response.headers.get('content-type')}`);
  const body = isJson ? (JSON.parse(text) as Record<string, string>) : {};
  const allowed = response.ok ? allowedKeys(endpoint) : refusalKeys;
  const surplus = Object.keys(body).filter((key) => !allowed.includes(key));
  if (surplus.length > 0) errors.push(`the keys ${surplus.join(', ')}`);
  return { errors, body };
}

const extraQueries = {
  // Exclude the column `password_failures`, because even a rejected request may count a failed password.
  sessions: `select id, user_id, token_hash, file_token_hash, created_at, last_seen_at, device
    from sessions`,
  links: 'select * from one_use_links',
};
const digest = () => fixture.portal.digest(extraQueries);

const newestEntry = async () => {
  const newest = fixture.portal.db.selectFrom('audit_entries').select('sequence');
  return (await newest.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.sequence ?? 0;
};

const recorded = new Set<string>();

async function auditErrors(
  since: number,
  name: string,
  { audit = [] }: Endpoint,
): Promise<string[]> {
  const { db } = fixture.portal;
  const left = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('sequence', '>', since)
    .execute();
  const undeclared = left.filter(({ action }) => !audit.includes(action));
  if (left.length > undeclared.length) recorded.add(name);
  return undeclared.map(
    ({ action }) => `left “${action}” in the audit trail, which is not declared`,
  );
}

async function changesSince(before: Record<string, string>): Promise<string[]> {
  const now = Object.entries(await digest());
  return now.filter(([part, text]) => before[part] !== text).map(([part]) => part);
}

describe('the access matrix', () => {
  it('has rows for exactly the endpoints, with an expected status for at least every kind of caller without access', () => {
    const names = endpoints.map(({ name }) => name);
    expect([...new Set(matrixRows.map(({ name }) => name))]).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(endpointNamesInMatrix));
    for (const { name, target, cells, endpoint } of matrixRows) {
      const isWritten = endpointNamesInMatrix.includes(name);
      const refused = Object.keys(matrixActorRoles).filter(
        (columnName) => !mayRoleCall(endpoint, matrixActorRoles[columnName]),
      );
      const wanted = isWritten || cells.admin ? Object.keys(matrixActorRoles) : refused;
      expect(Object.keys(cells), `${name} ${target}`).toEqual(wanted);
      for (const cell of Object.values(cells)) {
        expect(cell, `${name} ${target}`).toMatch(/^(2\d\d!?|4\d\d)$/);
      }
    }
  });
});

describe('an endpoint in the access matrix', () => {
  beforeAll(async () => {
    fixture = await openMatrixFixture();
  });
  afterAll(() => fixture.close());

  it.for(matrixRows)('replies with the declared status: $name $target', async (row) => {
    const { target, endpoint, buildRequest } = row;
    const cells = cellsOf(row);
    const deviations: string[] = [];
    const run = async (cell: Cell, asked: MatrixRequest) => {
      const response = await sendMatrixRequest(fixture.portal.url, endpoint, asked, cell);
      const { errors, body } = await checkReply(row, response, cell);
      executed += 1;
      for (const fault of errors) deviations.push(`${cell.who}, ${cell.variant}: ${fault}`);
      return response.ok ? body : undefined;
    };

    const quiet = cells.filter(({ mayWrite }) => !mayWrite);
    const asked: MatrixRequest[] = [];
    for (const { actor, variant } of quiet)
      asked.push(await buildRequest(fixture, actor, target, variant));
    const before = await digest();
    for (const [index, cell] of quiet.entries()) await run(cell, asked[index] as MatrixRequest);
    const changed = await changesSince(before);
    if (changed.length > 0) deviations.push(`refused or only read, yet changed: ${changed}`);

    for (const cell of cells.filter(({ mayWrite }) => mayWrite)) {
      const writing = await buildRequest(fixture, cell.actor, target, cell.variant);
      const since = await newestEntry();
      const reply = await run(cell, writing);
      deviations.push(...(await auditErrors(since, row.name, endpoint)));
      if (reply) await writing.after?.(reply);
    }
    expect(deviations).toEqual([]);
  });

  it('writes an audit entry if it declares an audit action', () => {
    const writing = matrixRows.filter(({ cells }) =>
      Object.values(cells).some((cell) => /!$/.test(cell)),
    );
    const declaring = writing.filter(
      ({ endpoint: { audit } }) => typeof audit === 'object' && audit.length > 0,
    );
    const silent = declaring.filter(({ name }) => !recorded.has(name)).map(({ name }) => name);
    expect(silent).toEqual([]);
  });

  it('leaves all search and sort keys consistent with the stored values', async () => {
    expect(await findStaleSearchKeys(fixture.portal.db)).toEqual([]);
  });

  it('is called by every kind of caller: the tests of the matrix send more than 2,000 requests in total', ({
    annotate,
  }) => {
    annotate(`${executed} cells of ${matrixRows.length} rows`);
    expect(executed).toBeGreaterThan(2000);
  });
});
