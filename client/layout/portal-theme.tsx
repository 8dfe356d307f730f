import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { browserStore } from '#client/api/browser-store.ts';
import { useDrawn } from '#client/api/drawn.ts';
import { usePortal } from '#client/api/portal.ts';
import { themeOf } from '#client/theme.ts';

type Colours = { colour: string; shades: string[] };

function isColours(value: unknown): value is Colours {
  const { colour, shades } = (value ?? {}) as Partial<Colours>;
  const all = [colour, ...(Array.isArray(shades) ? shades : [])];
  return all.length === 11 && all.every((one) => /^#[0-9a-f]{6}$/.test(String(one)));
}

const store = browserStore('local', (value) => (isColours(value) ? value : undefined));
const key = 'department-colours';

function coloursOf(colour: string | undefined, shades: string[] | undefined) {
  return colour !== undefined && shades ? { colour, shades } : undefined;
}

/** The shades of the department's colour; the last ones known, until this visit's have come. */
function useShades(): string[] | undefined {
  const portal = usePortal();
  const drawn = useDrawn();
  const [known, setKnown] = useState(() =>
    drawn ? coloursOf(portal?.colour, drawn.shades) : store.read(key),
  );
  const isKnown = portal === undefined || portal.colour === known?.colour;
  const colour = portal?.colour;
  useEffect(() => {
    if (isKnown) {
      if (known) store.write(key, known);
      return;
    }
    if (colour === undefined) {
      store.remove(key);
      return setKnown(undefined);
    }
    let isOver = false;
    // Only a department with a colour of its own needs it; without it the portal's own stays.
    import('#contract/values/colour.ts').then(
      ({ shadesOf }) => {
        if (isOver) return;
        const next = { colour, shades: shadesOf(colour) };
        store.write(key, next);
        setKnown(next);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isKnown, known, colour]);
  return known?.shades;
}

/** The portal in the department's colour. */
export function PortalTheme({ children }: { children: ReactNode }) {
  const shades = useShades();
  const { theme, cssVariables } = useMemo(() => themeOf(shades), [shades]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
