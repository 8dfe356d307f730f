const edge = '1rem';
const bottom = 'calc(1rem + var(--portal-bottom-bar, 0px))';
const top = '4.75rem';

/** Window corners in order of preference. */
export const toastCorners = {
  topRight: { top, right: edge, bottom: 'auto', left: 'auto' },
  bottomRight: { top: 'auto', right: edge, bottom, left: 'auto' },
  bottomLeft: { top: 'auto', right: 'auto', bottom, left: edge },
  topLeft: { top, right: 'auto', bottom: 'auto', left: edge },
};

type Corner = keyof typeof toastCorners;

const controls = 'a[href], button, input, select, textarea, summary, [role="tab"]';
const toasts = '.mantine-Notifications-root';

/** Returns the toasts' size at the end of their animation. */
function measureToasts() {
  const root = document.querySelector(`${toasts}[data-position="top-right"]`);
  const heights = [...(root?.querySelectorAll('.mantine-Notification-root') ?? [])].map(
    ({ scrollHeight }) => scrollHeight + 16,
  );
  return {
    width: root?.getBoundingClientRect().width ?? 0,
    height: heights.reduce((sum, height) => sum + height, 0),
  };
}

function placeToasts(corner: Corner, size: { width: number; height: number }) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const place = toastCorners[corner];
  const left = place.left === 'auto' ? innerWidth - rem - size.width : rem;
  const above = place.top === 'auto' ? innerHeight - rem - size.height : 4.75 * rem;
  return new DOMRect(left, above, size.width, size.height);
}

type Point = { x: number; y: number };

/** Toasts under the pointer would stay, because pointing at them keeps them open, and would cover what was clicked. */
const pointerWeight = 100;

const overlap = (rect: DOMRect, other: DOMRect) =>
  rect.left < other.right &&
  other.left < rect.right &&
  rect.top < other.bottom &&
  other.top < rect.bottom;

/**
 * Returns the corner in which toasts cover neither the pointer nor, as far as possible, controls. If a dialog is open,
 * only its controls count.
 */
export function chooseToastCorner({ x, y }: Point): Corner {
  const dialogs = document.querySelectorAll('[role="dialog"]');
  const page = dialogs.item(dialogs.length - 1) ?? document.body;
  const places = [...page.querySelectorAll(controls)]
    .filter((control) => !control.closest(toasts) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
  const size = measureToasts();
  const pointer = new DOMRect(x, y, 1, 1);
  const counts = (Object.keys(toastCorners) as Corner[]).map((corner) => {
    const toastPlace = placeToasts(corner, size);
    const covered = places.filter((place) => overlap(place, toastPlace)).length;
    return { corner, count: covered + (overlap(pointer, toastPlace) ? pointerWeight : 0) };
  });
  const fewest = Math.min(...counts.map(({ count }) => count));
  return counts.find(({ count }) => count === fewest)?.corner ?? 'topRight';
}
