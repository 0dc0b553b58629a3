import { createRootRoute } from '@tanstack/react-router';

import { NoSuchPage, RootLayout } from '../layouts';

export const root = createRootRoute({ component: RootLayout, notFoundComponent: NoSuchPage });
