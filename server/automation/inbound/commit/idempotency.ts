import type { WorkspaceContext } from '../../../context';
import { once, replayOf, type StoredAnswer } from '../../../idempotency/idempotency';
import { errorIn, storedError } from '../../../idempotency/once-value';
import { actorIdOf, idempotencyKey, idempotentRequest, type IdempotentRequest } from '../../../idempotency/request';
import { sha256Hex } from '../../../secrets/tokens';
import type { InboundCall } from '../call';
import { answerOf } from '../present';
import type { ProcessInput } from '../process';
import type { RequestDetails } from '../request';
import { type InboundReply, inboundReply } from './reply';

const OPERATION = 'inbound_receive';

/** Contains the answer to an earlier call with the same Idempotency-Key. */
export class Replayed extends Error {
  override name = 'Replayed';
  readonly reply: InboundReply;

  constructor({ status, headers, body }: StoredAnswer) {
    super('Replayed');
    this.reply = { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body };
  }
}

interface KeyedRequest {
  key: string;
  request: RequestDetails;
}

/** A key that is not valid here is replaced by its hash. */
function senderKey(header: string | null): string | null {
  const text = header?.trim() ?? '';
  if (text === '' || text === '""') return null;
  try {
    return idempotencyKey(text) ?? null;
  } catch {
    return `sha256:${sha256Hex(text)}`;
  }
}

function requestUnder(caller: WorkspaceContext, { key, request }: KeyedRequest): IdempotentRequest {
  const { endpoint, method, contentType, bodySha256, query } = request;
  return idempotentRequest({ key, operationId: OPERATION, actorId: actorIdOf(caller.actor) }, [
    endpoint.id,
    method,
    contentType ?? '',
    bodySha256 ?? '',
    JSON.stringify(query),
  ]);
}

const idempotently =
  (caller: WorkspaceContext, keyed: KeyedRequest): ProcessInput['transact'] =>
  async (_, work) => {
    const result = await once(
      caller,
      requestUnder(caller, keyed),
      async (inner) => {
        const settled = await work(inner.db);
        const reply = inboundReply(keyed.request.endpoint.config, answerOf(settled.row, settled.statuses));
        return { answer: settled, stored: reply };
      },
      storedError,
    );
    if ('answer' in result) return result.answer;
    throw result.replay.status < 400 ? new Replayed(result.replay) : errorIn(result.replay);
  };

export async function replayAnswered({ caller, headers }: InboundCall, request: RequestDetails): Promise<void> {
  if (!caller) return;
  const key = idempotencyKey(headers.get('idempotency-key'));
  if (key === undefined) return;
  const earlier = await replayOf(caller, requestUnder(caller, { key, request }));
  if (earlier) throw new Replayed(earlier);
}

const plain: ProcessInput['transact'] = (ctx, work) => ctx.db.transaction(work);

/** Commits under the Idempotency-Key of an API key, or under the sender’s deduplication key. */
export function transactionOf(
  { caller, headers }: InboundCall,
  request: RequestDetails,
): Pick<ProcessInput, 'idempotencyKey' | 'transact'> {
  const header = headers.get('idempotency-key');
  if (!caller) return { idempotencyKey: senderKey(header), transact: plain };
  const key = idempotencyKey(header);
  return { idempotencyKey: null, transact: key === undefined ? plain : idempotently(caller, { key, request }) };
}
