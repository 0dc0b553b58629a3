import { Counter, Gauge, Histogram, Registry } from 'prom-client';

type Labels<Label extends string> = Partial<Record<Label, string | number>>;
/** A number, or one for each set of labels. Undefined keeps the last values. */
type Reading<Label extends string> = number | readonly (readonly [Labels<Label>, number])[] | undefined;
type Read<Label extends string> = () => Reading<Label> | Promise<Reading<Label>>;

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
  registry: Registry;
  counter<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Counter<Label>;
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labels?: readonly Label[],
  ): Histogram<Label>;
  gauge<Label extends string = never>(name: string, help: string, read: Read<Label>, labels?: readonly Label[]): void;
  /** The caller keeps the values of the counter. */
  total<Label extends string = never>(name: string, help: string, read: Read<Label>, labels?: readonly Label[]): void;
  request(operation: string, status: number, durationMs: number): void;
  oversizeEvents: Counter;
  publishedEvents: Counter<'surface'>;
  droppedStreams: Counter;
  publications: Counter<'status'>;
  publicationDeliveries: Counter<'channel' | 'status'>;
  /** Seconds from the due time of a publication to its first deliveries. */
  publicationLag: Histogram;
}

interface Tally {
  operation: string;
  status: number;
  count: number;
  milliseconds: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];

  const counter: Metrics['counter'] = (name, help, labels = []) =>
    new Counter({ name, help, labelNames: [...labels], registers });

  const histogram: Metrics['histogram'] = (name, help, buckets, labels = []) =>
    new Histogram({ name, help, buckets, labelNames: [...labels], registers });

  const gauge: Metrics['gauge'] = (name, help, read, labels = []) => {
    const metric = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      async collect() {
        for (const [at, value] of valuesOf(await read())) this.set(at, value);
      },
    });
    registry.registerMetric(metric);
  };

  const total: Metrics['total'] = (name, help, read, labels = []) => {
    const metric = new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [],
      async collect() {
        const values = valuesOf(await read());
        this.reset();
        for (const [at, value] of values) this.inc(at, value);
      },
    });
    registry.registerMetric(metric);
  };

  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  gauge('process_uptime_seconds', 'Seconds since the process started.', () => process.uptime());

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    registry,
    counter,
    histogram,
    gauge,
    total,
    request: requestMetrics(total),
    oversizeEvents: counter(
      'event_oversize_total',
      'Events that were too large, so that only a reference to the object is stored.',
    ),
    publishedEvents: counter('webhook_publish_total', 'Published events, by surface.', ['surface']),
    droppedStreams: counter('event_stream_dropped_total', 'Event streams closed because their reader was too slow.'),
    publications: counter('publications_total', 'Publications, by state reached.', ['status']),
    publicationDeliveries: counter(
      'publication_deliveries',
      'Deliveries of publications, by channel and state reached.',
      ['channel', 'status'],
    ),
    publicationLag: histogram(
      'publication_lag_seconds',
      'Time from the scheduled time of a publication to the start of its deliveries, in seconds.',
      [0.1, 0.5, 1, 2, 5, 15, 60, 300, 3600],
    ),
  };
}

const valuesOf = <Label extends string>(reading: Reading<Label>): readonly (readonly [Labels<Label>, number])[] =>
  typeof reading === 'number' ? [[{}, reading]] : (reading ?? []);

/** Tallies in a map, since a counter with labels takes longer on each request. */
function requestMetrics(total: Metrics['total']): Metrics['request'] {
  const tallies = new Map<string, Map<number, Tally>>();
  const read = (valueOf: (tally: Tally) => number) => () =>
    [...tallies.values()]
      .flatMap((ofOperation) => [...ofOperation.values()])
      .map((tally) => {
        const { operation, status } = tally;
        return [{ operation, status }, valueOf(tally)] as const;
      });
  const labels = ['operation', 'status'] as const;
  total(
    'http_requests_total',
    'Answered requests, by operation and status.',
    read(({ count }) => count),
    labels,
  );
  total(
    'http_request_seconds_total',
    'Time spent on requests, by operation and status, in seconds.',
    read(({ milliseconds }) => milliseconds / 1000),
    labels,
  );

  return (operation, status, durationMs) => {
    let ofOperation = tallies.get(operation);
    if (!ofOperation) tallies.set(operation, (ofOperation = new Map()));
    let tally = ofOperation.get(status);
    if (!tally) ofOperation.set(status, (tally = { operation, status, count: 0, milliseconds: 0 }));
    tally.count += 1;
    tally.milliseconds += durationMs;
  };
}
