import { accentShades } from '../../shared/access/accent';
import { logoPath, type ShownBranding } from '../access';
import { escaped } from './console-page';

const ICON = /<link rel="icon"[^>]*>/;
const TITLE = '<title>Switchboard</title>';

/** The page with the name, the accent and the logo of the instance, so that nothing changes once it is there. */
export function brandedPage(html: string, { name, accent, logoType, logoHash }: ShownBranding): string {
  const logo = logoHash === null ? undefined : logoPath(logoHash);
  const head = [
    ...(name === null && logo === undefined
      ? []
      : [`<meta name="brand" content="${escaped(name ?? '')}"${logo === undefined ? '' : ` data-logo="${logo}"`} />`]),
    ...(accent === null ? [] : [`<style>${accentStyle(accent)}</style>`]),
  ];
  const parts: [string | RegExp, string][] = [
    ['</head>', `  ${head.join('\n    ')}\n  </head>`],
    ...(name === null ? [] : [[TITLE, `<title>${escaped(name)}</title>`] satisfies [string, string]]),
    ...(logo === undefined
      ? []
      : [[ICON, `<link rel="icon" href="${logo}" type="${logoType ?? ''}" />`] satisfies [RegExp, string]]),
  ];
  // A function, since `$` in a name would mean a part of the match.
  return head.length === 0 ? html : parts.reduce((page, [from, to]) => page.replace(from, () => to), html);
}

/** Stronger than the style sheets of the console, wherever those come. */
function accentStyle(accent: string): string {
  const { light, dark } = accentShades(accent);
  const shade = `light-dark(${light}, ${dark})`;
  const names = ['--primary', '--link', '--mantine-color-anchor'];
  const ofKit = ['filled', 'outline', 'light-color'].map((name) => `--mantine-color-petrol-${name}`);
  const soft = [8, 12].map((part) => `color-mix(in srgb, ${shade} ${part}%, transparent)`);
  const hover = `color-mix(in srgb, ${shade} 88%, var(--mantine-color-text))`;
  return `:root:root:root { ${[...names, ...ofKit].map((name) => `${name}: ${shade};`).join(' ')} --mantine-color-petrol-filled-hover: ${hover}; --mantine-color-petrol-light: ${soft[0]}; --mantine-color-petrol-light-hover: ${soft[1]}; --mantine-color-petrol-outline-hover: ${soft[0]}; }`;
}
