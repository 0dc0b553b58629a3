import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
  request(operation: string, status: number, durationMs: number): void;
  registry: Registry;
  oversizeEvents: Counter;
  publishedEvents: Counter<'surface'>;
  droppedStreams: Counter;
  publications: Counter<'status'>;
  publicationDeliveries: Counter<'channel' | 'status'>;
  /** Seconds from the due time of a publication to its first deliveries. */
  publicationLag: Histogram;
  gauge(name: string, help: string, read: () => number): void;
}

interface Tally {
  operation: string;
  status: number;
  count: number;
  milliseconds: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const tallies = new Map<string, Tally>();

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, status, count } of tallies.values()) this.inc({ operation, status }, count);
    },
  });
  const seconds = new Counter({
    name: 'http_request_seconds_total',
    help: 'Time spent on requests, by operation and status, in seconds.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { operation, status, milliseconds } of tallies.values()) {
        this.inc({ operation, status }, milliseconds / 1000);
      }
    },
  });
  registry.registerMetric(requests);
  registry.registerMetric(seconds);

  const oversizeEvents = new Counter({
    name: 'event_oversize_total',
    help: 'Events that were too large, so that only a reference to the object is stored.',
    registers: [registry],
  });

  const publishedEvents = new Counter({
    name: 'webhook_publish_total',
    help: 'Published events, by surface.',
    labelNames: ['surface'],
    registers: [registry],
  });
  const droppedStreams = new Counter({
    name: 'event_stream_dropped_total',
    help: 'Event streams closed because their reader was too slow.',
    registers: [registry],
  });

  const publications = new Counter({
    name: 'publications_total',
    help: 'Publications, by state reached.',
    labelNames: ['status'],
    registers: [registry],
  });
  const publicationDeliveries = new Counter({
    name: 'publication_deliveries',
    help: 'Deliveries of publications, by channel and state reached.',
    labelNames: ['channel', 'status'],
    registers: [registry],
  });
  const publicationLag = new Histogram({
    name: 'publication_lag_seconds',
    help: 'Time from the scheduled time of a publication to the start of its deliveries, in seconds.',
    buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300, 3600],
    registers: [registry],
  });

  const gauge: Metrics['gauge'] = (name, help, read) => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  };
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  gauge('process_uptime_seconds', 'Seconds since the process started.', () => process.uptime());

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    registry,
    oversizeEvents,
    publishedEvents,
    droppedStreams,
    publications,
    publicationDeliveries,
    publicationLag,
    gauge,
    request(operation, status, durationMs) {
      const id = `${operation} ${status}`;
      const tally = tallies.get(id);
      if (tally) {
        tally.count += 1;
        tally.milliseconds += durationMs;
      } else tallies.set(id, { operation, status, count: 1, milliseconds: durationMs });
    },
  };
}
