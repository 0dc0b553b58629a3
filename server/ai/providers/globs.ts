/** `*` also matches slashes, `?` one character. A regular expression with many `*` could take exponential time. */
export function globMatches(glob: string, id: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let pattern = 0;

  while (at < id.length) {
    const wanted = glob[pattern];
    if (wanted === '*') {
      star = pattern;
      resume = at;
      pattern += 1;
    } else if (wanted === '?' || (wanted !== undefined && wanted === id[at])) {
      pattern += 1;
      at += 1;
    } else if (star >= 0) {
      pattern = star + 1;
      resume += 1;
      at = resume;
    } else {
      return false;
    }
  }
  while (glob[pattern] === '*') pattern += 1;
  return pattern === glob.length;
}

interface GlobRules {
  allow: readonly string[];
  deny: readonly string[];
}

export const isAllowed = (rules: GlobRules, id: string): boolean =>
  (rules.allow.length === 0 || rules.allow.some((glob) => globMatches(glob, id))) &&
  !rules.deny.some((glob) => globMatches(glob, id));

/** False only if no id with the prefix can be allowed. */
export const mayAllowPrefix = (rules: GlobRules, prefix: string): boolean =>
  (rules.allow.length === 0 || rules.allow.some((glob) => canReach(glob, prefix))) &&
  !rules.deny.some((glob) => glob.endsWith('*') && globMatches(glob, prefix));

function canReach(glob: string, prefix: string): boolean {
  const wild = glob.search(/[*?]/);
  const literal = wild < 0 ? glob : glob.slice(0, wild);
  if (wild < 0) return literal.startsWith(prefix);
  return literal.startsWith(prefix) || prefix.startsWith(literal);
}
