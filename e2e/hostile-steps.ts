import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { openDatabase } from '#server/backup/places.ts';
import { openSession } from '#server/session/sessions.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import type { RunningPortal } from '#tools/test/running-portal.ts';

export type ExecutedPayloads = { runs: string[]; dialogs: string[] };

export async function recordExecutedPayloads(context: BrowserContext): Promise<ExecutedPayloads> {
  const traces: ExecutedPayloads = { runs: [], dialogs: [] };
  await context.exposeBinding('reportRun', ({ frame }, what: string) => {
    traces.runs.push(`${what} at ${frame.url()}`);
  });
  await context.addInitScript(() => {
    const report = (what: string) =>
      (globalThis as unknown as { reportRun: (what: string) => void }).reportRun(what);
    Object.assign(globalThis, { ran: () => report('a script ran') });
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sample }) =>
        report(`the policy stopped ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  context.on('dialog', async (dialog) => {
    traces.dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  return traces;
}

/** Starts a stand-in for an external website. It serves `pages` and records all other requests in `hits`. */
export async function openExternalSite() {
  const hits: string[] = [];
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    if (page === undefined) hits.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html');
    response.setHeader('access-control-allow-origin', '*');
    response.end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    pages,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function withDatabase<T>(
  { folder, url, now }: RunningPortal,
  work: (
    db: ReturnType<typeof openDatabase>,
    enter: (userId: string) => Promise<ApiCaller>,
  ) => Promise<T>,
): Promise<T> {
  const db = openDatabase({ dataDir: folder, databaseUrl: undefined });
  try {
    return await work(
      db,
      async (userId) => new ApiCaller(url, (await openSession(db, userId, now())).token),
    );
  } finally {
    await db.destroy();
  }
}

/** Returns the event handlers and script URLs of the document, which exist only if a payload was parsed as HTML. */
export const findInjectedMarkup = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].flatMap(({ name, value }) =>
        name.startsWith('on') || /^\s*(javascript|data:text)/i.test(value)
          ? [`<${element.localName} ${name}="${value}">`]
          : [],
      ),
    ),
  );
