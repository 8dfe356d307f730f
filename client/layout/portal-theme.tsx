import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { browserStore } from '#client/api/browser-store.ts';
import { usePortal } from '#client/api/portal.ts';
import { themeOf } from '#client/theme.ts';

const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
const store = browserStore('local', (value) => (isColour(value) ? value : undefined));
const key = 'department-colour';

/** The portal in the department's colour; the last one known, until this visit's has come. */
export function PortalTheme({ children }: { children: ReactNode }) {
  const portal = usePortal();
  const colour = portal ? portal.colour : store.read(key);
  useEffect(() => {
    if (!portal) return;
    if (portal.colour) store.write(key, portal.colour);
    else store.remove(key);
  }, [portal]);
  const { theme, cssVariables } = useMemo(() => themeOf(colour), [colour]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
