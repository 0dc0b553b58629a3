import type { ScopedDb } from '../../db/scoped';
import { sha256Hex } from '../../secrets/tokens';
import type { AutomationContext } from '../context';
import { findTaken } from '../queries/inbound';
import { inboundRequests } from '../schema/inbound';
import { type KeptBody, shownAs } from './bodies';
import type { FoundEndpoint } from './call';
import { commit, KeyTaken, type Settled } from './commit';
import { contextOf, type InboundPayload } from './context';
import { type Facts, writeDown } from './ledger';
import { mapAll } from './map';
import { prepareAll } from './prepare';
import { statusesOf } from './present';
import { sift, type Sifted } from './sift';
import type { Watch } from './watch';

/** A request that was understood, on its way to what becomes of it. */
export interface Taking {
  ctx: AutomationContext;
  endpoint: FoundEndpoint;
  facts: Facts;
  payload: InboundPayload;
  shown: KeptBody | undefined;
  /** Of the header, where it tells one request from another. */
  idempotencyKey: string | null;
  isReplay: boolean;
  watch: Watch;
  /** Runs the transaction; that of a call under an Idempotency-Key keeps its answer too. */
  transact: (ctx: AutomationContext, work: (tx: ScopedDb) => Promise<Settled>) => Promise<Settled>;
}

export interface Taken extends Settled {
  isDuplicate: boolean;
}

/** From the understood request to what stands in the database. Throws `Refused`. */
export async function take(taking: Taking): Promise<Taken> {
  const { ctx, endpoint, facts, payload, shown, idempotencyKey, isReplay, watch } = taking;
  const { config } = endpoint.row;
  const context = contextOf(payload, {
    endpoint: endpoint.row,
    workspace: endpoint.workspace,
    config,
    now: facts.createdAt,
  });
  const bodySha256 = facts.bodySha256 ?? sha256Hex('');
  const parts = { services: ctx, endpoint, context, idempotencyKey, bodySha256, isReplay };
  const { sifted, verdict } = await sift(parts, watch);
  if (verdict.kind === 'duplicate') return repeated(taking, sifted, verdict.of);

  const mapped = verdict.kind === 'map' ? await watch('map', () => mapAll(ctx, endpoint, context)) : [];
  const prepared = mapped.length > 0 ? await watch('resolve', () => prepareAll(ctx, config, mapped)) : [];
  try {
    const settled = await watch('create', () =>
      taking.transact(ctx, (tx) =>
        commit(tx, { ctx, facts, shown: shownAs(shown, payload.body), sifted, verdict, prepared }),
      ),
    );
    return { ...settled, isDuplicate: false };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const hashes = sifted.keys.map(({ hash }) => hash);
    const first = await findTaken(ctx.store, endpoint.row.id, hashes, ctx.now());
    if (first === undefined) throw error;
    return repeated(taking, sifted, first);
  }
}

/** Of the files of a repeat nothing is kept but what they were. */
const withoutMedia = (files: Facts['files']): Facts['files'] => files.map((file) => ({ ...file, media_id: null }));

/** Notes a repeat, and tells of the first. */
async function repeated({ ctx, facts }: Taking, { dedupeKey }: Sifted, of: string): Promise<Taken> {
  const first = await ctx.db.get(inboundRequests, of);
  const outcome = { status: 'duplicate', reason: 'duplicate', stage: 'dedupe', dedupeKey, duplicateOf: of } as const;
  const own = await ctx.db.transaction((tx) =>
    writeDown(tx, { ...facts, files: withoutMedia(facts.files), body: null }, outcome, ctx.config.inboundRetentionDays),
  );
  const row = first ?? own;
  if (!row) throw new KeyTaken();
  return { row, statuses: await statusesOf(ctx.db, [row]), isDuplicate: true };
}
