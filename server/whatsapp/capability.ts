import { type CapabilityName, refusalOf, supports } from '../../shared/whatsapp/capabilities';
import { ApiError } from '../errors';
import type { InstanceRow } from './work-types';

/** Throws 422 `unsupported_by_driver`, so that unsupported messages are never queued. */
export function requireCapability({ driver }: Pick<InstanceRow, 'driver'>, name: CapabilityName): void {
  if (supports(driver, name)) return;
  const refusal = refusalOf(driver, name);
  const others = refusal.supported_by.map((one) => `\`${one}\``).join(' and ');
  throw new ApiError('unsupported_by_driver', {
    detail: [
      `The driver \`${driver}\` does not support \`${name}\`.`,
      others === '' ? 'No driver supports it.' : `Supported by ${others}.`,
      ...(refusal.alternative === null ? [] : [refusal.alternative]),
    ].join(' '),
    extra: { ...refusal },
  });
}
