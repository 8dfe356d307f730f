let isPressed = false;

if (typeof window !== 'undefined') {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const follow = () => {
      isPressed = type === 'pointerdown';
    };
    window.addEventListener(type, follow, { capture: true, passive: true });
  }
}

/** Calls `run` once no pointer is pressed, because a layout change during a click could move the clicked element. */
export function runAfterPointerRelease(run: () => void) {
  if (!isPressed) {
    setTimeout(run);
    return;
  }
  const ends = new AbortController();
  const finish = () => {
    ends.abort();
    setTimeout(run);
  };
  window.addEventListener('pointerup', finish, { signal: ends.signal });
  window.addEventListener('pointercancel', finish, { signal: ends.signal });
}
