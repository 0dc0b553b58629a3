import type { ClickClass } from '../../../shared/links/clicks';
import { INTEREST } from '../clicks/interest-bits';
import type { Answers } from './answers';
import type { ProtectedLink } from './password';
import type { RedirectContext } from './redirect-context';
import { redirectKind } from './redirect-to';
import { forwardQuery } from './request-url';
import { chooseTarget } from './targeting';
import type { CompiledLink, LinkExtras } from './types';
import type { UseResult } from './uses';
import { clickRecord, visitDetails, requestIdOf, type VisitDetails, type Visit } from './visit-details';
import { createVisitor } from './visitor';

/** These get the preview page without using up a visit. */
const PREVIEW_CLASSES: ReadonlySet<ClickClass> = new Set(['preview', 'crawler', 'prefetch', 'head']);

interface RedirectTarget {
  url: string;
  status: number;
  targetKey: string | null;
  use: UseResult;
  cookie?: string | undefined;
}

export function createVisits(ctx: RedirectContext, answers: Answers) {
  const { uses, passwords, counts } = ctx;

  const readDetails = ({ request, peer, query }: Visit): VisitDetails =>
    visitDetails(ctx.readVisit(request, peer, query), ctx.now());

  const redirect = (
    visit: Visit,
    link: CompiledLink,
    details: VisitDetails,
    target: RedirectTarget,
  ): Promise<Response> => {
    const began = performance.now();
    const { host } = visit;
    const destination = forwardQuery(target.url, visit.query.text, link.forwardQuery);
    const response = host.redirectTo(destination, target.status, redirectKind(link), requestIdOf(details.id));
    if (target.cookie !== undefined) response.headers.set('Set-Cookie', target.cookie);

    const interest = ctx.interestOf(link, host) | (target.use === 'last' ? INTEREST.lastUse : 0);
    const { targetKey } = target;
    const used = target.use !== 'none';
    return ctx.record(clickRecord(details, link, host, { destination, targetKey, used, interest })).then((isSafe) => {
      if (used && !isSafe) return uses.undo(link).then(() => answers.unavailable(visit.request));
      counts.add('redirected');
      counts.addTime(performance.now() - began);
      return response;
    });
  };

  const answerExpired = (visit: Visit, own: string | null, code: 'link_expired' | 'link_limit_reached'): Response => {
    const url = own ?? visit.host.expiredUrl;
    return url === null ? answers.page(visit.request, code) : answers.detour(visit.host, url);
  };

  const answerIfClosed = (visit: Visit, extras: LinkExtras, now: number): Response | undefined => {
    const { request } = visit;
    if (extras.blocked) return answers.page(request, 'link_blocked');
    if (extras.disabled) return answers.page(request, 'link_disabled');
    if (extras.startsAt !== null && now < extras.startsAt) return answers.page(request, 'link_not_active');
    if (extras.expiresAt !== null && now >= extras.expiresAt)
      return answerExpired(visit, extras.expiredUrl, 'link_expired');
    return undefined;
  };

  /** The preview page; it counts as a click of a bot. */
  const showPreview = async (visit: Visit, link: CompiledLink, details: VisitDetails): Promise<Response> => {
    const interest = ctx.interestOf(link, visit.host);
    await ctx.record(
      clickRecord(details, link, visit.host, { destination: '', targetKey: null, used: false, interest }),
    );
    return answers.preview(visit, link, requestIdOf(details.id));
  };

  /** Undefined when the visitor may continue, with the cookie to set. */
  const checkPassword = async (
    visit: Visit,
    link: ProtectedLink,
    details: VisitDetails,
  ): Promise<{ answer: Response } | { cookie: string | undefined }> => {
    const { request } = visit;
    if (request.method !== 'POST') {
      const isOpen = passwords.isOpen(link, request.headers.get('cookie'), details.at);
      return isOpen ? { cookie: undefined } : { answer: answers.passwordForm(request, false) };
    }
    const attempt = await passwords.verify(link, request, details.address);
    if (attempt === 'right') {
      return { cookie: passwords.cookie(link, `/${visit.path}`, ctx.scheme === 'https:', details.at) };
    }
    if (attempt === 'wrong') return { answer: answers.passwordForm(request, true) };
    return {
      answer: attempt === 'too_large' ? answers.page(request, 'payload_too_large') : answers.wait(request, attempt),
    };
  };

  const decide = async (visit: Visit, link: CompiledLink, extras: LinkExtras): Promise<Response> => {
    const { request } = visit;
    const details = readDetails(visit);
    const { maxClicks, passwordHash, targeting } = extras;
    const closedAnswer = answerIfClosed(visit, extras, details.at);
    if (closedAnswer) return closedAnswer;
    if (maxClicks !== null && !(await uses.hasLeft(link, maxClicks))) {
      return answerExpired(visit, extras.limitReachedUrl, 'link_limit_reached');
    }

    const isGuarded = maxClicks !== null || passwordHash !== null;
    if (isGuarded ? PREVIEW_CLASSES.has(details.class) : extras.preview !== null && details.class === 'preview') {
      return showPreview(visit, link, details);
    }
    let cookie: string | undefined;
    if (passwordHash !== null) {
      const passwordCheck = await checkPassword(visit, { id: link.id, passwordHash }, details);
      if ('answer' in passwordCheck) return passwordCheck.answer;
      cookie = passwordCheck.cookie;
    }
    const rule =
      targeting.length === 0
        ? undefined
        : chooseTarget(
            targeting,
            createVisitor(details, visit.query.text, (address, country) => ctx.locationOf(address, country)),
          );
    const use = maxClicks === null ? 'none' : await uses.consume(link, maxClicks);
    if (maxClicks !== null && use === 'none') {
      return answerExpired(visit, extras.limitReachedUrl, 'link_limit_reached');
    }
    return redirect(visit, link, details, {
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
    return redirect(visit, link, readDetails(visit), {
      url: link.url,
      status: link.status,
      targetKey: null,
      use: 'none',
    });
  };
}
