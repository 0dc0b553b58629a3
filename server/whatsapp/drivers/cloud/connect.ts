import type { QualityRating, StatusReason } from '../../../../shared/whatsapp/instance';
import { defined } from '../../../defined';
import type { JsonObject } from '../../../json-object';
import { ProviderRefusal, type ConnectResult, type DriverInstance } from '../driver';
import { failureReasonOf } from './account-effects';
import { accessOf, ask } from './ask';
import type { Graph } from './graph';
import { textOf } from './json';
import { limitOf } from './notified-account';

const FIELDS = 'display_phone_number,verified_name,quality_rating,code_verification_status,name_status';

/** Reading the number also proves the permission to send. Does not reject for refusals. */
export async function connectCloud(graph: Graph, instance: DriverInstance): Promise<ConnectResult> {
  try {
    const path = [accessOf(instance).phoneNumberId];
    return connected(await ask(graph, instance, { method: 'GET', path, query: { fields: FIELDS } }));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // Meta reports an unknown number like one without permission.
    if (error.kind === 'refused') return failed(failureReasonOf(error.error) ?? 'permission_missing');
    return { status: 'disconnected', reason: 'network' };
  }
}

const failed = (reason: StatusReason): ConnectResult => ({ status: 'failed', reason });

const RATINGS: readonly QualityRating[] = ['green', 'yellow', 'red', 'na'];

function connected(number: JsonObject): ConnectResult {
  const phone = textOf(number['display_phone_number'])?.replace(/\D/g, '');
  const displayName = textOf(number['verified_name']);
  const rating = textOf(number['quality_rating'])?.toLowerCase();
  const qualityRating = RATINGS.find((known) => known === rating);
  const messagingLimit = limitOf(number['messaging_limit_tier']);
  return {
    status: 'connected',
    reason: null,
    ...(phone === undefined || phone === '' ? {} : { phone }),
    ...defined({ displayName, qualityRating, messagingLimit }),
  };
}
