// What the client's build hands to the server: pages that anybody may read, as finished HTML, and what the others begin with.

/** Replies by the path of their endpoint. */
export type Replies = Readonly<Record<string, unknown>>;

/** What the browser continues a finished page with; it stands in the document as JSON. */
export type PageData = {
  replies: Replies;
  /** When the page was drawn, in milliseconds since 1970. */
  now: number;
  /** Of the department's colour, where it has one of its own. */
  shades: string[] | undefined;
};

/** The files of a built page, as the build's own list names them. */
export type BuiltFiles = Readonly<
  Record<string, { file: string; css?: string[]; imports?: string[] }>
>;

/** The element of the document that holds the `PageData`. */
export const pageDataId = 'page-data';

/** What `client/finished-pages.tsx` is to the server. */
export type FinishedPages = {
  /**
   * The name of an address's document, of which there are as many as there are pages, and the paths of the calls whose
   * replies it holds; undefined for an address without a page.
   */
  find(address: string): { name: string; calls: readonly string[] } | undefined;
  /** `document`: the built index.html. */
  finish(
    document: string,
    name: string,
    data: { replies: Replies; now: number; files: BuiltFiles },
  ): Promise<string>;
};
