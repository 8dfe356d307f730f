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
 * Runs what moves the page, such as an error below a field that was left, once the click that left
 * the field has arrived: otherwise what is clicked slips away between press and release.
 */
export function afterPointer(run: () => void) {
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
