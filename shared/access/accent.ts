/** WCAG 1.4.3: the least contrast of text. */
const TEXT = 4.5;
const STEPS = 50;
/** What an accent stands on, or has on it, and is hardest to read with: see `web/ui/tokens.css`. */
const LIGHT = { ground: '#f3f3f0', toward: 0 };
const DARK = { ground: '#202624', toward: 255 };

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** WCAG’s relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The nearest shade on the way to black or white that can be read. */
function readable(accent: string, { ground, toward }: typeof LIGHT): string {
  const from = channelsOf(accent);
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = from.map((channel) => Math.round(channel + ((toward - channel) * step) / STEPS));
    if (contrast(mixed, channelsOf(ground)) >= TEXT) {
      return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    }
  }
  return accent;
}

/** An accent, `#rrggbb`, as each theme shows it: darker or lighter where text would not be readable. */
export const accentShades = (accent: string): { light: string; dark: string } => ({
  light: readable(accent.toLowerCase(), LIGHT),
  dark: readable(accent.toLowerCase(), DARK),
});
