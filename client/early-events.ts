// Loads a prerendered page's application on the first interaction or after a delay. Buffers earlier clicks and text.

/** Must equal `appStartedEvent` in `api/page-data.ts`. Not imported, so that this script stays small. */
const appStartedEvent = 'portal-begun';
/** Time after which the application loads even without user interaction, to update the countdown (spec 4). */
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
    // If loading fails, reload only if the user has clicked a button. Otherwise, let the user continue to read.
    isLoading = false;
    if (clickedButtons.length > 0) location.reload();
  });
}

/** Ignores moves of zero distance, which browsers report when a page loads under a resting mouse. */
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

/** First clears the field, because React ignores an input event with an unchanged value. */
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

/** Returns false if the browser blocks storage. */
function hasStoredValues(): boolean {
  try {
    return (
      sessionStorage.getItem('carried-toast') !== null ||
      localStorage.getItem('developers') !== null
    );
  } catch {
    return false;
  }
}

function watch() {
  const { signal } = ends;
  for (const sign of eventTypes)
    addEventListener(sign, loadApplication, { capture: true, passive: true, signal });
  addEventListener('pointermove', loadOnMove, { capture: true, passive: true, signal });
  // Load when local storage changes, because the user may have logged in from another tab.
  addEventListener('storage', loadApplication, { signal });
  document.addEventListener('visibilitychange', loadApplication, { signal });
  document.addEventListener('click', bufferClick, { capture: true, signal });
  document.addEventListener('input', bufferInput, { capture: true, signal });
  document.addEventListener(appStartedEvent, replayEvents, { once: true });
  setTimeout(loadApplication, refreshMs);
  const isNeededNow =
    document.querySelector('form') !== null || location.hash !== '' || hasStoredValues();
  if (isNeededNow) loadApplication();
}

// For logged-in users, `start.js` loads the application, possibly before this script runs.
if (document.documentElement.dataset.begun === undefined) watch();
