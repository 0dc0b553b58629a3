import {
  DEFAULT_DELAYS,
  DEFAULT_SANDBOX,
  DEFAULT_SETTINGS,
  type InstanceSettings,
  type SandboxSettings,
} from '../../../shared/whatsapp/instance';
import type { CreateInstance, SettingsInput } from '../../../shared/whatsapp/instance-inputs';
import { fieldError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { judgeBase } from '../drivers/cloud/base-url';
import { whatsappSealer } from '../sealed';
import type { InstanceRow } from '../work';

/** What is not named stays as it was. */
const over = <T extends object>(before: T, given: { [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...before,
  ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>),
});

export const settingsOf = (given: SettingsInput | undefined, before: InstanceSettings = DEFAULT_SETTINGS) =>
  over<InstanceSettings>(before, given);

export function sandboxOf(
  given: CreateInstance['sandbox'],
  before: SandboxSettings = DEFAULT_SANDBOX,
): SandboxSettings {
  const { delays_ms: delays, ...rest } = given ?? {};
  return {
    ...over<SandboxSettings>(before, rest),
    delays_ms: over({ ...DEFAULT_DELAYS, ...before.delays_ms }, delays),
  };
}

/** Address and credentials of a proxy, sealed, and its address for showing. Throws 422 for one that is no address. */
export function proxyColumns(
  ctx: Pick<WhatsAppContext, 'secretKey'>,
  id: string,
  url: string | null,
): Pick<InstanceRow, 'proxySealed' | 'proxyRedacted'> {
  if (url === null) return { proxySealed: null, proxyRedacted: null };
  const parsed = URL.parse(url);
  if (parsed === null) throw fieldError('unprocessable', '/proxy/url', 'invalid_url', 'Must be a URL with a host.');
  return { proxySealed: whatsappSealer(ctx.secretKey).seal('proxy', id, parsed.href), proxyRedacted: parsed.origin };
}

/** Where the Graph API is. Throws 422 for an address that the operator does not allow. */
export function requireBase({ config, egress }: WhatsAppContext, given: string): string {
  const verdict = judgeBase(given, config.whatsappCustomGraph, egress.judge);
  if (verdict.ok) return verdict.baseUrl;
  throw fieldError('unprocessable', '/cloud/base_url', 'invalid_url', verdict.reason);
}
