import { useEffect, useState } from 'react';

/** Long enough to read a slide's text twice. */
const slideMs = 8000;

/**
 * Calls `next` again and again while playing, but not while somebody points at the slides, has the
 * keyboard in them or looks at another tab. With reduced motion they start paused.
 */
export function useAutoplay(next: () => void) {
  const [isPlaying, setPlaying] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isMoving = isPlaying && !isPointedAt && !hasFocus;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (!document.hidden) next();
    }, slideMs);
    return () => clearInterval(timer);
  }, [isMoving, next]);

  return {
    isPlaying,
    isMoving,
    toggle: () => setPlaying(!isPlaying),
    handlers: {
      onMouseEnter: () => setPointedAt(true),
      onMouseLeave: () => setPointedAt(false),
      // A click leaves the focus on its button; only the keyboard's focus is somebody who reads.
      onFocus: (event: React.FocusEvent) => setFocus(event.target.matches(':focus-visible')),
      onBlur: () => setFocus(false),
    },
  };
}
