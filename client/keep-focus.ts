// Moves the focus on when the focused control disappears: a dialog or menu closes, a row is removed, a button is
// disabled. Browsers move it to the body, from where the next Tab starts at the top of the page. Mantine's own
// `returnFocus` misses dialogs that unmount on close and triggers that are gone by then.

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
const layers = '[role="dialog"], [role="menu"], main, body';

type Used = {
  control: HTMLElement;
  /** The control's ancestors up to its layer, each with the position of the child that leads to the control. */
  path: { ancestor: Element; index: number }[];
};

/** The control used last in the page and in each open dialog and menu, the most recent layer at the end. */
const lastUsed = new Map<Element, Used>();
/** A control that lost the focus by being disabled and gets it back once it is enabled. */
let disabledControl: HTMLElement | undefined;
let isCheckDue = false;

function findPath(control: Element, layer: Element): Used['path'] {
  const path: Used['path'] = [];
  for (let child = control; child !== layer && child.parentElement; child = child.parentElement) {
    const ancestor = child.parentElement;
    path.push({ ancestor, index: [...ancestor.children].indexOf(child) });
  }
  return path;
}

function record(target: EventTarget | null) {
  const control = target instanceof Element ? target.closest<HTMLElement>(focusable) : null;
  const layer = control?.closest(layers);
  if (!control || !layer) return;
  disabledControl = undefined;
  lastUsed.delete(layer);
  lastUsed.set(layer, { control, path: findPath(control, layer) });
}

const canFocus = (element: Element) =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

/** Returns a neighbour of a control that is gone. Fields are left out: they would open a phone's keyboard. */
function findNeighbour({ path }: Used): HTMLElement | undefined {
  for (const { ancestor, index } of path) {
    if (!ancestor.isConnected) continue;
    const heading = ancestor.matches('main') && ancestor.querySelector('[data-page-heading]');
    if (heading instanceof HTMLElement) return heading;
    const children = [...ancestor.children];
    const nearestFirst = [...children.slice(index), ...children.slice(0, index).reverse()];
    const found = nearestFirst
      .flatMap((child) => [child, ...child.querySelectorAll(focusable)])
      .find(
        (element) =>
          element.matches(`:is(${focusable}):not(input, select, textarea)`) && canFocus(element),
      );
    if (found instanceof HTMLElement) return found;
  }
  return undefined;
}

function isLoading(control: HTMLElement, layer: Element) {
  return control.isConnected && layer.querySelector('[data-loading], [aria-busy="true"]') !== null;
}

/** Returns the control to focus in the most recent layer that is left; undefined for none. */
function findTarget(): HTMLElement | undefined {
  let hasClosedLayer = false;
  for (const [layer, used] of [...lastUsed].reverse()) {
    if (!layer.isConnected || !layer.checkVisibility()) {
      lastUsed.delete(layer);
      hasClosedLayer = true;
      continue;
    }
    if (canFocus(used.control)) return used.control;
    if (isLoading(used.control, layer)) {
      disabledControl = used.control;
      return undefined;
    }
    const neighbour = findNeighbour(used);
    if (neighbour) return neighbour;
  }
  // A dialog that was open when the page loaded has no trigger.
  const heading = document.querySelector<HTMLElement>('main [data-page-heading]');
  return hasClosedLayer && heading ? heading : undefined;
}

/** A press beside all controls also takes the focus from a control, which then stays as it is. */
function check() {
  isCheckDue = false;
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !activeElement.matches(':disabled')) return;
  const newest = [...lastUsed.values()].at(-1);
  const wasTakenOnPurpose =
    newest && canFocus(newest.control) && newest.control !== disabledControl;
  if (!wasTakenOnPurpose) findTarget()?.focus({ preventScroll: true });
}

/** Watches the whole page from now on. */
export function keepFocus() {
  record(document.activeElement);
  // Safari does not focus a button on click.
  for (const type of ['focusin', 'click']) {
    addEventListener(type, ({ target }) => record(target), { capture: true });
  }
  new MutationObserver(() => {
    if (isCheckDue) return;
    isCheckDue = true;
    requestAnimationFrame(check);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading', 'aria-busy'],
  });
}
