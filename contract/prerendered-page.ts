// Types of the prerendered pages, which the client build provides to the server.

/** Replies by endpoint path. */
export type Replies = Readonly<Record<string, unknown>>;

/** Data for hydrating a prerendered page, embedded in the document as JSON. */
export type PageData = {
  replies: Replies;
  /** Time of rendering in milliseconds since 1970. */
  now: number;
  /** Shades of the department's colour. Undefined if the department uses the default colour. */
  shades: string[] | undefined;
};

export type BuiltFiles = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[] }>
>;

/** Id of the element that contains the `PageData`. */
export const pageDataId = 'page-data';

/** Interface of `client/prerendered-pages.tsx` for the server. */
export type PrerenderedPages = {
  /** Returns the page at a URL and the endpoint paths it needs, or undefined if no page matches. */
  find(address: string): { name: string; calls: readonly string[] } | undefined;
  /** Returns the HTML of a page. `document` is the built index.html. */
  finish(
    document: string,
    name: string,
    data: { replies: Replies; now: number; files: BuiltFiles },
  ): Promise<string>;
};
