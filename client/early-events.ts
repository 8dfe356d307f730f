// Loads the application of a prerendered page on the first user interaction. Until the application
// starts, links work natively, and clicks and typed text are buffered for replay.

/** Must equal `appStartedEvent` in `api/page-data.ts`. Not imported, to keep this script small. */
const appStartedEvent = 'portal-begun';
/** Load the application at the latest when the countdown needs its first update (spec 4). */
const refreshMs = 60_000;

const eventTypes = ['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
const { application } = document.querySelector<HTMLElement>('[data-application]')?.dataset ?? {};

const clickedButtons: HTMLElement[] = [];
const typedTexts = new Map<HTMLInputElement, string>();
/** File fields whose `change` event fired before the application started. */
const changedFileFields = new Set<HTMLInputElement>();
const ends = new AbortController();
let isLoading = false;

function loadApplication() {
  if (isLoading || !application) return;
  isLoading = true;
  import(/* @vite-ignore */ application).catch(() => {
    // A page that is only being read can stay. After a click, reload it, so that users see the page or an error.
    isLoading = false;
    if (clickedButtons.length > 0) location.reload();
  });
}

/** Ignores moves of length 0, which browsers report when a page loads under a resting mouse. */
function loadOnMove({ movementX, movementY }: PointerEvent) {
  if (movementX !== 0 || movementY !== 0) loadApplication();
}

function bufferClick(event: MouseEvent) {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  clickedButtons.push(button);
  loadApplication();
}

function bufferInput({ target }: Event) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.type === 'file') changedFileFields.add(target);
  else typedTexts.set(target, target.value);
}

/** Replays typed text. React ignores the event unless the value differs from the value that it has tracked. */
function replayInput(field: HTMLInputElement, text: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function replayEvents() {
  ends.abort();
  for (const [field, text] of typedTexts) replayInput(field, text);
  for (const field of changedFileFields)
    field.dispatchEvent(new Event('change', { bubbles: true }));
  for (const button of clickedButtons) if (button.isConnected) button.click();
}

function watch() {
  const { signal } = ends;
  for (const sign of eventTypes)
    addEventListener(sign, loadApplication, { capture: true, passive: true, signal });
  addEventListener('pointermove', loadOnMove, { capture: true, passive: true, signal });
  // A storage event can mean that the user has logged in in another tab.
  addEventListener('storage', loadApplication, { signal });
  document.addEventListener('visibilitychange', loadApplication, { signal });
  document.addEventListener('click', bufferClick, { capture: true, signal });
  document.addEventListener('input', bufferInput, { capture: true, signal });
  document.addEventListener(appStartedEvent, replayEvents, { once: true });
  setTimeout(loadApplication, refreshMs);
  // Load at once if there is a form, a URL fragment, a toast from the previous page or stored developers.
  const isNeededNow =
    document.querySelector('form') !== null ||
    location.hash !== '' ||
    sessionStorage.getItem('carried-toast') !== null ||
    localStorage.getItem('developers') !== null;
  if (isNeededNow) loadApplication();
}

// If there is a session, `start.js` loads the application, which may start before this script.
if (document.documentElement.dataset.begun === undefined) watch();
