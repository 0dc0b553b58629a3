import type { InstanceAction } from '../../../shared/whatsapp/instance';
import { ApiError } from '../../errors';
import { traitsOf } from '../drivers/registry';
import type { InstanceRow } from '../work-types';

export const isOnline = ({ status }: InstanceRow): boolean => status === 'connected' || status === 'reconnecting';

/** Throws 409 `instance_not_connected` unless messages can be sent. */
export function requireConnected(instance: InstanceRow): void {
  if (isOnline(instance)) return;
  const { status, statusReason } = instance;
  const action = actionFor(instance);
  throw new ApiError('instance_not_connected', {
    detail: `The instance is ${status}${statusReason === null ? '' : ` (${statusReason})`}. ${HINTS[action]}`,
    extra: { whatsapp_instance: { status, status_reason: statusReason, action } },
  });
}

const HINTS: Record<InstanceAction, string> = {
  pair: 'Connect it and scan the QR code with the phone.',
  reconnect: 'Connect it.',
  fix_credentials: 'Correct its credentials, then connect it.',
  none: 'Wait and try again.',
};

const CREDENTIALS: ReadonlySet<InstanceRow['statusReason']> = new Set([
  'token_invalid',
  'permission_missing',
  'phone_not_registered',
]);

function actionFor({ status, statusReason, driver }: InstanceRow): InstanceAction {
  if (CREDENTIALS.has(statusReason)) return 'fix_credentials';
  const { pairing } = traitsOf(driver).answered;
  switch (status) {
    case 'pairing':
    case 'logged_out':
      return pairing === 'none' ? 'reconnect' : 'pair';
    case 'created':
      return pairing === 'required' ? 'pair' : 'reconnect';
    case 'disconnected':
      return 'reconnect';
    case 'failed':
      return statusReason === 'banned' || statusReason === 'account_locked' ? 'none' : 'reconnect';
    default:
      return 'none';
  }
}
