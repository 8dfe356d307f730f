import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Display time of a slide, long enough to read its text twice. */
const slideMs = 8000;

/** Pauses in hidden tabs, on hover and on keyboard focus. Starts paused if the user prefers reduced motion. */
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
      // Ignore focus that results from a click.
      onFocus: (event: React.FocusEvent) => setFocus(event.target.matches(':focus-visible')),
      onBlur: () => setFocus(false),
    },
  };
}
