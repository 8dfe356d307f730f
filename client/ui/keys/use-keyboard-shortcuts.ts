import { useEffect, useRef } from 'react';

/** Elements that handle keys themselves: text fields, dialogs, menus and lists. */
const ignoredTargets =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** The pages of a PDF scroll by the arrow keys. */
const scrolledTargets = '[role="document"]';

/** Returns false if there is nothing to do, so that another shortcut may handle the key. */
type Handler = () => unknown;

/** Registers shortcuts such as `j` and `shift+a`, which are ignored in text fields and while a dialog is open. */
export function useKeyboardShortcuts(keys: Readonly<Record<string, Handler>>, isOn: boolean) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const ignored = event.key.startsWith('Arrow')
        ? `${ignoredTargets}, ${scrolledTargets}`
        : ignoredTargets;
      if (event.target instanceof Element && event.target.closest(ignored)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const handler = latest.current[`${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`];
      if (handler && handler() !== false) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
