import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { login } from '#contract/session.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { createEmptyDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { initialAdmin } from '#trust/lib/fixtures.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

async function openReceiver() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const spans = () =>
    bodies
      .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return { url: `http://127.0.0.1:${port}`, bodies, spans };
}

const stranger = 'x-stranger@university.test';
const secret = 'nobody-knows-this';

async function runPortal(portal: Portal, env: Record<string, string>) {
  const place = await createEmptyDataLocation(
    portal,
    isPostgres(portal.db) ? 'postgres' : 'sqlite',
  );
  const running = startPortal(place, { env });
  onTestFinished(async () => {
    await running.kill('SIGKILL');
  });
  const { url } = await running.ready;
  const visitor = new ApiCaller(url);
  await visitor.request(login, { body: { email: stranger, password: secret } });
  await visitor.call(forgotPassword, { body: { email: initialAdmin.email } });
  await visitor.fetch(`/calendar/${secret}?token=${secret}`, {
    headers: { authorization: `Bearer ${secret}${secret}` },
  });
  expect(await running.kill('SIGTERM')).toBe(0);
}

const attributeOf = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test('no module imports the tracing library statically', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.startsWith('server/tracing/'));
  expect(files.length).toBeGreaterThan(100);
  const eager = files.filter((file) =>
    /^import (?!type ).*(@opentelemetry|tracing\/tracing)/m.test(readFileSync(file, 'utf8')),
  );
  expect(eager).toEqual([]);
});

describe('traces', () => {
  test('are not sent if OTEL_TRACES_EXPORTER is “none”, even if an endpoint is configured', async ({
    portal,
  }) => {
    const receiver = await openReceiver();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    await runPortal(portal, { ...endpoint, OTEL_TRACES_EXPORTER: 'none' });
    expect(receiver.bodies).toEqual([]);
  });

  test('cover requests, queries and sent emails, and contain no URL, parameter, body or header', async ({
    portal,
  }) => {
    const receiver = await openReceiver();
    await runPortal(portal, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const spans = receiver.spans();
    const request = spans.find(({ name }) => name === 'POST /api/auth/login');
    expect(request && attributeOf(request, 'http.route')).toBe('/api/auth/login');
    expect(request && attributeOf(request, 'http.response.status_code')).toBe(401);
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(queries.map((query) => attributeOf(query, 'db.query.text'))).toContainEqual(
      expect.stringMatching(/^select .* from "users" .*"email" = (\?|\$1)/),
    );
    expect(spans.filter(({ name }) => name === 'email hand-over')).toHaveLength(1);
    expect(spans.map(({ name }) => name)).toContain('GET /calendar/:file');
    const sent = receiver.bodies.join('\n');
    expect(spans.length).toBeGreaterThan(10);
    for (const hidden of [secret, stranger, initialAdmin.email]) expect(sent).not.toContain(hidden);
  });
});
