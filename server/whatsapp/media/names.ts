const MAX_NAME = 240;

/** A safe file name without path, control and bidirectional characters; null when nothing is left. */
export function cleanName(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  const name = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, '').trim();
  if (/^\.*$/.test(clean)) return null;
  return Array.from(clean).slice(0, MAX_NAME).join('');
}

export function nameInUrl(url: string): string | null {
  const segment = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  if (!/.\.\w{1,8}$/.test(segment)) return null;
  try {
    return cleanName(decodeURIComponent(segment));
  } catch {
    return null;
  }
}

/** `Content-Disposition` with an ASCII and a UTF-8 name (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
