// First, so that the portal's own rules come after Mantine's and win where they say the same.
import './styles.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { findHome } from '#contract/content.ts';
import { query, queryClient } from './api/queries.ts';
import { showCarriedToast } from './api/toast.ts';
import { PortalTheme } from './layout/portal-theme.tsx';
import { ToastHost } from './layout/toast-host.tsx';
import { router } from './routes.tsx';

// Every page shows something of it, and the page's own code is still on its way.
void queryClient.prefetchQuery(query(findHome));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PortalTheme>
        <RouterProvider router={router} />
        <ToastHost />
      </PortalTheme>
    </QueryClientProvider>
  </StrictMode>,
);

showCarriedToast();
