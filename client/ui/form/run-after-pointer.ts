let isPressed = false;

if (typeof window !== 'undefined') {
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const follow = () => {
      isPressed = type === 'pointerdown';
    };
    window.addEventListener(type, follow, { capture: true, passive: true });
  }
}

/**
 * Runs `run` after the current click, because a layout change could move the target away and make the click miss it.
 */
export function runAfterPointer(run: () => void) {
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
