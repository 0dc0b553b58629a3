import { Instance } from '../../../shared/whatsapp/instance';
import { Connection, DriverList, PairingCode, Qr } from '../../../shared/whatsapp/instance-answers';
import { GetQr, InstanceId, RequestPairingCode } from '../../../shared/whatsapp/instance-inputs';
import { AssertPasskey, PasskeyRequest } from '../../../shared/whatsapp/passkey';
import { NoInput, router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { listDrivers } from './capabilities';
import { connectInstance, disconnectInstance, logoutInstance, pairingCode, restartInstance } from './connect';
import { assertPasskey, confirmPasskey, getPasskey } from './passkey';
import { readQr } from './qr';

// A provider call must not hold a transaction.
const common = { idempotency: 'none' } as const;
const read = routesFor('whatsapp.instances:read');
const connect = routesFor('whatsapp.instances:connect');

export const connectionProcedures = {
  connect: connect('POST /whatsapp/instances/{instance_id}/connect', 'Connect an instance', {
    description:
      'Starts the connection of an instance. An instance that is connecting or connected does not change. `qr` is null until a QR code is ready.',
    ...common,
    status: 202,
    errors: ['invalid_state'],
  }).run(InstanceId, Connection, connectInstance),

  disconnect: connect('POST /whatsapp/instances/{instance_id}/disconnect', 'Disconnect an instance', {
    description:
      'Closes the connection and keeps the credentials. Queued messages wait until the instance connects again.',
    ...common,
    status: 202,
  }).run(InstanceId, Instance, disconnectInstance),

  restart: connect('POST /whatsapp/instances/{instance_id}/restart', 'Reconnect an instance', {
    description: 'Closes the current connection, if any, and opens a new one. Credentials are kept.',
    ...common,
    status: 202,
    errors: ['invalid_state'],
  }).run(InstanceId, Instance, restartInstance),

  logout: connect('POST /whatsapp/instances/{instance_id}/logout', 'Log an instance out', {
    description:
      'Ends the session and deletes the credentials. To connect again, pair the instance or set a new access token.',
    ...common,
    status: 202,
  }).run(InstanceId, Instance, logoutInstance),

  get_qr: connect('GET /whatsapp/instances/{instance_id}/qr', 'Get the QR code', {
    description:
      'Returns the current QR code as JSON, or as an SVG or PNG image if `Accept` asks for it. With `wait_seconds`, the request waits for a code, or for a code newer than `after_attempt`. Returns 409 if there is no code.',
    ...common,
    capability: 'instance.qr',
    errors: ['invalid_state', 'unsupported_by_driver'],
    pictures: {
      'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 33 33">…</svg>',
      'image/png': 'The bytes of a picture.',
    },
  }).run(GetQr, Qr, readQr),

  get_passkey: connect('GET /whatsapp/instances/{instance_id}/passkey', 'Get the passkey request', {
    description:
      'Returns what WhatsApp demands before it links the device: an assertion of the account’s passkey, or the confirmation of a code. Returns 409 if nothing is pending.',
    ...common,
    errors: ['invalid_state'],
  }).run(InstanceId, PasskeyRequest, getPasskey),

  assert_passkey: connect('POST /whatsapp/instances/{instance_id}/passkey', 'Answer the passkey request', {
    description:
      'Sends a WebAuthn assertion for the pending passkey request. It can only be made on the site of WhatsApp, with a tool of your own.',
    ...common,
    status: 202,
    errors: ['invalid_state', 'unprocessable', 'upstream_error', 'upstream_timeout'],
  }).run(AssertPasskey, Instance, assertPasskey),

  confirm_passkey: connect('POST /whatsapp/instances/{instance_id}/passkey/confirm', 'Confirm the passkey code', {
    description: 'Confirms that the phone shows the same code as the passkey request, which links the device.',
    ...common,
    status: 202,
    errors: ['invalid_state', 'unprocessable', 'upstream_error', 'upstream_timeout'],
  }).run(InstanceId, Instance, confirmPasskey),

  create_pairing_code: connect('POST /whatsapp/instances/{instance_id}/pairing-code', 'Create a pairing code', {
    description: 'Returns a code to enter on the phone instead of scanning the QR code.',
    ...common,
    capability: 'instance.pairing_code',
    errors: ['invalid_state', 'unprocessable', 'unsupported_by_driver', 'upstream_error', 'upstream_timeout'],
  }).run(RequestPairingCode, PairingCode, pairingCode),
};

export const driversRouter = router({
  list: read('GET /whatsapp/drivers', 'List drivers', {
    description:
      'Lists the drivers, which are the ways to connect to WhatsApp: whether each is available on this server, its notices and its capabilities.',
  }).run(NoInput, DriverList, listDrivers),
});
