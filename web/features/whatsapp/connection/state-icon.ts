import { useEffect } from 'react';

import type { Tone } from '../../../ui/tag';

/** Colours of `tokens.css`, which a favicon cannot read. */
const INKS = {
  success: '#1f7a4d',
  warning: '#c98a1b',
  error: '#b42318',
  info: '#2557c7',
  neutral: '#7a7c76',
} satisfies Record<Tone, string>;

/** The mark with a dot of the state, for as long as the page is open. */
export function useStateIcon(tone: Tone): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon) return;
    const own = icon.href;
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b66"/>` +
      `<circle cx="22" cy="22" r="9" fill="#fff"/><circle cx="22" cy="22" r="7" fill="${INKS[tone]}"/></svg>`;
    icon.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    return () => {
      icon.href = own;
    };
  }, [tone]);
}
