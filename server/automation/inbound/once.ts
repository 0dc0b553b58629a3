import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import { ApiError } from '../../errors';
import { actorIdOf, fingerprint, idempotencyKey, once, type StoredAnswer } from '../../idempotency/idempotency';
import { sha256Hex } from '../../secrets/tokens';
import type { AutomationCall } from '../context';
import type { Facts } from './ledger';
import { answerOf } from './present';
import { type InboundReply, replyOf } from './reply';
import type { Taking } from './take';

const OPERATION = 'inbound_receive';

/** An earlier call under the same Idempotency-Key was answered with this. */
export class Replayed extends Error {
  override name = 'Replayed';
  readonly reply: InboundReply;

  constructor({ status, headers, body }: StoredAnswer) {
    super('Replayed');
    this.reply = { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body };
  }
}

interface Keyed {
  key: string;
  facts: Facts;
  config: EndpointConfig;
}

/**
 * The Idempotency-Key of a sender that is none of ours: whatever it is like, it tells one request from another. One that
 * our own clients may not send is known by its hash; null for none.
 */
export function foreignKey(header: string | null): string | null {
  const text = header?.trim() ?? '';
  if (text === '' || text === '""') return null;
  try {
    return idempotencyKey(text) ?? null;
  } catch {
    return `sha256:${sha256Hex(text)}`;
  }
}

/** The request under its key, and what makes another one the same. */
export function idempotentRequest(caller: AutomationCall, { key, facts }: Pick<Keyed, 'key' | 'facts'>) {
  const actorId = actorIdOf(caller.actor);
  const parts = [OPERATION, facts.endpoint.id, facts.method, facts.contentType ?? '', facts.bodySha256 ?? '', actorId];
  return { key, operationId: OPERATION, actorId, fingerprint: fingerprint([...parts, JSON.stringify(facts.query)]) };
}

/** A transaction that keeps its answer under the key. Throws `Replayed`, or 409 and 422 as everywhere. */
export const idempotently =
  (caller: AutomationCall, keyed: Keyed): Taking['transact'] =>
  async (_, work) => {
    const result = await once(
      caller,
      idempotentRequest(caller, keyed),
      async (inner) => {
        const settled = await work(inner.db);
        const reply = replyOf(keyed.config, answerOf(settled.row, settled.statuses));
        return { answer: settled, stored: reply };
      },
      ({ status, code, details }) => ({ status, headers: {}, body: JSON.stringify({ code, details }) }),
    );
    if ('answer' in result) return result.answer;
    const { status, body } = result.replay;
    if (status < 400) throw new Replayed(result.replay);
    const { code, details } = JSON.parse(body ?? '') as { code: ApiError['code']; details: ApiError['details'] };
    throw new ApiError(code, details);
  };
