import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useKeySetting } from '#client/api/session/key-setting.ts';
import type { Session } from '#client/api/session/session.ts';
import { lazyExtra, loadWhenIdle } from '#client/layout/lazy-part.tsx';
import { focusRow, toggleRow } from '#client/shortcuts/list-keys.ts';
import { useKeyboardShortcuts } from '#client/ui/keys/use-keyboard-shortcuts.ts';

const loadPalette = async () => (await import('#client/palette/palette.tsx')).Palette;
const Palette = lazyExtra(loadPalette);
const ShortcutsDialog = lazyExtra(
  async () => (await import('#client/shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
);

/** Opens the palette. Registers the shortcuts that work on every page. */
export function SearchButton({ session }: { session: Session }) {
  const palette = useLazyDialog();
  const shortcuts = useLazyDialog();
  const { hasKeys } = useKeySetting();
  const load = () => void loadPalette().catch(() => {});
  // Load the code in advance, so that nothing is lost that is typed right after opening the palette. Students, whose pages
  // share little code with it, rarely open it, so it is loaded only when they point at the button.
  const isStaff = session.role !== 'student';
  useEffect(() => {
    if (isStaff) loadWhenIdle(loadPalette)().catch(() => {});
  }, [isStaff]);
  // The empty list of ignored elements makes the shortcut also work while an input field has the focus.
  useHotkeys([['mod+K', palette.open]], []);
  useKeyboardShortcuts(
    {
      // On some keyboards, the keys need Shift.
      '/': palette.open,
      'shift+/': palette.open,
      '?': shortcuts.open,
      'shift+?': shortcuts.open,
      j: () => focusRow(1),
      k: () => focusRow(-1),
      x: toggleRow,
    },
    hasKeys,
  );
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Search"
        aria-keyshortcuts="Control+K"
        title="Search (Ctrl+K). Press ? for all shortcuts."
        onClick={palette.open}
        onPointerEnter={load}
        onFocus={load}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      <Suspense>
        {palette.isLoaded && (
          <Palette session={session} opened={palette.isOpen} onClose={palette.close} />
        )}
        {shortcuts.isLoaded && (
          <ShortcutsDialog opened={shortcuts.isOpen} onClose={shortcuts.close} />
        )}
      </Suspense>
    </>
  );
}

/** State of a dialog whose code is loaded when it is first opened. */
function useLazyDialog() {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  return {
    isLoaded: state !== 'unopened',
    isOpen: state === 'open',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}
