import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import './ui/kit-variables.css';
import './ui/kit.css';
import './ui/tokens.css';
import './ui/app.css';
import './ui/shell/shell.css';
import './ui/states/states.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { translationsLoaded } from './i18n/texts';
import { createConsoleRouter } from './routes';
import { queryClient } from './trpc';
import { KitProvider } from './ui/kit-provider';
import { followBuild } from './ui/new-build';
import { followSignOut } from './ui/shell/sign-out';

// zod would try `new Function`, which the CSP refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const router = createConsoleRouter();

followBuild();
followSignOut();

// The frame of index.html stays until the first page is there: nothing flashes, nothing jumps.
await Promise.all([router.load(), translationsLoaded()]);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </KitProvider>
    </StrictMode>,
  );
}
