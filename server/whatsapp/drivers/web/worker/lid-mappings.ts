import type { LIDMapping } from 'baileys';

import { chunked } from '../../../../chunked';
import type { DriverEvent } from '../../driver-events';
import { personAt } from './addresses';
import type { WebSession } from './session-types';

/** Keeps a report small even after a history with thousands of contacts. */
const MAX_REPORTED = 500;
const MAX_REMEMBERED = 50_000;

/** The library stores all pairs that it learns by one function, which is wrapped here; its events name only some. */
export function listenToMappings(session: WebSession): void {
  const { lidMapping } = session.socket.signalRepository;
  const store = lidMapping.storeLIDPNMappings.bind(lidMapping);
  const reported = new Map<string, string>();
  lidMapping.storeLIDPNMappings = async (pairs) => {
    const events = pairs.flatMap((pair) => newPair(pair, reported));
    for (const some of chunked(events, MAX_REPORTED)) session.report(...some);
    await store(pairs);
  };
}

function newPair({ lid, pn }: LIDMapping, reported: Map<string, string>): DriverEvent[] {
  const person = personAt(lid, pn);
  if (person?.lid === undefined || person.phone === undefined) return [];
  if (reported.get(person.phone) === person.lid) return [];
  if (reported.size >= MAX_REMEMBERED) reported.clear();
  reported.set(person.phone, person.lid);
  return [{ kind: 'contact', person }];
}
