// Uncovers focused elements behind sticky bars. On focus, WebKit ignores scroll-padding and scroll-margin in CSS.

import { startFocusRecovery } from './keep-focus.ts';

/** Minimum distance between the focused element and a sticky bar, so that the focus outline stays visible. */
const gapPx = 8;
/** Maximum number of scrolls. Several are needed if sticky bars on different sides cover the element. */
const maxScrolls = 4;
const watchedFrames = 12;

let isPressed = false;
/** Number of frames for which the focused element is still watched. */
let framesLeft = 0;
/** False if somebody has scrolled since the element was focused. The page must then not scroll back to the element. */
let isFollowed = false;
let followedAt = 0;
/** Time in ms after the focus in which a busy browser may still scroll by itself. */
const ownScrollMs = 1000;

/** Reports when the edge of the viewport begins to hide the focused element, for example because a text above grows. */
const edges = new IntersectionObserver(
  (entries) => {
    // A busy browser delivers several entries at once. Only the last describes the present.
    if (isFollowed && (entries.at(-1)?.intersectionRatio ?? 1) < 1) watch(2);
  },
  { threshold: 1 },
);

const isScroller = (element: Element) => getComputedStyle(element).overflow !== 'visible';

function findScroller({ parentElement }: Element): Element | null {
  if (!parentElement || parentElement === document.body) return document.scrollingElement;
  return isScroller(parentElement) ? parentElement : findScroller(parentElement);
}

/** Returns the sticky or fixed bar that covers the element at the given point in the viewport. */
function findBar(element: Element, x: number, y: number): Element | undefined {
  let top = document.elementFromPoint(x, y);
  while (top && !top.contains(element)) {
    if (/sticky|fixed/.test(getComputedStyle(top).position)) return top;
    top = top.parentElement;
  }
  return undefined;
}

type Span = readonly [start: number, end: number];

/**
 * Returns the shortest scroll along one axis, in pixels, that moves an element to a distance of `gapPx` from a bar and
 * keeps the element in the viewport, whose size is `limit`.
 */
function distance([start, end]: Span, [barStart, barEnd]: Span, limit: number): number {
  const before = end - barStart + gapPx;
  const after = start - barEnd - gapPx;
  const fitsBefore = start - before >= 0;
  const fitsAfter = end - after <= limit;
  if (fitsBefore !== fitsAfter) return fitsBefore ? before : after;
  return before < -after ? before : after;
}

/** Returns the area of the element and, if its value is invalid, of the error message that describes it. */
function getBox(element: Element): { left: number; right: number; top: number; bottom: number } {
  const described = element.matches('[aria-invalid="true"]')
    ? (element.getAttribute('aria-describedby')?.split(' ') ?? [])
    : [];
  const messages = described.flatMap((id) => document.getElementById(id) ?? []);
  const shown = messages.filter((message) => message.checkVisibility());
  const boxes = [element, ...shown].map((each) => each.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** If a sticky or fixed bar covers the element, scrolls to uncover the element. Returns false if no bar covers it. */
function scrollOnce(element: Element): boolean {
  const { left, right, top, bottom } = getBox(element);
  const xs = [left + 1, (left + right) / 2, right - 1];
  const points = [top + 1, (top + bottom) / 2, bottom - 1].flatMap((y) =>
    xs.map((x) => [x, y] as const),
  );
  const [bar] = points.flatMap(([x, y]) => findBar(element, x, y) ?? []);
  if (!bar) return false;
  const box = bar.getBoundingClientRect();
  const style = getComputedStyle(bar);
  const sticksBeside = style.top === 'auto' && style.bottom === 'auto';
  const by = sticksBeside
    ? { left: distance([left, right], [box.left, box.right], innerWidth) }
    : { top: distance([top, bottom], [box.top, box.bottom], innerHeight) };
  findScroller(bar)?.scrollBy({ ...by, behavior: 'instant' });
  return true;
}

/** Returns how far the element is above (negative) or below (positive) the viewport, in pixels. */
function distanceOutside(element: Element): number {
  const { top, bottom } = getBox(element);
  if (top < 0) return top - gapPx;
  return bottom > innerHeight ? bottom - innerHeight + gapPx : 0;
}

function reveal(element: Element | null) {
  // The layout focuses the heading after navigation. Going back must not scroll to it.
  if (!element?.matches(':focus-visible:not([data-page-heading])')) return;
  if (element.getBoundingClientRect().height > innerHeight / 2) return;
  if (distanceOutside(element) !== 0) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // WebKit's `scrollIntoView` leaves links partly outside the viewport, so scroll the remaining distance.
    scrollBy({ top: distanceOutside(element), behavior: 'instant' });
  }
  for (let count = 0; count < maxScrolls && scrollOnce(element); count += 1);
}

/** Reveals the focused element in each of the next animation frames, because WebKit may scroll late. */
function watch(frames: number) {
  const isWatching = framesLeft > 0;
  framesLeft = Math.max(framesLeft, frames);
  if (!isWatching) requestAnimationFrame(revealAndContinue);
}

function revealAndContinue() {
  if (isPressed) {
    // The page must not move under the pointer.
    framesLeft = 0;
    return;
  }
  reveal(document.activeElement);
  framesLeft -= 1;
  if (framesLeft > 0) requestAnimationFrame(revealAndContinue);
}

function follow() {
  isFollowed = true;
  followedAt = performance.now();
  edges.disconnect();
  if (document.activeElement) edges.observe(document.activeElement);
  watch(watchedFrames);
}

export function keepFocusVisible() {
  // WebKit sends no `pointerup` to a button that was disabled meanwhile, so a key also ends the press.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'keydown']) {
    const setPressed = () => {
      isPressed = type === 'pointerdown';
    };
    addEventListener(type, setPressed, { capture: true, passive: true });
  }
  const noteScroll = () => {
    if (framesLeft === 0 && performance.now() - followedAt > ownScrollMs) isFollowed = false;
  };
  addEventListener('scroll', noteScroll, { capture: true, passive: true });
  for (const type of ['wheel', 'touchmove']) {
    const leave = () => {
      isFollowed = false;
    };
    addEventListener(type, leave, { passive: true });
  }
  addEventListener('focusin', follow);
  // A bar that grows, or content that arrives, can cover the element or move it out of the viewport.
  new ResizeObserver(() => {
    if (isFollowed) watch(2);
  }).observe(document.body);
  follow();
  startFocusRecovery();
}
