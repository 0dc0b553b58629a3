import { z } from 'zod';

import { Instance } from '../../../shared/whatsapp/instance';
import { Connection, DriverList, PairingCode, Qr } from '../../../shared/whatsapp/instance-answers';
import { GetQr, InstanceId, RequestPairingCode } from '../../../shared/whatsapp/instance-inputs';
import { optionalInput, procedure, router } from '../../trpc/procedures';
import { listDrivers } from './capabilities';
import { connectInstance, disconnectInstance, logoutInstance, pairingCode, restartInstance } from './connect';
import { readQr } from './qr';

// It asks the provider, which must not hold a transaction.
const place = { surface: 'whatsapp', idempotency: 'none' } as const;
const tags = ['WhatsApp instances'];
const INSTANCE = '/whatsapp/instances/{instance_id}';
const connecting = procedure('whatsapp.instances:connect');

export const connectionProcedures = {
  connect: connecting
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: `${INSTANCE}/connect`,
        tags,
        summary: 'Connect an instance',
        description:
          'Starts the connection of an instance. An instance that is connecting or connected does not change. `qr` is null until a QR code is ready.',
      },
    })
    .input(InstanceId)
    .output(Connection)
    .mutation(({ ctx, input }) => connectInstance(ctx, input)),

  disconnect: connecting
    .meta({
      ...place,
      status: 202,
      openapi: {
        method: 'POST',
        path: `${INSTANCE}/disconnect`,
        tags,
        summary: 'Disconnect an instance',
        description:
          'Closes the connection and keeps the credentials. Queued messages wait until the instance connects again.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => disconnectInstance(ctx, input)),

  restart: connecting
    .meta({
      ...place,
      status: 202,
      errors: ['invalid_state'],
      openapi: {
        method: 'POST',
        path: `${INSTANCE}/restart`,
        tags,
        summary: 'Reconnect an instance',
        description: 'Closes the current connection, if any, and opens a new one. Credentials are kept.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => restartInstance(ctx, input)),

  logout: connecting
    .meta({
      ...place,
      status: 202,
      openapi: {
        method: 'POST',
        path: `${INSTANCE}/logout`,
        tags,
        summary: 'Log an instance out',
        description:
          'Ends the session and deletes the credentials. To connect again, pair the instance or set a new access token.',
      },
    })
    .input(InstanceId)
    .output(Instance)
    .mutation(({ ctx, input }) => logoutInstance(ctx, input)),

  get_qr: connecting
    .meta({
      ...place,
      capability: 'instance.qr',
      errors: ['invalid_state', 'unsupported_by_driver'],
      pictures: {
        'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 33 33">…</svg>',
        'image/png': 'The bytes of a picture.',
      },
      openapi: {
        method: 'GET',
        path: `${INSTANCE}/qr`,
        tags,
        summary: 'Get the QR code',
        description:
          'Returns the current QR code as JSON, or as an SVG or PNG image if `Accept` asks for it. With `wait_seconds`, the request waits for a code, or for a code newer than `after_attempt`. Returns 409 if there is no code.',
      },
    })
    .input(GetQr)
    .output(Qr)
    .query(({ ctx, input }) => readQr(ctx, input)),

  create_pairing_code: connecting
    .meta({
      ...place,
      capability: 'instance.pairing_code',
      errors: ['invalid_state', 'unprocessable', 'unsupported_by_driver', 'upstream_error', 'upstream_timeout'],
      openapi: {
        method: 'POST',
        path: `${INSTANCE}/pairing-code`,
        tags,
        summary: 'Create a pairing code',
        description: 'Returns a code to enter on the phone instead of scanning the QR code.',
      },
    })
    .input(RequestPairingCode)
    .output(PairingCode)
    .mutation(({ ctx, input }) => pairingCode(ctx, input)),
};

export const driversRouter = router({
  list: procedure('whatsapp.instances:read')
    .meta({
      surface: 'whatsapp',
      openapi: {
        method: 'GET',
        path: '/whatsapp/drivers',
        tags,
        summary: 'List drivers',
        description:
          'Lists the drivers, which are the ways to connect to WhatsApp: whether each is available on this server, its notices and its capabilities.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(DriverList)
    .query(({ ctx }) => listDrivers(ctx)),
});
