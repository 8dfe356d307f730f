import { useEffect, useRef } from 'react';

/** Where keys are text, or belong to what is open above the page. */
const elsewhere =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** Single keys of the page by their name, such as `j` and `shift+a`; not while somebody types or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>, isOn: boolean) {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(elsewhere)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const act = current.current[`${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
