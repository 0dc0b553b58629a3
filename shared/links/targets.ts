import { z } from 'zod';

import { codePoints } from '../text';

export const MAX_TARGET_LENGTH = 8_192;

const TARGET_CODES = [
  'invalid_url',
  'url_too_long',
  'url_has_credentials',
  'self_target',
  'private_target',
  'mixed_script_host',
  'blocked_target',
] as const;
export type TargetCode = (typeof TARGET_CODES)[number];

/** `readTarget` and the server check what JSON Schema cannot express. */
// oxlint-disable-next-line no-control-regex
const TARGET_PATTERN = /^[hH][tT][tT][pP][sS]?:\/\/[^\s\\\u0000-\u001f\u007f]+$/;
/** The parser also accepts `https:host` and `https:///host`. */
const HOST_FOLLOWS = /^[^/]*\/\/[^/]/;
/** `https://@host` has an empty user, which the parser drops silently. */
const USERINFO = /^[^/]*\/\/[^/?#]*@/;
const HOST = /^(?=.{1,253}$)(?:\[[0-9a-f:.]+\]|[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*)$/;

const NOT_ABSOLUTE = 'Must be an absolute http(s) URL without spaces, control characters and backslashes.';
const TOO_LONG = `Must have at most ${MAX_TARGET_LENGTH} characters.`;

type TargetText = { ok: true; url: URL } | { ok: false; code: TargetCode; message: string };

export const targetUrl = () =>
  z
    .string()
    .superRefine((value, context) => {
      const issue = (code: TargetCode, message: string) =>
        context.addIssue({ code: 'custom', message, params: { code } });
      if (!TARGET_PATTERN.test(value)) issue('invalid_url', NOT_ABSOLUTE);
      else if (codePoints(value) > MAX_TARGET_LENGTH) issue('url_too_long', TOO_LONG);
    })
    .meta({ pattern: TARGET_PATTERN.source, maxLength: MAX_TARGET_LENGTH, example: 'https://example.com/spring' });

/** Checks the raw text first, since the parser removes tabs from `java\tscript:` and converts `\` to `/`. */
export function parseLinkTarget(text: string): TargetText {
  if (text.length > MAX_TARGET_LENGTH) return { ok: false, code: 'url_too_long', message: TOO_LONG };
  if (!TARGET_PATTERN.test(text) || !HOST_FOLLOWS.test(text)) return notAbsolute;
  const url = URL.parse(text);
  if (url === null || !HOST.test(hostOf(url))) return notAbsolute;

  if (url.username !== '' || url.password !== '' || USERINFO.test(text)) {
    return { ok: false, code: 'url_has_credentials', message: 'Must not contain a user or a password.' };
  }
  if (url.href.length > MAX_TARGET_LENGTH) {
    return { ok: false, code: 'url_too_long', message: `${TOO_LONG.slice(0, -1)} once encoded.` };
  }
  return { ok: true, url };
}

/** Without the trailing dot of an absolute name. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '');

const notAbsolute: TargetText = { ok: false, code: 'invalid_url', message: NOT_ABSOLUTE };
