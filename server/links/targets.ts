import { isReservedPath } from '../../shared/links/slugs';
import { hostOf, readTarget, type TargetCode } from '../../shared/links/targets';
import { ApiError } from '../errors';
import { isLoopbackHost } from '../limits/client-address';
import type { LinksServices } from './context';
import { findLinkHosts } from './system/hosts';
import { isDeceptiveHost, isPrivateHost } from './target-hosts';

type TargetContext = Pick<LinksServices, 'config' | 'store' | 'linkBlocklist'>;

/** An address that visitors are to be sent to. */
interface TargetField {
  /** JSON Pointer of the field. */
  pointer: string;
  url: string;
  /** Links of own domains may lead into private networks, where the workspace allows it. */
  allowPrivate: boolean;
}

/** A destination in the form in which it is stored; `host` is what lists of blocked hosts are held against. */
export interface Target {
  href: string;
  host: string;
}

export type TargetVerdict = ({ ok: true } & Target) | { ok: false; code: TargetCode; message: string };

/** Validates destinations with one query for all of them; the results are in the same order. */
export async function judgeTargets(ctx: TargetContext, fields: readonly TargetField[]): Promise<TargetVerdict[]> {
  const read = fields.map(({ url }) => readTarget(url));
  const hosts = new Set(read.flatMap((text) => (text.ok ? [authorityOf(text.url)] : [])));
  const linkHosts = hosts.size > 0 ? await findLinkHosts(ctx.store, [...hosts]) : hosts;
  const shared = [ctx.config.baseUrl, ctx.config.linksBaseUrl].map((base) => new URL(base).host);

  return read.map((text, index) => {
    if (!text.ok) return text;
    const host = hostOf(text.url);
    if (leadsBack(text.url, shared, linkHosts)) {
      return refused('self_target', 'Must not lead to a short link of this service.');
    }
    if (fields[index]?.allowPrivate !== true && isPrivateHost(host)) {
      return refused('private_target', 'Must lead to a public address; this host is private, local or reserved.');
    }
    if (isDeceptiveHost(host)) {
      return refused('mixed_script_host', 'Must not have a host with mixed alphabets or with look-alike letters.');
    }
    if (ctx.linkBlocklist.has(host))
      return refused('blocked_target', 'Must not have a host that is on a list of blocked hosts.');
    return { ok: true, href: text.url.href, host };
  });
}

/** The destinations as they are stored. Throws 422 `unprocessable` with an issue for each that is refused. */
export async function requireTargets(ctx: TargetContext, fields: readonly TargetField[]): Promise<Target[]> {
  const verdicts = await judgeTargets(ctx, fields);
  const errors = verdicts.flatMap((verdict, index) =>
    verdict.ok
      ? []
      : [
          {
            in: 'body' as const,
            pointer: fields[index]?.pointer ?? '',
            code: verdict.code,
            message: verdict.message,
          },
        ],
  );
  const [first] = errors;
  if (first) throw new ApiError('unprocessable', { detail: first.message, errors });
  return verdicts.filter((verdict) => verdict.ok);
}

/** Whether the redirect of this service would answer: a loop, or a chain that hides where it ends. */
function leadsBack(url: URL, sharedHosts: readonly string[], linkHosts: ReadonlySet<string>): boolean {
  const path = url.pathname.slice(1);
  if (path === '') return false;
  const host = authorityOf(url);
  const shared = sharedHosts.some((own) => isSameHost(own, host));
  return (shared || linkHosts.has(host)) && !isReservedPath(path, { shared });
}

/** On this machine every loopback name reaches the service. */
const isSameHost = (own: string, host: string): boolean =>
  host === own || (isLoopbackHost(own) && isLoopbackHost(host) && portOf(own) === portOf(host));

const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? '';

/** Host and port as `Host` gives them. */
const authorityOf = (url: URL): string => url.host.replace(/\.(?=:\d+$|$)/, '');

const refused = (code: TargetCode, message: string): TargetVerdict => ({ ok: false, code, message });
