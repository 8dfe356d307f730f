// Types that the server shares with the prerendered pages of the client.

import type { Modules } from './settings/modules.ts';

export type RepliesByPath = Readonly<Record<string, unknown>>;

export type PrerenderedPageData = {
  replies: RepliesByPath;
  /** Time of rendering in milliseconds since the Unix epoch. */
  now: number;
  /** Shades of the department's colour; undefined for the default colour. */
  shades: string[] | undefined;
};

export type BuildManifest = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[] }>
>;

export const pageDataId = 'page-data';

/** Functions of `client/prerendered-pages.tsx` that the server calls. */
export type PrerenderedPages = {
  /** Returns a page's name and the endpoint paths whose replies `finish` needs, or undefined if no page matches. */
  find(address: string, modules: Modules): { name: string; calls: readonly string[] } | undefined;
  /** Returns the HTML of a page. `document` is the content of the built index.html. */
  finish(
    document: string,
    name: string,
    data: { replies: RepliesByPath; now: number; files: BuildManifest },
  ): Promise<string>;
};
