import { useEffect, useState } from 'react';

let open: readonly symbol[] = [];

/**
 * Closes the frame only while it is the topmost one. The kit sends Escape to every open frame, so a confirmation over a
 * form would close the form too.
 */
export function useCloseOnTop(onClose: () => void): () => void {
  const [own] = useState(() => Symbol('frame'));
  useEffect(() => {
    open = [...open, own];
    return () => {
      // After the same key press has reached the frames below.
      setTimeout(() => {
        open = open.toSpliced(open.indexOf(own), 1);
      });
    };
  }, [own]);
  return () => {
    if (open.at(-1) === own) onClose();
  };
}
