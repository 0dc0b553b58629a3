import type { FieldIssue } from '../../../../shared/errors';
import type { NewLink } from '../../../../shared/links/inputs';
import { ApiError, fieldError } from '../../../errors';
import type { Caller } from '../../domains/find';

/** A publishable key is public, so it must not hide the destination or choose the slug. */
const FIELDS = new Set(['url', 'domain_id', 'title', 'utm', 'expires_at', 'metadata', 'reuse']);

/** Without these limits it would be an open redirector. `host` is that of the validated URL. Throws 422. */
export function requirePublishable({ actor }: Caller, input: NewLink, host: string): void {
  if (actor?.type !== 'key' || actor.kind !== 'pk') return;
  const errors = Object.entries(input)
    .filter(([name, value]) => value !== undefined && !FIELDS.has(name))
    .map(([name]): FieldIssue => ({
      in: 'body',
      pointer: `/${name}`,
      code: 'field_not_allowed_for_key',
      message: 'Must be left out, because a publishable key cannot set this field.',
    }));
  if (errors.length > 0) {
    throw new ApiError('unprocessable', { detail: 'A publishable key cannot set these fields.', errors });
  }
  if (actor.allowedOrigins.some((origin) => isHostOf(origin, host))) return;
  throw fieldError(
    'unprocessable',
    '/url',
    'target_not_allowed_for_key',
    'Must lead to a site in `allowed_origins` of the publishable key.',
  );
}

/** `https://*.example.com` matches every subdomain. */
function isHostOf(origin: string, host: string): boolean {
  const [, name = ''] = /^https?:\/\/(.*?)(?::\d+)?$/.exec(origin) ?? [];
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : name === host;
}
