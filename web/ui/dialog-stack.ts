import { useEffect, useState } from 'react';

/** Frames that are open, the last one on top. */
let open: readonly symbol[] = [];

/**
 * Closes the frame only while no other lies over it. The kit tells every open one of an Escape, so a question over a
 * half-filled form would take the form with it.
 */
export function useCloseOnTop(onClose: () => void): () => void {
  const [own] = useState(() => Symbol('frame'));
  useEffect(() => {
    open = [...open, own];
    return () => {
      // Not before the same key press has reached the frames below.
      setTimeout(() => {
        open = open.toSpliced(open.indexOf(own), 1);
      });
    };
  }, [own]);
  return () => {
    if (open.at(-1) === own) onClose();
  };
}
