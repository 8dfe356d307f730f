import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { requestCosts } from './limits.ts';

const hasDryRun = ({ body }: Endpoint) =>
  body !== undefined &&
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes(
    '"dryRun"',
  );

const rows = matrixRows.filter(
  ({ name, endpoint }, index) =>
    matrixRows.findIndex((row) => row.name === name) === index && hasDryRun(endpoint),
);

const entryCount = 3;

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;

/** Sends the request as an admin, and returns the amounts that the admin was charged. */
async function charge(row: (typeof rows)[number], dryRun: boolean) {
  const { endpoint, target, variants, buildRequest } = row;
  const variant = variants[0] ?? endpoint.method;
  const { admin } = fixture.live;
  if (!admin) throw new Error('The fixture has no admin.');
  const request = await buildRequest(fixture, admin, target, variant);
  const body: Record<string, unknown> = { ...(request.body as object), dryRun };
  const { costPer } = endpoint;
  if (costPer) body[costPer] = Array(entryCount).fill((body[costPer] as unknown[])[0]);
  const { rateLimiter, url } = fixture.portal;
  rateLimiter.reset();
  rateLimiter.takeUnsharedUsage();
  await sendMatrixRequest(url, endpoint, { ...request, body }, { actor: admin, variant });
  const usage = rateLimiter.takeUnsharedUsage().find(({ kind }) => kind === 'account');
  return usage?.usage ?? expect.fail('The request was not charged.');
}

describe('a dry run', () => {
  beforeAll(async () => {
    fixture = await openMatrixFixture();
  });
  afterAll(() => fixture.close());

  it('is offered by several endpoints', () => {
    expect(rows.length).toBeGreaterThan(6);
  });

  it.for(rows)(
    'of $name costs only the work, and the request itself also rows and emails',
    async (row) => {
      const { base, each } = requestCosts[row.endpoint.cost];
      const sum = (resource: 'work' | 'rows' | 'emails') => {
        const perEntry = row.endpoint.costPer ? (each?.[resource] ?? 0) : 0;
        return (base[resource] ?? 0) + (entryCount - 1) * perEntry;
      };
      expect(await charge(row, true)).toMatchObject({
        requests: 1,
        work: sum('work'),
        rows: 0,
        emails: 0,
      });
      const all = { requests: 1, work: sum('work'), rows: sum('rows'), emails: sum('emails') };
      expect(await charge(row, false)).toMatchObject(all);
    },
  );
});
