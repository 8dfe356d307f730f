import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Long enough to read a slide's text twice. */
const slideMs = 8000;

/**
 * Calls `step` again and again while playing, but not while somebody points at the slides, has the
 * keyboard in them or looks at another tab. With reduced motion they start paused.
 */
export function useAutoplay(step: (by: 1) => void) {
  const isCalm = useReducedMotion();
  const [chosen, setChosen] = useState<boolean>();
  const isPlaying = chosen ?? !isCalm;
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isMoving = isPlaying && !isPointedAt && !hasFocus;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (!document.hidden) step(1);
    }, slideMs);
    return () => clearInterval(timer);
  }, [isMoving, step]);

  return {
    isCalm,
    isPlaying,
    isMoving,
    toggle: () => setChosen(!isPlaying),
    handlers: {
      onMouseEnter: () => setPointedAt(true),
      onMouseLeave: () => setPointedAt(false),
      // A click leaves the focus on its button; only the keyboard's focus is somebody who reads.
      onFocus: (event: React.FocusEvent) => setFocus(event.target.matches(':focus-visible')),
      onBlur: () => setFocus(false),
    },
  };
}
