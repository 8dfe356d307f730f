import { useEffect, useRef } from 'react';

/** Elements that handle keys themselves: text fields, dialogs, menus and lists. */
const ignoredTargets =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** Registers shortcuts such as `j` and `shift+a`, which are ignored in text fields and while a dialog is open. */
export function useKeyboardShortcuts(keys: Readonly<Record<string, () => void>>, isOn: boolean) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(ignoredTargets)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const handler = latest.current[`${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
