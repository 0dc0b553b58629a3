import { Elysia } from 'elysia';

import { newId } from '../../shared/ids';
import type { Services } from '../call-context';
import { ApiError } from '../errors';
import { toApiError } from '../trpc/failure';
import type { Peer } from './origin';
import { encodeProblem } from './rest/answer';
import { checkDeclaredSize, readBytes, type BodyReading } from './rest/body';
import { split } from './rest/handle';
import type { RouteCall } from './rest/routes';

const SHOWN_PATH = '/ingress/whatsapp/***';
const MAX_BYTES = 4 * 1024 * 1024;
/** Meta sends a number; nothing else is echoed. */
const CHALLENGE = /^[\w.-]{1,256}$/;

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

type Receive = (services: Services, request: Request, token: string, peer: Peer | null) => Promise<Response>;

/** Authenticated by the token in the path and the signature. */
export function ingressRoutes(services: Services) {
  const serve =
    (name: string, receive: Receive) =>
    async ({ request, params, server }: RouteCall & { server: Peer | null }): Promise<Response> => {
      const began = performance.now();
      const token = params?.['ingress_token'] ?? '';
      const response = await receive(services, request, token, server).catch((error: unknown) =>
        problem(services, error),
      );
      services.metrics.request(name, response.status, performance.now() - began);
      return response;
    };
  const path = '/ingress/whatsapp/:ingress_token';
  return new Elysia({ name: 'ingress' })
    .route('GET', path, serve(`GET ${SHOWN_PATH}`, verify), { parse: 'none' })
    .route('POST', path, serve(`POST ${SHOWN_PATH}`, acceptNotification), { parse: 'none' })
    .all(path, serve(SHOWN_PATH, refuse), { parse: 'none' });
}

async function refuse(): Promise<never> {
  throw new ApiError('method_not_allowed', { headers: { Allow: 'GET, POST' } });
}

async function verify({ whatsapp }: Services, request: Request, token: string): Promise<Response> {
  const query = new URLSearchParams(split(request.url).query);
  const challenge = query.get('hub.challenge') ?? '';
  const isQuestion = query.get('hub.mode') === 'subscribe' && CHALLENGE.test(challenge);
  const verification = await whatsapp.ingress.verify(token, isQuestion ? query.get('hub.verify_token') : null);
  if (verification === 'unknown') throw new ApiError('not_found');
  if (verification === 'wrong') return text('The verify token is not correct.\n', 403);
  return text(challenge);
}

/** The answer follows the storage of the notification, before its processing. */
async function acceptNotification(
  { whatsapp, config }: Services,
  request: Request,
  token: string,
  peer: Peer | null,
): Promise<Response> {
  const { ingress } = whatsapp;
  const app = await ingress.find(token);
  if (app === undefined) {
    ingress.note('unknown_address');
    throw new ApiError('not_found');
  }
  const holdOpen = (seconds: number): void => peer?.timeout?.(request, seconds);
  const body = await bodyOf(request, { config, holdOpen }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'payload_too_large') ingress.note('too_large');
    if (error instanceof ApiError && error.code === 'unsupported_media_type') ingress.note('compressed');
    throw error;
  });
  if (!ingress.isSigned(app, body, request.headers.get('x-hub-signature-256'))) {
    ingress.note('unsigned');
    return text('The signature is not valid.\n', 401);
  }
  try {
    await ingress.keep(app, body);
  } catch (error) {
    ingress.note('failed');
    throw error;
  }
  ingress.note('stored');
  return text('EVENT_RECEIVED');
}

async function bodyOf(request: Request, reading: BodyReading): Promise<Uint8Array> {
  checkDeclaredSize(request, MAX_BYTES);
  return readBytes(request, reading, MAX_BYTES);
}

const text = (body: string, status = 200): Response => new Response(body, { status, headers: HEADERS });

function problem({ config, log }: Services, error: unknown): Response {
  const requestId = newId('req');
  const answer = encodeProblem(toApiError(error, { log, requestId }), { config, requestId }, SHOWN_PATH);
  return new Response(answer.body, { status: answer.status, headers: { ...HEADERS, ...answer.headers } });
}
