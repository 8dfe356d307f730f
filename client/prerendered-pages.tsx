import { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { findHome } from '#contract/content.ts';
import { findDevelopers } from '#contract/developers.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import {
  type BuiltFiles,
  type PageData,
  type PrerenderedPages,
  pageDataId,
} from '#contract/prerendered-page.ts';
import { keyOf } from './api/queries.ts';
import { Application } from './application.tsx';
import { fileOf, type Page, pageAt, pages } from './paths.ts';
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

/** A module and whatever it imports at once, as the build's list names them. */
function importsOf(name: string, files: BuiltFiles, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of files[name]?.imports ?? []) importsOf(imported, files, found);
  return found;
}

const moduleOf = (page: Page) => `pages/${fileOf(page)}.tsx`;

/** The style sheets of a page and of what it imports. */
function styleSheetsOf(page: Page, files: BuiltFiles): string[] {
  const names = [...importsOf(moduleOf(page), files)];
  return [...new Set(names.flatMap((name) => files[name]?.css ?? []))];
}

/** Tells `start.js` the code of the page, beyond the application's own, and who may open it. */
function announce(document: string, page: Page, files: BuiltFiles): string {
  const isThere = importsOf('index.html', files);
  const code = [...importsOf(moduleOf(page), files)]
    .filter((name) => !isThere.has(name))
    .map((name) => `/${files[name]?.file}`);
  const access = page.access === 'public' ? page.access : page.access.join(' ');
  return document.replace(
    'src="/start.js"',
    () => `src="/start.js" data-code="${code.join(' ')}" data-access="${access}"`,
  );
}

/** JSON that ends no element, whatever it says. */
const inert = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c');

const applicationTag = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const preloadTags = /\s*<link rel="modulepreload"[^>]*>/g;

/** The application's script stays out until `start.js` or `replay-early-events.ts` asks for it. */
function waiting(document: string, files: BuiltFiles): string {
  const [, application = ''] = applicationTag.exec(document) ?? [];
  const begin = files['replay-early-events.ts']?.file;
  return document
    .replace(applicationTag, () => `\n    <script type="module" src="/${begin}"></script>`)
    .replace(preloadTags, '')
    .replace('src="/start.js"', () => `src="/start.js" data-application="${application}"`);
}

/** What the browser begins with, at the end of the document. */
const withData = (document: string, data: PageData) =>
  document.replace(
    '</body>',
    () => `<script type="application/json" id="${pageDataId}">${inert(data)}</script></body>`,
  );

/** A placeholder that slow phones show while the code of a page behind the login loads. The application removes it. */
const untilDrawn = (page: Page) =>
  `<div id="until-drawn" style="padding:1.5rem"><p><strong>${page.label}</strong></p><p>Loading…</p></div>`;

/** Behind the login the browser draws the page, and what every page asks first is there already. */
const undrawn = (name: string) => Object.values<Page>(pages).find(({ path }) => path === name);

export const prerenderedPages: PrerenderedPages = {
  find(address) {
    const drawn = at(address);
    if (drawn) return { name: address, calls: drawn.reads.map(({ path }) => path) };
    const [pathname = ''] = address.split('?');
    const page = pageAt(pathname);
    // A finished page of an address with a query is another document than the one without.
    return page && { name: `browser ${page.path}`, calls: [findHome.path] };
  },

  async finish(document, name, { replies, now, files }) {
    const found = at(name);
    const page = found?.page ?? undrawn(name.replace('browser ', ''));
    if (!page) throw new Error(`There is no page ${name}.`);
    const { colour } = (replies[findHome.path] as ReplyOf<typeof findHome>).department;
    const shades = colour && (await import('#contract/values/colour.ts')).shadesOf(colour);
    const data: PageData = { replies, now, shades: shades || undefined };
    const announced = withData(announce(document, page, files), data);
    if (!found) {
      return announced.replace('<div id="root">', () => `${untilDrawn(page)}<div id="root">`);
    }
    const { head, body } = await draw(page.path, data, found.reads);
    const sheets = styleSheetsOf(page, files)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
      .filter((tag) => !document.includes(tag));
    return waiting(announced, files)
      .replace(/<title>.*?<\/title>/, () => head)
      .replace('</head>', () => `${sheets.join('')}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
  },
};
