import type { Companion } from '../companion';
import type { Connection } from '../connection';
import type { Person } from '../person';
import type { World } from '../world';
import { linkDevice, type PairingRequest } from './link';
import { demandPasskey } from './passkey';

/** Links the device, or first asks it for the passkey that the account requires. */
export const linkWith = (
  world: World,
  connection: Connection,
  person: Person,
  request: PairingRequest,
): Promise<Companion> =>
  person.passkey === null
    ? linkDevice(world, connection, person, request)
    : demandPasskey(world, connection, person, person.passkey, request.advSecret);
