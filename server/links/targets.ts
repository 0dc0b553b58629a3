import type { FieldIssue } from '../../shared/errors';
import { isReservedPath } from '../../shared/links/slugs';
import { hostOf, parseLinkTarget, type TargetCode } from '../../shared/links/targets';
import { ApiError } from '../errors';
import { isLoopbackHost } from '../limits/client-address';
import type { LinksServices } from './context';
import { findLinkHosts } from './system/hosts';
import { isDeceptiveHost, isPrivateHost } from './target-hosts';

type TargetContext = Pick<LinksServices, 'config' | 'store' | 'linkBlocklist'>;

interface TargetField {
  pointer: string;
  url: string;
  /** Set by the workspace for links of its own domains. */
  allowPrivate: boolean;
}

/** The stored form; `host` is compared with blocklists. */
interface Target {
  href: string;
  host: string;
}

export type TargetCheck = ({ ok: true } & Target) | { ok: false; code: TargetCode; message: string };

/** One query; the results are in the order of the fields. */
export async function validateTargets(ctx: TargetContext, fields: readonly TargetField[]): Promise<TargetCheck[]> {
  const read = fields.map(({ url }) => parseLinkTarget(url));
  const hosts = new Set(read.flatMap((text) => (text.ok ? [authorityOf(text.url)] : [])));
  const linkHosts = hosts.size > 0 ? await findLinkHosts(ctx.store, [...hosts]) : hosts;
  const shared = [ctx.config.baseUrl, ctx.config.linksBaseUrl].map((base) => new URL(base).host);

  return read.map((text, index) => {
    if (!text.ok) return text;
    const host = hostOf(text.url);
    if (isSelfTarget(text.url, shared, linkHosts)) {
      return failedCheck('self_target', 'Must not lead to a short link of this service.');
    }
    if (fields[index]?.allowPrivate !== true && isPrivateHost(host)) {
      return failedCheck('private_target', 'Must lead to a public address; this host is private, local or reserved.');
    }
    if (isDeceptiveHost(host)) {
      return failedCheck('mixed_script_host', 'Must not have a host with mixed alphabets or with look-alike letters.');
    }
    if (ctx.linkBlocklist.has(host))
      return failedCheck('blocked_target', 'Must not have a host that is on a list of blocked hosts.');
    return { ok: true, href: text.url.href, host };
  });
}

/** Throws 422 `unprocessable` with an issue for each. */
export async function requireTargets(ctx: TargetContext, fields: readonly TargetField[]): Promise<Target[]> {
  const checks = await validateTargets(ctx, fields);
  requireAllowed(checks.map((check, index) => [fields[index]?.pointer ?? '', check]));
  return checks.filter((check) => check.ok);
}

/** Throws 422 `unprocessable` with an issue for each target that is refused. */
export function requireAllowed(checks: Iterable<readonly [pointer: string, check: TargetCheck]>): void {
  const errors = [...checks].flatMap(([pointer, check]): FieldIssue[] =>
    check.ok ? [] : [{ in: 'body', pointer, code: check.code, message: check.message }],
  );
  const [first] = errors;
  if (first) throw new ApiError('unprocessable', { detail: first.message, errors });
}

/** Otherwise a loop or a hidden chain of links. */
function isSelfTarget(url: URL, sharedHosts: readonly string[], linkHosts: ReadonlySet<string>): boolean {
  const path = url.pathname.slice(1);
  if (path === '') return false;
  const host = authorityOf(url);
  const shared = sharedHosts.some((own) => isSameHost(own, host));
  return (shared || linkHosts.has(host)) && !isReservedPath(path, { shared });
}

/** On a loopback installation every loopback name is this service. */
const isSameHost = (own: string, host: string): boolean =>
  host === own || (isLoopbackHost(own) && isLoopbackHost(host) && portOf(own) === portOf(host));

const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? '';

const authorityOf = (url: URL): string => url.host.replace(/\.(?=:\d+$|$)/, '');

const failedCheck = (code: TargetCode, message: string): TargetCheck => ({ ok: false, code, message });
