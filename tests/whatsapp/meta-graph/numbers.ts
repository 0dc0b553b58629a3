import { Refusal } from './graph-error';
import { page } from './paging';
import { isRecord, textOr, type Account, type Json, type World } from './world';

const PROFILE_FIELDS = new Set([
  'about',
  'address',
  'description',
  'email',
  'websites',
  'vertical',
  'profile_picture_handle',
]);

export function phoneNumber(account: Account, url: URL): Json {
  const whole: Json = {
    id: account.phoneNumberId,
    display_phone_number: account.displayPhone,
    verified_name: 'Test Company',
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    messaging_limit_tier: account.tier,
    status: account.registered ? 'CONNECTED' : 'PENDING',
    account_mode: 'LIVE',
    throughput: { level: 'STANDARD' },
    ...account.phone,
  };
  const fields = url.searchParams.get('fields')?.split(',');
  if (fields === undefined) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key === 'id' || fields.includes(key)));
}

export const getProfile = (account: Account): Json => ({
  data: [{ messaging_product: 'whatsapp', ...account.profile }],
});

export function setProfile(account: Account, body: Json): Json {
  needsProduct(body);
  const { messaging_product: _, ...change } = body;
  const unknown = Object.keys(change).find((key) => !PROFILE_FIELDS.has(key));
  if (unknown !== undefined) throw new Refusal(100, { details: `Unexpected key "${unknown}".` });
  if (textOr(change['about'], '').length > 139) throw new Refusal(100, { details: 'about: at most 139.' });
  if (Array.isArray(change['websites']) && change['websites'].length > 2)
    throw new Refusal(100, { details: 'websites: at most 2.' });
  Object.assign(account.profile, change);
  return { success: true };
}

export function register(account: Account, body: Json): Json {
  needsProduct(body);
  if (!/^\d{6}$/.test(String(body['pin']))) throw new Refusal(100, { details: 'pin: six digits.' });
  account.registered = true;
  return { success: true };
}

export function deregister(account: Account): Json {
  account.registered = false;
  return { success: true };
}

export const listBlocked = (account: Account, url: URL): Json =>
  page(
    [...account.blocked].map((wa_id) => ({ messaging_product: 'whatsapp', wa_id })),
    url,
  );

/** Only who wrote in the last 24 hours can be blocked. */
export function changeBlocked(world: World, account: Account, body: Json, add: boolean): Json {
  needsProduct(body);
  const users = Array.isArray(body['block_users']) ? body['block_users'] : [];
  if (users.length === 0) throw new Refusal(131008, { details: 'block_users' });
  const done: Json[] = [];
  const failed: Json[] = [];
  for (const entry of users) {
    const user = isRecord(entry) ? String(entry['user']) : '';
    const recent = world.clock.now() - (account.lastInbound.get(user) ?? 0) < 24 * 3_600_000;
    if (add && !recent) {
      failed.push({ input: user, wa_id: user, errors: [{ message: 'Re-engagement required', code: 131047 }] });
      continue;
    }
    if (add) account.blocked.add(user);
    else account.blocked.delete(user);
    done.push({ input: user, wa_id: user });
  }
  const changed = { [add ? 'added_users' : 'removed_users']: done, failed_users: failed };
  if (failed.length > 0 && done.length === 0) throw new Refusal(139100, { details: 'No user could be blocked.' });
  return { messaging_product: 'whatsapp', block_users: changed };
}

export function needsProduct(body: Json): void {
  if (body['messaging_product'] !== 'whatsapp') throw new Refusal(131008, { details: 'messaging_product' });
}
