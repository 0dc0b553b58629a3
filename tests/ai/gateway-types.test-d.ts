import type { Reservation } from '../../server/ai/gateway/ledger';
import type { AiProvider, UpstreamRequest } from '../../server/ai/providers/provider';

declare const provider: AiProvider;
declare const request: UpstreamRequest;
declare const reservation: Reservation;

/** A provider answers only for a reservation, which nothing but the ledger can make. */
export const reserved = (): Promise<Response> => provider.send(reservation, request);

// @ts-expect-error There is no call without a reservation.
export const unreserved = (): Promise<Response> => provider.send(undefined, request);

const forged = {
  id: 'req_1',
  budgetIds: [],
  use: () => {},
  markSent: () => {},
  price: null,
  used: { model: undefined, attempts: 0, wasSent: false },
};
// @ts-expect-error It has the members of one, and is none.
export const counterfeit = (): Promise<Response> => provider.send(forged, request);
