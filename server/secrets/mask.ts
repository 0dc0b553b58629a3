const HIDDEN = '[redacted]';

/** Attributes of `Set-Cookie` that are not secret. */
const ATTRIBUTE = /^ ?(?:path|domain|max-age|expires|samesite)=[\w./:+ ,-]*$/i;

/** Order matters. Every repetition is bounded, so the time is linear in the text. */
const RULES: readonly [RegExp, string][] = [
  // Without word boundary, since `token_sb_ak_…` is a leak too; includes truncated and mistyped keys.
  [/(sb_(?:ak|wa|lk|au|pk)_)[0-9A-Za-z]{20,}/g, `$1${HIDDEN}`],
  [/(whsec_)[0-9A-Za-z+/=_-]+/g, `$1${HIDDEN}`],
  [/((?:authorization)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?(?:[a-z]{1,16}[ \t]{1,8})?)[^\s"',;]+/gi, `$1${HIDDEN}`],
  [/(\bbearer(?:[ \t]{1,8}|%20|\+))(?!realm=|error=)[^\s"'<>,;]{4,}/gi, `$1${HIDDEN}`],
  [/(sb_(?:session|mfa|device|oidc)(?:_\d{1,5})?(?:=|%3D))[^\s;,"'&]+/gi, `$1${HIDDEN}`],
  [/((?:[#&?]|%23|%26|%3F)token(?:=|%3D))[^\s&"'<>]+/gi, `$1${HIDDEN}`],
  [/(#|%23)[0-9A-Za-z]{43,}/g, `$1${HIDDEN}`],
  [/(\/ingress\/\w{1,32}\/)[\w~.%-]+/g, '$1***'],
  [/(\/inbound\/iep_\w{1,32}\/)[\w~.%-]+/g, '$1***'],
  // Values of names that denote secrets, and credentials in URLs.
  [
    /(["'](?:\w{0,32}_)?(?:token|secret|password)s?["']\s{0,20}:\s{0,20}(?:\[\s{0,20})?")(?!whsec_|sb_)(?:[^"\\]|\\.)+/gi,
    `$1${HIDDEN}`,
  ],
  [/(\bEAA)[0-9A-Za-z]{17,}/g, `$1${HIDDEN}`],
  [/(:(?:\\?\/){2})[^\s"'<>/\\?#@]{1,512}@/g, `$1${HIDDEN}@`],
  // A session, setup, reset or invitation token anywhere in the text.
  [/(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?![0-9A-Za-z])/g, HIDDEN],
];

const QUOTED_COOKIE = /((?:set-)?cookie["'][ \t]{0,8}:[ \t]{0,8}")((?:[^"\\\r\n]|\\.)*)/gi;
const COOKIE = /(cookie["']?[ \t]{0,8}:[ \t]{0,8})(?!["\s])([^\r\n]+)/gi;

/** Applied to every log line, stored webhook request and error; false positives are accepted. */
export function mask(text: string): string {
  let masked = text
    .replace(QUOTED_COOKIE, (_, name: string, pairs: string) => name + maskCookies(pairs))
    .replace(COOKIE, (_, name: string, pairs: string) => name + maskCookies(pairs));
  for (const [pattern, replacement] of RULES) masked = masked.replace(pattern, replacement);
  return masked;
}

const HEADERS = /("headers"\s{0,20}:\s{0,20}[[{])((?:[^"{}]|"(?:[^"\\]|\\.)*"?)*)/gs;
const STRING = /"((?:[^"\\]|\\.)*)("?)(\s{0,20}:)?/gs;

/** For a JSON body that may be truncated. Hides all values of `headers`, since any may be a credential. */
export function maskBody(text: string): string {
  const hidden = text.replace(
    HEADERS,
    (_, start: string, inside: string) =>
      start +
      inside.replace(STRING, (whole: string, value: string, end: string, colon: string | undefined) =>
        colon !== undefined || value === '••••' ? whole : `"${HIDDEN}${end}`,
      ),
  );
  return mask(hidden);
}

function maskCookies(pairs: string): string {
  return pairs
    .split(';')
    .map((pair) => {
      if (ATTRIBUTE.test(pair)) return pair;
      const equals = pair.indexOf('=');
      if (equals >= 0) return pair.slice(0, equals + 1) + HIDDEN;
      return /^ ?(?:secure|httponly|partitioned)$/i.test(pair) || pair === '' ? pair : HIDDEN;
    })
    .join(';');
}
