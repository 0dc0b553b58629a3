import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { CreateDomain, LinkDomain } from '../../../shared/links/domains';
import { audit, lockWorkspace } from '../../access';
import type { Config } from '../../config/config';
import type { ScopedDb } from '../../db/scoped';
import { ApiError, fieldError } from '../../errors';
import { emit } from '../../events/emit';
import { isLoopbackHost } from '../../limits/client-address';
import { requireQuota } from '../../limits/quota';
import { base62Token } from '../../secrets/tokens';
import { invalidateRedirects } from '../changes';
import type { LinksContext } from '../context';
import { linkDomains } from '../schema/links';
import { linkSettingsOf } from '../settings/service';
import { findOtherClaims } from '../system/domains';
import { grantedDomains } from './find';
import { domainTarget, presentDomain } from './present';
import { validatedUrls } from './urls';

export const MAX_DOMAINS = 50;
const TOKEN_LENGTH = 32;

export const countDomains = (db: ScopedDb): Promise<number> => db.count(linkDomains);

/** Throws 403 to a restricted key, 409 for a host that another workspace has verified, 422 above the quota. */
export async function createDomain(ctx: LinksContext, input: CreateDomain): Promise<LinkDomain> {
  requireUnrestrictedKey(ctx);
  const hostname = requireHostname(ctx.config, input.hostname);
  const trusted = isTrusted(ctx.config, hostname);
  const { allowPrivateTargets } = await linkSettingsOf(ctx, ctx.store);
  const urls = await validatedUrls(ctx, input, allowPrivateTargets);

  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx.store, ctx.workspaceId);
    const advice = 'Delete a domain that you no longer use.';
    requireQuota(await countDomains(tx), { limit: MAX_DOMAINS, of: 'domains', advice });
    if ((await findOtherClaims(tx.store, { workspaceId: ctx.workspaceId, hostname })) === 'verified')
      throw hostTakenError();

    const now = ctx.now();
    const added = {
      id: newId(ID_PREFIXES.domain),
      hostname,
      status: trusted ? ('active' as const) : ('pending' as const),
      verifiedAt: trusted ? now : null,
      token: base62Token(TOKEN_LENGTH),
      disabled: input.disabled ?? false,
      caseSensitive: input.case_sensitive ?? false,
      defaultRedirectStatus: input.default_redirect_status ?? 302,
      ...urls,
      createdAt: now,
      updatedAt: now,
    };
    // Another workspace has verified the host meanwhile, or this one has it already.
    const [row] = await tx.upsert(linkDomains, [added]);
    if (!row) throw hostTakenError();

    const domain = await presentDomain(ctx, tx, row);
    await invalidateRedirects(ctx, tx.store, [{ domainId: row.id, slugKey: null }]);
    await audit(ctx, tx, 'link.domain.created', domainTarget(row));
    await emit(ctx, tx, [{ type: 'link.domain.created', data: domain }]);
    return domain;
  });
}

function requireUnrestrictedKey(ctx: LinksContext): void {
  if (!grantedDomains(ctx)) return;
  throw new ApiError(
    'grant_exceeds_caller',
    'This key is limited to certain domains by `resources.link_domains`, so it cannot add domains. Use a key without this limit.',
  );
}

export const hostTakenError = (): ApiError =>
  fieldError('conflict', '/hostname', 'duplicate', 'This host is already a link domain.');

const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

type HostConfig = Pick<Config, 'baseUrl' | 'linksBaseUrl' | 'linkDomainsTrusted'>;

/** Returns lower-case punycode, as stored. Throws 422 `unprocessable`. */
function requireHostname(config: HostConfig, text: string): string {
  const [, given = '', port] = /^(.*?)\.?(?::(\d{1,5}))?$/s.exec(text.trim().toLowerCase()) ?? [];
  // Rejects what the URL parser would read as the start of a path, a port or a user.
  const name = /^[a-z0-9.\-\u0080-\u{10ffff}]+$/u.test(given) ? domainToASCII(given) : '';
  if (!NAME.test(name) || isIP(name) > 0 || /^\d+$/.test(name.split('.').at(-1) ?? '')) {
    throw hostnameError('invalid_hostname', 'Must be a host name such as go.example.com, without scheme and path.');
  }
  if (port !== undefined && (!isLocal(config) || Number(port) < 1 || Number(port) > 65_535)) {
    throw hostnameError('invalid_hostname', 'Must have no port.');
  }

  const host = port === undefined ? name : `${name}:${port}`;
  const own = [config.baseUrl, config.linksBaseUrl].map((url) => new URL(url).hostname);
  if (own.includes(name) || name === 'localhost') {
    throw hostnameError('reserved_hostname', 'Must not be the address of this installation.');
  }
  if (!name.includes('.') && !isTrusted(config, host)) {
    throw hostnameError(
      'invalid_hostname',
      'Must contain a dot. The operator can allow short names of an internal network with `LINK_DOMAINS_TRUSTED`.',
    );
  }
  return host;
}

/** Trusted hosts need no proof: those that the operator configured, and local names on a loopback installation. */
const isTrusted = (config: HostConfig, host: string): boolean =>
  config.linkDomainsTrusted.includes(host) || (isLocal(config) && /\.localhost(?::\d+)?$/.test(host));

const isLocal = ({ baseUrl }: Pick<Config, 'baseUrl'>): boolean => isLoopbackHost(new URL(baseUrl).host);

const hostnameError = (code: string, message: string): ApiError =>
  fieldError('unprocessable', '/hostname', code, message);
