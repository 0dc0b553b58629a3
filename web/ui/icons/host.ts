/** Domains of brands that `BrandIcon` has a mark of. A name alone is no proof: `github.example.com` is somebody else. */
const BRANDS: Readonly<Record<string, string>> = {
  'facebook.com': 'facebook',
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'google.com': 'google',
  'instagram.com': 'instagram',
  'linkedin.com': 'linkedin',
  'make.com': 'make',
  'n8n.cloud': 'n8n',
  'n8n.io': 'n8n',
  'reddit.com': 'reddit',
  'shopify.com': 'shopify',
  'stripe.com': 'stripe',
  't.co': 'x',
  't.me': 'telegram',
  'tiktok.com': 'tiktok',
  'wa.me': 'whatsapp',
  'whatsapp.com': 'whatsapp',
  'x.com': 'x',
  'youtu.be': 'youtube',
  'youtube.com': 'youtube',
  'zapier.com': 'zapier',
};

const ADDRESS = /^[\d.]+$|:/;
const SHORT = 3;

/** Of a host, with its subdomains: `acme` of `shop.acme.co.uk`. An IP address is its own site. */
export function siteOf(host: string): string {
  const name = host.toLowerCase();
  if (ADDRESS.test(name)) return name;
  const labels = name.split('.');
  const [above = name, domain = name, top = ''] = [labels.at(-3), labels.at(-2), labels.at(-1)];
  // Second levels that registries sell below, such as `co.uk` and `com.br`.
  return labels.length > 2 && top.length === 2 && domain.length <= SHORT ? above : domain;
}

export function brandOfHost(host: string): string | undefined {
  const name = host.toLowerCase();
  const domain = name.split('.').slice(-2).join('.');
  return Object.hasOwn(BRANDS, domain) ? BRANDS[domain] : undefined;
}

/**
 * Whether it is the domain itself, at which DNS does not allow a CNAME, and not one below it. The few second levels are those
 * that many countries have: a list of all is larger than this page.
 */
export const isApex = (host: string): boolean => /^[^.]+\.(?:(?:com?|net|org)\.[a-z]{2}|[^.]+)$/i.test(host);

/** Host without port; undefined for what is no web address. */
export function hostIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) ? hostname : undefined;
}
