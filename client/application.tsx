import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { PrerenderContext, type PrerenderValues } from './api/prerender-values.ts';
import { PortalTheme } from './layout/portal-theme.tsx';
import { ToastHost } from './layout/toast-host.tsx';

type ApplicationProps = {
  queryClient: QueryClient;
  prerenderValues: PrerenderValues | undefined;
  /** Router provider: a static one for prerendering, a browser router otherwise. */
  children: ReactNode;
};

export function Application({ queryClient, prerenderValues, children }: ApplicationProps) {
  return (
    <StrictMode>
      <PrerenderContext value={prerenderValues}>
        <QueryClientProvider client={queryClient}>
          <PortalTheme>
            {children}
            <ToastHost />
          </PortalTheme>
        </QueryClientProvider>
      </PrerenderContext>
    </StrictMode>
  );
}
