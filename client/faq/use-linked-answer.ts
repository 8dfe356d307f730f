import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

const prefix = '#faq-';

/** Opens, scrolls to and focuses the answer named in the URL hash (`#faq-…`). */
export function useLinkedAnswer(box: RefObject<HTMLDivElement | null>, open: (id: string) => void) {
  const { hash, key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link again changes only the key
  useEffect(() => {
    if (!hash.startsWith(prefix) || !box.current) return;
    const item = document.getElementById(hash.slice(1));
    if (!item || !box.current.contains(item)) return;
    open(hash.slice(prefix.length));
    // Wait until the accordion has opened the answer and closed the previous one.
    const frame = requestAnimationFrame(() => {
      item.closest('section')?.scrollIntoView({ block: 'start' });
      const sticky = item.parentElement?.querySelector('h3')?.clientHeight ?? 0;
      box.current?.scrollBy({
        top: item.getBoundingClientRect().top - box.current.getBoundingClientRect().top - sticky,
      });
      item.querySelector('button')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
}
