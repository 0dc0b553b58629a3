import type { ClickClass } from '../../../shared/links/clicks';
import { INTEREST } from '../clicks/interest-bits';
import type { Answers } from './answers';
import { clickOf, clickInput, requestIdOf, type Facts, type Visit } from './click';
import type { RedirectParts } from './parts';
import { forwardQuery } from './query';
import { redirectKind } from './redirect-to';
import { chooseTarget } from './targeting';
import type { CompiledLink, LinkExtras } from './types';
import type { UseResult } from './uses';
import { createVisitor } from './visitor';

/** These get the preview page without using up a visit. */
const LOOKERS: ReadonlySet<ClickClass> = new Set(['preview', 'crawler', 'prefetch', 'head']);

interface RedirectTarget {
  url: string;
  status: number;
  targetKey: string | null;
  use: UseResult;
  cookie?: string | undefined;
}

export function createVisits(parts: RedirectParts, answers: Answers) {
  const { uses, passwords, counts } = parts;

  const readFacts = ({ request, peer, query }: Visit): Facts =>
    clickInput(parts.readVisit(request, peer, query), parts.now());

  const sendOn = (visit: Visit, link: CompiledLink, facts: Facts, way: RedirectTarget): Promise<Response> => {
    const began = performance.now();
    const { host } = visit;
    const destination = forwardQuery(way.url, visit.query.text, link.forwardQuery);
    const response = host.redirectTo(destination, way.status, redirectKind(link), requestIdOf(facts.id));
    if (way.cookie !== undefined) response.headers.set('Set-Cookie', way.cookie);

    const interest = parts.interestOf(link, host) | (way.use === 'last' ? INTEREST.lastUse : 0);
    const { targetKey } = way;
    const used = way.use !== 'none';
    return parts.record(clickOf(facts, link, host, { destination, targetKey, used, interest })).then((isSafe) => {
      if (used && !isSafe) return uses.giveBack(link).then(() => answers.unavailable(visit.request));
      counts.add('redirected');
      counts.took(performance.now() - began);
      return response;
    });
  };

  const expired = (visit: Visit, own: string | null, code: 'link_expired' | 'link_limit_reached'): Response => {
    const url = own ?? visit.host.expiredUrl;
    return url === null ? answers.page(visit.request, code) : answers.detour(visit.host, url);
  };

  const closed = (visit: Visit, extras: LinkExtras, now: number): Response | undefined => {
    const { request } = visit;
    if (extras.blocked) return answers.page(request, 'link_blocked');
    if (extras.disabled) return answers.page(request, 'link_disabled');
    if (extras.startsAt !== null && now < extras.startsAt) return answers.page(request, 'link_not_active');
    if (extras.expiresAt !== null && now >= extras.expiresAt) return expired(visit, extras.expiredUrl, 'link_expired');
    return undefined;
  };

  /** The preview page; it counts as a click of a bot. */
  const look = async (visit: Visit, link: CompiledLink, facts: Facts): Promise<Response> => {
    const interest = parts.interestOf(link, visit.host);
    await parts.record(clickOf(facts, link, visit.host, { destination: '', targetKey: null, used: false, interest }));
    return answers.preview(visit, link, requestIdOf(facts.id));
  };

  /** Undefined when the visitor may continue, with the cookie to set. */
  const askPassword = async (
    visit: Visit,
    link: { id: string; passwordHash: string },
    facts: Facts,
  ): Promise<{ answer: Response } | { cookie: string | undefined }> => {
    const { request } = visit;
    if (request.method !== 'POST') {
      const isOpen = passwords.isOpen(link, request.headers.get('cookie'), facts.at);
      return isOpen ? { cookie: undefined } : { answer: answers.passwordForm(request, false) };
    }
    const attempt = await passwords.verify(link, request, facts.address);
    if (attempt === 'right') {
      return { cookie: passwords.cookie(link, `/${visit.path}`, parts.scheme === 'https:', facts.at) };
    }
    if (attempt === 'wrong') return { answer: answers.passwordForm(request, true) };
    return {
      answer: attempt === 'too_large' ? answers.page(request, 'payload_too_large') : answers.wait(request, attempt),
    };
  };

  const decide = async (visit: Visit, link: CompiledLink, extras: LinkExtras): Promise<Response> => {
    const { request } = visit;
    const facts = readFacts(visit);
    const { maxClicks, passwordHash, targeting } = extras;
    const shut = closed(visit, extras, facts.at);
    if (shut) return shut;
    if (maxClicks !== null && !(await uses.hasLeft(link, maxClicks))) {
      return expired(visit, extras.limitReachedUrl, 'link_limit_reached');
    }

    const isGuarded = maxClicks !== null || passwordHash !== null;
    if (isGuarded ? LOOKERS.has(facts.class) : extras.preview !== null && facts.class === 'preview') {
      return look(visit, link, facts);
    }
    let cookie: string | undefined;
    if (passwordHash !== null) {
      const asked = await askPassword(visit, { id: link.id, passwordHash }, facts);
      if ('answer' in asked) return asked.answer;
      cookie = asked.cookie;
    }
    const rule =
      targeting.length === 0
        ? undefined
        : chooseTarget(
            targeting,
            createVisitor(facts, visit.query.text, (address, country) => parts.locationOf(address, country)),
          );
    const use = maxClicks === null ? 'none' : await uses.take(link, maxClicks);
    if (maxClicks !== null && use === 'none') {
      return expired(visit, extras.limitReachedUrl, 'link_limit_reached');
    }
    return sendOn(visit, link, facts, {
      url: rule?.url ?? link.url,
      // 307 and 308 would repeat the POST with the password.
      status: request.method === 'POST' ? 303 : link.status,
      targetKey: rule?.key ?? null,
      use,
      cookie,
    });
  };

  return (visit: Visit, link: CompiledLink): Promise<Response> | Response => {
    const { extras } = link;
    if (visit.request.method === 'POST' && (extras?.passwordHash ?? null) === null) {
      return answers.notAllowed(visit.request);
    }
    if (extras !== undefined) return decide(visit, link, extras);
    return sendOn(visit, link, readFacts(visit), { url: link.url, status: link.status, targetKey: null, use: 'none' });
  };
}
