/** Opens and closes the palette from anywhere. */
let isOpen = false;
const listeners = new Set<() => void>();

export const openPalette = (): void => setPalette(true);
export function setPalette(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export const isPaletteOpen = (): boolean => isOpen;
export function onPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
