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
          'Connects it; one that connects or is connected stays as it is. `qr` is there once there is a code to scan.',
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
        description: 'Ends the connection and keeps its credentials. Messages that wait stay until it connects again.',
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
        summary: 'Connect an instance anew',
        description: 'Ends the connection, if there is one, and begins another.',
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
        description: 'Ends the session and wipes its credentials: it must be paired again, or given a token.',
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
        summary: 'Read the code to scan',
        description:
          'Returns the code that waits, as JSON or, by `Accept`, as a picture. With `wait_seconds` it waits for one, or for one newer than `after_attempt`. 409 where there is none.',
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
        summary: 'Get a code to type',
        description: 'Returns a code that is typed on the phone in place of scanning the picture.',
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
          'Lists the ways to WhatsApp: whether this server has them, what to know of them, what they can do.',
      },
    })
    .input(optionalInput(z.strictObject({})))
    .output(DriverList)
    .query(({ ctx }) => listDrivers(ctx)),
});
