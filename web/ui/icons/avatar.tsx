/** Colours of `tokens.css`: `--avatar-0` and so on. */
export const AVATAR_COLOURS = 8;

/** `AL` of `Ada Lovelace`, `A` of `Ada`; the last two digits of a number; an emoji as it is; a dot of nothing. */
export function initialsOf(name: string): string {
  const words = name.replace(/(?<=\d)@lid$/, '').match(/\p{L}+/gu);
  if (!words) return name.replaceAll(/\D/g, '').slice(-2) || (name.match(/\p{Extended_Pictographic}/u)?.[0] ?? '·');
  const [first = '', ...rest] = words;
  const last = rest.at(-1) ?? '';
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toLocaleUpperCase();
}

/** The same for the same seed on every machine. */
export function avatarColour(seed: string): number {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % AVATAR_COLOURS;
}

interface AvatarProps {
  name: string;
  /** What the colour follows, such as an ID: names change. */
  seed?: string;
  size?: number;
}

/** Initials of a person, chat or workspace. The name itself stands beside it, so screen readers skip it. */
export function Avatar({ name, seed = name, size = 24 }: AvatarProps) {
  const colour = avatarColour(seed);
  return (
    <span
      className="avatar"
      aria-hidden
      // Drawn by the style sheet: it is no text that a name would have to repeat.
      data-initials={initialsOf(name)}
      style={{
        width: size,
        height: size,
        fontSize: Math.max(10, Math.round(size * 0.42)),
        color: `var(--avatar-${colour})`,
        background: `var(--avatar-${colour}-soft)`,
      }}
    />
  );
}
