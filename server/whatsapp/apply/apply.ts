import type { DriverConnectionEvent, DriverEvent, DriverPairingEvent } from '../drivers/driver-events';
import type { MessageRow } from '../present/messages';
import { lockInstance } from '../work';
import type { Work } from '../work-types';
import { applyCall } from './call';
import { applyChatState } from './chat-state';
import { cleaned } from './clean';
import { applyContact, applyPresence } from './contact';
import { applyTargeted } from './early';
import { applyGroup } from './group';
import { applyHealth } from './health';
import { applyLabel } from './label';
import { applyMessage, type Receive } from './message';
import { applyPasskey } from './passkey';
import { applySync } from './sync';
import { applyTemplate } from './template';

export type AppliedDriverEvent = Exclude<DriverEvent, DriverConnectionEvent | DriverPairingEvent>;

/** Requires the lock on the instance. Repeated and reordered events give the same result. */
export async function applyDriverEvent(
  work: Work,
  reported: AppliedDriverEvent,
  { receive }: { receive: Receive },
): Promise<MessageRow | undefined> {
  await lockInstance(work);
  const driverEvent = cleaned(reported);
  switch (driverEvent.kind) {
    case 'message': {
      const row = await applyMessage(work, driverEvent, receive);
      return row?.direction === 'inbound' ? row : undefined;
    }
    case 'status':
    case 'reaction':
    case 'edit':
    case 'revoke':
    case 'poll_vote':
      await applyTargeted(work, driverEvent);
      return undefined;
    case 'health':
      await applyHealth(work, driverEvent);
      return undefined;
    case 'contact':
      await applyContact(work, driverEvent);
      return undefined;
    case 'presence':
      await applyPresence(work, driverEvent);
      return undefined;
    case 'call':
      await applyCall(work, driverEvent);
      return undefined;
    case 'group':
      await applyGroup(work, driverEvent);
      return undefined;
    case 'template':
      await applyTemplate(work, driverEvent);
      return undefined;
    case 'chat':
      await applyChatState(work, driverEvent);
      return undefined;
    case 'sync':
      await applySync(work, driverEvent);
      return undefined;
    case 'passkey':
      await applyPasskey(work, driverEvent);
      return undefined;
    default:
      await applyLabel(work, driverEvent);
      return undefined;
  }
}
