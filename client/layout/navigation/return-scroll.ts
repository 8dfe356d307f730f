// Restores the scroll positions of the page and of its lists when somebody goes back, also if a list still has to load.
// The router restores the page's position only if the page has its full height at once.

type Position = { left: number; top: number };
/** Positions by the name of the scrolled element: `data-scroll`, or an empty name for the page. */
type Positions = Map<string, Position>;

/** Positions of each entry of the browser's history, by the router's key of the entry. */
const positionsOfEntries = new Map<string, Positions>();
/** Time in ms in which the page may still load its list. */
const waitMs = 10_000;
const pageName = '';

let restoring: AbortController | undefined;

const getEntryKey = () => (history.state as { key?: string } | null)?.key ?? 'first';

function rememberPosition({ target }: { target: EventTarget | null }) {
  // While positions are restored, the browser scrolls pages that are still too short.
  if (restoring) return;
  const name = target instanceof HTMLElement ? target.dataset.scroll : pageName;
  const element = target === document ? document.scrollingElement : target;
  if (name === undefined || !(element instanceof Element)) return;
  const key = getEntryKey();
  const positions = positionsOfEntries.get(key) ?? new Map<string, Position>();
  positionsOfEntries.set(key, positions);
  positions.set(name, { left: element.scrollLeft, top: element.scrollTop });
}

function restorePosition(name: string, { left, top }: Position) {
  const element =
    name === pageName
      ? document.scrollingElement
      : document.querySelector(`main [data-scroll="${CSS.escape(name)}"]`);
  if (!element || (element.scrollTop === top && element.scrollLeft === left)) return;
  element.scrollTo({ left, top, behavior: 'instant' });
}

function returnScroll(getShownPath: () => string) {
  restoring?.abort();
  // The browser also reports a click on a link to a part of the page, to which it scrolls itself.
  if (history.state === null) return;
  const positions = positionsOfEntries.get(getEntryKey());
  if (!positions) return;
  const ends = new AbortController();
  const { signal } = ends;
  restoring = ends;
  const restore = () => {
    // The document may still show the previous page.
    if (getShownPath() !== location.pathname) return;
    for (const [name, position] of positions) restorePosition(name, position);
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(restore);
  sizes.observe(document.documentElement);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    sizes.disconnect();
    if (restoring === ends) restoring = undefined;
  });
  // Do not scroll for somebody who already scrolls or does something else.
  for (const type of ['pointerdown', 'wheel', 'touchstart', 'keydown']) {
    addEventListener(type, () => ends.abort(), { signal, passive: true });
  }
  setTimeout(() => ends.abort(), waitMs);
}

/**
 * Starts to remember and to restore positions. `getShownPath` returns the path of the page that is rendered. Returns a
 * function that ends it.
 */
export function startScrollReturn(getShownPath: () => string): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  // This code is loaded after the page, which may have been scrolled already.
  for (const target of [document, ...document.querySelectorAll('main [data-scroll]')]) {
    rememberPosition({ target });
  }
  addEventListener('scroll', rememberPosition, { capture: true, passive: true, signal });
  addEventListener('popstate', () => returnScroll(getShownPath), { signal });
  return () => ends.abort();
}
