import { Suspense, useCallback, useSyncExternalStore } from 'react';

import { lazyPart } from '../lazy-parts';
import { useCommandKey } from '../shortcuts';
import { isPaletteOpen, onPalette, openPalette } from './open';

const Palette = lazyPart(async () => (await import('./palette')).Palette);

/** `isPublic`: nobody is signed in, so only the documentation is searched. */
export function LazyPalette({ isPublic = false }: { isPublic?: boolean }) {
  const isOpen = useSyncExternalStore(onPalette, isPaletteOpen);
  useCommandKey(
    'k',
    useCallback(() => openPalette(), []),
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette isPublic={isPublic} />
    </Suspense>
  );
}
