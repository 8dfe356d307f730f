import { setTimeout as sleep } from 'node:timers/promises';
import type { RunInstrument, RunReport } from '#trust/lib/instrument.ts';
import { RawConnection } from '#trust/lib/raw-http.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { type Disruption, disruptInWorkspaces, disruptWorkspace } from './disrupt.ts';

/** The portal's limit for finishing replies, plus one second. */
const stopLimitMs = 11_000;
/** Number of clients that open new connections while the portal stops. */
const visitorCount = 20;
const request = Buffer.from(
  'GET /api/content/home HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
);

/** Sends SIGTERM at a random moment. Running requests must get a reply, later ones status 503 or no connection. */
const stop: Disruption = async (portal) => {
  const { report, journal, random, url, effectsBefore } = portal;
  await sleep(random.whole(100, 700));
  const stoppedAt = performance.now();
  const visiting = visitUntilClosed(url, report);
  const code = await portal.process.kill('SIGTERM');
  report.recordMax('longest stop, ms', performance.now() - stoppedAt);
  await Promise.all([portal.working, visiting]);
  if (code !== 0) report.addViolations(`unexpected: a stop ended with ${code}`);
  portal.collectErrors();
  for (const { kind, askedAt = stoppedAt, networkError } of journal.effects.slice(effectsBefore))
    if (networkError && !networkError.startsWith('ECONNREFUSED') && askedAt < stoppedAt)
      report.addViolations(
        `cut: ${kind} asked ${Math.round(stoppedAt - askedAt)} ms before: ${networkError}`,
      );
  portal.launch();
  await portal.serve();
};

/** Sends requests, each on a new connection, until the portal refuses connections. */
async function visitUntilClosed(url: string, report: RunReport) {
  let isClosed = false;
  const visit = async () => {
    while (!isClosed) {
      const { status } = await new RawConnection(url).exchange(request);
      if (status === 'ECONNREFUSED') isClosed = true;
      else
        report.count(
          typeof status === 'number' ? `visitors with status ${status}` : 'visitors disconnected',
        );
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: visitorCount }, visit));
}

export const run: RunInstrument = async (options, report) => {
  const { database, size } = options;
  await disruptInWorkspaces(options, report, (partOptions) =>
    withWorkspace({ database }, (workspace) =>
      disruptWorkspace(workspace, partOptions, report, stop),
    ),
  );
  report.requireBelow('milliseconds to stop', report.getFigure('longest stop, ms'), stopLimitMs);
  report.requireBelow(
    'visitors disconnected',
    report.getFigure('visitors disconnected'),
    (visitorCount / 2) * size,
  );
  report.requireAtLeast({ 'visitors with status 503': 1 });
};
