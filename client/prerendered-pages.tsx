import { QueryClient } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { Endpoint, EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import {
  type BuildManifest,
  type PrerenderedPageData,
  type PrerenderedPages,
  pageDataId,
} from '#contract/prerendered-page.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { findPublicHelp } from '#contract/settings/help.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { getPortalName } from '#contract/settings/portal-names.ts';
import { buildQueryKey } from './api/queries.ts';
import { Application } from './application.tsx';
import type { Page } from './feature.ts';
import { getPageFile } from './feature.ts';
import { pages } from './features.ts';
import { findPage } from './route-table.ts';
import { buildRoutes } from './routes.tsx';

type PrerenderedPage = { path: string; reads: readonly Endpoint[] };

/** Pages that are prerendered, because their content is the same for every visitor. */
const prerendered: readonly PrerenderedPage[] = [
  { path: paths.home, reads: [findHome] },
  { path: paths.developers, reads: [findHome, findDevelopers] },
  { path: paths.help, reads: [findHome, findPublicHelp] },
  { path: paths.login, reads: [findHome] },
  { path: paths.signup, reads: [findHome] },
];

const findPrerenderedPage = (address: string) => prerendered.find(({ path }) => path === address);

async function renderPage(address: string, data: PrerenderedPageData, reads: readonly Endpoint[]) {
  const queryClient = new QueryClient();
  for (const endpoint of reads) {
    queryClient.setQueryData(buildQueryKey(endpoint, {}), data.replies[endpoint.path]);
  }
  const routes = buildRoutes();
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(address, 'http://portal.invalid')));
  if (context instanceof Response) throw new Error(`${address} leads elsewhere.`);
  const { prelude } = await prerender(
    <Application queryClient={queryClient} prerenderValues={data}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Application>,
    // Render the page as one chunk, because React would add inline scripts to move later chunks into place.
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

/** Returns the names of a module and of its direct and indirect static imports, from the build manifest. */
function collectImports(
  name: string,
  files: BuildManifest,
  foundPage = new Set<string>(),
): Set<string> {
  if (foundPage.has(name)) return foundPage;
  foundPage.add(name);
  for (const imported of files[name]?.imports ?? []) collectImports(imported, files, foundPage);
  return foundPage;
}

const moduleOf = (page: Page) => `${getPageFile(page)}.tsx`;

function listStyleSheets(page: Page, files: BuildManifest): string[] {
  const names = [...collectImports(moduleOf(page), files)];
  return [...new Set(names.flatMap((name) => files[name]?.css ?? []))];
}

/** Adds the URLs of the page's code and the roles that may open the page (or `public`) to the `start.js` script tag. */
function addPageCode(document: string, page: Page, files: BuildManifest): string {
  const applicationModules = collectImports('index.html', files);
  const code = [...collectImports(moduleOf(page), files)]
    .filter((name) => !applicationModules.has(name))
    .map((name) => `/${files[name]?.file}`);
  const access = page.access === 'public' ? page.access : page.access.join(' ');
  return document.replace(
    'src="/start.js"',
    () => `src="/start.js" data-code="${code.join(' ')}" data-access="${access}"`,
  );
}

const toInlineJson = (data: PrerenderedPageData) => JSON.stringify(data).replaceAll('<', '\\u003c');

const applicationTag = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const preloadTags = /\s*<link rel="modulepreload"[^>]*>/g;

/** Defers the application's script: `early-events.ts` loads it later or, for logged-in users, `start.js` at once. */
function deferApplication(document: string, files: BuildManifest): string {
  const [, application = ''] = applicationTag.exec(document) ?? [];
  const begin = files['early-events.ts']?.file;
  return document
    .replace(applicationTag, () => `\n    <script type="module" src="/${begin}"></script>`)
    .replace(preloadTags, '')
    .replace('src="/start.js"', () => `src="/start.js" data-application="${application}"`);
}

const toHtmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const addPageData = (document: string, data: PrerenderedPageData) =>
  document.replace(
    '</body>',
    () =>
      `<script type="application/json" id="${pageDataId}">${toInlineJson(data)}</script></body>`,
  );

const renderPlaceholder = (page: Page) =>
  `<div id="until-drawn" style="padding:1.5rem"><p><strong>${page.label}</strong></p><p>Loading…</p></div>`;

export const prerenderedPages: PrerenderedPages = {
  find(address, modules) {
    const match = findPrerenderedPage(address);
    if (match) {
      const reads = match.reads.filter(({ module }) => isModuleEnabled(modules, module));
      return { name: address, calls: reads.map(({ path }) => path) };
    }
    const [pathname = ''] = address.split('?');
    const page = findPage(pathname);
    // The name `browser …` means that the browser renders the page: it is not prerendered, or its URL has a query.
    return page && { name: `browser ${page.path}`, calls: [findHome.path] };
  },

  async finish(document, name, { replies, now, files }) {
    const foundPage = findPrerenderedPage(name);
    const path = name.replace('browser ', '');
    const page = pages.find((each) => each.path === path);
    if (!page) throw new Error(`There is no page ${name}.`);
    const { department } = replies[findHome.path] as EndpointReply<typeof findHome>;
    const { colour } = department;
    const shades = colour && (await import('#contract/values/colour.ts')).buildShades(colour);
    const data: PrerenderedPageData = { replies, now, shades: shades || undefined };
    const withPageData = addPageData(addPageCode(document, page, files), data);
    if (!foundPage) {
      return (
        withPageData
          // The style sheet comes first, so that a slow phone soon shows the page's name.
          .replace('<script type="module" ', '$&fetchpriority="low" ')
          .replace(/(?<=<title>).*?(?=<\/title>)/, () => toHtmlText(getPortalName(department)))
          .replace('<div id="root">', () => `${renderPlaceholder(page)}<div id="root">`)
      );
    }
    const { head, body } = await renderPage(page.path, data, foundPage.reads);
    const sheets = listStyleSheets(page, files)
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
      .filter((tag) => !document.includes(tag));
    return deferApplication(withPageData, files)
      .replace(/<title>.*?<\/title>/, () => head)
      .replace('</head>', () => `${sheets.join('')}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
  },
};
