import { Suspense, useCallback, useSyncExternalStore } from 'react';

import { lazyPart } from '../lazy-parts';
import { useCommandKey } from '../shortcuts';
import { isPaletteOpen, onPalette, openPalette } from './open';

const Palette = lazyPart(async () => (await import('./palette')).Palette);

export function LazyPalette() {
  const isOpen = useSyncExternalStore(onPalette, isPaletteOpen);
  useCommandKey(
    'k',
    useCallback(() => openPalette(), []),
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <Palette />
    </Suspense>
  );
}
