import type { WaDriver } from '../driver';
import { ProviderRefusal } from '../driver';
import { NOTICES } from './notices';

/** An account that a phone links, over the protocol of WhatsApp Web. */
export function createWebDriver(): WaDriver {
  const refuse = async (): Promise<never> => {
    throw new ProviderRefusal('unavailable', {
      code: 'provider_unavailable',
      message: 'The driver is not available.',
      retryable: true,
      retry_after_ms: null,
      provider: null,
    });
  };
  return {
    kind: 'web',
    availability: () => ({
      available: false,
      reason: 'The package `baileys` is not installed on this server.',
      engineVersion: null,
      notices: NOTICES,
    }),
    connect: async () => ({ status: 'failed', reason: 'driver_not_installed' }),
    async disconnect() {},
    async logout() {},
    send: refuse,
  };
}
