import { setTimeout as sleep } from 'node:timers/promises';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { Connection } from '#trust/lib/raw-http.ts';
import { type Disruption, disruptInPlaces, disruptPlace } from './disrupt.ts';

/** How long the portal lets replies under way finish, with a second for the rest. */
const stopLimitMs = 11_000;
/** People who come while it stops, again and again; without a moment of refusing all of them are cut each time. */
const visitors = 20;
const request = Buffer.from(
  'GET /api/content/home HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n',
);

/** Tells the portal to stop at a random moment: whoever has asked gets a reply, and whoever comes is refused. */
const stop: Disruption = async (portal) => {
  const { report, journal, random, url, effectsBefore } = portal;
  await sleep(random.whole(100, 700));
  const stoppedAt = performance.now();
  const visiting = visitUntilClosed(url, report);
  const code = await portal.process.kill('SIGTERM');
  report.largest('longest stop, ms', performance.now() - stoppedAt);
  await Promise.all([portal.working, visiting]);
  if (code !== 0) report.violate(`unexpected: a stop ended with ${code}`);
  portal.collectErrors();
  // Who asks while nobody listens any more had no request with the portal.
  for (const { kind, askedAt = stoppedAt, broken } of journal.effects.slice(effectsBefore))
    if (broken && !broken.startsWith('ECONNREFUSED') && askedAt < stoppedAt)
      report.violate(`cut: ${kind} asked ${Math.round(stoppedAt - askedAt)} ms before: ${broken}`);
  portal.launch();
  await portal.serve();
};

/** Opens new connections, each for one request, until nobody listens any more. */
async function visitUntilClosed(url: string, report: Report) {
  let isClosed = false;
  const visit = async () => {
    while (!isClosed) {
      const { status } = await new Connection(url).exchange(request);
      if (status === 'ECONNREFUSED') isClosed = true;
      else report.count(typeof status === 'number' ? `visitors given ${status}` : 'visitors cut');
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
}

/** The portal told to stop again and again while everybody works. */
export const run: Run = async (options, report) => {
  const { database, size } = options;
  await disruptInPlaces(options, report, (part) =>
    inNewPlace({ database }, (place) => disruptPlace(place, part, report, stop)),
  );
  report.requireBelow('milliseconds to stop', report.of('longest stop, ms'), stopLimitMs);
  report.requireBelow('visitors cut', report.of('visitors cut'), (visitors / 2) * size);
  report.requireAtLeast({ 'visitors given 503': 1 });
};
