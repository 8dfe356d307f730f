// Moves the focus to a nearby control when the focused control disappears or is disabled. Browsers would move it to the
// body, and Mantine's `returnFocus` fails if the dialog unmounts or its trigger has been removed.

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
const layers = '[role="dialog"], [role="menu"], main, body';

type Used = {
  control: HTMLElement;
  /** Ancestors within the layer (page, dialog or menu), with the index of the child that contains the control. */
  path: { ancestor: Element; index: number }[];
};

/** The last used control of each layer (page, dialog or menu), most recently used last. */
const lastUsed = new Map<Element, Used>();
/** Control that lost the focus when it was disabled, and regains the focus when it is enabled. */
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

/** Skips input fields, because focusing one would open the keyboard on a phone. */
function findNeighbour({ path }: Used): HTMLElement | undefined {
  for (const { ancestor, index } of path) {
    if (!ancestor.isConnected) continue;
    const heading = ancestor.matches('main') && ancestor.querySelector('[data-page-heading]');
    if (heading instanceof HTMLElement) return heading;
    const children = [...ancestor.children];
    const nearestFirst = [...children.slice(index), ...children.slice(0, index).reverse()];
    const nearest = nearestFirst
      .flatMap((child) => [child, ...child.querySelectorAll(focusable)])
      .find(
        (element) =>
          element.matches(`:is(${focusable}):not(input, select, textarea)`) && canFocus(element),
      );
    if (nearest instanceof HTMLElement) return nearest;
  }
  return undefined;
}

function isLoading(control: HTMLElement, layer: Element) {
  return control.isConnected && layer.querySelector('[data-loading], [aria-busy="true"]') !== null;
}

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
  // Use the heading if the closed dialog was open when the page loaded, because no button opened it.
  const heading = document.querySelector<HTMLElement>('main [data-page-heading]');
  return hasClosedLayer && heading ? heading : undefined;
}

/** Restores a lost focus, unless the user deliberately clicked outside all controls. */
function check() {
  isCheckDue = false;
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body && !activeElement.matches(':disabled')) {
    disabledControl = undefined;
    return;
  }
  const newest = [...lastUsed.values()].at(-1);
  const wasTakenOnPurpose =
    newest && canFocus(newest.control) && newest.control !== disabledControl;
  if (!wasTakenOnPurpose) findTarget()?.focus({ preventScroll: true });
}

/** Starts to restore a lost focus. */
export function startFocusRecovery() {
  record(document.activeElement);
  // Also listen for clicks, because Safari does not focus a clicked button.
  for (const type of ['focusin', 'click']) {
    addEventListener(type, ({ target }) => record(target), { capture: true });
  }
  new MutationObserver(() => {
    // Record a disabled control at once: it may be enabled again before the next frame.
    const newest = [...lastUsed.values()].at(-1)?.control;
    if (newest?.matches(':disabled')) disabledControl = newest;
    if (isCheckDue) return;
    isCheckDue = true;
    requestAnimationFrame(check);
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading', 'aria-busy'],
  });
}
