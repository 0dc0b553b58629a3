const MAX_NAME = 240;

/**
 * A name that a stranger gave, as it may be kept: without a path, control characters and what turns the direction of
 * writing; null where nothing is left.
 */
export function cleanName(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  const name = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = name.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, '').trim();
  if (/^\.*$/.test(clean)) return null;
  return Array.from(clean).slice(0, MAX_NAME).join('');
}

/** The last part of the path of a URL, where that looks like the name of a file. */
export function nameInUrl(url: string): string | null {
  const segment = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  if (!/.\.\w{1,8}$/.test(segment)) return null;
  try {
    return cleanName(decodeURIComponent(segment));
  } catch {
    return null;
  }
}

/** `Content-Disposition` that has a browser save the file: with the name in ASCII, and as it is (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
