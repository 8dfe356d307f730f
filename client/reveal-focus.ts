// Keeps what takes the focus from being hidden by bars that stick to the window's or a list's edges. Browsers differ in
// whether their own scrolling on focus respects scroll-padding and scroll-margin: WebKit ignores both.

import { keepFocus } from './keep-focus.ts';

/** Space between the focused element and a bar, for the outline. */
const gapPx = 8;
/** Bars stick above, below and beside a list at once; each may need a scroll of its own. */
const maxScrolls = 4;
const watchedFrames = 12;

let isPressed = false;

const isScroller = (element: Element) => getComputedStyle(element).overflow !== 'visible';

function findScroller({ parentElement }: Element): Element | null {
  if (!parentElement || parentElement === document.body) return document.scrollingElement;
  return isScroller(parentElement) ? parentElement : findScroller(parentElement);
}

/** Returns the sticky or fixed bar that covers the element at a point of the window. */
function findBar(element: Element, x: number, y: number): Element | undefined {
  let top = document.elementFromPoint(x, y);
  while (top && !top.contains(element)) {
    if (/sticky|fixed/.test(getComputedStyle(top).position)) return top;
    top = top.parentElement;
  }
  return undefined;
}

/** How far to scroll so that the bar ends before the element starts, or starts after the element ends. */
function distance(start: number, end: number, barStart: number, barEnd: number): number {
  return barEnd - start < end - barStart ? start - barEnd - gapPx : end - barStart + gapPx;
}

/** Scrolls the element out from under one bar. Returns false if no bar covers it. */
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

/** How far the element lies outside the window, above (negative) or below. */
function distanceOutside(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0) return top - gapPx;
  return bottom > innerHeight ? bottom - innerHeight + gapPx : 0;
}

/** An element taller than half the window is in sight with one of its parts. */
function reveal(element: Element | null) {
  if (!element?.matches(':focus-visible')) return;
  if (element.getBoundingClientRect().height > innerHeight / 2) return;
  if (distanceOutside(element) !== 0) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    // WebKit leaves links cut off by the window's edge.
    scrollBy({ top: distanceOutside(element), behavior: 'instant' });
  }
  for (let count = 0; count < maxScrolls && scrollOnce(element); count += 1);
}

/** Checks for some frames, since WebKit's own scrolling follows later. What is pressed must not move before its release. */
function revealFocused(frames = watchedFrames) {
  const element = document.activeElement;
  requestAnimationFrame(() => {
    if (isPressed || element !== document.activeElement) return;
    reveal(element);
    if (frames > 1) revealFocused(frames - 1);
  });
}

/** Watches the focus of the whole page from now on. */
export function watchFocus() {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const follow = () => {
      isPressed = type === 'pointerdown';
    };
    addEventListener(type, follow, { capture: true, passive: true });
  }
  addEventListener('focusin', () => revealFocused());
  revealFocused();
  keepFocus();
}
