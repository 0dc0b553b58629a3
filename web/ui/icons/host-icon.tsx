import { avatarColour } from './avatar';
import { BrandIcon } from './brand-icon';
import { brandOfHost, siteOf } from './host';

import './icons.css';

interface HostIconProps {
  host: string;
  size?: number;
}

/** A brand’s mark, or the first letter of the site on its colour: nothing is loaded from the host. */
export function HostIcon({ host, size = 16 }: HostIconProps) {
  const brand = brandOfHost(host);
  if (brand !== undefined) {
    return (
      <span className="host-icon" aria-hidden>
        <BrandIcon brand={brand} size={size} />
      </span>
    );
  }
  const site = siteOf(host);
  const colour = avatarColour(site);
  return (
    <span
      className="host-icon host-tile"
      aria-hidden
      // Drawn by the style sheet: it is no text that a name would have to repeat.
      data-letter={site.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '·'}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(10, Math.round(size * 0.6)),
        color: `var(--avatar-${colour})`,
        background: `var(--avatar-${colour}-soft)`,
      }}
    />
  );
}
