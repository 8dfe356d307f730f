import { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { findDevelopers, findHome } from '#contract/content.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import {
  type BuiltFiles,
  type FinishedPages,
  type PageData,
  pageDataId,
} from '#contract/finished-page.ts';
import { keyOf } from './api/queries.ts';
import { Application } from './application.tsx';
import { fileOf, type Page, pages } from './paths.ts';
import { routesWith } from './routes.tsx';

type Finished = {
  page: Page;
  reads: readonly Endpoint[];
};

/** The pages that anybody may read: what the server knows is all that they show to a visitor. */
const finished: readonly Finished[] = [
  { page: pages.home, reads: [findHome] },
  { page: pages.developers, reads: [findHome, findDevelopers] },
  { page: pages.login, reads: [findHome] },
  { page: pages.signup, reads: [findHome] },
];

const at = (address: string) => finished.find(({ page }) => page.path === address);

/** What React and the router draw, and the tags that belong into the head. */
async function draw(address: string, data: PageData, reads: readonly Endpoint[]) {
  const queryClient = new QueryClient();
  for (const endpoint of reads) {
    queryClient.setQueryData(keyOf(endpoint, {}), data.replies[endpoint.path]);
  }
  const routes = routesWith();
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(address, 'http://portal.invalid')));
  if (context instanceof Response) throw new Error(`${address} leads elsewhere.`);
  const { prelude } = await prerender(
    <Application queryClient={queryClient} drawn={data}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Application>,
    // Whatever its length a page stays one piece: pieces would be put together by scripts inside the document.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const [, head = '', body = ''] =
    /^((?:<title>[^<]*<\/title>|<link[^>]*>)*)(.*)$/s.exec(html) ?? [];
  queryClient.clear();
  return { head, body };
}

/** The style sheets of a page and of what it imports. */
function styleSheetsOf(page: Page, files: BuiltFiles): string[] {
  const sheets = new Set<string>();
  const seen = new Set<string>();
  const follow = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const sheet of files[name]?.css ?? []) sheets.add(sheet);
    files[name]?.imports?.forEach(follow);
  };
  follow(`pages/${fileOf(page)}.tsx`);
  return [...sheets];
}

/** JSON that ends no element, whatever it says. */
const inert = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c');

const applicationTag = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const preloadTags = /\s*<link rel="modulepreload"[^>]*>/g;

/** The application's script stays out until `start.js` or `begin.ts` asks for it. */
function waiting(document: string, files: BuiltFiles): string {
  const [, application = ''] = applicationTag.exec(document) ?? [];
  const begin = files['begin.ts']?.file;
  return document
    .replace(applicationTag, () => `\n    <script type="module" src="/${begin}"></script>`)
    .replace(preloadTags, '')
    .replace('src="/start.js"', () => `src="/start.js" data-application="${application}"`);
}

export const finishedPages: FinishedPages = {
  callsOf: (address) => at(address)?.reads.map(({ path }) => path),

  async finish(document, address, { replies, now, files }) {
    const found = at(address);
    if (!found) throw new Error(`${address} has no finished page.`);
    const { page, reads } = found;
    const { colour } = (replies[findHome.path] as ReplyOf<typeof findHome>).department;
    const shades = colour && (await import('#contract/colour.ts')).shadesOf(colour);
    const data: PageData = { replies, now, shades: shades || undefined };
    const { head, body } = await draw(address, data, reads);
    const sheets = styleSheetsOf(page, files)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
      .filter((tag) => !document.includes(tag));
    return waiting(document, files)
      .replace(/<title>.*?<\/title>/, () => head)
      .replace('</head>', () => `${sheets.join('')}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
      .replace(
        '</body>',
        () => `<script type="application/json" id="${pageDataId}">${inert(data)}</script></body>`,
      );
  },
};
