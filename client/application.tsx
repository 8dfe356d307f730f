import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { type Drawn, DrawnContext } from './api/drawn.ts';
import { PortalTheme } from './layout/portal-theme.tsx';
import { ToastHost } from './layout/toast-host.tsx';

type ApplicationProps = {
  queryClient: QueryClient;
  drawn: Drawn | undefined;
  /** The router's provider: the server's is another than the browser's. */
  children: ReactNode;
};

/** What stands around every page, the same on the server and in the browser. */
export function Application({ queryClient, drawn, children }: ApplicationProps) {
  return (
    <StrictMode>
      <DrawnContext value={drawn}>
        <QueryClientProvider client={queryClient}>
          <PortalTheme>
            {children}
            <ToastHost />
          </PortalTheme>
        </QueryClientProvider>
      </DrawnContext>
    </StrictMode>
  );
}
