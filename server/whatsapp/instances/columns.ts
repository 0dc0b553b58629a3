import { DEFAULT_SETTINGS, type InstanceSettings } from '../../../shared/whatsapp/instance';
import type { SettingsInput } from '../../../shared/whatsapp/instance-inputs';
import { defined } from '../../defined';
import { fieldError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { whatsappSealer } from '../sealed';
import type { InstanceRow } from '../work-types';

export const settingsOf = (
  given: SettingsInput | undefined,
  before: InstanceSettings = DEFAULT_SETTINGS,
): InstanceSettings => ({ ...before, ...defined(given ?? {}) });

/** Throws 422 for an invalid address. */
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
