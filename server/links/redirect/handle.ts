import { VERIFICATION_PATH } from '../../../shared/links/domains';
import { isReservedPath, slugKeyOf } from '../../../shared/links/slugs';
import { ALLOW, createAnswers } from './answers';
import type { Site } from './hosts';
import type { RedirectContext } from './redirect-context';
import { requestPath, pathStart, readSlug, type VisitQuery, NO_QUERY, readQuery } from './request-url';
import type { LinkHost, Next, RedirectPeer } from './types';
import { createVisits } from './visit';
import type { Visit } from './visit-details';

const VERIFICATION = VERIFICATION_PATH.slice(1);
/** Most requests that are not for a link. */
const API = 'api/';
const ROBOTS = 'User-agent: *\nAllow: /\n';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

type Answer = Response | Promise<Response> | undefined;

export function createRedirectHandler(ctx: RedirectContext) {
  const { hosts, links, counts } = ctx;
  const answers = createAnswers(ctx);
  const answerLink = createVisits(ctx, answers);

  /** The application also answers `//api`, to reject it. */
  const isReserved = (path: string): boolean => {
    if (path === '') return true;
    const bare = path.startsWith('/') ? path.replace(/^\/+/, '') : path;
    return isReservedPath(bare, { shared: true }) || ctx.reserved.has(firstOf(bare));
  };

  const answerError = (request: Request, error: unknown): Response => {
    ctx.failed(error);
    return answers.unavailable(request);
  };

  const notFound = (request: Request, host: LinkHost): Response =>
    host.notFoundUrl === null ? answers.page(request, 'link_not_found') : answers.detour(host, host.notFoundUrl);

  /** Proves to the verifier that the host leads to this installation. */
  const verification = async (request: Request, path: string): Promise<Response | undefined> => {
    const proof = await ctx.proofOf(request.headers.get('host') ?? '', path.slice(VERIFICATION.length));
    return proof === undefined ? undefined : answers.text(proof);
  };

  const reservedOf = async (request: Request, host: LinkHost, path: string): Promise<Response | undefined> => {
    if (path === '' && host.rootUrl !== null) return answers.detour(host, host.rootUrl);
    if (path === '') return answers.page(request, 'link_not_found');
    if (!isReservedPath(path, { shared: false })) return undefined;
    const word = path.toLowerCase();
    // Preview agents respect it.
    if (word === 'robots.txt') return answers.text(ROBOTS);
    if (word === 'favicon.ico') return answers.empty();
    const verified = path.startsWith(VERIFICATION) ? await verification(request, path) : undefined;
    return verified ?? notFound(request, host);
  };

  const answerPath = async (
    request: Request,
    peer: RedirectPeer | null,
    host: LinkHost,
    path: string,
  ): Promise<Response> => {
    const { method } = request;
    if (host.disabled) return answers.page(request, 'domain_not_found');
    if (method === 'OPTIONS') return answers.empty({ Allow: ALLOW });
    if (!METHODS.has(method)) return answers.notAllowed(request);
    const own = host.whole ? await reservedOf(request, host, path) : undefined;
    if (own) return own;

    const requested = readSlug(path);
    if (requested === undefined) return answers.page(request, 'link_not_found');
    const slugKey = slugKeyOf(requested.slug, host.caseSensitive);
    const link = links.cached(host.keyPrefix + slugKey) ?? (await links.find(host, slugKey));
    if (link === undefined) return notFound(request, host);
    if (requested.suffix === undefined) return answerLink(visitOf(request, peer, host, path), link);

    const format = /^qr\.(svg|png)$/.exec(requested.suffix)?.[1];
    if (format === undefined || method === 'POST') return answers.page(request, 'link_not_found');
    if (link.extras?.blocked) return answers.page(request, 'link_blocked');
    return answers.qr(request, host, slugKey, format === 'svg' ? 'svg' : 'png');
  };

  const answerUnknownHost = (site: 'invalid' | 'unknown', request: Request, path: string): Answer => {
    if (site === 'unknown' && path.startsWith(VERIFICATION)) {
      return verification(request, path).then((verified) => verified ?? answers.page(request, 'domain_not_found'));
    }
    if (isReserved(path)) return undefined;
    return answers.page(request, site === 'invalid' ? 'bad_request' : 'domain_not_found');
  };

  const answerSite = (site: Site, request: Request, peer: RedirectPeer | null): Answer => {
    const { url, method } = request;
    if (typeof site === 'string') return answerUnknownHost(site, request, requestPath(url).slice(1));

    const start = pathStart(url) + 1;
    if (!site.whole && url.startsWith(API, start)) return undefined;

    // Cache keys are paths that were validated before.
    const queryStart = url.indexOf('?', start);
    const key = site.keyPrefix + url.slice(start, queryStart < 0 ? url.length : queryStart);
    const link = site.disabled ? undefined : links.cached(key);
    if (link !== undefined && (method === 'GET' || method === 'HEAD')) {
      counts.hit();
      return withErrorPage(request, () => answerLink(visitOf(request, peer, site, requestPath(url).slice(1)), link));
    }
    const path = requestPath(url).slice(1);
    if (!site.whole && isReserved(path)) return undefined;
    return withErrorPage(request, () => answerPath(request, peer, site, path));
  };

  const withErrorPage = async (request: Request, answer: () => Response | Promise<Response>): Promise<Response> => {
    try {
      return await answer();
    } catch (error) {
      return answerError(request, error);
    }
  };

  const answerAfterLookup = async (
    request: Request,
    peer: RedirectPeer | null,
    siteLookup: Promise<Site>,
    next: Next,
  ): Promise<Response> => {
    try {
      return (await answerSite(await siteLookup, request, peer)) ?? (await next(request));
    } catch (error) {
      // The application can answer on unregistered names without the database.
      return isReserved(requestPath(request.url).slice(1)) ? next(request) : answerError(request, error);
    }
  };

  return (request: Request, peer: RedirectPeer | null, next: Next): Answer => {
    const site = hosts.find(request.headers.get('host'));
    return site instanceof Promise ? answerAfterLookup(request, peer, site, next) : answerSite(site, request, peer);
  };
}

function visitOf(request: Request, peer: RedirectPeer | null, host: LinkHost, path: string): Visit {
  return { request, peer, host, path, query: queryOf(request.url) };
}

function queryOf(url: string): VisitQuery {
  const queryStart = url.indexOf('?', pathStart(url));
  return queryStart < 0 ? NO_QUERY : readQuery(url.slice(queryStart + 1));
}

const firstOf = (path: string): string => path.split('/', 1)[0]?.toLowerCase() ?? '';
