// Returns the focus to the link that was followed when somebody goes back, as browsers do between documents.

/** The last link that was followed from each entry of the browser's history, by the router's key of the entry. */
const followedLinks = new Map<string, string>();
/** Time in ms in which the page may still load the list that contains the link. */
const waitMs = 3000;

const getEntryKey = () => (history.state as { key?: string } | null)?.key ?? 'first';

function rememberLink({ target }: Event) {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (link) followedLinks.set(getEntryKey(), link.getAttribute('href') ?? '');
}

const findLink = (href: string) =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].find(
    (link) => link.getAttribute('href') === href && link.checkVisibility(),
  );

/** True while the focus is where the layout puts it after navigation. */
function isFocusUnmoved(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.matches('[data-page-heading]') === true;
}

function returnFocus() {
  const href = followedLinks.get(getEntryKey());
  if (href === undefined) return;
  const ends = new AbortController();
  const { signal } = ends;
  const focusLink = () => {
    if (isFocusUnmoved()) findLink(href)?.focus({ preventScroll: true });
  };
  // The page is rendered, and its heading focused, before or after this event. Its list may still have to load.
  const observer = new MutationObserver(focusLink);
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', focusLink, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
  // Do not take the focus from somebody who already does something else.
  for (const type of ['pointerdown', 'keydown', 'popstate']) {
    addEventListener(type, () => ends.abort(), { signal });
  }
  setTimeout(() => ends.abort(), waitMs);
  focusLink();
}

/** Starts to follow links. Returns a function that ends it. */
export function startFocusReturn(): () => void {
  const ends = new AbortController();
  addEventListener('click', rememberLink, { capture: true, signal: ends.signal });
  addEventListener('popstate', returnFocus, { signal: ends.signal });
  return () => ends.abort();
}
