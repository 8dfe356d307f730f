// Uncovers focused elements behind sticky bars. On focus, WebKit ignores scroll-padding and scroll-margin in CSS.

import { startFocusRecovery } from './keep-focus.ts';

/** Minimum distance between the focused element and a sticky bar, so that the focus outline stays visible. */
const gapPx = 8;
/** Maximum number of scrolls. Several are needed if sticky bars on different sides cover the element. */
const maxScrolls = 4;
const watchedFrames = 12;

let isPressed = false;

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

/** Returns the shortest scroll along one axis, in pixels, that moves an element to a distance of `gapPx` from a bar. */
function distance(start: number, end: number, barStart: number, barEnd: number): number {
  return barEnd - start < end - barStart ? start - barEnd - gapPx : end - barStart + gapPx;
}

/** If a sticky or fixed bar covers the element, scrolls to uncover the element. Returns false if no bar covers it. */
function scrollOnce(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
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
    ? { left: distance(left, right, box.left, box.right) }
    : { top: distance(top, bottom, box.top, box.bottom) };
  findScroller(bar)?.scrollBy({ ...by, behavior: 'instant' });
  return true;
}

/** Returns how far the element is above (negative) or below (positive) the viewport, in pixels. */
function distanceOutside(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0) return top - gapPx;
  return bottom > innerHeight ? bottom - innerHeight + gapPx : 0;
}

function reveal(element: Element | null) {
  if (!element?.matches(':focus-visible')) return;
  if (element.getBoundingClientRect().height > innerHeight / 2) return;
  if (distanceOutside(element) !== 0) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // WebKit's `scrollIntoView` leaves links partly outside the viewport, so scroll the remaining distance.
    scrollBy({ top: distanceOutside(element), behavior: 'instant' });
  }
  for (let count = 0; count < maxScrolls && scrollOnce(element); count += 1);
}

/** Reveals the focused element in each of the next `frames` animation frames, because WebKit may scroll late. */
function revealFocused(frames = watchedFrames) {
  const element = document.activeElement;
  requestAnimationFrame(() => {
    if (isPressed || element !== document.activeElement) return;
    reveal(element);
    if (frames > 1) revealFocused(frames - 1);
  });
}

export function keepFocusVisible() {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const follow = () => {
      isPressed = type === 'pointerdown';
    };
    addEventListener(type, follow, { capture: true, passive: true });
  }
  addEventListener('focusin', () => revealFocused());
  revealFocused();
  startFocusRecovery();
}
