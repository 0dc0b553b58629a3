import { startOf, UNIT_MS } from './queries/usage';
import type { CountedRequest } from './recorder';
import type { UsageRow } from './system/usage';

interface Tally {
  requests: number;
  rateLimited: number;
  durationMs: number;
  durationMsMax: number;
}

interface Caller {
  workspaceId: string;
  keyId: string;
  operations: Map<string, (Tally | undefined)[]>;
}

type Minute = Map<string, Caller>;

export function createTallies(now: () => Date, monotonic: () => number) {
  let closed: UsageRow[] = [];
  let current: Minute = new Map();
  let bucket = startOf('minute', now().getTime());
  let endsAt = -Infinity;

  const turn = (): void => {
    closed = [...closed, ...rowsOf(current, bucket)];
    current = new Map();
    const time = now().getTime();
    bucket = startOf('minute', time);
    endsAt = monotonic() + bucket.getTime() + UNIT_MS.minute - time;
  };

  return {
    count({ workspaceId, keyId, operationId, status, durationMs }: CountedRequest): void {
      if (monotonic() >= endsAt) turn();
      const tally = tallyIn(current, workspaceId, keyId, operationId, Math.trunc(status / 100));
      tally.requests += 1;
      tally.durationMs += durationMs;
      if (status === 429) tally.rateLimited += 1;
      if (durationMs > tally.durationMsMax) tally.durationMsMax = durationMs;
    },

    take(): UsageRow[] {
      turn();
      const rows = closed;
      closed = [];
      return rows;
    },
  };
}

function tallyIn(
  minute: Minute,
  workspaceId: string,
  keyId: string | null,
  operationId: string,
  statusClass: number,
): Tally {
  const id = keyId ?? workspaceId;
  let caller = minute.get(id);
  if (caller === undefined) minute.set(id, (caller = { workspaceId, keyId: keyId ?? '', operations: new Map() }));
  let classes = caller.operations.get(operationId);
  if (classes === undefined) caller.operations.set(operationId, (classes = []));
  return (classes[statusClass] ??= { requests: 0, rateLimited: 0, durationMs: 0, durationMsMax: 0 });
}

function rowsOf(minute: Minute, bucket: Date): UsageRow[] {
  return [...minute.values()].flatMap(({ workspaceId, keyId, operations }) =>
    [...operations].flatMap(([operationId, classes]) =>
      classes.flatMap((tally, statusClass) => {
        if (tally === undefined) return [];
        const { requests, rateLimited, durationMs, durationMsMax } = tally;
        const durations = { durationMsSum: Math.round(durationMs), durationMsMax: Math.round(durationMsMax) };
        return [{ workspaceId, bucket, keyId, operationId, statusClass, requests, rateLimited, ...durations }];
      }),
    ),
  );
}
