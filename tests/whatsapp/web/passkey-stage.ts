import { passkeyFeature } from '../../../server/whatsapp/drivers/web/worker/passkey/passkey';
import type { RunningSession } from '../../../server/whatsapp/drivers/web/worker/session';
import type { SocketTimings } from '../../../server/whatsapp/drivers/web/worker/timings';
import type { Connection } from '../../support/whatsapp-web/connection';
import { makeNode, nowInSeconds } from '../../support/whatsapp-web/node';
import type { Authenticator, PasskeyAssertion } from '../../support/whatsapp-web/pairing/authenticator';
import type { PasskeyPairing } from '../../support/whatsapp-web/pairing/passkey';
import { startSessionStage } from './session-stage';

export const ADA = '15550000001';

interface DemandOptions {
  timings?: Partial<SocketTimings>;
  passkeys?: boolean;
  embedsOptions?: boolean;
}

/** An instance whose QR code was scanned at the phone of an account that demands a passkey. */
export async function startDemand({ timings = {}, passkeys = true, embedsOptions = true }: DemandOptions = {}) {
  const stage = await startSessionStage({ timings, settings: { passkeys }, services: { features: [passkeyFeature] } });
  const me = stage.peer.person(ADA);
  const passkey = me.requiresPasskey();
  me.embedsPasskeyOptions = embedsOptions;
  const session = await stage.start('wa_1');
  const { raw } = await stage.eventOf('wa_1', 'pairing');
  const connection = connectionOf(raw, stage.peer.world.refs);
  const linked = stage.peer.scan(raw, ADA);
  linked.catch(() => {});
  const atPhone = await stage.peer.world.until(() => me.passkeyPairing ?? undefined, 'the phone demands a passkey');
  return { stage, me, passkey, session, connection, linked, atPhone };
}

const connectionOf = (qr: string, refs: ReadonlyMap<string, Connection>): Connection => {
  const [ref = ''] = (qr.split('#').at(-1) ?? '').split(',');
  const connection = refs.get(ref);
  if (connection === undefined) throw new Error('The QR code is unknown.');
  return connection;
};

type Demand = Awaited<ReturnType<typeof startDemand>>;

export const requested = ({ stage }: Demand) => stage.eventOf('wa_1', 'passkey', ({ step }) => step === 'requested');
export const confirmation = ({ stage }: Demand) =>
  stage.eventOf('wa_1', 'passkey', ({ step }) => step === 'confirmation');

export const assertionFor = (passkey: Authenticator, { challenge }: PasskeyPairing): PasskeyAssertion =>
  passkey.assert(passkey.optionsFor(challenge));

export const answer = (session: RunningSession, assertion: unknown): Promise<unknown> =>
  session.query('passkey.assert', { assertion });

/** Sends a notification and waits until the client has acknowledged it. */
export async function notify(
  { stage, connection }: Demand,
  type: string,
  from: string,
  tag: string,
  content: Uint8Array,
) {
  const id = stage.peer.world.freshId();
  const node = makeNode('notification', { id, from, type, t: nowInSeconds() }, [makeNode(tag, {}, content)]);
  connection.notify(node);
  await stage.peer.world.until(() => (connection.isUnacknowledged(id) ? undefined : true), `${id} is acknowledged`);
}
