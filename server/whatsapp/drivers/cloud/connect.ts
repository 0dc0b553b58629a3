import type { QualityRating, StatusReason } from '../../../../shared/whatsapp/instance';
import { ProviderRefusal, type ConnectOutcome, type DriverInstance } from '../driver';
import { failureReasonOf } from './account-effects';
import { accessOf, ask } from './ask';
import type { Graph } from './graph';
import { textOf, type Json } from './json';
import { limitOf } from './notified-account';

const FIELDS = 'display_phone_number,verified_name,quality_rating,code_verification_status,name_status';

/** Reads the number: whoever may read it may send from it. Never rejects for a refusal. */
export async function connectCloud(graph: Graph, instance: DriverInstance): Promise<ConnectOutcome> {
  try {
    const path = [accessOf(instance).phoneNumberId];
    return connected(await ask(graph, instance, { method: 'GET', path, query: { fields: FIELDS } }));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // A number that is not there looks to Meta like one that the token may not see.
    if (error.kind === 'refused') return failed(failureReasonOf(error.error) ?? 'permission_missing');
    return { status: 'disconnected', reason: 'network' };
  }
}

const failed = (reason: StatusReason): ConnectOutcome => ({ status: 'failed', reason });

const RATINGS: readonly QualityRating[] = ['green', 'yellow', 'red', 'na'];

function connected(number: Json): ConnectOutcome {
  const phone = textOf(number['display_phone_number'])?.replace(/\D/g, '');
  const displayName = textOf(number['verified_name']);
  const rating = textOf(number['quality_rating'])?.toLowerCase();
  const qualityRating = RATINGS.find((known) => known === rating);
  const messagingLimit = limitOf(number['messaging_limit_tier']);
  return {
    status: 'connected',
    reason: null,
    ...(phone === undefined || phone === '' ? {} : { phone }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(qualityRating === undefined ? {} : { qualityRating }),
    ...(messagingLimit === undefined ? {} : { messagingLimit }),
  };
}
