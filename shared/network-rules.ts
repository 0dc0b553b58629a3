/** Without zod, for the console. */
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`;

const GROUP = '[0-9a-fA-F]{1,4}';
/** Avoids look-around, so that every JSON Schema tool supports it. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  `(?:${GROUP}:){1,6}:${GROUP}`,
  `(?:${GROUP}:){1,5}(?::${GROUP}){1,2}`,
  `(?:${GROUP}:){1,4}(?::${GROUP}){1,3}`,
  `(?:${GROUP}:){1,3}(?::${GROUP}){1,4}`,
  `(?:${GROUP}:){1,2}(?::${GROUP}){1,5}`,
  `${GROUP}:(?::${GROUP}){1,6}`,
  `:(?::${GROUP}){1,7}`,
  '::',
].join('|');

export const CIDR_RULE = {
  pattern: new RegExp(`^(?:${IPV4}/(?:3[0-2]|[12]?[0-9])|(?:${IPV6})/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))$`),
  message: 'Must be a network with its prefix length, such as 203.0.113.0/24 or 2001:db8::/32.',
};

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const PORT = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})';
const EXACT = `https?://(?:${LABEL}(?:\\.${LABEL})*|\\[(?:${IPV6})\\])(?::${PORT})?`;
/** At least two labels after the star, since `https://*.com` would be too broad. */
const WILDCARD = `https://\\*(?:\\.${LABEL}){2,}`;

export const ORIGIN_RULE = {
  pattern: new RegExp(`^(?:${EXACT}|${WILDCARD})$`),
  message: 'Must be an origin such as https://app.example.com, or https://*.example.com for its subdomains.',
};
export const EXACT_ORIGIN = new RegExp(`^${EXACT}$`);
