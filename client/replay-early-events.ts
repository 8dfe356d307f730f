// On a finished page, in place of the application: loads it at the first sign that somebody uses the page. Until it has
// begun, links work by themselves, and what is pressed or typed is kept and given to it.

/** As the application dispatches it (`api/page-data.ts`), which would bring its own imports along. */
const begunEvent = 'portal-begun';
/** The countdown is refreshed so often (spec 4), used or not. */
const refreshMs = 60_000;

const signs = ['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];
const { application } = document.querySelector<HTMLElement>('[data-application]')?.dataset ?? {};

const pressed: HTMLElement[] = [];
const typed = new Map<HTMLInputElement, string>();
/** Their files stay where they are, and nobody has been told of them. */
const chosen = new Set<HTMLInputElement>();
const ends = new AbortController();
let isBegun = false;

function begin() {
  if (isBegun || !application) return;
  isBegun = true;
  import(/* @vite-ignore */ application).catch(() => {
    // What is read stays readable; whoever has pressed something gets the page, or the browser's own message.
    isBegun = false;
    if (pressed.length > 0) location.reload();
  });
}

/** A browser reports a mouse at rest on a new page as a move of no length. The first real move may have none either. */
function beginOnMove({ movementX, movementY }: PointerEvent) {
  if (movementX !== 0 || movementY !== 0) begin();
}

function keepPress(event: MouseEvent) {
  const button = event.target instanceof Element && event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  pressed.push(button);
  begin();
}

function keepText({ target }: Event) {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.type === 'file') chosen.add(target);
  else typed.set(target, target.value);
}

/** As if it were typed now: React takes for new what its own record of the field does not say. */
function typeAgain(field: HTMLInputElement, text: string) {
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function handOver() {
  ends.abort();
  for (const [field, text] of typed) typeAgain(field, text);
  for (const field of chosen) field.dispatchEvent(new Event('change', { bubbles: true }));
  for (const button of pressed) if (button.isConnected) button.click();
}

function watch() {
  const { signal } = ends;
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true, signal });
  addEventListener('pointermove', beginOnMove, { capture: true, passive: true, signal });
  // Somebody logs in in another tab, or comes back to this one.
  addEventListener('storage', begin, { signal });
  document.addEventListener('visibilitychange', begin, { signal });
  document.addEventListener('click', keepPress, { capture: true, signal });
  document.addEventListener('input', keepText, { capture: true, signal });
  document.addEventListener(begunEvent, handOver, { once: true });
  setTimeout(begin, refreshMs);
  // Without waiting: a form, what the address names, what the page before has said, what this browser keeps.
  const isAwaited =
    document.querySelector('form') !== null ||
    location.hash !== '' ||
    sessionStorage.getItem('carried-toast') !== null ||
    localStorage.getItem('developers') !== null;
  if (isAwaited) begin();
}

// For somebody who is signed in the application comes by itself, and may be first.
if (document.documentElement.dataset.begun === undefined) watch();
